import { texts } from '../../core/locales/server.ts'
import { aisleIn, type builtInAisles } from '../../core/product/aisles.ts'
import type { Unit } from '../../core/product/entities.ts'
import { inEach, type Language, languages } from '../../core/text/language.ts'
import { namesIn, wares } from '../../core/product/wares.ts'
import { wordsKey } from '../../core/text/normalise.ts'
import { textIn } from '../../core/text/words.ts'

interface CategorySeed {
  id: keyof typeof builtInAisles
  /** word prefixes, separated by commas; the names of the category's products below count too */
  keywords: string
}

/** Marks the beginnings of English words for the products of a category; another language has others. */
const keywords = (english: string) => english

/** The shelves of a shop; their names and their order are in core/product/aisles.ts. The id is also the icon's name. */
const categorySeeds: readonly CategorySeed[] = [
  {
    id: 'vegetables',
    keywords: keywords(
      'vegetable, potato, tomato, carrot, onion, garlic, cucumber, pepper, lettuce, salad, spinach, cabbage, cauliflower, broccoli, leek, celery, beet, radish, courgette, zucchini, aubergine, eggplant, pumpkin, mushroom, avocado, corn, pea, bean, parsley, dill, chive, kale, rocket, sprout',
    ),
  },
  {
    id: 'fruit',
    keywords: keywords(
      'fruit, apple, banana, orange, lemon, lime, pear, plum, peach, apricot, grape, cherry, cherries, strawberr, raspberr, blueberr, berr, melon, watermelon, kiwi, mango, pineapple, mandarin, grapefruit, nectarine, fig, coconut, pomegranate',
    ),
  },
  {
    id: 'bakery',
    keywords: keywords(
      'bread, roll, bun, baguette, croissant, toast, bagel, pita, tortilla, wrap, loaf, brioche, doughnut, donut, muffin, cake, pastry, crispbread',
    ),
  },
  {
    id: 'dairy',
    keywords: keywords(
      'dairy, milk, butter, cheese, yoghurt, yogurt, cream, kefir, buttermilk, egg, mozzarella, feta, parmesan, cottage, mascarpone, ricotta, margarine, skyr',
    ),
  },
  {
    id: 'meat',
    keywords: keywords(
      'meat, chicken, beef, pork, turkey, ham, bacon, sausage, salami, mince, steak, lamb, veal, duck, frankfurter, pate, ribs, kabanos, burger',
    ),
  },
  {
    id: 'fish',
    keywords: keywords(
      'fish, salmon, tuna, cod, herring, mackerel, trout, shrimp, prawn, seafood, sardine, carp, squid, mussel',
    ),
  },
  {
    id: 'frozen',
    keywords: keywords('frozen, ice cream, ice cube, pizza, chips, fries, fish fingers, sorbet'),
  },
  {
    id: 'pantry',
    keywords: keywords(
      'flour, sugar, rice, pasta, spaghetti, noodle, oat, groats, couscous, lentil, chickpea, cereal, muesli, cornflake, oil, olive, vinegar, yeast, baking powder, tomato sauce, tomato paste, passata, canned, tinned, honey, jam, peanut butter, coconut milk, nut, raisin, seed, breadcrumb, pickle, gelatine, starch, stock cube, broth, soup',
    ),
  },
  {
    id: 'spices',
    keywords: keywords(
      'spice, salt, black pepper, paprika powder, cinnamon, curry, basil, oregano, thyme, rosemary, bay lea, vanilla, ginger, chilli, ketchup, mustard, mayonnaise, sauce, soy sauce, pesto, horseradish, turmeric, cumin, nutmeg',
    ),
  },
  {
    id: 'sweets',
    keywords: keywords(
      'sweet, chocolate, milka, candy, candies, biscuit, cookie, wafer, crisp, peanut, popcorn, cracker, pretzel, chewing gum, jelly, marshmallow, lollipop, snack, bar, gingerbread, halva',
    ),
  },
  {
    id: 'drinks',
    keywords: keywords(
      'drink, water, juice, apple juice, orange juice, tomato juice, cola, lemonade, tea, coffee, cocoa, soda, tonic, syrup, smoothie, nectar, energy drink, iced tea',
    ),
  },
  {
    id: 'alcohol',
    keywords: keywords(
      'alcohol, beer, wine, vodka, whisky, whiskey, gin, rum, champagne, prosecco, cider, liqueur, ale, lager, mead, brandy, tequila',
    ),
  },
  {
    id: 'household',
    keywords: keywords(
      'household, dish soap, dishwasher, washing, detergent, softener, bleach, cleaner, sponge, cloth, toilet paper, paper towel, napkin, tissue, foil, cling film, baking paper, bin bag, bulb, batter, candle, match, glue, charcoal, paper plate, paper cup, broom, air freshener, gift wrap, freezer bag',
    ),
  },
  {
    id: 'care',
    keywords: keywords(
      'shampoo, serum, conditioner, soap, shower gel, toothpaste, toothbrush, floss, mouthwash, deodorant, razor, shaving, cosmetic, face cream, hand cream, body lotion, sun cream, sunscreen, cotton, sanitary, tampon, lip balm, hair, make-up, perfume, nail',
    ),
  },
  {
    id: 'health',
    keywords: keywords(
      'pharmac, medicine, plaster, bandage, vitamin, painkiller, ibuprofen, paracetamol, aspirin, thermometer, cough, nose drop, insect repellent, disinfect, magnesium, pills',
    ),
  },
  {
    id: 'baby',
    keywords: keywords('baby, nappy, nappies, diaper, wet wipe, infant, formula milk, dummy, pacifier, bib'),
  },
  {
    id: 'pets',
    keywords: keywords(
      'pet, cat, cat food, cat litter, dog, dog food, bird seed, fish food, hamster, litter',
    ),
  },
]

export interface Category {
  id: string
  category_name: string
  icon: string
  keywords: string[]
  /** those of the other languages, without words that mean something else in this one */
  otherKeywords: string[]
}

export interface CatalogueProduct {
  key: string
  productName: string
  /** its words in the form in which they are searched */
  words: string
  unit: Unit
  category: Category
}

/** The pictures for templates; those of the categories can be used too. */
const templatePictures = ['basket', 'breakfast', 'grill', 'party', 'tent', 'tree', 'broom', 'pot', 'suitcase']

/** Every picture that a category or a template may have: a file under /uploads/categoryIcons. */
export const icons: readonly string[] = [...categorySeeds.map(({ id }) => id), ...templatePictures].map(
  (name) => `${name}.svg`,
)

/** Words of other languages that are a different product in this one: in Polish 'pasta' and 'soda'; none in English. */
const falseFriends = keywords('none')

function keywordsOf(seed: CategorySeed, language: Language): string[] {
  const names = (wares.get(seed.id) ?? []).flatMap(({ name }) => namesIn(name, language).slice(0, 1))
  const words = textIn(language, seed.keywords, 'keywords', texts)
  return [...new Set([...words.split(', '), ...names.map((name) => name.toLowerCase())])]
}

function build(language: Language): { categories: Category[]; products: CatalogueProduct[] } {
  const products: CatalogueProduct[] = []
  const others = languages.filter((other) => other !== language)
  const excluded = textIn(language, falseFriends, 'keywords', texts).split(', ')
  const categories = categorySeeds.map((seed) => {
    const { id } = seed
    const category: Category = {
      id,
      category_name: aisleIn(id, language),
      icon: `${id}.svg`,
      keywords: keywordsOf(seed, language),
      otherKeywords: others
        .flatMap((other) => keywordsOf(seed, other))
        .filter((keyword) => !excluded.includes(keyword)),
    }
    for (const { key, unit, name } of wares.get(id) ?? []) {
      const [productName = name] = namesIn(name, language)
      products.push({ key, productName, words: wordsKey(productName), unit, category })
    }
    return category
  })
  return { categories, products }
}

const built = inEach(build)

export function builtInCategories(language: Language): readonly Category[] {
  return built[language].categories
}

export function catalogue(language: Language): readonly CatalogueProduct[] {
  return built[language].products
}
