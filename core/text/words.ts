import { type Language, usualLanguage } from './language.ts'
import { texts, words as quick } from '../locales/names.ts'

type Texts = Readonly<Partial<Record<string, Readonly<Partial<Record<string, string>>>>>>

/** Returns a text in a language: as its .po file has it. A text without a translation stays English. */
export function textIn(language: Language, english: string, context?: string, table: Texts = texts): string {
  return table[language]?.[context === undefined ? english : `${context}\u0004${english}`] ?? english
}

/** Marks an English text whose translations are read elsewhere by `textIn`. */
export const toSay = <T extends string>(english: T) => english

/** Returns English words, which spaces divide, and those that mean the same in other languages: 'to_buy' is two words. */
export function inEach(english: string, table: Texts): [Language, words: string[]][] {
  const spaced = english.replace(/\s+/g, ' ')
  return [[usualLanguage, spaced], ...Object.entries(table[spaced.slice(0, 12)] ?? {})].map(
    ([language, all = '']) => [language as Language, all.split(' ').map((word) => word.replaceAll('_', ' '))],
  )
}

/** Returns these words in all installed languages: whatever somebody types is understood. */
export function words(english: string): string[] {
  return inEach(english, quick).flatMap(([, all]) => all)
}
