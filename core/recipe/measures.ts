import { words as translated } from '../locales/measures.ts'
import { inEach as each, type Language } from '../text/language.ts'
import { sameKey } from '../text/normalise.ts'
import { inEach } from '../text/words.ts'
import { keysOf, measureWords } from './words.ts'
import { isDash, type Token, wordIn } from '../text/quick-tokens.ts'
import { rangeWords } from '../text/quick-units.ts'

/**
 * Words that recipes measure with. They stay words: how much a spoon of something weighs depends on what it is, so a
 * volume never becomes a mass.
 */
export interface Measure {
  /** `spoon`: says how much the cook takes, nobody buys it. `pack`: what is bought, so it is counted in pieces */
  kind: 'spoon' | 'pack'
  language: Language
  /** as it is written after 1, 2, 5 and ½; languages with fewer forms repeat them */
  forms: readonly [one: string, few: string, many: string, part: string]
}

/** Marks English measures. */
const measures = (english: string) => english

/**
 * By kind; an entry is the forms after 1, 2, 5 and ½ and, behind a bar, other spellings. An entry with one
 * form is an abbreviation, which never changes; one with two forms has a singular and a plural.
 * Another language has as many forms as it has plurals.
 */
const written = {
  spoon: measures(
    `tbsp|tbsps,tbs,tblsp,tsbp,tbspn,tbl,tb,T tsp|tsps,t,ts c|C tablespoon,tablespoons teaspoon,teaspoons dessertspoon,dessertspoons cup,cups
pinch,pinches dash,dashes handful,handfuls drop,drops splash,splashes drizzle,drizzles knob,knobs clove,cloves
sprig,sprigs stalk,stalks rib,ribs stick,sticks slice,slices rasher,rashers scoop,scoops glass,glasses glug,glugs
spoonful,spoonfuls oz|ozs ounce,ounces lb,lbs pound,pounds pint,pints quart,quarts gallon,gallons inch,inches feet cm m
pt|pts qt|qts gal|gals floz mug,mugs sheet,sheets nest,nests strip,strips square,squares wedge,wedges cube,cubes leaf,leaves
dollop,dollops squeeze,squeezes squirt,squirts sprinkle,sprinkles sprinkling lump,lumps shot,shots dusting jigger,jiggers
grind,grinds stem,stems recipe,recipes batch,batches serving,servings pat,pats spoon,spoons nub,nubs part,parts pod,pods teacup,teacups cupful,cupfuls squidge,squidges lug,lugs blob,blobs hunk,hunks sliver,slivers swirl,swirls spear,spears branch,branches quantity,quantities`,
  ),
  pack: measures(
    `tin,tins can,cans jar,jars packet,packets|pkt,pkts pack,packs package,packages|pkg,pkgs bunch,bunches bag,bags box,boxes
carton,cartons bottle,bottles head,heads punnet,punnets block,blocks tub,tubs tube,tubes sachet,sachets
envelope,envelopes ball,balls bulb,bulbs ear,ears loaf,loaves container,containers pouch,pouches bar,bars log,logs pot,pots
bundle,bundles tray,trays canister,canisters basket,baskets knuckle,knuckles`,
  ),
}

function entryOf(spelled: string): [forms: string[], others: string[]] {
  const [forms = '', others = ''] = spelled.split('|')
  return [forms.split(','), others === '' ? [] : others.split(',')]
}

/** The kinds of plurals of a language, in the order of its forms. */
const rulesIn = each((language) => new Intl.PluralRules(language))
const pluralsIn = each((language) => {
  const { pluralCategories } = rulesIn[language].resolvedOptions()
  return (['zero', 'one', 'two', 'few', 'many', 'other'] as const).filter((one) =>
    pluralCategories.includes(one),
  )
})

const byWord = new Map<string, Measure>()
for (const kind of ['spoon', 'pack'] as const)
  for (const [language, entries] of inEach(written[kind], translated))
    for (const entry of entries) {
      const [forms, others] = entryOf(entry)
      const [one = '', few = one, many = few, part = pluralsIn[language].length > 2 ? few : one] = forms
      const measure: Measure = { kind, language, forms: [one, few, many, part] }
      for (const word of [...forms, ...others]) {
        const key = sameKey(word)
        if (!byWord.has(key)) byWord.set(key, measure)
      }
    }

/** Returns the measure that a word names; null if it names none. A capital M is a size: 'Eier (Größe M)', and a beet is no German 'Beet'. */
export function measureOf(word: string): Measure | null {
  return word === 'M' || word === 'beet' ? null : (byWord.get(sameKey(word)) ?? null)
}

/** Returns whether a measure is a length, which says how large something is more often than how much of it. */
export function isLength({ forms: [one] }: Measure): boolean {
  return one === 'cm' || one === 'm' || one === 'inch'
}

/** Returns whether a word is a plural of its measure, so that it does not mean one: 'slices', 'łyżki'. */
export function isPlural({ forms: [one, few, many] }: Measure, word: string): boolean {
  const key = sameKey(word)
  return key !== sameKey(one) && [few, many].some((form) => key === sameKey(form))
}

/** Returns whether a token stands between the two numbers of a range: '2–3', '1 do 2'. */
export function isRange(token: Token | undefined): boolean {
  return isDash(token) || wordIn(token, rangeWords)
}

/** Returns the form of a measure after a number, 'łyżek' for 5; a word that never changes stays as it was written. */
export function formAfter({ forms, language }: Measure, value: number, word: string): string {
  const [one, few, many, part] = forms
  if (one === few && one === many) return word
  if (value < 1) return part
  const plurals = pluralsIn[language]
  const place = plurals.indexOf(rulesIn[language].select(value))
  return (plurals.length > 2 ? forms[place] : undefined) ?? (value === 1 ? one : few)
}

/** Sizes before a name: '2 large eggs' are eggs. */
export const sizeWords = keysOf(
  measureWords(
    `large medium small big jumbo medium-sized medium-size lg md med sm tiny fat xl extra-large good-sized`,
  ),
)

/** Words between a number and its measure: '1 heaped tbsp', '2 płaskie łyżki'. */
export const heapWords = keysOf(
  measureWords(`heaped heaping level rounded scant generous healthy good big large small medium full lg md med sm fat thick thin
packed liquid sized hefty firmly lightly loosely tightly tiny extra nice dessert table tea soup whole minced
crushed chopped peeled unpeeled fresh`),
)

/** Words between a measure and its product: '2 łyżki stołowe oliwy' */
export const heapBehind = keysOf(measureWords('scant heaping heaped'))
for (const word of [...sizeWords, ...heapBehind]) heapWords.add(word)

/** Words before a number that only say how exact it is. */
export const roughly = keysOf(
  measureWords('circa approx approximately about around roughly scant generous heaping min minimum'),
)

/** Amounts that are no number: 'some basil', 'etwas Salz'. They are said in the note. */
export const someWords = keysOf(measureWords('some enough few several little couple bit touch lots plenty'))

/** A measure that may stand behind its product: '2 garlic cloves' are of garlic, but '2 bay leaves' are no bay. */
export const measuresBehind = keysOf(measureWords('clove cloves sprig sprigs'))

/** What the word before is part of a product's name after all: 'kostka rosołowa', 'liście laurowe'. */
export const nameAfterMeasure = /^(?:rosołow|rosolow|bulionow|laurow|lodu|steaks?$|roasts?$|gourd)/iu

/** Measures that stand before a product without 'of': 'pinch salt', 'good handful rocket' */
export const freeMeasures = new Set(
  'pinch handful bunch splash drop drizzle sprig dash knob glug squeeze sprinkle sprinkling dollop dusting grind teaspoon tablespoon tsp tbsp glass'.split(
    ' ',
  ),
)

/** Measures of languages that are not installed: a line with one of them stays a name. */
export const foreignMeasures = keysOf(
  `gramos gramo gramas grama cucharada cucharadas cucharadita cucharaditas cda cdas cdta cdtas taza tazas pizca diente dientes
colher colheres xícara xícaras chávena dente dentes cuillère cuillères cuillerée cuillerées càs càc gousse gousses pincée
pincées verre verres cucchiaio cucchiai cucchiaino cucchiaini bicchiere bicchieri spicchio spicchi pizzico grammi
eetlepel eetlepels theelepel theelepels teen tenen teentje teentjes snufje msk tsk krm klyfta klyftor nypa matsked tesked
spsk teske fed fedd ss ks cs cc cuil db yemek tatlı çay su adet demet ek kk csésze fej szál bosje pakje plakjes blik handje
scheutje mespunt boks neve klype burk förp rkl kynsi lžíce lžička lžíci lžičky lžiček hrnek hrnku stroužek stroužky špetka lyžica lyžice
lyžička evőkanál teáskanál csipet gerezd lingura linguri lingurita lingurite căni cana žlica žlice žličica`
    .split(/\s+/)
    .filter((word) => !byWord.has(sameKey(word))),
)
