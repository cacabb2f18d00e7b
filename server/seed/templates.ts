import { texts } from '../../core/locales/server.ts'
import type { Unit } from '../../core/product/entities.ts'
import { inEach, type Language } from '../../core/text/language.ts'
import { textIn, toSay } from '../../core/text/words.ts'
import { catalogue, type CatalogueProduct } from './catalogue.ts'

type Difficulty = 'easy' | 'medium' | 'hard'
/** The key of a product in the catalogue, its quantity, and the unit if it is not the usual one. */
type Line = readonly [key: string, quantity: number, unit?: Unit]

interface TemplateSeed {
  id: string
  name: string
  description: string
  difficulty: Difficulty
  image: string
  lines: readonly Line[]
}

const seeds: readonly TemplateSeed[] = [
  {
    id: 'weekly',
    name: toSay('Weekly shop'),
    description: toSay('What a household of three or four uses up in a week.'),
    difficulty: 'easy',
    image: 'basket.svg',
    lines: [
      ['bread', 2],
      ['rolls', 8],
      ['milk', 4],
      ['butter', 1],
      ['eggs', 10],
      ['yellow-cheese', 30],
      ['yoghurt', 4],
      ['ham', 20],
      ['chicken-breast', 1],
      ['potatoes', 3],
      ['carrots', 1],
      ['onions', 1],
      ['tomatoes', 1],
      ['cucumbers', 0.5],
      ['apples', 1.5],
      ['bananas', 1],
      ['pasta', 2],
      ['still-water', 9],
    ],
  },
  {
    id: 'breakfast',
    name: toSay('Weekend breakfast'),
    description: toSay('Scrambled eggs, fresh rolls and something sweet for four.'),
    difficulty: 'easy',
    image: 'breakfast.svg',
    lines: [
      ['rolls', 8],
      ['croissants', 4],
      ['eggs', 10],
      ['butter', 1],
      ['bacon', 150],
      ['cottage-cheese', 2],
      ['tomatoes', 0.5],
      ['radishes', 1],
      ['jam', 1],
      ['honey', 1],
      ['orange-juice', 1],
      ['coffee', 250],
    ],
  },
  {
    id: 'barbecue',
    name: toSay('Barbecue'),
    description: toSay('An evening outdoors for eight, with charcoal and napkins.'),
    difficulty: 'medium',
    image: 'grill.svg',
    lines: [
      ['charcoal', 5],
      ['matches', 1],
      ['sausage', 1.5],
      ['pork-neck', 1.5],
      ['chicken-breast', 1],
      ['courgettes', 3],
      ['bell-peppers', 4],
      ['mushrooms', 500],
      ['baguette', 3],
      ['garlic', 1],
      ['mustard', 1],
      ['ketchup', 1],
      ['beer', 12],
      ['lemonade', 4],
      ['paper-plates', 20],
      ['napkins', 1],
      ['aluminium-foil', 1],
    ],
  },
  {
    id: 'birthday',
    name: toSay('Children’s birthday'),
    description: toSay('Cake, candles and snacks for ten small guests.'),
    difficulty: 'medium',
    image: 'party.svg',
    lines: [
      ['birthday-cake', 1],
      ['candles', 1],
      ['crisps', 4],
      ['popcorn', 3],
      ['pretzel-sticks', 3],
      ['jelly-sweets', 4],
      ['marshmallows', 2],
      ['grapes', 500],
      ['strawberries', 500],
      ['frankfurters', 20],
      ['rolls', 12],
      ['apple-juice', 3],
      ['still-water', 6],
      ['paper-plates', 20],
      ['paper-cups', 20],
      ['napkins', 2],
    ],
  },
  {
    id: 'christmas',
    name: toSay('Polish Christmas Eve'),
    description: toSay('The twelve dishes: beetroot soup, carp, herring, dumplings and poppy seeds.'),
    difficulty: 'hard',
    image: 'tree.svg',
    lines: [
      ['carp', 2],
      ['herring', 500],
      ['beetroot', 2],
      ['dried-mushrooms', 100],
      ['sauerkraut', 1],
      ['dumplings', 40],
      ['potatoes', 2],
      ['carrots', 1],
      ['celeriac', 1],
      ['leek', 1],
      ['onions', 1.5],
      ['eggs', 10],
      ['mayonnaise', 1],
      ['flour', 2],
      ['poppy-seeds', 500],
      ['honey', 1],
      ['walnuts', 200],
      ['raisins', 200],
      ['bay-leaves', 1],
      ['mandarins', 2],
    ],
  },
  {
    id: 'easter',
    name: toSay('Easter breakfast'),
    description: toSay('Eggs, white sausage, horseradish and what is baked for the holidays.'),
    difficulty: 'hard',
    image: 'breakfast.svg',
    lines: [
      ['eggs', 30],
      ['white-sausage', 1.5],
      ['ham', 50],
      ['horseradish', 1],
      ['mayonnaise', 1],
      ['rye-bread', 1],
      ['butter', 2],
      ['curd-cheese', 1000],
      ['flour', 1],
      ['sugar', 1],
      ['icing-sugar', 500],
      ['yeast', 100],
      ['raisins', 200],
      ['vanilla-sugar', 2],
      ['marjoram', 1],
      ['radishes', 2],
      ['cucumbers', 0.5],
    ],
  },
  {
    id: 'spaghetti',
    name: toSay('Spaghetti bolognese'),
    description: toSay('Dinner for four in forty minutes.'),
    difficulty: 'easy',
    image: 'pot.svg',
    lines: [
      ['spaghetti', 500],
      ['minced-beef', 500],
      ['canned-tomatoes', 2],
      ['tomato-paste', 1],
      ['onions', 0.3],
      ['carrots', 0.2],
      ['garlic', 1],
      ['parmesan', 100],
      ['olive-oil', 250],
      ['oregano', 1],
      ['basil', 1],
    ],
  },
  {
    id: 'pizza',
    name: toSay('Pizza night'),
    description: toSay('Dough and toppings for three large pizzas.'),
    difficulty: 'medium',
    image: 'pot.svg',
    lines: [
      ['flour', 1],
      ['yeast', 50],
      ['olive-oil', 250],
      ['canned-tomatoes', 2],
      ['mozzarella', 3],
      ['salami', 10],
      ['mushrooms', 300],
      ['bell-peppers', 1],
      ['oregano', 1],
      ['basil', 1],
      ['baking-paper', 1],
    ],
  },
  {
    id: 'cake',
    name: toSay('Tiramisu'),
    description: toSay('A cake without baking, for eight.'),
    difficulty: 'medium',
    image: 'party.svg',
    lines: [
      ['mascarpone', 500],
      ['sponge-fingers', 300],
      ['eggs', 5],
      ['sugar', 0.2],
      ['coffee', 250],
      ['cocoa', 100],
      ['whipping-cream', 250],
    ],
  },
  {
    id: 'curry',
    name: toSay('Vegetable curry'),
    description: toSay('A vegan dinner for four with lentils and coconut milk.'),
    difficulty: 'medium',
    image: 'pot.svg',
    lines: [
      ['lentils', 300],
      ['chickpeas', 1],
      ['coconut-milk', 400],
      ['canned-tomatoes', 1],
      ['cauliflower', 1],
      ['spinach', 200],
      ['onions', 0.3],
      ['garlic', 1],
      ['ginger', 50],
      ['curry', 1],
      ['rice', 0.5],
      ['limes', 1],
    ],
  },
  {
    id: 'cleaning',
    name: toSay('Big clean'),
    description: toSay('Everything for kitchen, bathroom, floors and windows.'),
    difficulty: 'easy',
    image: 'broom.svg',
    lines: [
      ['dish-soap', 1],
      ['dishwasher-tablets', 1],
      ['washing-powder', 3],
      ['fabric-softener', 1],
      ['floor-cleaner', 1],
      ['window-cleaner', 1],
      ['toilet-cleaner', 2],
      ['sponges', 5],
      ['cloths', 3],
      ['paper-towels', 4],
      ['toilet-paper', 16],
      ['bin-bags', 2],
    ],
  },
  {
    id: 'camping',
    name: toSay('Camping weekend'),
    description: toSay('Food that keeps without a fridge, and what nobody should forget.'),
    difficulty: 'medium',
    image: 'tent.svg',
    lines: [
      ['still-water', 12],
      ['toast-bread', 2],
      ['tuna', 4],
      ['canned-beans', 2],
      ['canned-corn', 2],
      ['pasta', 2],
      ['peanut-butter', 1],
      ['muesli', 1],
      ['crackers', 2],
      ['apples', 1],
      ['black-tea', 1],
      ['matches', 1],
      ['batteries', 4],
      ['insect-repellent', 1],
      ['sun-cream', 1],
      ['plasters', 1],
      ['wet-wipes', 1],
      ['bin-bags', 1],
    ],
  },
  {
    id: 'baby',
    name: toSay('New baby at home'),
    description: toSay('The first weeks, without a run to the shop.'),
    difficulty: 'easy',
    image: 'baby.svg',
    lines: [
      ['nappies', 60],
      ['wet-wipes', 4],
      ['formula', 1],
      ['baby-shampoo', 1],
      ['cotton-pads', 1],
      ['still-water', 6],
      ['washing-powder', 2],
      ['disinfectant', 1],
    ],
  },
  {
    id: 'party',
    name: toSay('Party with friends'),
    description: toSay('Drinks and snacks for twelve.'),
    difficulty: 'easy',
    image: 'party.svg',
    lines: [
      ['prosecco', 2],
      ['white-wine', 2],
      ['beer', 18],
      ['cola', 4],
      ['sparkling-water', 6],
      ['ice-cubes', 2],
      ['limes', 6],
      ['crisps', 5],
      ['salted-peanuts', 3],
      ['crackers', 3],
      ['feta', 2],
      ['cherry-tomatoes', 2],
      ['tortillas', 8],
      ['napkins', 2],
      ['paper-cups', 24],
    ],
  },
]

export interface TemplateProductSeed {
  id: string
  product: CatalogueProduct
  quantity: number
  unit: Unit
}

export interface PredefinedTemplate {
  id: string
  templateName: string
  description: string
  difficulty: Difficulty
  image: string
  products: TemplateProductSeed[]
}

/** The prefix of predefined templates' ids. An id means the same template in all languages. */
export const predefinedPrefix = 'predefined-'

function build(language: Language): PredefinedTemplate[] {
  const byKey = new Map(catalogue(language).map((product) => [product.key, product]))
  return seeds.map(({ id, name, description, difficulty, image, lines }) => ({
    id: `${predefinedPrefix}${id}`,
    templateName: textIn(language, name, undefined, texts),
    description: textIn(language, description, undefined, texts),
    difficulty,
    image,
    products: lines.map(([key, quantity, unit]) => {
      const product = byKey.get(key)
      if (!product) throw new Error(`${id}: the catalogue has no ${key}`)
      return { id: key, product, quantity, unit: unit ?? product.unit }
    }),
  }))
}

const built = inEach(build)

export function predefinedTemplates(language: Language): readonly PredefinedTemplate[] {
  return built[language]
}
