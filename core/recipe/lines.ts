import { cleaned } from '../text/quick-add.ts'
import { sameKey } from '../text/normalise.ts'
import { unmarked } from '../text/pasted.ts'
import { tokensOf, wordIn } from '../text/quick-tokens.ts'
import { areAdjectives, isPreparation } from './adjectives.ts'
import { type Amount, amountAt } from './amounts.ts'
import { isFood, isSeasoning } from './foods.ts'
import { roughly } from './measures.ts'
import { atComma, purposeAtEnd, spelledOut, withoutBrackets, withoutLead } from './names.ts'
import { textOf } from './numbers.ts'

/** A longer line is a part of a text, not an ingredient. */
export const longestLine = 300

const sections = /^(?:for (?:the )?|na |do |dla |für (?:den|die|das) |zum |zur )\p{L}+(?: \p{L}+){0,3}$/iu
/** Parts of a dish that stand alone above their ingredients. */
const titles = new Set(
  `marinade filling sauce topping toppings dressing dough crust glaze frosting icing batter garnish rub brine assembly optional
vinaigrette streusel crumble ingredients extras
marynata farsz nadzienie sos ciasto krem polewa lukier kruszonka masa spód posypka dodatki dekoracja zalewa dip składniki
dodatkowo panierka
füllung soße teig creme belag guss glasur boden garnitur außerdem dekoration zutaten sonstiges`
    .split(/\s+/)
    .map(sameKey),
)
const purposeAlone =
  /^(?:to (?:serve|garnish|finish|decorate)|(?:serve|served) with|for (?:serving|garnish(?:ing)?|decorat\p{L}+)|do (?:podania|dekoracji|posypania|przybrania)|zum (?:servieren|garnieren|bestreuen)|zur dekoration|dazu|ponadto|also|you will need)$/iu

const titleAtEnd =
  /^\p{Lu}(?!.*(?:hipped|[Pp]ie) )[\p{L} &-]* (?:[Ii]cing|[Ff]rosting|[Ff]illing|[Tt]opping|[Ss]treusel|[Mm]arinade)$/u
/** Lines that name nothing to buy: 'Special equipment: a blender', 'Note: this makes 2 cakes' */
const remark = /^(?:(?:special )?equipment\b|(?:note|tip)s?:)/iu

/** Returns whether a line is a heading above some ingredients: 'For the sauce:', 'Ciasto:', 'Für den Teig', 'MARINADE'. */
export function isHeading(line: string): boolean {
  const text = line.replace(/^[*_#\s]+|[*_\s]+$/gu, '')
  const bare = text.replace(/\s?:$/u, '')
  if (text.endsWith(':')) return itemIn(bare) === null
  if (titles.has(sameKey(bare)) || purposeAlone.test(bare) || remark.test(text)) return true
  // 'SOS CZOSNKOWY', 'LEMON DRESSING'
  const words = bare.split(' ')
  const isTitle = (word: string | undefined) => titles.has(sameKey(word ?? ''))
  if (words.length < 4 && /^[\p{Lu} ]+$/u.test(bare) && (isTitle(words[0]) || isTitle(words.at(-1))))
    return true
  return sections.test(text) && !/\d/.test(text) && !purposeAtEnd.test(` ${text}`)
}

/** Returns whether a line names a part of the dish, and the next an ingredient of it: 'Lemon icing', then '2 cups sugar'. */
export function isTitleAbove(line: string, next: string): boolean {
  return titleAtEnd.test(line) && line.split(' ').length < 4 && /^[\d¼-¾⅐-⅞]/u.test(next)
}

/** No recipe has more ingredients in one line. */
const mostParts = 30

/** Splits a line at commas and semicolons that are neither in brackets nor in a number. */
function partsOf(line: string): string[] {
  const parts: string[] = []
  let depth = 0
  let begin = 0
  for (let i = 0; i < line.length && parts.length < mostParts; i++) {
    const sign = line[i] ?? ''
    if ('(['.includes(sign)) depth++
    else if (')]'.includes(sign)) depth = Math.max(0, depth - 1)
    else if (depth === 0 && (sign === ';' || (sign === ',' && !/\d/.test(line[i + 1] ?? '')))) {
      parts.push(line.slice(begin, i).trim())
      begin = i + 1
    }
  }
  parts.push(line.slice(begin).trim())
  return parts.filter((part) => part !== '')
}

const joined =
  /\s(?:and|i|oraz|und|&|\+)\s(?=(?:about |ok\. |ca\. )?(?:[\d½¼¾⅓⅔⅛]|an? |ein(?:e|en)? |szczypt|garść|pół |half |jedn[aą] |dwie |dwa |trzy |one |two |three |zwei |drei ))/iu

interface Item {
  amount: Amount
  name: string
}

/** Returns whether words only say what the cook does: 'squeezed', 'cut into wedges'. */
function isDone(words: string): boolean {
  const [first = '', second = ''] = words.split(' ')
  return isPreparation(first) && /^$|^(?:and|or|into|in|with|lengthwise|i|na|w|und)$/iu.test(second)
}

/**
 * Reads a part that says how much of what: '250 g flour', '2 eggs'; null for '2 cut into wedges' or '20 % fat'. The first
 * part of a line names its product, whether it is a known food or not.
 */
function itemIn(part: string, isFirst = false): Item | null {
  const { text } = withoutBrackets(part)
  const tokens = tokensOf(text)
  const amount = amountAt(text, tokens, 0)
  if (!amount || (!isFirst && wordIn(tokens[0], roughly))) return null
  const from = wordIn(tokens[amount.next], new Set(['of'])) ? amount.next + 1 : amount.next
  const [name] = atComma(textOf(text, tokens, from, tokens.length))
  const [first = ''] = name.split(' ')
  if (!/^\p{L}/u.test(name) || / \d/.test(name) || noName.test(first) || isDone(name) || areAdjectives(name))
    return null
  if (!isFirst && / (?:reserved|removed|discarded)$/iu.test(name)) return null
  if (!isFirst && (ofFood.test(name) || (areAdjectives(first) && /^\S+ (?:and|or|i|und) /u.test(name))))
    return null
  return isFirst || !amount.isBare || isFood(name) ? { amount, name } : null
}

/** What '1 lemon, 2 tbsp juice' says of the lemon. */
const ofFood =
  /^(?:juice|zest|peel|rind|leaves|slices|pieces|fillets?|florets|segments|meat|flesh|pulp|seeds|soku|skórki|saft|schale)$/iu
/** Words that do not begin a food's name, but say something about the one before. */
const noName =
  /^(?:in|into|with|for|of|on|off|to|from|per|at|by|and|or|oder|lub|albo|as|such|like|each|total|more|extra|additional|other|others|left|half|the|whole|long|wide|thick|worth|z|ze|w|we|na|do|po|od|bez|każd\p{L}{1,3}|łącznie|razem|reszta|mit|ohne|zum|zur|für|im|am|aus|à|je|jeweils|pro|insgesamt|davon|lang|dick|abtropfgewicht|füllgewicht|fett|fat|weight)$/iu

/** Splits a line that names several ingredients: 'salt and pepper', '500 g mąki, 2 jajka, szczypta soli'. */
export function splitLine(given: string): string[] {
  const line = given.length > 4 * longestLine ? '' : cleaned(given)
  if (line === '') return []
  const marked = unmarked(line).text
  const body = withoutTitle(marked)
  const several = eachIn(body) ?? itemsIn(body) ?? listIn(body) ?? pairIn(body)
  return several ?? [body === marked || isHeading(line) ? line : body]
}

/** 'Spices: 2 tsp cumin and 1 tsp salt' */
function withoutTitle(line: string): string {
  const [, rest = ''] = /^\p{L}[\p{L} ]{1,30}: (.+)$/u.exec(line) ?? []
  if (rest === '') return line
  const {
    lead: [lead = ''],
    body,
  } = withoutLead(line)
  const purpose = /^(?:garnish|toppings?)$/iu.test(lead) ? 'to serve' : lead
  const served = `${body}, ${purpose}`
  if (servedWith.test(purpose) && (listIn(served) ?? pairIn(served))) return served
  if (itemsIn(rest) ?? listIn(rest) ?? pairIn(rest)) return rest
  const [first = ''] = joinedIn(partsOf(rest)[0] ?? '')
  const isLabel = withoutLead(line).lead.length === 0
  return isLabel && itemIn(first) && /^\P{L}/u.test(rest) ? rest : line
}

/** '2 eggs, 100 g flour': each part says how much of what, or is a known food. */
function itemsIn(line: string): string[] | null {
  const parts = partsOf(line).flatMap(
    (part, i) => eachIn(part) ?? (i > 0 ? pairIn(part) : null) ?? joinedIn(part),
  )
  if (parts.length < 2) return null
  const items = parts.map((part, i) => itemIn(part, i === 0))
  const count = items.filter((item) => item !== null).length
  // 'Salt, pepper, 1 pinch of sugar'
  const isList = items[0] !== null
  // Where most parts have an amount, the rest are foods, too.
  const isLong = isList && count > 2 && count * 2 >= parts.length
  const isKnown = isLong ? isLikelyFood : isList && count > 1 ? isListed : isSeasoning
  if (count === 0) return null
  return items.every((item, i) => item !== null || isKnown(parts[i] ?? '')) ? parts : null
}

/** '1 tsp cumin and 1 tsp salt', but not '1 tsp cumin or 1 clove and 1 tsp salt' */
function joinedIn(part: string): string[] {
  if (/[()]|\s(?:or|oder|lub|albo)\s/iu.test(part)) return [part]
  const parts = part.split(new RegExp(joined.source, 'giu'))
  const isShort = (each: string) => (itemIn(each)?.name.split(' ').length ?? 9) <= 4
  return parts.length > 1 && parts.every(isShort) ? parts : [part]
}

function isLikelyFood(part: string): boolean {
  const words = part.split(' ')
  const [first = ''] = words
  return /^\p{L}[^()\d:]*$/u.test(part) && words.length < 5 && !noName.test(first) && !isPreparation(first)
}

function isForPurpose(part: string): boolean {
  const purpose = purposeAtEnd.exec(part)
  return purpose !== null && isListed(part.slice(0, purpose.index))
}

function isListed(part: string): boolean {
  return !/[()\d:]/.test(part) && isFood(part)
}

/** What a dish is served with: of these, foods are named without amounts. */
const servedWith = /^(?:to (?:serve|garnish)|for (?:serving|garnish(?:ing)?))$/iu
const servedInBrackets =
  /,? \(\s?((?:to (?:serve|garnish)|for (?:serving|garnish(?:ing)?))(?:, optional)?)\)$/iu

/** Returns whether these are foods to serve: most are known, and the rest may well be. */
function areServed(names: readonly string[]): boolean {
  const isFoodLike = (name: string) => {
    const words = name.split(' ')
    const isName = /^\p{L}[^()\d:]*$/u.test(name) && words.length < 7 && !noName.test(words[0] ?? '')
    return isName && !isDone(name) && !ofFood.test(name) && !isPreparation(words.at(-1) ?? '')
  }
  return names.every(isFoodLike) && names.filter(isListed).length * 2 > names.length
}

/** 'salt, pepper, oregano': no amounts at all. Two parts are only a list if they are seasonings. */
function listIn(given: string): string[] | null {
  const line = given.replace(servedInBrackets, ', $1')
  const all = partsOf(line)
  // 'Butter zum Einfetten, Mehl zum Bestäuben'
  if (all.length > 1 && all.every(isForPurpose)) return all
  // 'lettuce, tomato and onion, to serve'
  const isPurpose = purposeAtEnd.exec(` ${all.at(-1) ?? ''}`)?.index === 0
  const parts = isPurpose ? all.slice(0, -1) : all
  const last = isPurpose ? `${parts.at(-1) ?? ''} ${all.at(-1) ?? ''}` : (all.at(-1) ?? '')
  const purpose = purposeAtEnd.exec(last)
  const end = (purpose ? last.slice(0, purpose.index) : last)
    .replace(/^(?:and|i|oraz|und) /iu, '')
    .replace(/\s[–—-]$/u, '')
  // 'salt, pepper and paprika'
  const both = end.split(/\s(?:and|i|oraz|und|&)\s/iu)
  const names = [
    ...parts.slice(0, -1),
    ...(parts.length > 1 && both.length === 2 && both.every(isListed) ? both : [end]),
  ]
  if (names.length < 2 || names.some((name) => noName.test(name.split(' ')[0] ?? ''))) return null
  const more = purpose?.[0].trim() ?? ''
  const isList = names.length > 2 ? names.every(isListed) : names.every(isSeasoning)
  if (!isList && !(servedWith.test(more) && areServed(names))) return null
  return names.map((name) => (more === '' ? name : `${name}, ${more}`))
}

/** '1 tsp each paprika and oregano', 'je 1 TL Kümmel und Koriander' */
function eachIn(given: string): string[] | null {
  const { text: line, inside } = withoutBrackets(given)
  const tokens = tokensOf(line)
  const isBefore = wordIn(tokens[0], new Set(['je', 'po']))
  const amount = amountAt(line, tokens, isBefore ? 1 : 0)
  if (!amount || (!isBefore && !wordIn(tokens[amount.next], new Set(['each'])))) return null
  const behind = isBefore ? amount.next : amount.next + 1
  const from = tokens[behind]?.text === ':' ? behind + 1 : behind
  const of = wordIn(tokens[from], new Set(['of'])) ? from + 1 : from
  const names = textOf(line, tokens, of, tokens.length).split(
    /\s*,\s*(?:and |und |i |oraz )?|\s+(?:and|i|oraz|und|&)\s+/iu,
  )
  // 'a handful each parsley and mint, chopped'
  const done = names.length > 2 && isDone(names.at(-1) ?? '') ? names.splice(-1) : []
  if (names.length < 2 || names.length > mostParts) return null
  // 'je 100 g Gouda und Emmentaler', but not 'je 1 rote und gelbe Paprika'
  const areNouns = wordIn(tokens[0], new Set(['je'])) && names.every((name) => /^\p{Lu}\p{L}+$/u.test(name))
  // One known food tells that 'each' is of several.
  const areFoods = isBefore
    ? names.every(isListed)
    : names.some(isListed) &&
      names.every((name) => isListed(name) || (isLikelyFood(name) && !areAdjectives(name)))
  if (!areNouns && !areFoods) return null
  const much = textOf(line, tokens, isBefore ? 1 : 0, amount.next)
  return names.map((name) => [`${much} ${name}`, ...done, ...inside].join(', '))
}

const dishes =
  /^(?:mac(?:aroni)? and cheese|rice and (?:peas|beans)|fish and chips|(?:salt and vinegar|bread and butter|cookies and cream|cheese and onion|sage and onion) .+)$/iu

/**
 * Returns whether what 'and' joins are two foods: 'dill and ground pepper', 'salsa and cream, to serve'. No dish is called
 * 'chilli and sliced radishes'.
 */
function areTwo(pair: readonly string[], purpose: string): boolean {
  // '1 lemon, grated zest and juice'
  if (
    dishes.test(pair.join(' and ')) ||
    !pair.every(isListed) ||
    pair.some((name) => /(?:zest|rind|peel|juice)$/iu.test(name))
  )
    return false
  // Of 'roasted garlic and onion jam' the first word is that of the jam.
  const isPrepared = (name: string) =>
    /^(?:finely|thinly|roughly|coarsely) /iu.test(name) || isPreparation(name.split(' ')[0] ?? '')
  return (
    isSeasoning(pair[1] ?? '') || isPrepared(pair[1] ?? '') || (servedWith.test(purpose) && areServed(pair))
  )
}

/** '1 tsp salt and pepper to taste': the amount is that of the salt. */
function seasoned(words: string, purpose: string): string[] | null {
  const [first = '', second = '', ...others] = words.split(' and ')
  if (purpose !== 'to taste' || others.length > 0 || !isSeasoning(second)) return null
  const item = /^\d/u.test(first) ? itemIn(first) : null
  return item && isSeasoning(item.name) ? [first, `${second}, ${purpose}`] : null
}

/** 'salt and pepper to taste', 'Salz/Pfeffer' */
function pairIn(line: string): string[] | null {
  const { text, inside } = withoutBrackets(spelledOut(line))
  const [head, rest] = atComma(text)
  const purpose = purposeAtEnd.exec(head)
  const words = purpose ? head.slice(0, purpose.index) : head
  const amounts = seasoned(words, purpose?.[0].trim() ?? '')
  if (amounts) return amounts
  const pair = words.split(/\s+(?:and|i|oraz|und|&|\+)\s+|\s?\/\s?|(?<=^sól) (?=pieprz$)/iu)
  const isTwo = / and /u.test(words) && areTwo(pair, purpose?.[0].trim() ?? rest)
  // 'sea salt or kosher salt and pepper'
  const areSeasonings = pair.every((name) => name.split(' or ').every(isSeasoning))
  if (pair.length !== 2 || !(isTwo || areSeasonings)) return null
  const more = [purpose?.[0].trim() ?? '', rest, ...inside].filter((one) => one !== '').join(', ')
  return pair.map((one) => (more === '' ? one : `${one}, ${more}`))
}
