import { recipeWords } from './recipe-words.ts'
import { anyOf } from './words.ts'
import { sameKey } from '../text/normalise.ts'
import { isFood } from './foods.ts'
import { areAdjectives, isPolishAdjective, isPreparation } from './adjectives.ts'
import { measureOf, measuresBehind, sizeWords, someWords } from './measures.ts'

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
    inside: inside
      .flatMap((words) => words.split(/;\s/u))
      .map((words) =>
        words
          .replace(/[()[\]]/g, '')
          .replace(/^[\s,;]+/u, '')
          .trim(),
      )
      .filter((words) => words !== ''),
  }
}

/** Takes the outermost brackets away and leaves what is in them: '1 stick ((8 tbsp) butter)'. */
export function unwrapped(line: string): string {
  const from = line.search(/[([]/u)
  const to = Math.max(line.lastIndexOf(')'), line.lastIndexOf(']'))
  if (from < 0) return line
  const inside = to > from ? `${line.slice(from + 1, to)} ${line.slice(to + 1)}` : line.slice(from + 1)
  return `${line.slice(0, from)} ${inside}`.replace(/ {2,}/g, ' ').trim()
}

const divider = /(?:,(?!\d)|;| [–—-] (?!(?:(?:ok|ca)\. ?|około |etwa )?[\d½¼¾⅓⅔]))/u

/** Splits at the first comma that is not in a number: '1 onion, finely chopped'. */
export function atComma(line: string): [head: string, rest: string] {
  return atFirst(line, divider)
}

/** The same; a colon divides too, as behind an amount: '1 lemon: grate the zest'. */
export function atCommaOrColon(line: string): [head: string, rest: string] {
  return atFirst(line, new RegExp(`${divider.source}|(?<=\\p{L}{2}):(?= )`, 'u'))
}

function atFirst(line: string, sign: RegExp): [head: string, rest: string] {
  const at = line.search(sign)
  return at < 0
    ? [line, '']
    : [
        line.slice(0, at).trim(),
        line
          .slice(at)
          .replace(/^[\s,;:–—-]+/u, '')
          .trim(),
      ]
}

/** What a food is for or how much of it, behind its name. Each stands for itself and whatever follows it, if it has a star. */
const purposes = [
  'to taste*',
  'as per (?:your )?taste',
  '(?:as|if) (?:needed|required|desired|necessary|you like|using)*',
  'or (?:to taste|more|enough|as needed|as desired)*',
  'optional',
  'of your (?:own )?(?:choice|choosing|liking)',
  'for (?:(?:the )?(?:pans?|tins?|top|bowls?|dish|(?:baking )?sheets?|grill)|garnish|decoration)*',
  'per (?:person|serving)',
  '(?<=\\S )for the \\p{L}+(?: \\p{L}+)?',
  'for (?:\\p{L}+[ -])?\\p{L}+ing*',
  'for (?:an? )?(?:\\p{L}+-\\p{L}+ )?\\d*',
  'to (?:serve|garnish|finish|decorate|fry|grease|coat|dust|glaze|drizzle|sprinkle|yield|make|give|get|equal|bind|fill|cover|bring)*',
  '(?:made|filled|seasoned|mixed) (?:with|from)*',
  'with \\d*',
  '(?:at|to) room temperature*',
  '(?:about|approximately) \\d*',
  'from (?:a |an |one |two |\\d)*',
  'and (?:the )?(?:finely )?(?:grated )?(?:zest|juice|rind|peel) (?:of|from)*',
  'and more*',
  'plus',
  '(?:weighing|consisting of|made up of|including|containing)*',
  'in (?:\\S+ )?(?:\\S+ )?(?:dice|pieces|cubes|chunks|slices|strips|wedges)',
  '(?:\\+|plus) (?:extra|more|etwas|a |one |two |mehr|\\d|[¼-¾⅐-⅞])*',
  '(?:such as|preferably|ideally|e\\.g\\.|z\\. ?B\\.|np\\.|najlepiej|am besten)*',
  '(?:and/or|or|oder|lub|albo|ew\\.) (?:about |ok\\. |ca\\. |ewentualnie |evtl\\. )?(?:a |an |one |two |three |four |half |garść |(?:szczypt|łyżk|łyżeczk|szklank|puszk|kostk|paczk|torebk)\\p{L} |(?:słoik|słoiczek|pęczek|ząbek|kubek) |pół |jedn\\p{L} |dwa |dwie |trzy |eine? |\\d+(?![\\d.,]*\\s?%)|[¼-¾⅐-⅞])*',
  '(?:lub|albo|oder) (?:inn|ander|podobn)\\p{L}+*',
  '(?:à|je|à je) \\d[\\d.,]* ?(?:g|ml|kg|l)',
  '(?:mit|bis|ab|mind\\.|po|o wadze) (?:je |ca\\. ?|etwa |zu |ok\\. ?)?\\d*',
  '/ \\d+ (?:op\\.|opak\\.|Pck\\.|Pkt\\.)*',
  'do smaku',
  'w temperaturze pokojowej',
  '(?:tj\\.|czyli|d\\. ?h\\.)*',
  // 'Proszek do pieczenia' is a food.
  'do (?:głębokiego )?(?!pieczeni|grillowani|żelowani)\\p{L}+[aei]nia*',
  'do (?:dekoracji|formy|ozdoby|przybrania)*',
  'na (?:patelnię|formę|blachę)',
  '(?:według|wedle|wg) uznania',
  'opcjonalnie',
  '(?:śred|małe|duże)\\p{L}* wielkości',
  'zu[mr] \\p{L}+*',
  'für (?:die|das|den) \\p{L}+*',
  '(?:/ )?(?:alternativ|ersatzweise|wahlweise)*',
  'n\\. ?b\\.',
  'opt\\.',
  anyOf(recipeWords('to_taste optional as_needed')),
]

/** Ends of a line that say how much or what for, not what. */
export const purposeAtEnd = new RegExp(
  `\\s+(?:${purposes.map((each) => (each.endsWith('*') ? `${each.slice(0, -1)}(?:(?<=[ \\d¼-⅞])|(?!\\p{L})).*` : each)).join('|')})$`,
  'iu',
)
/** The size of eggs: 'Eier Größe M', 'eggs L' */
const letterAtEnd =
  /\s(?:(?:der )?(?:[Gg]r(?:öße|\.)|Gewichtsklasse|[Rr]ozm(?:iar|\.)|[Ss]ize) )?(?:M|L|XL)$/u
/** 'juice of 1 lemon': the lemon is bought. */
export const partOf =
  /^((?:the )?(?:(?:finely |freshly )?(?:grated|squeezed) )?(?:juice|zest|rind|peel|leaves|stalks|stems|shells|seeds|kernels|pulp|(?:egg )?(?:yolks|whites)|top [\d½¼¾]+ (?:inch(?:es)?|cm))(?: scraped)?(?: (?:and|&) (?:(?:finely )?grated )?(?:juice|zest|rind|peel|fronds|leaves|stems))?|(?:świeżo )?(?:starta |otarta |wyciśnięty )?(?:sok|skórka)(?: i (?:sok|skórka))?(?: (?:starta|otarta|wyciśnięty))?|list(?:ki|ie)|ziarenka|nasiona|miąższ|mięso|(?:(?:der|die) )?(?:saft|mark|(?:abgeriebene )?(?:abrieb|schale))|saft und (?:schale|abrieb)|(?:schale|abrieb) und saft) (?:(?:of|from|z|ze|von|aus)? ?(?=[\d½¼¾⅓⅔]|(?:a|an|half|one|two|jednej|połowy|ćwierci|pół|połówki|dwóch|einer|einem|zwei)\s)|of )/iu
/** Polish numbers after a preposition: 'sok z połowy cytryny'. */
export const inflected: readonly [RegExp, string][] = [
  [/^einer halben /iu, '½ '],
  [/^(?:eine[mr] )(?=\d)/iu, ''],
  [/^(?:jednej|jednego|einem|einer) (?!\d)/iu, '1 '],
  [/^połow(?:y|ki) |^połówki |^half (?:of )?(?:an? )?/iu, '½ '],
  [/^ćwierci /iu, '¼ '],
  [/^dwóch /iu, '2 '],
]

/** 'Zehe/n', 'Zwiebel(n)' and 'egg(s)' are written for one and for many. */
const pluralEnding = /(?<=\p{L})(?:\((?:n|en|nen|e|er|s|se|es|i|y|a)\)|\/(?:n|en|nen|er|s)(?!\p{L}))/giu
/** '2 unit(s) Garlic Clove', as a site of boxed meals writes it */
const unitsBefore = /^([\d ./¼-¾⅐-⅞]+) units? (?=\p{L})/iu
/** '1 TL, gestr. Salz' and 'n. B. Salz', as a large German site writes them */
const heapBehind =
  /^(.{1,8} (?:EL|TL)), (gestr\.|gestrichen|geh\.|gehäuft|gehackt|gerieben|getrocknet|frisch) (.+)$/iu
const needBefore =
  /^(n\. ?B\.|nach (?:Belieben|Geschmack|Bedarf|Wunsch)|(?:any|an?) (?:\p{L}+ )?(?:selection|assortment|combination|mixture|variety) of|evtl\.|ggf\.|eventuell|ewentualnie|ew\.|opcjonalnie|optionally) (.+)$/iu
/** '1, 400 g tin': one of this size */
const countBefore = /^(\d{1,2}), (?=\d[\d.,]*[ -]?(?:g|kg|ml|l|oz|ounces?|lbs?)(?!\p{L}))/iu
/** '1 tablespoon or more honey' */
const moreBefore = /^([\d¼-¾⅐-⅞](?:[\d ./¼-¾⅐-⅞–-]|to )*(?:\p{L}+\.?)?) or (?:more|so) (?:of )?(?=\p{L})/iu
const colour = '(?:red|green|yellow|orange|white|brown|black|purple)'
/** '3 red and 2 green peppers' are five. */
const severalKinds = new RegExp(
  String.raw`^(?:\d{1,2} ${colour},?(?: and)? )+\d{1,2} (?=${colour} \p{L})`,
  'iu',
)
/** '3"' */
const inches = /(?<=[\d¼-¾⅐-⅞])\s?(?:["”″]|''|'(?= pieces?))(?!\p{L})/gu
/** '3 - Carrots', '200 g – flour', '2 cups: oats' */
const dashBehind = /^([\d¼-¾⅐-⅞][^\p{L}]{0,9}(?:\p{L}{1,12}\.?)?)\s?(?: [–—-]|:) (?=\p{L})/u

/** Writes some abbreviations in the way that the grammar knows. */
export function spelledOut(line: string): string {
  return line
    .replace(pluralEnding, '')
    .replace(unitsBefore, '$1 ')
    .replace(/^(\d{1,2}) mit (?=\p{Lu}\p{L}+(?:,|$))/u, '$1 mittel ')
    .replace(/(?<=\d)- (?=\d|(?:oz|ounces?|lbs?|pounds?|inch|cm|g|ml)(?!\p{L}))/giu, '-')
    .replace(/(?<=[ ,(])(np\.|z\. ?B\.|e\.g\.)(?=\p{L})/giu, '$1 ')
    .replace(/&frac(\d)(\d);/gu, '$1/$2')
    .replace(/^(\d)\?(?=\d \p{L})/u, '$1/')
    .replace(heapBehind, '$1 $3, $2')
    .replace(needBefore, '$2, $1')
    .replace(/^(?:and\/or|or|plus) ?(?=\d|one |two )|^(?:oraz|sowie) /iu, '')
    .replace(/^(\d{1,2}) (?:approx\.?|approximately|about) (?=\d)/iu, '$1 ')
    .replace(/^(\S+ \S+) (minus \S+ \S+) (?=\p{L})/iu, '$1 ($2) ')
    .replace(/(?<=\d)-by- ?(?=\d)/giu, 'x')
    .replace(/(?<=\d)∕(?=\d)/gu, '/')
    .replace(/^\d+ to taste (.+)$/iu, '$1 to taste')
    .replace(/(?<=[\d¼-¾⅐-⅞])- ?(to|or|bis|do)[ -]+(?=[\d¼-¾⅐-⅞])/giu, ' $1 ')
    .replace(/^([\d ./¼-¾⅐-⅞]+\p{L}+\.?), plus ([\d ./¼-¾⅐-⅞]+\p{L}+\.?), (?=\p{L})/iu, '$1 plus $2 ')
    .replace(/^(?:an? )?(?:\p{L}+ )?(?:amount|dose) of /iu, 'some ')
    .replace(/^(?:about )?([\d ./¼-¾⅐-⅞]+|half) (?:of (?:an? )?|an? )(?=\d+[ -]?\p{L})/iu, '$1 x ')
    .replace(/^(\d{1,2}) \(([\d ./¼-¾⅐-⅞]+)\) (?=(?:pounds?|ounces?|lbs?|oz)(?!\p{L}))/iu, '$1 x $2 ')
    .replace(/ \/(\S[^/]*\S)\/(?= |,|$)/gu, ' ($1)')
    .replace(/^po (?=\d)/iu, '')
    .replace(/^(?:eine )?Auswahl an /iu, 'einige ')
    .replace(/(?<=^|\s)((?:Gewichtsklasse|Größe|rozmiar) (?:S|M|L|XL)) (\p{L}+)$/u, '$2 $1')
    .replace(/ x ?0$/u, '')
    .replace(moreBefore, '$1 ')
    .replace(/^(\d+ ?x ?\S+) (or \d+ ?x ?\S+) (?=\p{L})/iu, '$1 ($2) ')
    .replace(/(?<= (?:tsp|tbsp|c)\.?) (?:teaspoons?|tablespoons?|cups?|tsp|tbsp)(?= )/iu, '')
    .replace(/^and (?=\p{L})/iu, '')
    .replace(severalKinds, (kinds) => {
      const sum = (kinds.match(/\d+/gu) ?? []).reduce((all, each) => all + Number(each), 0)
      return `${sum} ${kinds.replace(/,? (?:and )?(?=\d)/gu, ' and ').replace(/\d+ /gu, '')}`
    })
    .replace(
      /^([1-9])-(?=\d{2}[ -]?(?:oz|ounce)\.? (?:cans?|packages?|jars?|bags?|boxes)(?!\p{L}))/iu,
      '$1 x ',
    )
    .replace(countBefore, '$1 x ')
    .replace(inches, '-inch')
    .replace(/(?<=^[\d ./¼-¾⅐-⅞]+ )KL (?=\p{Lu})/u, 'Kaffeelöffel ')
    .replace(/^(etwas|einige|some) \1 /iu, '$1 ')
    .replace(/(?<=\p{L})\s?(?:--+|—)\s?(?=\p{L})/gu, ' – ')
    .replace(/(?<!\p{L})m\. ?-?(?=gro(?:ß|ss))/iu, 'mittel')
}

/** Takes away the dash or colon that stands between an amount and its name. */
export function withoutDash(line: string, isAmount: (words: string) => boolean): string {
  const words = dashBehind.exec(line)?.[1]
  return words !== undefined && isAmount(words.trim()) ? line.replace(dashBehind, '$1 ') : line
}

/** 'To serve: mint' says what the mint is for. */
export function withoutLead(line: string): { lead: string[]; body: string } {
  const [, purpose = '', body = ''] =
    /^((?:to (?:serve|garnish|finish)|for (?:the )?(?:serving|garnish|topping)|serve with|(?:optional )?(?:garnish|toppings?)|optional(?:ly)?|opcjonalnie|do (?:podania|dekoracji|posypania|smażenia)(?: ewentualnie| opcjonalnie)?|zum (?:servieren|garnieren)|optional)) ?[:–-] ?(?=\p{L}|\d)(.+)$/iu.exec(
      line,
    ) ?? []
  return body === '' ? { lead: [], body: line } : { lead: [purpose], body }
}

export interface Named {
  productName: string
  notes: string[]
}

/** How good or ripe a food is to be, which is no part of its name */
const qualityBefore =
  /^(?:(?:good|high|best|top)[ -]quality|(?:ripe,? but (?:still )?firm|firm,? but ripe)) (?=\p{L})/iu

const edges = /^[\s.,;:*)|–—-]+|[\s.,;:–—*)|+/-]+$/gu

/** 'bone-in 1-inch-thick chops' */
const sizeInside =
  /(?<! (?:in|into|to|at|of)) ([\d.x¼-¾⅐-⅞/–-]+[- ]?(?:inch(?:es)?|cm)(?:-\p{L}+)?)(?= \p{L})/iu

/** Takes purposes, sizes and preparations off a name: 'large eggs', 'oil for frying', 'finely chopped dill'. */
export function namedIn(text: string): Named {
  const notes: string[] = []
  let name = text.replace(edges, '')
  const purpose = purposeAtEnd.exec(name)
  if (purpose && purpose.index > 0) {
    notes.push(purpose[0].trim())
    name = withNounOf(name.slice(0, purpose.index).replace(edges, ''), purpose[0])
  }
  const letter = letterAtEnd.exec(name)
  if (letter && letter.index > 0) {
    notes.unshift(letter[0].trim())
    name = name.slice(0, letter.index)
  }
  const first = sizeBefore(name)
  const quality = qualityBefore.exec(name.slice(first.length).trim())?.[0] ?? ''
  if (quality !== '') name = name.slice(first.length).trim().slice(quality.length)
  const adjective = phraseBefore(name) || preparationBefore(name)
  name = name.slice(adjective.length).trim()
  const prepared = preparedIn(name)
  if (prepared) {
    notes.unshift(name.slice(prepared).trim())
    name = name.slice(0, prepared).trim()
  }
  name = name.replace(/ (?:lub|albo|oder)$/iu, '')
  const measured = sizeInside.exec(name)
  if (measured) {
    notes.unshift(measured[1] ?? '')
    name = name.replace(measured[0], '')
  }
  if (adjective !== '') notes.unshift(adjective)
  const size = sizeBefore(name)
  if (size !== '') notes.unshift(size)
  if (quality !== '') notes.unshift(...[first, quality.trim()].filter((words) => words !== ''))
  return { productName: name.slice(size.length).trim(), notes }
}

/** Returns the sizes before a name: 'large', 'small to medium', 'extra large', 'medium-sized'. */
function sizeBefore(name: string): string {
  const words = name.split(' ')
  let at = 0
  while (at < words.length - 1 && isSize(words, at)) at++
  // 'Medium dry sherry' is not of medium size.
  if (at === 1 && words[0]?.toLowerCase() === 'medium' && mediums.has(words[1] ?? '')) return ''
  return words.slice(0, at).join(' ')
}

function isSize(words: readonly string[], at: number): boolean {
  const [word = '', next = ''] = words.slice(at, at + 2)
  const parts = word.toLowerCase().replace('.', '').split('-')
  if (word.toLowerCase() === 'fat' && /^(?:from|free|of|rendered|reserved)$/iu.test(next)) return false
  const isAll = parts.every((part) => sizeWords.has(sameKey(part)) || /^(?:to|sized?|extra)$/u.test(part))
  if (isAll && (at > 0 || parts.some((part) => sizeWords.has(sameKey(part))))) return true
  return /^(?:to|or|extra)$/iu.test(word) && (at > 0 || word === 'extra') && sizeWords.has(sameKey(next))
}

const mediums = new Set('dry roast roasted ripe firm spicy strength hot heat grain rare'.split(' '))

const prepared =
  /(?<=\p{L} )(?:(?:finely|roughly|coarsely|thinly|thickly|freshly|well|very|lightly|fein|grob|klein|frisch|drobno|grubo|cienko) )?(\p{L}+)(?= (?:and|or|into|in|to|with|well|fine|finely|thin|thinly|thick|thickly|lengthwise|lengthways|crosswise|from|of|off|on|if|until|for|at|then|really|very|und|oder|im|i|na|w|przez|z|ze|we|do|od|po|bez|lub)(?!\p{L})| [\d¼-¾⅐-⅞]|$|,)/giu

/** Returns where the preparation behind a name begins: 'eggs beaten well', 'carrots peeled and cut into rounds'. */
function preparedIn(name: string): number | null {
  for (const found of name.matchAll(prepared)) {
    const before = name.slice(0, found.index).trim()
    // 'deli roasted or smoked turkey' and 'fresh shelled or frozen peas' say two kinds.
    const isKind =
      areAdjectives(before) ||
      (/^(?:and|or) /iu.test(name.slice(found.index + found[0].length + 1)) &&
        !isFood(before) &&
        isFood(name.split(' ').at(-1) ?? ''))
    // 'skórki startej z cytryny' is of the lemon, 'juice from roasted carrots' of these.
    if (
      isPreparation(found[1] ?? '') &&
      !isKind &&
      !/(?<!\p{L})sk[óo]rk\p{L}+$| (?:from|of|with)$/iu.test(before)
    )
      return found.index
  }
  return null
}

/** Words before what a cook did: 'finely chopped' */
const adverbs = new Set(
  recipeWords('finely roughly coarsely thinly thickly freshly lightly firmly loosely tightly very'),
)
/** Words that say what the cook did, before a food that is bought without it. */
const done =
  /^(?:melted|softened|sifted|picked|trimmed|unsifted|packed|beaten|divided|washed|drained|rinsed|torn|posiekan\p{L}{1,3}|roztopion\p{L}{1,3}|stopion\p{L}{1,3}|przesian\p{L}{1,3}|ubit\p{L}{1,3}|ostudzon\p{L}{1,3}|wystudzon\p{L}{1,3}|schłodzon\p{L}{1,3}|odsączon\p{L}{1,3}|roztrzepan\p{L}{1,3}|rozpuszczon\p{L}{1,3}|zmiażdżon\p{L}{1,3}|start(?:ego|ej|ych)|utart\p{L}{1,3}|geschmolzene[nrs]?|gesiebte[nrs]?|zerlassene[nrs]?)$/iu
/** Foods that are also sold chopped, so that only before one of these 'chopped' says what the cook did. */
const chopped =
  /^(?:chopped|minced|diced|sliced|grated|gehackte[nrs]?|gewürfelte[nrs]?|geschnittene[nrs]?|geriebene[nrs]?)$/iu
const aromatics =
  /^(?:fresh|parsley|cilantro|coriander|basil|dill|mint|chives?|thyme|rosemary|sage|tarragon|oregano|garlic|onions?|shallots?|scallions?|ginger|celery|carrots?|leeks?|jalapeños?|jalapenos?|chill?i(?:es|s)?|chiles?|flat-leaf|petersilie|dill|schnittlauch|basilikum|minze|koriander|zwiebeln?|knoblauch|kräuter|frische[nrs]?|ingwer)$/iu

const phrase = /^(?:(?:drobno |grubo )?(\p{L}+) (?:na|w) \p{L}+ (?:i |oraz )?)+(?=\p{L})/iu

/** Returns what was done before a Polish name: 'ugotowanych na twardo', 'pokrojonej w kostkę'. */
function phraseBefore(name: string): string {
  const [words = '', last = ''] = phrase.exec(name) ?? []
  return isPreparation(last) ? words.trim() : ''
}

/** Ground foods are sold, but a cook may grind, too: 'freshly ground', 'grated or ground'. */
function isMade(word: string): boolean {
  return isPreparation(word) || /^(?:ground$|gemahlen|mielon|zmielon|gehackt|gerieben|gewürfelt)/iu.test(word)
}

/** Returns the words before a name that say how the cook prepares it: 'finely chopped', 'freshly ground'. */
function preparationBefore(name: string): string {
  const words = name.split(' ')
  let at = 0
  while (at < words.length - 1 && adverbs.has((words[at] ?? '').toLowerCase())) at++
  const isAdverb = at > 0
  for (;;) {
    const word = words[at] ?? ''
    const isDone = done.test(word) || (isAdverb && isMade(word))
    const isChopped = chopped.test(word) && aromatics.test(words[at + 1] ?? '')
    if (!isDone && !isChopped) break
    at++
    if (/^(?:and|or|und|i)$/iu.test(words[at] ?? '') && isMade(words[at + 1] ?? '')) at += 2
  }
  const isWhole =
    at >= words.length || (isAdverb && at > 0 && adverbs.has((words[at - 1] ?? '').toLowerCase()))
  return isWhole ? '' : words.slice(0, at).join(' ')
}

const alternative = /^ or (?:[\d¼-¾⅐-⅞./–-]+ (?:to [\d¼-¾⅐-⅞]+ )?|a |an |one |two |three |four )(\p{L}.+)$/iu

/** Adds to an adjective the name of the alternative: 'fresh or 10 dried curry leaves', 'English or 4 small Kirby cucumbers'. */
function withNounOf(name: string, purpose: string): string {
  const words = alternative.exec(purpose)?.[1]?.split(' ') ?? []
  const noun = words.pop() ?? ''
  if (!areAdjectives(name) || !isFood(noun)) return name
  const kinds = words.filter((word) => /^\p{Ll}/u.test(word) && !areAdjectives(word) && !measureOf(word))
  return [name, ...kinds, noun].join(' ')
}

const stocks = /^(?:beef|chicken|duck|fish|lamb|mushroom|turkey|veal|vegetable)$/iu
/** Words before a comma that name no food of their own where the last kind gives its noun: 'corn, peanut or vegetable oil' */
const kinds = new Map([
  [
    'oil',
    /^(?:canola|coconut|corn|grapeseed|groundnut|olive|peanut|rapeseed|safflower|soybean|sunflower|vegetable|walnut)$/iu,
  ],
  ['stock', stocks],
  ['broth', stocks],
  ['juice', /^(?:grapefruit|lemon|lime|orange)$/iu],
  ['extract', /^(?:almond|lemon|maple|orange|peppermint|vanilla)$/iu],
  ['milk', /^(?:almond|coconut|oat|rice|soy)$/iu],
  ['shells', /^(?:clam|crab|lobster|mussel|oyster|shrimp)$/iu],
  ['tomatoes', /^(?:cherry|grape|heirloom|plum|roma)$/iu],
  ['vinegar', /^(?:balsamic|cider|malt|rice|sherry)$/iu],
  ['beans', /^(?:black|cannellini|kidney|navy|pinto)$/iu],
])

/** Returns the noun that a kind shares with the last part behind its comma: 'oil'; '' for none. */
export function sharedNoun(head: string, rest: string): string {
  const noun = /^(?:\p{L}+, )*(?:\p{L}+,? )?or (?:[\p{L}-]+ ){1,3}(\p{L}+)(?=,|$)/iu.exec(rest)?.[1] ?? ''
  if (kinds.get(noun.toLowerCase())?.test(head)) return noun
  // 'Yukon Gold, Desiree or similar potatoes', 'Gala or other crisp, sweet apples'
  const [kind = '', adjective = ''] = head.split(/ or (?:other|similar) /iu)
  const [, others = ''] = /(?:^|,? )or (?:other|similar) ([^,]+)(?:,|$)/iu.exec(rest) ?? []
  const isOpen = adjective === '' ? / \p{Lu}\S+$|-\p{Ll}+$/u.test(` ${head}`) : areAdjectives(adjective)
  if (!isOpen || isFood(kind)) return ''
  const name = adjective === '' ? others : withoutAdjectives(adjective, rest).head
  const last = name.slice(0, purposeAtEnd.exec(name)?.index).split(' ').at(-1) ?? ''
  return isFood(last) ? last : ''
}

const droppable =
  /^(?:and|or|skinless|boneless|pitted|ripe|juicy|trimmed|seedless|bone-in|skin-on|reifen?|dojrzał\p{L}{1,2}|obran\p{L}{1,3})$/iu

/**
 * Returns the name with adjectives before its comma: the head of '4 boneless, skinless thighs' is 'thighs'. `rest` is
 * what stands behind the name.
 */
export function withoutAdjectives(
  head: string,
  rest: string,
): { head: string; rest: string; adjectives: string[] } {
  const adjectives: string[] = []
  let [name, behind] = [head, rest]
  while (
    areAdjectives(name) ||
    (/^\p{Ll}+(?:e|e[rsn])$/u.test(name) && !isFood(name) && /^(?:\p{Ll}+,? )*\p{Lu}/u.test(behind))
  ) {
    // There is only something to buy if a name follows.
    if (behind === '') return { head, rest, adjectives: [] }
    adjectives.push(name)
    ;[name, behind] = atComma(behind)
  }
  if (adjectives.length === 0) return { head, rest, adjectives }
  // Of 'bass or other mild, flaky fish' only the first is a name.
  const [first = '', other = ''] = name.split(/ (?=or other )/u)
  if (other !== '') [name, behind] = [first, `${other}, ${behind}`]
  const phrased = phraseBefore(name)
  if (phrased !== '') adjectives.push(phrased)
  const words = name.slice(phrased.length).trim().split(' ')
  const last = words.at(-1) ?? ''
  // A Polish name may end with one: 'gęstej, kwaśnej śmietany wiejskiej'.
  const isOpen = (areAdjectives(last) && !isPolishAdjective(last)) || isPreparation(last)
  if (!/\p{L}{2}/u.test(last) || isOpen || isPhrase(words)) return { head, rest, adjectives: [] }
  while (words.length > 1 && isDropped(words[0] ?? '')) adjectives.push(words.shift() ?? '')
  return {
    head: words.join(' '),
    rest: behind,
    adjectives: adjectives.filter((word) => !/^(?:and|or)$/iu.test(word)),
  }
}

/** Foods are sold cooked, roasted or ground, but not diced. */
function isDropped(word: string): boolean {
  const isSold =
    /^(?:blanched|boiled|cooked|grilled|mashed|mixed|poached|roasted|shelled|shaved|split|toasted|whipped)$/iu
  return droppable.test(word) || (isPreparation(word) && !isSold.test(word))
}

/** 'To serve' and 'cut into strips' name nothing. */
function isPhrase(words: readonly string[]): boolean {
  const [first = '', second = ''] = words
  if (/^(?:to|for|in|into|at|with|without|do|na|bez|w|z|zum|zur|für|in|mit|ohne|plus)$/iu.test(first))
    return true
  return (
    isPreparation(first) &&
    /^(?:into|in|to|with|and|or|lengthwise|crosswise)$/iu.test(second) &&
    !/^(?:and|or)$/iu.test(second)
  )
}

export function measureBehind(name: string): { productName: string; word: string } | null {
  const [, product = '', word = ''] = /^(\D+) (\p{L}+)$/u.exec(name) ?? []
  return measuresBehind.has(sameKey(word)) ? { productName: product, word } : null
}

const someBefore = /^((?:an?|ein) )?(\p{L}+) (?:(?:bit|touch|lot) )?(?:of )?(?=\S)/iu

/** Moves 'etwas', 'some' and 'a few' from the name to the note. */
export function withoutSome({ productName, notes }: Named): Named {
  const [all = '', , word = ''] = someBefore.exec(productName) ?? []
  if (all === '' || !someWords.has(sameKey(word))) return { productName, notes }
  return { productName: productName.slice(all.length), notes: [all.replace(/ of $/iu, '').trim(), ...notes] }
}
