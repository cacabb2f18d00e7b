import { products as translated } from '../locales/names.ts'
import { builtInAisles, type BuiltInKey } from './aisles.ts'
import type { Unit } from './entities.ts'
import type { Language } from '../text/language.ts'

/** A product of the catalogue. `key`: what templates call it. */
interface Ware {
  key: string
  /** in English; `namesIn` has the others */
  name: string
  unit: Unit
}

/** Marks English names of products. */
const products = (english: string) => english

/**
 * What people buy, by category, without prices: English name, unit, and the key where it is not the English name. The screens load it too, and so it is a text: half as long as a table.
 */
const written: Partial<Record<BuiltInKey, string>> = {
  vegetables: products(
    `Potatoes:kg, Tomatoes:kg, Cherry tomatoes:pcs, Carrots:kg, Onions:kg, Garlic:pcs,
Cucumbers:kg, Bell peppers:pcs, Lettuce:pcs, Spinach:g, Cabbage:pcs, Cauliflower:pcs, Broccoli:pcs, Leek:pcs,
Celeriac:pcs, Beetroot:kg, Radishes:pcs, Courgettes:pcs, Mushrooms:g, Avocado:pcs, Parsley:pcs, Dill:pcs`,
  ),
  fruit: products(
    `Apples:kg, Bananas:kg, Oranges:kg, Lemons:pcs, Limes:pcs, Pears:kg, Grapes:g, Strawberries:g,
Raspberries:g, Blueberries:g, Mandarins:kg, Plums:kg, Watermelon:pcs, Kiwi:pcs`,
  ),
  bakery: products(
    `Bread:pcs, Rye bread:pcs, Rolls:pcs, Baguette:pcs, Toast bread:pcs, Tortillas:pcs,
Burger buns:pcs, Croissants:pcs, Birthday cake:pcs`,
  ),
  dairy: products(
    `Milk:l, Butter:pcs, Eggs:pcs, Yellow cheese:dag, Cottage cheese:pcs, Curd cheese:g,
Mozzarella:pcs, Feta:pcs, Parmesan:g, Natural yoghurt:pcs:yoghurt, Sour cream:ml, Whipping cream:ml, Kefir:pcs,
Mascarpone:g`,
  ),
  meat: products(
    `Chicken breast:kg, Whole chicken:pcs, Minced beef:g, Beef:kg, Pork neck:kg, Pork loin:kg,
Ham:dag, Bacon:g, Sausage:kg, White sausage:kg, Frankfurters:pcs, Salami:dag`,
  ),
  fish: products(
    `Salmon:g, Cod:kg, Carp:kg, Herring:g, Tuna in a can:pcs:tuna, Prawns:g, Smoked mackerel:pcs`,
  ),
  frozen: products(
    `Frozen vegetables:pcs, Frozen berries:pcs, Ice cream:l, Ice cubes:kg, Frozen pizza:pcs,
Fries:kg, Frozen dumplings:pcs:dumplings`,
  ),
  pantry: products(
    `Flour:kg, Sugar:kg, Icing sugar:g, Rice:kg, Dried pasta:pcs:pasta, Spaghetti:g,
Buckwheat groats:pcs:buckwheat, Couscous:g, Red lentils:g:lentils, Chickpeas:pcs, Oats:g, Muesli:pcs,
Rapeseed oil:l:oil, Olive oil:ml, Vinegar:pcs, Canned tomatoes:pcs, Tomato paste:pcs, Canned corn:pcs,
Canned red beans:pcs:canned-beans, Coconut milk:ml, Honey:pcs, Jam:pcs, Peanut butter:pcs, Walnuts:g, Raisins:g,
Yeast:g, Baking powder:pcs, Breadcrumbs:g, Pickled cucumbers:pcs, Sauerkraut:kg, Poppy seeds:g,
Dried mushrooms:g, Sponge fingers:g, Stock cubes:pcs:broth`,
  ),
  spices: products(
    `Salt:kg, Black pepper:pcs, Paprika powder:pcs:paprika, Cinnamon:pcs, Curry powder:pcs:curry,
Basil:pcs, Oregano:pcs, Marjoram:pcs, Bay leaves:pcs, Vanilla sugar:pcs, Ginger:g, Ketchup:pcs, Mustard:pcs,
Mayonnaise:pcs, Soy sauce:pcs, Horseradish:pcs`,
  ),
  sweets: products(
    `Chocolate:pcs, Biscuits:pcs, Crisps:pcs, Salted peanuts:pcs, Popcorn:pcs, Pretzel sticks:pcs,
Crackers:pcs, Jelly sweets:pcs, Chewing gum:pcs, Marshmallows:pcs`,
  ),
  drinks: products(
    `Still water:l, Sparkling water:l, Apple juice:l, Orange juice:l, Cola:l, Lemonade:l,
Black tea:pcs, Coffee beans:g:coffee, Cocoa:g`,
  ),
  alcohol: products(`Beer:pcs, Red wine:pcs, White wine:pcs, Prosecco:pcs`),
  household: products(
    `Dish soap:pcs, Dishwasher tablets:pcs, Washing powder:kg, Fabric softener:l,
Floor cleaner:pcs, Window cleaner:pcs, Toilet cleaner:pcs, Sponges:pcs, Cleaning cloths:pcs:cloths,
Toilet paper:pcs, Paper towels:pcs, Napkins:pcs, Bin bags:pcs, Aluminium foil:pcs, Baking paper:pcs, Candles:pcs,
Paper plates:pcs, Paper cups:pcs, Charcoal:kg, Matches:pcs, Batteries:pcs`,
  ),
  care: products(
    `Shampoo:pcs, Soap:pcs, Shower gel:pcs, Toothpaste:pcs, Toothbrush:pcs, Deodorant:pcs,
Sun cream:pcs, Cotton pads:pcs`,
  ),
  health: products(`Plasters:pcs, Vitamin C:pcs, Painkillers:pcs, Insect repellent:pcs, Disinfectant:pcs`),
  baby: products(`Nappies:pcs, Wet wipes:pcs, Baby food:pcs, Formula milk:pcs:formula, Baby shampoo:pcs`),
  pets: products(`Cat food:pcs, Cat litter:pcs, Dog food:kg, Dog treats:pcs`),
}

export const wares = new Map(
  (Object.keys(builtInAisles) as BuiltInKey[]).map((category) => [category, read(written[category] ?? '')]),
)

function read(text: string): Ware[] {
  return text.split(/,\s/).flatMap((entry) => {
    const [name = '', unit = '', key = name.toLowerCase().replaceAll(' ', '-')] = entry.split(':')
    return name ? [{ key, name, unit: unit as Unit }] : []
  })
}

/**
 * What the catalogue's products are also called, and products that it knows but does not suggest: English names,
 * divided by slashes. A name that is listed for two products means another one in each language ('Pasta' is toothpaste in
 * Polish), so it is never translated.
 */
const furtherNames = products(
  `Almonds, Apricots, Aubergine/Eggplant, Beans, Bell peppers/Bell pepper,
Bin bags/Rubbish bags/Trash bags, Blackberries, Breakfast cereal/Cereal, Brown sugar, Bulgur, Buttermilk, Cake,
Cheese, Cherries, Chicken, Chives, Coffee, Cola/Coke, Cookies, Corn/Sweetcorn, Courgettes/Zucchini,
Dish soap/Washing-up liquid, Doughnuts/Donuts, Dried pasta/Pasta, Energy drink, Fish, Flowers,
Grapefruit, Greek yoghurt, Green beans, Green peas, Green tea, Ground coffee, Hummus, Juice,
Laundry detergent, Lemon juice, Lentils, Light bulbs/Light bulb, Lollipops, Mango, Margarine, Mayonnaise/Mayo,
Meat, Melon, Minced beef/Ground beef, Minced meat/Mince, Mineral water, Nappies/Diapers, Nectarines, Nuts,
Oats/Porridge oats, Oil, Olives, Paper towels/Kitchen roll, Peaches, Peas, Pickled cucumbers/Pickles,
Pineapple, Pizza, Pork, Prawns/Shrimp, Pumpkin, Red onions, Rocket/Arugula, Rolls/Bread rolls,
Rosemary, Rye flour, Sauce, Soup, Sour cherries, Spices, Sweet potatoes, Sweets/Candies, Syrup, Tampons, Tea,
Thyme, Tissues, Tofu, Tomato sauce, Trout, Tuna in a can/Canned tuna, Tuna, Turkey, Vodka, Water,
Wheat flour, Wine, Yoghurt`,
).split(/,\s/)

/** The English names of all products, each with its others behind slashes. */
export const everyName = [...[...wares.values()].flat().map(({ name }) => name), ...furtherNames]

let byLanguage: Map<Language, ReadonlyMap<string, string>> | undefined

/** Returns the tables of translated names. The generated ones are in the order of the English ones, without these. */
function tables() {
  if (byLanguage) return byLanguage
  const english = everyName.toSorted()
  const tableOf = (names: string) => new Map(names.split('\n').map((name, i) => [english[i] ?? '', name]))
  const all = Object.entries(translated).map(
    ([language, names = '']) => [language as Language, tableOf(names)] as const,
  )
  if (all.some(([, { size }]) => size !== english.length)) throw new Error('`npm run messages` is needed.')
  return (byLanguage = new Map(all))
}

/** Returns the forms of an entry: a stem, a colon and endings, as in 'Kartoffel:n,', or one form. */
export function formsOf(entry: string): string[] {
  const [stem = '', endings = ''] = entry.split(':')
  return endings.split(',').map((ending) => stem + ending)
}

/**
 * Returns what a product is called in a language, first what is shown, each name with its forms: 'Kartoffeln' with
 * 'Kartoffel'. `english`: one of `everyName`.
 */
export function spelledIn(english: string, language: Language): string[][] {
  return (tables().get(language)?.get(english) ?? english).split('/').map(formsOf)
}

/** Returns the same without the forms. */
export function namesIn(english: string, language: Language): string[] {
  return spelledIn(english, language).map(([name = '']) => name)
}
