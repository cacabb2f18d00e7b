import { useSearch } from '@tanstack/react-router'
import { useOverList } from '../over-list.ts'

/** Returns the id of the product whose sheet is open over the list. */
export function useSheet(): string | undefined {
  return useSearch({ from: '/app/details/$id', select: ({ sheet }) => sheet })
}

/** Returns a function that opens the sheet of a product; null closes it. */
export function useOpenSheet(): (id: string | null) => void {
  return useOverList('sheet')
}
