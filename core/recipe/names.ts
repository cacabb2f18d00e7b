import { sameKey } from '../text/normalise.ts'
import { measuresBehind, sizeWords, someWords } from './measures.ts'

/** Takes what is in brackets out of a line. An unclosed bracket ends with the line. */
export function withoutBrackets(line: string): { text: string; inside: string[] } {
  const inside: string[] = []
  let text = ''
  let depth = 0
  let begin = 0
  for (let i = 0; i < line.length; i++) {
    const sign = line[i]
    if (sign === '(' || sign === '[') {
      if (depth++ === 0) begin = i + 1
    } else if ((sign === ')' || sign === ']') && depth > 0) {
      if (--depth === 0) inside.push(line.slice(begin, i))
    } else if (depth === 0) text += sign
  }
  if (depth > 0) inside.push(line.slice(begin))
  return {
    text: text.replace(/ {2,}/g, ' ').replace(/ ,/g, ',').trim(),
    inside: inside.map((words) => words.replace(/[()[\]]/g, '').trim()).filter((words) => words !== ''),
  }
}

/** Splits at the first comma that is not in a number: '1 onion, finely chopped'. */
export function atComma(line: string): [head: string, rest: string] {
  const at = line.search(/(?:,(?!\d)|;| [–—-] (?![\d½¼¾⅓⅔]))/u)
  return at < 0
    ? [line, '']
    : [
        line.slice(0, at).trim(),
        line
          .slice(at)
          .replace(/^[\s,;–—-]+/u, '')
          .trim(),
      ]
}

/** Ends of a line that say how much or what for, not what. */
export const purposeAtEnd =
  /\s+(?:to taste|as needed|as required|optional|for (?:frying|greasing|serving|garnish|dusting|brushing|decoration|the (?:pan|tin|top))|to (?:serve|garnish|finish|decorate)|(?:\+|plus) (?:extra|more|etwas|\d).*|(?:à|je) \d[\d.,]* ?(?:g|ml|kg|l)|do smaku|do (?:smażenia|posypania|dekoracji|podania|przybrania|posmarowania|wysmarowania|wysypania|formy|natłuszczenia)(?: .*)?|według uznania|wg uznania|opcjonalnie|nach (?:geschmack|belieben|bedarf)|(?:zum|zur|für die) (?:braten|bestäuben|bestreuen|beträufeln|ausrollen|garnieren|anbraten|dekoration|einfetten|bestreichen|servieren|form)|n\. ?b\.|opt\.)$/iu
/** The size of eggs: 'Eier Größe M', 'eggs L' */
const letterAtEnd = /\s(?:(?:[Gg]r(?:öße|\.)|[Rr]ozm(?:iar|\.)|[Ss]ize) )?(?:M|L|XL)$/u
/** 'juice of 1 lemon': the lemon is bought. */
export const partOf =
  /^((?:(?:finely )?grated )?(?:juice|zest|rind)(?: (?:and|&) (?:juice|zest))?|sok|(?:starta )?skórka|skórka i sok|sok i skórka|saft|abrieb|schale|saft und schale) (?:of|from|z|ze|von|aus)? ?(?=[\d½¼¾⅓⅔]|(?:a|an|half|one|two|jednej|połowy|pół|dwóch|einer|einem|zwei)\s)/iu
/** Polish numbers after a preposition: 'sok z połowy cytryny'. */
export const inflected: readonly [RegExp, string][] = [
  [/^jednej |^jednego |^einem |^einer /iu, '1 '],
  [/^połowy |^half (?:of )?(?:an? )?/iu, '½ '],
  [/^dwóch /iu, '2 '],
]

/** 'Zehe/n', 'Zwiebel(n)' and 'egg(s)' are written for one and for many. */
const pluralEnding = /(?<=\p{L})(?:\((?:n|en|nen|e|er|s|es|i|y|a)\)|\/(?:n|en|nen|er|s)(?!\p{L}))/giu
/** '1 TL, gestr. Salz' and 'n. B. Salz', as a large German site writes them */
const heapBehind = /^(.{1,8} (?:EL|TL)), (gestr\.|gestrichen|geh\.|gehäuft) (.+)$/iu
const needBefore = /^(n\. ?B\.|evtl\.|ggf\.) (.+)$/iu

/** Writes some abbreviations in the way that the grammar knows. */
export function spelledOut(line: string): string {
  return line
    .replace(pluralEnding, '')
    .replace(heapBehind, '$1 $3, $2')
    .replace(needBefore, '$2, $1')
    .replace(/(?<!\p{L})m\. ?-?(?=gro(?:ß|ss))/iu, 'mittel')
}

/** 'To serve: mint' says what the mint is for. */
export function withoutLead(line: string): { lead: string[]; body: string } {
  const [, purpose = '', body = ''] =
    /^((?:to (?:serve|garnish|finish)|for (?:serving|garnish)|optional(?:ly)?|opcjonalnie|do (?:podania|dekoracji|posypania|smażenia)|zum (?:servieren|garnieren)|optional)) ?[:–-] ?(?=\p{L}|\d)(.+)$/iu.exec(
      line,
    ) ?? []
  return body === '' ? { lead: [], body: line } : { lead: [purpose], body }
}

export interface Named {
  productName: string
  notes: string[]
}

/** Takes purposes and sizes off a name: 'large eggs', 'oil for frying'. */
export function namedIn(text: string): Named {
  const notes: string[] = []
  let name = text.replace(/^[\s.,;:–—-]+|[\s.,;:–—*-]+$/gu, '')
  const purpose = purposeAtEnd.exec(name)
  if (purpose && purpose.index > 0) {
    notes.push(purpose[0].trim())
    name = name.slice(0, purpose.index)
  }
  const letter = letterAtEnd.exec(name)
  if (letter && letter.index > 0) {
    notes.unshift(letter[0].trim())
    name = name.slice(0, letter.index)
  }
  const [first = '', ...others] = name.split(' ')
  if (others.length > 0 && sizeWords.has(sameKey(first))) {
    notes.unshift(first)
    name = others.join(' ')
  }
  return { productName: name, notes }
}

export function measureBehind(name: string): { productName: string; word: string } | null {
  const [, product = '', word = ''] = /^(.+) (\p{L}+)$/u.exec(name) ?? []
  return measuresBehind.has(sameKey(word)) ? { productName: product, word } : null
}

/** Moves 'etwas' and 'some' from the name to the note. */
export function withoutSome({ productName, notes }: Named): Named {
  const [first = '', ...others] = productName.split(' ')
  if (others.length === 0 || !someWords.has(sameKey(first))) return { productName, notes }
  return { productName: others.join(' ').replace(/^of /iu, ''), notes: [first, ...notes] }
}
