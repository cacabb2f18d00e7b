import { isKnownWord, isOnlyEnglish } from '../text/forms.ts'
import { sameKey } from '../text/normalise.ts'
import { isPolishAdjective } from './adjectives.ts'
import { recipeWords } from './recipe-words.ts'
import { keysOf } from './words.ts'

/** Foods of recipes that the catalogue's words lack, with all of its German ones. */
const all = recipeWords(
  `pepper peppers paprika cumin coriander cilantro thyme rosemary sage mint chives chervil tarragon turmeric nutmeg
cloves cayenne chilli chili chile oil stock broth water cream buttermilk vanilla baking soda zest shallot
shallots scallions celery lard shortening margarine yolk yolks white whites lamb pork chicken turkey tofu
guacamole salsa kale rocket arugula sauce naan raita mirin tahini hummus pesto salad greens sprouts quinoa
macaroni toast pita chips zucchini squash corn sweetcorn capers anchovies tuna crab mussels clams scallops veal
chorizo pancetta prosciutto duck cheddar ricotta gruyère gouda ghee syrup molasses cornstarch cornflour pecans
cashews pistachios hazelnuts sesame sultanas currants dates cranberries berries papaya coconut pomegranate mayo
sherry brandy rum vodka coffee tea cardamom allspice saffron fennel anise extract gelatin jelly marmalade
turnips parsnips artichokes asparagus endive watercress kimchi miso seaweed nori wasabi tempeh sriracha harissa
granola oatmeal barley bulgur polenta cornmeal custard sprinkles caramel gravy relish chutney jalapeños coleslaw
croutons crumbs dressing`,
)
const known = keysOf(all)
/** English ones come first. */
const english = keysOf(all.slice(0, 151))

/** German names are one word, which ends with the kind of food. */
const german =
  /\p{L}{3}(?:zucker|sirup|öl|käse|mehl|salz|pfeffer|saft|brühe|sahne|milch|butter|wurst|würstchen|fleisch|tomaten?|zwiebeln?|kraut|salat|nüsse|kerne|beeren|gewürz|backpulver|creme|schokolade|mus|brot|brötchen|nudeln|reis|bohnen|linsen|pilze|essig|senf|soße|sauce|marmelade|honig|quark|joghurt|kohl|kartoffeln?|oliven|mandeln|knoblauch|sprossen|flocken|stärke|tomatenmark|kümmel|schinken|speck)$/iu

function isFoodWord(word: string | undefined): boolean {
  const letters = (word ?? '').replace(/[^\p{L}]/gu, '')
  const key = sameKey(letters)
  return key !== '' && (known.has(key) || isKnownWord(key) || german.test(letters))
}

/** Returns whether a short name is that of a food: its head is one of the known words. */
export function isFood(name: string): boolean {
  const all = name.trim().split(' ')
  const words = all.filter((word) => !isPolishAdjective(word))
  return all.length <= 4 && (isFoodWord(words.at(-1)) || isFoodWord(words[0]))
}

/** Returns whether a word is English, where the kind of a food may stand behind a comma: 'chocolate, milk'. */
export function isEnglish(word: string): boolean {
  const key = sameKey(word)
  return english.has(key) || isOnlyEnglish(key)
}

const kitchenware =
  /^(?!.* for )(?:\S+ )*(?:(?:springform|square|loaf|gratin|baking|roasting|cake|pie|tart|muffin|flan|bundt|frying|sauté|grill) (?:pan|tin|dish|tray|sheet|plate)|(?:wide|mixing|serving) bowl|pan|saucepan|skillet|scraper|pasta roller|measuring (?:cup|spoon)|canning jar|ice bath|ramekin|thermometer|(?:pastry|piping) bag|cookie cutter|strainer|(?:tall|cocktail|highball|martini) glass(?:es)?|schere|spritzbeutel|nudelholz)s?(?: to .+)?$/iu

/** Returns whether a name is that of a thing to cook with: 'springform pan'. */
export function isKitchenware(name: string): boolean {
  return kitchenware.test(name)
}

/** Foods of which recipes name two in one line without an amount. */
const together = keysOf(recipeWords('salt pepper peppercorns sugar oil oregano butter flour paprika chili'))
const tint =
  /^(?:(?:lots|plenty) of |(?:freshly |fresh |coarsely |coarse(?:-grain)? )*(?:ground|cracked|milled) |fresh |black |white |sea |fine |coarse |kosher |maldon |olive |vegetable |flaky |table |świeżo (?:z?mielony|zmielony) |mielony |czarny |biały |morska |frisch gemahlener |schwarzer |weißer |gemahlener )+/iu

const spices = new Set(
  [
    'liść laurowy',
    'listek laurowy',
    'ziele angielskie',
    'liście laurowe',
    'cayenne pepper',
    'pieprz cayenne',
    'bułka tarta',
    'garlic powder',
  ].map(sameKey),
)

/** Returns whether a name is that of a seasoning, with its kind before it: of these, two are named in one line. */
export function isSeasoning(name: string): boolean {
  const plain = name.trim().replace(/ (?:morska|flakes|aus der mühle)$/iu, '')
  return (
    /^\p{L}+(?:salz|pfeffer)$/iu.test(plain) ||
    together.has(sameKey(plain.replace(tint, ''))) ||
    spices.has(sameKey(plain))
  )
}

const herb =
  /^(?:(?:fresh|dried|mixed|finely|roughly|coarsely|freshly|chopped|minced|torn|sliced) )*(?:(?:flat-leaf|curly) )?(?:parsley|cilantro|coriander|basil|dill|mint|chives?|thyme|rosemary|sage|tarragon|oregano|marjoram|chervil|rocket|watercress)(?: leaves)?$/iu

/** Returns whether a name is that of a herb; a spoon of two is bought as two. */
export function isHerb(name: string): boolean {
  return herb.test(name.trim())
}
