import { cleaned } from '../text/quick-add.ts'
import { sameKey } from '../text/normalise.ts'
import { unmarked } from '../text/pasted-line.ts'
import { pictureOf } from '../text/pictures.ts'
import { tokensOf, wordIn } from '../text/quick-tokens.ts'
import { areAdjectives, isPolishAdjective, isPreparation } from './adjectives.ts'
import { type Amount, amountAt } from './amounts.ts'
import { isEnglish, isFood, isHerb, isSeasoning } from './foods.ts'
import { roughly, someWords } from './measures.ts'
import { recipeWords } from './recipe-words.ts'
import { anyOf, keysOf } from './words.ts'
import { atComma, partOf, purposeAtEnd, spelledOut, withoutBrackets, withoutLead } from './names.ts'
import { textOf } from './numbers.ts'

/** Words before an amount that is of each of several: 'je 1 EL Öl und Essig' */
const eachWords = keysOf(recipeWords('each'))

/** A longer line is a part of a text, not an ingredient. */
export const longestLine = 300

/** Words before what some ingredients are for: 'For the sauce' */
const forWhat = anyOf(recipeWords('for for_the'))
const sections = new RegExp(String.raw`^(?:${forWhat}) \p{L}+(?: \p{L}+){0,3}$`, 'iu')
/** Parts of a dish that stand alone above their ingredients. */
const titles = keysOf(
  recipeWords(
    `marinade filling sauce topping toppings dressing dough crust glaze frosting icing batter garnish rub brine
assembly optional vinaigrette streusel crumble ingredients extras`,
  ),
)
const purposeAlone =
  /^(?:to (?:serve|garnish|finish|decorate)|(?:serve|served) with|for (?:serving|garnish(?:ing)?|decorat\p{L}+)|do (?:podania|dekoracji|posypania|przybrania)|zum (?:servieren|garnieren|bestreuen)|zur dekoration|dazu|ponadto|oprócz tego|poza tym|(?:pierwsze|drugie|trzecie|pozostałe) składniki|also|you will need)$/iu

const titleAtEnd =
  /^(?:\p{Lu}(?!.*(?:hipped|[Pp]ie) )[\p{L} &-]* (?:[Ii]cing|[Ff]rosting|[Ff]illing|[Tt]opping|[Ss]treusel|[Mm]arinade)|(?:Krem|Farsz|Nadzienie|Spód|Kruszonka|Marynata|Zalewa|Lukier|Poncz|Biszkopt)(?: \p{L}+)+|Salsa|Przyprawy|Gewürze|\p{Lu}\p{Ll}+(?:füllung|belag|streusel|marinade|dressing))$/u
/** Lines that name nothing to buy: 'Special equipment: a blender', 'Note: this makes 2 cakes' */
const remark = /^(?:(?:special )?equipment\b|(?:note|tip)s?:|preheat )/iu

/** '— For the glaze —' */
const framed = /^[–—-]{1,3} .+ [–—-]{1,3}$/u
/** What the cook bakes in is nothing to eat: 'Springform 26 cm', 'tortownica o średnicy 24 cm'. */
const vessel =
  /^(?:(?:\d+ |eine? )(?:st(?:ü|u)ck |stk\.? )?)?(?:(?:auflauf|spring|kasten|back|tarte|gugelhupf|quiche|muffin)form|backblech|tortownica|keksówka|blaszka|naczynie żaroodporne)(?: .*)?$/iu

/**
 * Returns whether a line is a heading above some ingredients: 'For the sauce:', 'Ciasto:', 'Für den Teig', 'MARINADE'.
 * As a part of a line, 'sos' is a food.
 */
export function isHeading(line: string, isPart = false): boolean {
  const text = line.replace(/^[*_#\s]+|[*_\s]+$/gu, '')
  const bare = text.replace(/\s?:$/u, '')
  if (text.endsWith(':')) return itemIn(bare) === null
  if (framed.test(text) || vessel.test(bare) || remark.test(text)) return true
  if (isPart) return false
  if (titles.has(sameKey(bare)) || purposeAlone.test(bare)) return true
  // 'SOS CZOSNKOWY', 'LEMON DRESSING'
  const words = bare.split(' ')
  const isTitle = (word: string | undefined) => titles.has(sameKey(word ?? ''))
  if (words.length < 4 && /^[\p{Lu} ]+$/u.test(bare) && (isTitle(words[0]) || isTitle(words.at(-1))))
    return true
  return (
    sections.test(text) &&
    !/\d/.test(text) &&
    (/^(?:für|zu[mr]) /iu.test(text) || !purposeAtEnd.test(` ${text}`))
  )
}

/** Returns whether a line names a part of the dish, and the next an ingredient of it: 'Lemon icing', then '2 cups sugar'. */
export function isTitleAbove(line: string, next: string): boolean {
  // 'SPÓD TARTY'
  const isLoud = /^\p{Lu}{3}[\p{Lu} ]+$/u.test(line) && line.includes(' ') && /\p{Ll}/u.test(next)
  return (isLoud || titleAtEnd.test(line)) && line.split(' ').length < 5 && /^\P{L}*[\d¼-¾⅐-⅞]/u.test(next)
}

/** No recipe has more ingredients in one line. */
const mostParts = 30

/** Returns whether a comma belongs to a number: '1,5', but not 'flour,2 eggs'. */
function isDecimal(line: string, at: number): boolean {
  return /\d/.test(line[at + 1] ?? '') && /\d/.test(line[at - 1] ?? '')
}

// Decision 150: a line is one product unless each part of it is a food.
/** Splits a line at commas and semicolons that are neither in brackets nor in a number. */
function partsOf(line: string): string[] {
  const parts: string[] = []
  let depth = 0
  let begin = 0
  for (let i = 0; i < line.length && parts.length < mostParts; i++) {
    const sign = line[i] ?? ''
    if ('(['.includes(sign)) depth++
    else if (')]'.includes(sign)) depth = Math.max(0, depth - 1)
    else if (
      depth === 0 &&
      ((sign === ';' && !/&frac\d\d$/u.test(line.slice(0, i))) || (sign === ',' && !isDecimal(line, i)))
    ) {
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
  const { text } = withoutBrackets(part.replace(perhaps, '').replace(partOf, ''))
  const tokens = tokensOf(text)
  const amount = amountAt(text, tokens, 0)
  if (!amount) return null
  const from = wordIn(tokens[amount.next], new Set(['of'])) ? amount.next + 1 : amount.next
  const [name] = atComma(textOf(text, tokens, from, tokens.length))
  const [first = ''] = name.replace(/^(?:extra virgin|half and half)/iu, 'oil').split(' ')
  // '2 chops, about 200 g each', but 'ca. 200 ml Wasser'
  if (!isFirst && wordIn(tokens[0], roughly) && (isEnglish(first) || !isListed(name))) return null
  if (!/^\p{L}/u.test(name) || / \d/.test(name) || noName.test(first) || isDone(name) || areAdjectives(name))
    return null
  if (!isFirst && / (?:reserved|removed|discarded)$/iu.test(name)) return null
  if (!isFirst && (ofFood.test(name) || (areAdjectives(first) && /^\S+ (?:and|or|i|und) /u.test(name))))
    return null
  // '12 dużych oliwek bez pestek'
  const [noun = ''] = name.split(/ (?:bez|z|ze|w|mit|ohne) /u)
  return isFirst || !amount.isBare || isFood(noun) ? { amount, name } : null
}

const perhaps = /^(?:opcjonalnie|ewentualnie|evtl\.|eventuell|optional(?:ly)?)(?: [–—-]|:)? /iu

/** What '1 lemon, 2 tbsp juice' says of the lemon. */
export const ofFood =
  /^(?:juice|zest|peel|rind|leaves|slices|pieces|fillets?|florets|segments|meat|flesh|pulp|seeds|sok|soku|skórka|skórki|saft|schale)$/iu
/** Words that do not begin a food's name, but say something about the one before. */
const noName =
  /^(?:in|into|with|for|of|on|off|to|from|per|at|by|and|or|oder|lub|albo|as|such|like|each|total|more|extra|additional|other|others|left|half|the|whole|long|wide|thick|worth|z|ze|w|we|na|do|po|od|bez|każd\p{L}{1,3}|łącznie|razem|reszta|mit|ohne|zum|zur|für|im|am|aus|à|je|jeweils|pro|insgesamt|davon|lang|dick|abtropfgewicht|füllgewicht|fett|fat|weight)$/iu

/** Takes the full stop off 'salt and pepper.', but not off an abbreviation. */
function withoutStop(line: string): string {
  const last = /(\p{L}+)\.$/u.exec(line)?.[1] ?? ''
  return last !== '' && isFood(last) ? line.slice(0, -1) : line
}

/** Splits a line that names several ingredients: 'salt and pepper', '500 g mąki, 2 jajka, szczypta soli'. */
export function splitLine(given: string): string[] {
  const line = given.length > 4 * longestLine ? '' : cleaned(given)
  if (line === '') return []
  const marked = withoutStop(unmarked(line).text)
  const body = withoutTitle(marked)
  const several =
    labelledIn(marked) ??
    perhapsIn(body) ??
    eachIn(body) ??
    itemsIn(body) ??
    plusIn(body) ??
    listIn(body) ??
    pairIn(body)
  return several ?? [body === marked || isHeading(line) ? line : body]
}

/** 'Deko: brittle, a few berries' */
function labelledIn(line: string): string[] | null {
  const rest =
    /^(?:deko|dekoration|gewürze|kräuter|außerdem|dazu|przyprawy|zioła|bakalie|dodatki|dodatkowo|spices|seasonings?): (.+)$/iu.exec(
      line,
    )?.[1] ?? ''
  const parts = partsOf(rest)
  return parts.length > 1 && !itemsIn(rest) && parts.map(nameOf).every(isLikelyFood) ? parts : null
}

/** 'dill and optionally mint' */
function perhapsIn(line: string): string[] | null {
  const [, first = '', second = ''] =
    /^(\P{N}+) (?:i|oraz|und|and) ((?:opcjonalnie|ewentualnie|evtl\.|eventuell|optional(?:ly)?) \P{N}+)$/iu.exec(
      line,
    ) ?? []
  return isLikelyFood(first) && isLikelyFood(second.replace(perhaps, '')) ? [first, second] : null
}

/** 'Spices: 2 tsp cumin and 1 tsp salt' */
function withoutTitle(line: string): string {
  // 'spices (salt, paprika)'
  const [, inside = ''] = /^(?:przyprawy|dodatki|gewürze|spices|seasonings?) \(([^()]+)\)$/iu.exec(line) ?? []
  if (listIn(inside)) return inside
  const [, title = '', rest = ''] = /^(\p{L}[\p{L} ]{1,30}): ?(\S.*)$/u.exec(line) ?? []
  if (rest === '') return line
  const {
    lead: [lead = ''],
    body,
  } = withoutLead(line)
  const purpose = /^(?:optional )?(?:garnish|toppings?)$/iu.test(lead) ? 'to serve' : lead
  const served = `${body}, ${purpose}`
  if (servedWith.test(purpose) && (listIn(served) ?? pairIn(served))) return served
  if (itemsIn(rest) ?? plusIn(rest) ?? listIn(rest) ?? pairIn(rest)) return rest
  if (lead !== '') return line
  const [first = ''] = joinedIn(partsOf(rest)[0] ?? '')
  const isOne = titles.has(sameKey(title)) || (/^\P{L}/u.test(rest) && itemIn(first) !== null)
  return isOne || itemsIn(rest) ? rest : line
}

/** Joins what the cook does to the food before it: '2 leeks', 'sliced'. */
function withDone(parts: readonly string[]): string[] {
  const joinedParts: string[] = []
  for (const part of parts) {
    const before = joinedParts.at(-1)
    if (before !== undefined && (isDone(part) || areAdjectives(part)))
      joinedParts[joinedParts.length - 1] = `${before}, ${part}`
    else joinedParts.push(part)
  }
  return joinedParts
}

/** '2 eggs, 100 g flour': each part says how much of what, or is a known food. */
function itemsIn(line: string): string[] | null {
  const segments = line.split(/;\s+/u)
  const ofSegments = segments.map((each) =>
    segments.length < 2 ? null : (eachIn(each) ?? itemsIn(each) ?? (itemIn(each) && [each])),
  )
  if (ofSegments.every((each) => each !== null)) return ofSegments.flat()
  // '2 eggs, and 1 cup milk'
  const all = withDone(partsOf(line).map((part) => part.replace(/^(?:and|und|oraz|i) (?=[\d½¼¾⅓⅔])/iu, '')))
  const parts = all
    .flatMap(
      (part, i) =>
        eachIn(part) ??
        (all.length > 1 ? (plusIn(part) ?? pairIn(part) ?? (i > 0 ? foodsIn(part) : null)) : null) ??
        joinedIn(part),
    )
    .map((part, i, before) => withNoun(part, before[i - 1] ?? ''))
  if (parts.length < 2) return null
  const items = parts.map((part, i) => itemIn(part, i === 0))
  const count = items.filter((item) => item !== null).length
  // 'Salt, pepper, 1 pinch of sugar'
  const isList = items[0] !== null
  // Where most parts have an amount, the rest are foods, too.
  const isLong = count > 2 && count * 2 >= parts.length
  const isKnown = isLong ? isLikelyFood : isList && count > 1 ? isListed : isSeasoning
  if (count === 0) return null
  const [first = '', ...rest] = parts
  const isChoice = /\s(?:or|oder|lub|albo)\s/iu.test(first)
  const head = count === 1 && !isChoice ? items[0]?.name.split(' ').find(isFood) : undefined
  // '1 onion, leek, carrot'
  if (head && rest.every((name) => isSeasoning(nounOf(name)) || areTwoFoods(head, name))) return parts
  const others = parts.filter((_, i) => items[i] === null)
  if (others.some((part) => ofFood.test(part))) return null
  if (others.every((part) => isKnown(part) || isKnown(nounOf(part)))) return parts
  // Most are known, and the others may well be foods.
  const isMost =
    count > 1 && others.filter((part) => isListed(nounOf(part))).length + count > parts.length / 2
  return isMost && others.every((part) => isLikelyFood(part)) && parts.length > 3 ? parts : null
}

/** Takes the brackets, what is behind a comma, and the purpose from a food. */
function nameOf(part: string): string {
  const [text] = atComma(withoutBrackets(part).text)
  return text.slice(0, purposeAtEnd.exec(text)?.index)
}

/** Takes the purpose and the kind from a food: 'pieprz ziołowy do smaku' is 'pieprz'. */
function nounOf(part: string): string {
  const name = nameOf(part)
  const [noun = '', ...nouns] = name.split(' ').filter((word) => !areAdjectives(word))
  if (nouns.length === 0 && isFood(noun)) return noun
  const [first = '', second = '', ...more] = name.split(' ')
  const isKind = /^\p{Ll}+$/u.test(second) && more.length === 0 && !isFood(second)
  return isKind && isFood(first) ? first : name
}

/** 'leek and carrot' behind another food */
function foodsIn(part: string): string[] | null {
  const { text, inside } = withoutBrackets(part)
  const names = text.split(/\s(?:and|i|oraz|und)\s/iu)
  if (names.length !== 2 || !names.every((name) => /^\p{L}+$/u.test(name) && isListed(name))) return null
  return [names[0] ?? '', [names[1] ?? '', ...inside].join(', ')]
}

/** '½ tsp of the hot one' behind '1 tsp sweet paprika' is of paprika, too. */
function withNoun(part: string, before: string): string {
  const name = /(?<= )\p{L}+$/u.exec(part)?.[0] ?? ''
  if (!isPolishAdjective(name) || isPreparation(name)) return part
  const tokens = tokensOf(part)
  const amount = amountAt(part, tokens, 0)
  const noun = before.split(' ').find(isFood)
  if (!amount || amount.isBare || amount.next !== tokens.length - 1 || noun === undefined) return part
  return `${textOf(part, tokens, 0, amount.next)} ${noun} ${name}`
}

/** '1 tsp cumin and 1 tsp salt', but not '1 tsp cumin or 1 clove and 1 tsp salt' */
function joinedIn(part: string): string[] {
  const aside = /\s\([^()]*\)$/u.exec(part)?.[0] ?? ''
  const head = part.slice(0, part.length - aside.length)
  // The second is for '2 łyżki cukru szczypta soli'.
  const parts = head.split(
    new RegExp(`${joined.source}|(?<=\\p{L}) (?=(?:szczypta|garść|łyżka|łyżeczka|szklanka) \\p{L}+$)`, 'giu'),
  )
  const isShort = (each: string) => (itemIn(each)?.name.split(' ').length ?? 9) <= 4
  const isChoice = parts.slice(0, -1).some((each) => /\s(?:or|oder|lub|albo)(?:\s|$)/iu.test(each))
  if (parts.length < 2 || isChoice || /[()]/.test(head) || !parts.every(isShort)) return [part]
  return [...parts.slice(0, -1), `${parts.at(-1) ?? ''}${aside}`]
}

/** '1 parsnip' among amounts with units */
const countedBefore = /^[\d½¼¾⅓⅔/]+ (?=\p{L})/u

function isLikelyFood(part: string): boolean {
  const name = part.slice(0, purposeAtEnd.exec(part)?.index)
  const words = name.replace(countedBefore, '').split(' ')
  const [first = ''] = words
  return (
    /^\p{L}[^()\d:]*$/u.test(words.join(' ')) &&
    words.length < 6 &&
    !noName.test(first) &&
    !isPreparation(first)
  )
}

function isForPurpose(part: string): boolean {
  const purpose = purposeAtEnd.exec(part)
  return purpose !== null && isListed(part.slice(0, purpose.index))
}

function isListed(part: string): boolean {
  return !/[()\d:]/.test(part) && isFood(part)
}

/** What a dish is served with: of these, foods are named without amounts. */
const servedWith = /^(?:to (?:serve|garnish)|for (?:serving|accompaniment|garnish(?:ing)?))$/iu
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

/** Most are known foods, and the others may be: of 'chervil, salt, pepper', the first. */
function areMostlyFoods(names: readonly string[]): boolean {
  const others = names.filter((name) => !isListed(name))
  return (
    others.length * 2 < names.length &&
    others.every(
      (name) => isLikelyFood(name) && !areAdjectives(name) && /^\p{L}{3,}(?: [\p{L}’']+)*$/u.test(name),
    ) &&
    (names.length - others.length > 2 || others.every((name) => !name.includes(' ')))
  )
}

/** A part or a kind of the food before it: 'parsley, leaves', 'Sahne, Schlagsahne' */
const ofOther =
  /(?:pietrusz|marchew|seler)\p{L}*,natk|,(?:li(?:st|ś)\p{L}*$|sok|skór|żółt|biał|eiwei|eigelb|filet|ud[ko]|leaf|leaves|cloves?|whites?|yolks?|peppercorns)|(.{2}),\p{L}*\1$/iu
/** Foods of which the kind is often named behind a comma: 'oil, olive', 'makaron, spaghetti' */
const generic =
  /^(?:vegetables?|veggies|fruits?|herbs?|spices?|warzywa?|owoce|owoców|ziół|gemüse|obst|fisch|kräuter|gewürze|oils?|milk|sugar|juice|rice|peppers?|cheese|beans?|flour|vinegar|sauce|bread|nuts?|seeds?|cream|eggs?|broth|stock|onions?|tomato(?:es)?|lettuce|beef|pork|chicken|lamb|turkey|potato(?:es)?|cabbage|peas?|yogurt|wine|pasta|noodles|fish|ser|sery|makaron|mięso|ryba|kasza|mąka|olej|sos|przyprawy?|zioła|bułka|chleb|wino|sok|ryż|orzechy|öl|käse|mehl|fleisch|nüsse|reis|nudeln|essig|brot|salat|wein|zucker|milch|sahne|paprika),/iu

/** 'cebula, papryka': two foods, of which the second is no kind of the first */
function areTwoFoods(first: string, second: string): boolean {
  const [one, other, name] = [nounOf(first), nounOf(second), nameOf(second)]
  if (juiceOf.test(name)) return isPlainFood(first)
  if (generic.test(`${first},`) || ofOther.test(`${one},${other}`) || ofFood.test(other)) return false
  const words = other.split(' ')
  if (isEnglish(one) && isEnglish(other)) return false
  if (/[^\p{L} -]| (?:or|oder|lub|albo) /iu.test(name) || (words.length > 1 && words.some(isEnglish)))
    return false
  const picture = pictureOf(one)
  return isPlainFood(first) && isPlainFood(name) && (picture === undefined || picture !== pictureOf(other))
}

/** Finds what the foods of a list are for, or its open end: 'nuts or any other topping'. */
function endOf(part: string): RegExpExecArray | null {
  return / or (?:any )?other .+$/iu.exec(part) ?? purposeAtEnd.exec(part)
}

/** 'salt, pepper, oregano': no amounts at all. Two parts are only a list if they are seasonings. */
function listIn(given: string): string[] | null {
  const line = given.replace(servedInBrackets, ', $1')
  const all = partsOf(line)
  // 'Butter zum Einfetten, Mehl zum Bestäuben'
  if (all.length > 1 && all.every(isForPurpose)) return all
  // 'lettuce, tomato and onion, to serve'
  const isPurpose = endOf(` ${all.at(-1) ?? ''}`)?.index === 0
  const parts = isPurpose ? all.slice(0, -1) : all
  const last = isPurpose ? `${parts.at(-1) ?? ''} ${all.at(-1) ?? ''}` : (all.at(-1) ?? '')
  const purpose = endOf(last)
  const end = (purpose ? last.slice(0, purpose.index) : last)
    .replace(/^(?:and|i|oraz|und) /iu, '')
    .replace(/\s[–—-]$/u, '')
  // 'salt, pepper and paprika'
  const both = end.split(/\s(?:and|i|oraz|und|&)\s/iu)
  const areBoth =
    both.length === 2 &&
    (both.every(isListed) ||
      (/ (?:i|oraz|und) /u.test(end) && both.some(isListed) && both.every(isLikelyFood)))
  const names = [...parts.slice(0, -1), ...(parts.length > 1 && areBoth ? both : [end])]
  if (names.length < 2 || names.some((name) => noName.test(name.split(' ')[0] ?? ''))) return null
  const more = purpose?.[0].trim() ?? ''
  const isList =
    names.length > 2
      ? areMostlyFoods(names)
      : names.every((name) => isSeasoning(nounOf(name))) || areTwoFoods(names[0] ?? '', names[1] ?? '')
  if (!isList && !(servedWith.test(more) && areServed(names))) return null
  return names.map((name) => (more === '' ? name : `${name}, ${more}`))
}

/** '1 tsp each paprika and oregano', 'je 1 TL Kümmel und Koriander', 'kmin i kurkuma po łyżce' */
function eachIn(given: string): string[] | null {
  const { text, inside } = withoutBrackets(given)
  const line = text.replace(/^(\P{N}+ (?:i|oraz|und|and) \P{N}+) (po \P{Lu}+|[\d½¼¾]\P{Lu}*)$/u, '$2 $1')
  const tokens = tokensOf(line)
  const isBefore = wordIn(tokens[0], eachWords)
  const amount = amountAt(line, tokens, isBefore ? 1 : 0)
  if (!amount || line.includes(';')) return null
  const isEach = wordIn(tokens[amount.next], new Set(['each']))
  // 'a pinch of salt and pepper'
  if (!isBefore && !isEach && amount.quantity !== null) return null
  const behind = isEach ? amount.next + 1 : amount.next
  const from = tokens[behind]?.text === ':' ? behind + 1 : behind
  const of = wordIn(tokens[from], new Set(['of'])) ? from + 1 : from
  const names = textOf(line, tokens, of, tokens.length).split(
    /\s*,\s*(?:and |und |i |oraz )?|\s+(?:and|i|oraz|und|&)\s+/iu,
  )
  // 'a handful each parsley and mint, chopped'
  const done = names.length > 2 && isDone(names.at(-1) ?? '') ? names.splice(-1) : []
  if (names.length < 2 || names.length > mostParts) return null
  // 'po 50 g skórki z cytryny i pomarańczy'
  const ofWhat = /^.* (?:z|ze|von|of|from) (?=\p{L}+$)/iu.exec(names[0] ?? '')?.[0]
  if (ofWhat && /^\p{L}+$/u.test(names[1] ?? '')) names[1] = `${ofWhat}${names[1] ?? ''}`
  // 'po łyżce czarnego i białego pieprzu'
  for (const [i, name] of names.entries())
    if (/^\p{L}+$/u.test(name) && isPolishAdjective(name))
      names[i] = `${name} ${names[i + 1]?.split(' ').at(-1) ?? ''}`.trim()
  // 'po łyżce mąki pszennej i żytniej'
  const [kind = ''] = names[0]?.split(' ') ?? []
  if (/^\p{L}+$/u.test(names[1] ?? '') && isPolishAdjective(names[1] ?? '') && isFood(kind))
    names[1] = `${kind} ${names[1] ?? ''}`
  // 'je 100 g Gouda und Emmentaler', but not 'je 1 rote und gelbe Paprika'
  const areNouns =
    wordIn(tokens[0], new Set(['je', 'jeweils'])) && names.every((name) => /^\p{Lu}\p{L}+$/u.test(name))
  // One known food tells that 'each' is of several.
  const areOfEach = () =>
    names.some(isListed) &&
    names.every((name) => isListed(name) || (isLikelyFood(name) && !areAdjectives(name)))
  // '1 tbsp chopped chives and dill'
  const areSmall = () =>
    names.every(isHerb) ||
    (!line.includes(',') &&
      names.every((name) => isSeasoning(name) || (/ (?:i|oraz|und) /iu.test(line) && isPlainFood(name))))
  const areFoods = isBefore ? areMostlyFoods(names) : isEach ? areOfEach() : areSmall()
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

const juiceOf = /^(?:sok|skórka|saft|schale) (?:z|von) \p{L}+$/iu
const adverb = /^(?:drobno|grubo|świeżo|fein|grob)$/iu
const preposition = /^(?:z|ze|w|na|do|od|o|bez|dla|mit|ohne|aus|für|im?|am?|von)$/iu
/** 'grubo mielony pieprz', 'oliwa extra vergine': a short name that begins with a food, but for what describes it */
function isPlainFood(name: string): boolean {
  const words = name.split(' ')
  const describes = (word: string) => areAdjectives(word) || someWords.has(sameKey(word)) || adverb.test(word)
  const noun = words.findIndex((word) => !describes(word))
  const isShort = words.length < 5 && !words.some((word) => preposition.test(word))
  return juiceOf.test(name) || (isShort && isListed(words[noun] ?? ''))
}

/** Of 'sok cytryny i limonki' both are of the juice. */
const ofBoth = /^(?:soki?|mus|dżem|skórk[ai]|list(?:ki|ie)|saft|schale|mix|miks) /iu

/** 'jogurt + czosnek + 2 ogórki' */
function plusIn(line: string): string[] | null {
  const { text, inside } = withoutBrackets(line)
  const [head, rest] = atComma(text)
  const parts = head.split(/ \+ /u)
  if (parts.length < 2 || !parts.every((part) => isPlainFood(itemIn(part)?.name ?? part))) return null
  return parts.map((part) => [part, rest, ...inside].filter((words) => words !== '').join(', '))
}

/** Returns whether these are two foods without an amount: 'oliwa i musztarda francuska', 'Brot und Butter'. */
function areJoined(pair: readonly string[], words: string): boolean {
  return / (?:i|oraz|und) /u.test(words) && !ofBoth.test(words) && pair.every(isPlainFood)
}

/** 'salt and pepper to taste', 'Salz/Pfeffer' */
function pairIn(line: string): string[] | null {
  const { text, inside } = withoutBrackets(spelledOut(line))
  const [head, rest] = atComma(text)
  const purpose = purposeAtEnd.exec(head)
  const words = purpose ? head.slice(0, purpose.index) : head
  const amounts = seasoned(words, purpose?.[0].trim() ?? '')
  if (amounts) return amounts
  const pair = words.split(/\s+(?:and|i|oraz|und|&)\s+|\s?\/\s?|(?<=^sól) (?=pieprz$)/iu)
  const isTwo = / and /u.test(words) && areTwo(pair, purpose?.[0].trim() ?? rest)
  // 'mint and berries to garnish'
  const isForOne = purpose !== null && pair.every((name) => /^\p{L}+$/u.test(name) && isListed(name))
  // 'sea salt or kosher salt and pepper'
  const areSeasonings = pair.every((name, i) =>
    (i > 0 ? name : name.replace(countedBefore, '')).split(' or ').every(isSeasoning),
  )
  if (pair.length !== 2 || !(isTwo || isForOne || areSeasonings || areJoined(pair, words))) return null
  const more = [purpose?.[0].trim() ?? '', rest, ...inside].filter((one) => one !== '').join(', ')
  return pair.map((one) => (more === '' ? one : `${one}, ${more}`))
}
