import { texts } from '../../core/locales/server.ts'
import { type Language, localeOf } from '../../core/text/language.ts'
import { textIn } from '../../core/text/words.ts'

/** Says an English text of the code in a language, with these values. */
export type Say = (english: string, values?: Readonly<Record<string, string | number>>) => string

/** Puts a text on one line, without control characters and those that change the direction of the text after them. */
export const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Bidi_C}\p{Zl}\p{Zp}]+/gu, ' ').trim()
/** Removes typographic quotes: a user's text is shown in quotes that it cannot close, so it never looks like ours. */
const unquoted = (text: string) => oneLine(text).replace(/[“”„«»「」『』]/g, '"')

/** `{count, plural, one {…} other {…}}`, in which texts may have values, and # is the count */
const plural = /\{(\w+), plural,((?: \w+ \{(?:[^{}]|\{\w+\})*\})+)\}/g

/** Returns what says the server's texts in a language, as its .po file has them: with values and plurals. */
export function sayIn(language: Language): Say {
  const rules = new Intl.PluralRules(localeOf(language))
  return (english, values = {}) =>
    textIn(language, english, undefined, texts)
      .replace(plural, (_, name: string, cases: string) => {
        const forms = [...cases.matchAll(/ (\w+) \{((?:[^{}]|\{\w+\})*)\}/g)]
        const wanted = rules.select(Number(values[name]))
        const form = forms.find(([, one]) => one === wanted) ?? forms.at(-1)
        return (form?.[2] ?? '').replaceAll('#', String(values[name]))
      })
      .replace(/\{(\w+)\}/g, (_, name: string) => unquoted(String(values[name] ?? '')))
}
