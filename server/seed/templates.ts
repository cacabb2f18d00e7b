import type { Language, Unit } from '../../core/product/entities.ts'
import { catalogue, type CatalogueProduct } from './catalogue.ts'

type Difficulty = 'easy' | 'medium' | 'hard'
type Texts = Record<Language, string>
/** The key of a product in the catalogue, its quantity, and the unit if it is not the usual one. */
type Line = readonly [key: string, quantity: number, unit?: Unit]

interface TemplateSeed {
  id: string
  name: Texts
  description: Texts
  difficulty: Difficulty
  image: string
  lines: readonly Line[]
}

const seeds: readonly TemplateSeed[] = [
  {
    id: 'weekly',
    name: { en: 'Weekly shop', pl: 'Zakupy na tydzień' },
    description: {
      en: 'What a household of three or four uses up in a week.',
      pl: 'To, co trzy lub cztery osoby zużywają w tydzień.',
    },
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
    name: { en: 'Weekend breakfast', pl: 'Śniadanie na weekend' },
    description: {
      en: 'Scrambled eggs, fresh rolls and something sweet for four.',
      pl: 'Jajecznica, świeże bułki i coś słodkiego dla czterech osób.',
    },
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
    name: { en: 'Barbecue', pl: 'Grill' },
    description: {
      en: 'An evening outdoors for eight, with charcoal and napkins.',
      pl: 'Wieczór na dworze dla ośmiu osób, z węglem i serwetkami.',
    },
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
    name: { en: 'Children’s birthday', pl: 'Urodziny dziecka' },
    description: {
      en: 'Cake, candles and snacks for ten small guests.',
      pl: 'Tort, świeczki i przekąski dla dziesięciorga małych gości.',
    },
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
    name: { en: 'Polish Christmas Eve', pl: 'Wigilia' },
    description: {
      en: 'The twelve dishes: beetroot soup, carp, herring, dumplings and poppy seeds.',
      pl: 'Dwanaście potraw: barszcz, karp, śledzie, pierogi i mak.',
    },
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
    name: { en: 'Easter breakfast', pl: 'Śniadanie wielkanocne' },
    description: {
      en: 'Eggs, white sausage, horseradish and what is baked for the holidays.',
      pl: 'Jajka, biała kiełbasa, chrzan i świąteczne wypieki.',
    },
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
    name: { en: 'Spaghetti bolognese', pl: 'Spaghetti bolognese' },
    description: {
      en: 'Dinner for four in forty minutes.',
      pl: 'Obiad dla czterech osób w czterdzieści minut.',
    },
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
    name: { en: 'Pizza night', pl: 'Domowa pizza' },
    description: {
      en: 'Dough and toppings for three large pizzas.',
      pl: 'Ciasto i dodatki na trzy duże pizze.',
    },
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
    name: { en: 'Tiramisu', pl: 'Tiramisu' },
    description: { en: 'A cake without baking, for eight.', pl: 'Ciasto bez pieczenia dla ośmiu osób.' },
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
    name: { en: 'Vegetable curry', pl: 'Curry z warzywami' },
    description: {
      en: 'A vegan dinner for four with lentils and coconut milk.',
      pl: 'Wegański obiad dla czterech osób z soczewicą i mlekiem kokosowym.',
    },
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
    name: { en: 'Big clean', pl: 'Wielkie sprzątanie' },
    description: {
      en: 'Everything for kitchen, bathroom, floors and windows.',
      pl: 'Wszystko do kuchni, łazienki, podłóg i okien.',
    },
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
    name: { en: 'Camping weekend', pl: 'Weekend pod namiotem' },
    description: {
      en: 'Food that keeps without a fridge, and what nobody should forget.',
      pl: 'Jedzenie, które wytrzyma bez lodówki, i to, o czym łatwo zapomnieć.',
    },
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
    name: { en: 'New baby at home', pl: 'Dziecko w domu' },
    description: {
      en: 'The first weeks, without a run to the shop.',
      pl: 'Pierwsze tygodnie bez biegania do sklepu.',
    },
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
    name: { en: 'Party with friends', pl: 'Impreza ze znajomymi' },
    description: { en: 'Drinks and snacks for twelve.', pl: 'Napoje i przekąski dla dwunastu osób.' },
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
    templateName: name[language],
    description: description[language],
    difficulty,
    image,
    products: lines.map(([key, quantity, unit]) => {
      const product = byKey.get(key)
      if (!product) throw new Error(`${id}: the catalogue has no ${key}`)
      return { id: key, product, quantity, unit: unit ?? product.unit }
    }),
  }))
}

const built: Record<Language, PredefinedTemplate[]> = { en: build('en'), pl: build('pl') }

export function predefinedTemplates(language: Language): readonly PredefinedTemplate[] {
  return built[language]
}
