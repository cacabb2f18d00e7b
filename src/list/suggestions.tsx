import { memo, useMemo } from 'react'
import type { ProductView } from '../../core/mutation.ts'
import { useOpenList } from '../state/open-list.ts'
import { useLanguage } from './use-language.ts'

/** Ids of the datalists, one each for the whole page. */
export const suggestions = { category: 'list-categories', shop: 'list-shops' } as const

/** Categories and shops that this list already has. */
export const Suggestions = memo(function Suggestions() {
  return (
    <>
      <Names id={suggestions.category} field="category_name" />
      <Names id={suggestions.shop} field="shop_name" />
    </>
  )
})

function Names({ id, field }: { id: string; field: 'category_name' | 'shop_name' }) {
  const language = useLanguage()
  // As one text, so that it is drawn again only when a name comes or goes.
  const joined = useOpenList((state) => namesOf(state.products, field))
  const names = useMemo(
    () => (joined === '' ? [] : joined.split('\n')).toSorted(new Intl.Collator(language).compare),
    [joined, language],
  )
  return (
    <datalist id={id}>
      {names.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </datalist>
  )
}

function namesOf(products: ReadonlyMap<string, ProductView>, field: 'category_name' | 'shop_name'): string {
  const names = new Set<string>()
  for (const product of products.values()) if (product[field] !== '') names.add(product[field])
  return [...names].join('\n')
}
