import { join } from 'node:path'
import { fields, initialValues, productFields } from '../../../core/product/table.ts'
import { code, type Mutant, readFaults } from './mutant.ts'

const products = 'tests/server/products/stored-products.test.ts'

const mutantsOfTheCounts = ['living', 'bought', 'amount'].map((column): Mutant => ({
  name: `${column} of a list is not counted on`,
  file: 'server/lists/store/product-store.ts',
  find: code(`${column}: set('${column}', '+', ${column}),`),
  replace: '',
  test: { file: products, title: 'a product that is added' },
}))

/** The columns beside the fields. This file must not import mutated code: it runs before the mutation. */
const otherColumns =
  'name_norm price_unknown category_id icon ticked_by ticked_at changed_by ver field_ver field_at field_by deleted_at'.split(
    ' ',
  )
/** Every column that updating a product has to write. */
export const columnsToBring = [...fields.map((field) => productFields[field].column), ...otherColumns]

const mutantsOfTheColumns = columnsToBring.map((column): Mutant => ({
  name: `${column} of a product is not written again`,
  file: 'server/lists/store/product-store.ts',
  find: code('changingColumns.map((column) =>'),
  replace: `changingColumns.filter((one) => one !== '${column}').map((column) =>`,
}))

/**
 * One for each field of a new product, except category and position, which are assigned even if not given.
 */
const mutantsOfAnAdd = fields
  .filter((field) => field !== 'category' && field !== 'position')
  .map((field): Mutant => {
    const unsaid = { ...initialValues, productName: 'x', price: undefined }
    const value = field in unsaid ? unsaid[field as keyof typeof unsaid] : ''
    return {
      name: `${field} of a new product is not stored`,
      file: 'server/lists/store/field-columns.ts',
      find: code('const given = value[field as Field]'),
      replace: `const given = field === '${field}' ? ${JSON.stringify(value)} : value[field as Field]`,
      // In the simulation nobody adds a product that is already bought.
      ...(field === 'productStatus' && {
        test: { file: 'tests/server/products/stored-products.test.ts', title: 'a product that is added' },
      }),
    }
  })

export const mutants: readonly Mutant[] = [
  ...readFaults(join(import.meta.dirname, 'faults.diff')),
  ...mutantsOfTheCounts,
  ...mutantsOfTheColumns,
  ...mutantsOfAnAdd,
]
