import { useMemo } from 'react'
import type { Reader } from '../../core/product/categories.ts'
import { useSuggestions } from './suggestions.ts'
import { useLanguage } from '../texts/i18n.ts'

/**
 * Returns the reader for products outside the open list. Those in the open list are in the reader's language already.
 */
export function useReader(): Reader {
  const language = useLanguage()
  const ownNames = useSuggestions(({ reader }) => reader.own)
  return useMemo(() => ({ language, own: ownNames }), [language, ownNames])
}
