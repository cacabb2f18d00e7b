import type { Language } from '../product/entities.ts'
import type { Steps } from '../text/steps.ts'
import { listAsCsv } from './csv.ts'
import { type ExchangedList, fileTypes, type Format } from './exchange.ts'
import { listAsIcs } from './ics.ts'
import { listsAsJson } from './json.ts'
import { listAsText } from './text.ts'

export interface Writing {
  language: Language
  /** epoch ms */
  at: number
  /** the ids of the list's products, in their order */
  ids: readonly string[]
}

/** Writes a list as a file of this format. JSON, CSV and iCalendar keep everything; the others are for people. */
export function* writeList(
  list: ExchangedList,
  format: Format,
  { language, at, ids }: Writing,
): Steps<string> {
  switch (format) {
    case 'text':
    case 'md':
      return yield* listAsText(list, { language, markdown: format === 'md' })
    case 'csv':
      return listAsCsv(list, language)
    case 'json':
      return listsAsJson([list], at)
    case 'ics':
      return yield* listAsIcs(list, { language, at, uidOf: (index) => ids[index] ?? String(index) })
  }
}

/** Returns a name for the file of a list, without what file systems refuse. */
export function fileNameOf(listName: string, format: Format): string {
  const plain = listName.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').replace(/^[\s.]+|[\s.]+$/gu, '')
  return `${plain.slice(0, 80) || 'list'}.${fileTypes[format].ending}`
}
