import { sizeWords } from './measures.ts'
import { recipeWords } from './recipe-words.ts'
import { sameKey } from '../text/normalise.ts'

/** English participles of what a cook does, as they stand behind a food; other words in -ed name a food's kind. */
const preparations = new Set(
  recipeWords(`bashed beaten blanched blended boiled broken browned bruised brushed butterflied chopped cleaned coddled cooked
cooled cored cracked crumbled crushed cubed cut deboned defrosted deseeded destemmed deveined diced discarded
dissolved divided drained drizzled dusted flaked filleted grated grilled gutted halved husked heated hulled
juiced julienned mashed melted minced mixed packed patted peeled picked pitted poached podded pounded presoaked
pressed pricked pulled quartered reserved rinsed roasted scrubbed sectioned seeded segmented separated shaved
shelled shredded shucked sieved sifted skinned sliced slivered smashed snipped soaked softened split sprinkled
squeezed stemmed stoned strained stripped tied thawed toasted torn tossed trimmed unpeeled unwrapped warmed
washed weighed whipped whisked wiped zested`),
)
/** The same in Polish, in all forms */
const polishPreparations =
  /^(?:pokrojon|posiekan|obran|start|utart|namoczon|ugotowan|przeciśnięt|roztopion|rozpuszczon|przesian|umyt|odsączon|wyciśnięt|zmiażdżon|pocięt|przekrojon|rozdrobnion|ubit|roztrzepan|wydrążon|ostudzon|wystudzon|schłodzon|pokruszon|rozgniecion|przegotowan|otart|grillowan|upieczon|usmażon|podsmażon|uprażon|sparzon|zblanszowan|opłukan|rozmrożon|poszatkowan|wymieszan)(?:y|a|e|i|ą|ego|ej|ych|ym)$/iu

export function isPreparation(word: string): boolean {
  return preparations.has(word.toLowerCase()) || polishPreparations.test(word)
}

/** Adjectives that stand before a comma and the rest of a name. */
const adjectives = new Set(
  recipeWords(`boneless skinless seedless whole large small medium big fresh dried dry ripe unripe overripe firm soft cold
chilled warm hot sweet tart sour thick thin long short young old mature aged unsalted salted unsweetened
sweetened unflavored unseasoned raw frozen fine coarse good free-range organic traditional hothouse plain
natural smooth crunchy creamy mild light dark red green yellow white black golden brown purple crusty day-old
stale lean juicy tender plump crisp strong smoked baked steamed fried cured pickled approximately about
good-quality high-quality best-quality homemade store-bought ground rinsed french italian greek spanish chinese
japanese thai mexican asian english american korean indian turkish unbleached`),
)
const endings =
  /(?:less|est)$|-(?:fat|free|style|sodium|quality|sized?|cut|in|on|cured|flavored|flavoured|grade|calorie)$|-\p{L}+(?:ed|ing)$/iu
/** Polish: an oblique case, which no food's name has, or a stem of what foods are called */
const polish =
  /(?:ego|ej|ych|ich|ymi|imi)$|^(?:dojrzał|śwież|suszon|wędzon|obran|gęst|greck|chud|tłust|biał|czerwon|zielon|żółt|czarn|miękk|tward|słodk|kwaśn|ostr|drobn|grub|z?mielon|ugotowan|gotowan|zimn|ciepł|młod|soczyst|gorąc|letn|ulubion)(?:y|a|e|i|ie|ą)$/iu
/** Words beside adjectives: 'ripe and very firm' */
const connectors = new Set(
  recipeWords('and but or very most finely thinly freshly fully lightly roughly coarsely'),
)

/** Returns whether words only describe a food that is named behind their comma. */
export function areAdjectives(words: string): boolean {
  const all = words.trim().split(' ')
  return all[0] !== '' && all.every(isAdjective) && all.some((word) => !connectors.has(word.toLowerCase()))
}

export function isPolishAdjective(word: string): boolean {
  const lower = word.toLowerCase()
  return polish.test(lower) && !noAdjectives.has(lower)
}

const noAdjectives = new Set('zest breast crest harvest olej sandwich ostrich rettich surimi bez'.split(' '))

function isAdjective(word: string): boolean {
  const lower = word.toLowerCase()
  if (noAdjectives.has(lower)) return false
  return (
    adjectives.has(lower) ||
    connectors.has(lower) ||
    sizeWords.has(sameKey(lower)) ||
    isPreparation(lower) ||
    endings.test(lower) ||
    polish.test(lower)
  )
}
