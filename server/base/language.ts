import { type Language, languages } from '../../core/product/entities.ts'

/** Returns the supported language that an Accept-Language header prefers, or English. */
export function acceptedLanguage(header: string | undefined): Language {
  const wanted = (header ?? '').split(',').map((part) => {
    const [tag = '', ...params] = part.trim().toLowerCase().split(';')
    const q = params.map((param) => /^\s*q=([\d.]+)$/.exec(param)?.[1]).find((value) => value !== undefined)
    return { language: tag.split('-')[0], q: q === undefined ? 1 : Number(q) }
  })
  const best = wanted
    .filter(({ language, q }) => q > 0 && languages.includes(language as Language))
    .toSorted((a, b) => b.q - a.q)[0]
  return (best?.language as Language | undefined) ?? 'en'
}
