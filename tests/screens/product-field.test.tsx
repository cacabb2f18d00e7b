import { formatter } from '@lingui/format-po'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { shownOf } from '../../core/product/fields.ts'
import { type Field, fields, formFields, productFields } from '../../core/product/table.ts'
import type { ProductView } from '../../core/sync/mutation.ts'
import { AddRow } from '../../src/list/add/add-row.tsx'
import { emptyDraft } from '../../src/list/state/use-kept-draft.ts'
import { MoreFields } from '../../src/list/add/draft-fields.tsx'
import type { NewProduct } from '../../src/list/add/use-new-product.ts'
import { ProductFields } from '../../src/list/rows/product-fields.tsx'
import { Cells, Words } from '../../src/list/rows/wide-row.tsx'
import { textsOf } from '../../src/templates/edit/product-values.ts'
import { ProductList } from '../../src/templates/template-view.tsx'
import { changeText } from '../../src/texts/change-text.ts'
import { fieldNames, fieldNamesOf, fieldText, newFieldNames } from '../../src/texts/field-text.ts'
import { i18n } from '../../src/texts/i18n.ts'
import { PrintSheet } from '../../src/ui/print/print-sheet.tsx'
import { entry } from '../support/entries.ts'
import { wholeProduct } from '../support/every-field.ts'
import { ultimateOrangeTheme } from '../../src/ui/theme.ts'

/*
 * Walks the table of product fields through every place on the screens where a field can be forgotten; the title of a
 * failed test names the place and the field. tests/server/products/product-field.test.ts does the same for the server.
 */

const values = { ...wholeProduct, unit: 'dag', productStatus: false } as const
const product = {
  id: 'p',
  ...shownOf(fields, values),
  category_id: null,
  icon: null,
  ver: 1,
  waiting: false,
} as unknown as ProductView

i18n.loadAndActivate({ locale: 'en', messages: {} })
const file = resolve(import.meta.dirname, '../../locales/pl/messages.po')
const polish = await formatter().parse(await readFile(file, 'utf8'), {
  locale: 'pl',
  sourceLocale: 'en',
  filename: file,
})

function html(element: ReactElement): string {
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <MantineProvider theme={ultimateOrangeTheme}>{element}</MantineProvider>
    </I18nProvider>,
  )
}

/** Finds a field's value as it is read; the unit of the price ('zł/dag') is not the product's unit. */
function wordsOf(field: (typeof formFields)[number]): RegExp {
  return field === 'unit'
    ? /(?<!\/)dag/
    : new RegExp(fieldText(product, field, 'en', 'PLN').replace('.', '\\.'))
}

const inputOf = (field: Field) => `data-field="${field}"`
const nothing = () => undefined

describe('DETAIL-29 each field of a product has its place', () => {
  test.each(formFields)('DETAIL-29 in a row of the table: %s', (field) => {
    const row = html(<Cells product={product} drag={undefined} onDelete={nothing} />)
    expect(row).toContain(inputOf(field))
    expect(row).toContain(i18n._(fieldNamesOf[field](product.productName)))
  })

  test.each(formFields)('DETAIL-29 in the plain text of a row that is far away: %s', (field) => {
    expect(html(<Words product={product} />)).toMatch(wordsOf(field))
  })

  // A note is typed once the product is there.
  test.each(formFields.filter((field) => field !== 'note'))('DETAIL-29 in the row that adds: %s', (field) => {
    const row = html(<AddRow index={2} />)
    expect(row).toContain(inputOf(field))
    expect(row).toContain(i18n._(newFieldNames[field]))
  })

  // The name is typed above them.
  test.each(formFields.filter((field) => field !== 'productName'))(
    'DETAIL-29 among the fields of a new product on a phone: %s',
    (field) => {
      const empty = { draft: emptyDraft, category: '', errors: {}, change: nothing } as unknown as NewProduct
      expect(html(<MoreFields product={empty} />)).toContain(inputOf(field))
    },
  )

  test.each(formFields)('DETAIL-29 in the details on a phone: %s', (field) => {
    expect(html(<ProductFields product={product} onDelete={nothing} />)).toContain(inputOf(field))
  })

  test.each(formFields)('DETAIL-29 on paper, where the table says so: %s', (field) => {
    const sheet = expect(html(<PrintSheet name="Saturday" products={[product]} />))
    if (productFields[field].onPaper === null) sheet.not.toMatch(wordsOf(field))
    else sheet.toMatch(wordsOf(field))
  })

  test.each(formFields.filter((field) => productFields[field].inTemplate))(
    'DETAIL-29 in a template, and in its form: %s',
    (field) => {
      expect(html(<ProductList products={[product]} />)).toMatch(wordsOf(field))
      expect(textsOf(product, 'en', 'PLN')[field]).toMatch(wordsOf(field))
    },
  )

  test.each(formFields)('DETAIL-29 in the labels, in both languages: %s', (field) => {
    const labels = [fieldNames[field], fieldNamesOf[field]('Milk'), newFieldNames[field]]
    expect(labels.filter(({ id }) => !polish[id]?.translation)).toEqual([])
  })

  test.each(fields)('DETAIL-29 in what is said of a change, in both languages: %s', (field) => {
    const change = entry(1, { op: 'set', rowId: 'p', field, value: values[field], baseVer: 1 })
    const said = changeText(change, 'bread', 'en')
    expect(i18n._(said)).toContain('bread')
    expect(polish[said.id]?.translation).toBeTruthy()
  })
})
