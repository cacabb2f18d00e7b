import { type Language, languageOf } from '../../core/text/language.ts'

/** Returns the supported language that an Accept-Language header prefers, or the usual one. */
export function acceptedLanguage(header: string | undefined): Language {
  const wanted = (header ?? '').split(',').map((part) => {
    const [tag = '', ...params] = part.trim().toLowerCase().split(';')
    const q = params.map((param) => /^\s*q=([\d.]+)$/.exec(param)?.[1]).find((value) => value !== undefined)
    return { tag, q: q === undefined ? 1 : Number(q) }
  })
  return languageOf(
    wanted
      .filter(({ q }) => q > 0)
      .toSorted((a, b) => b.q - a.q)
      .map(({ tag }) => tag),
  )
}
