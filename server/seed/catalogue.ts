import { builtInAisles } from '../../core/product/aisles.ts'
import { languages, type Language, type Unit } from '../../core/product/entities.ts'
import { wares } from '../../core/product/wares.ts'
import { wordsKey } from '../../core/text/normalise.ts'

type Texts = Record<Language, string>
interface CategorySeed {
  id: keyof typeof builtInAisles
  /** word prefixes, separated by commas; the names of the category's products below count too */
  keywords: Texts
}

/** The shelves of a shop; their names and their order are in core/product/aisles.ts. The id is also the icon's name. */
const categorySeeds: readonly CategorySeed[] = [
  {
    id: 'vegetables',
    keywords: {
      en: 'vegetable, potato, tomato, carrot, onion, garlic, cucumber, pepper, lettuce, salad, spinach, cabbage, cauliflower, broccoli, leek, celery, beet, radish, courgette, zucchini, aubergine, eggplant, pumpkin, mushroom, avocado, corn, pea, bean, parsley, dill, chive, kale, rocket, sprout',
      pl: 'warzyw, ziemniak, kartof, pomidor, marchew, cebul, czosnek, czosnk, ogor, papryk, salat, szpinak, kapust, kalafior, brokul, por, seler, burak, rzodkiew, cukini, baklazan, dyni, pieczark, grzyb, awokado, kukurydz, grosz, fasol, pietruszk, koperek, szczypior, jarmuz, rukol, kielk',
    },
  },
  {
    id: 'fruit',
    keywords: {
      en: 'fruit, apple, banana, orange, lemon, lime, pear, plum, peach, apricot, grape, cherry, cherries, strawberr, raspberr, blueberr, berr, melon, watermelon, kiwi, mango, pineapple, mandarin, grapefruit, nectarine, fig, coconut, pomegranate',
      pl: 'owoc, jabl, banan, pomarancz, cytryn, limonk, gruszk, sliwk, brzoskwin, morel, winogron, wisni, czeresn, truskaw, malin, borowk, jagod, melon, arbuz, kiwi, mango, ananas, mandaryn, grejpfrut, nektaryn, fig, kokos, granat',
    },
  },
  {
    id: 'bakery',
    keywords: {
      en: 'bread, roll, bun, baguette, croissant, toast, bagel, pita, tortilla, wrap, loaf, brioche, doughnut, donut, muffin, cake, pastry, crispbread',
      pl: 'pieczyw, chleb, bulk, bulecz, bagiet, rogal, croissant, tost, kajzerk, bajgl, pita, tortill, chalk, drozdzowk, paczek, paczki, ciast, babk, wafle ryzow, grahamk',
    },
  },
  {
    id: 'dairy',
    keywords: {
      en: 'dairy, milk, butter, cheese, yoghurt, yogurt, cream, kefir, buttermilk, egg, mozzarella, feta, parmesan, cottage, mascarpone, ricotta, margarine, skyr',
      pl: 'nabial, mlek, maslo, masla, ser, serek, serk, jogurt, smietan, kefir, maslank, jaj, mozzarell, feta, parmezan, twarog, twarozek, mascarpone, ricott, margaryn, skyr',
    },
  },
  {
    id: 'meat',
    keywords: {
      en: 'meat, chicken, beef, pork, turkey, ham, bacon, sausage, salami, mince, steak, lamb, veal, duck, frankfurter, pate, ribs, kabanos, burger',
      pl: 'mies, wedlin, kurczak, kurcze, wolow, wieprz, indyk, szynk, boczek, boczk, kielbas, salami, mielon, stek, jagniec, cielec, kaczk, parowk, pasztet, zeber, kabanos, poledwic, schab, karkow, kaszank, udk, filet',
    },
  },
  {
    id: 'fish',
    keywords: {
      en: 'fish, salmon, tuna, cod, herring, mackerel, trout, shrimp, prawn, seafood, sardine, carp, squid, mussel',
      pl: 'ryb, losos, tunczyk, dorsz, sledz, makrel, pstrag, krewet, owoce morza, sardynk, karp, kalmar, malz, szprot',
    },
  },
  {
    id: 'frozen',
    keywords: {
      en: 'frozen, ice cream, ice cube, pizza, chips, fries, fish fingers, sorbet',
      pl: 'mrozon, lody, lodow, lod w kost, pizz, frytk, paluszki ryb, sorbet, pierogi, pyzy',
    },
  },
  {
    id: 'pantry',
    keywords: {
      en: 'flour, sugar, rice, pasta, spaghetti, noodle, oat, groats, couscous, lentil, chickpea, cereal, muesli, cornflake, oil, olive, vinegar, yeast, baking powder, tomato sauce, tomato paste, passata, canned, tinned, honey, jam, peanut butter, coconut milk, nut, raisin, seed, breadcrumb, pickle, gelatine, starch, stock cube, broth, soup',
      pl: 'mak, cukier, cukr, ryz, makaron, spaghetti, kasz, kuskus, soczewic, ciecierzyc, platk, musli, olej, oliw, ocet, drozdz, proszek do piecz, koncentrat, passat, przecier, konserw, puszk, miod, dzem, maslo orzech, mleko kokos, orzech, migdal, rodzyn, pestk, nasion, bulka tart, ogorki kisz, ogorki kons, zelatyn, skrobi, budyn, kisiel, kostka rosol, bulion, zup',
    },
  },
  {
    id: 'spices',
    keywords: {
      en: 'spice, salt, black pepper, paprika powder, cinnamon, curry, basil, oregano, thyme, rosemary, bay lea, vanilla, ginger, chilli, ketchup, mustard, mayonnaise, sauce, soy sauce, pesto, horseradish, turmeric, cumin, nutmeg',
      pl: 'przypraw, sol, pieprz, papryka mielon, papryka slodk, papryka ostr, cynamon, curry, bazyli, oregano, tymianek, rozmaryn, lisc laur, wanili, imbir, chili, ketchup, musztard, majonez, sos, pesto, chrzan, kurkum, kmin, galka musz, majeran, ziele ang',
    },
  },
  {
    id: 'sweets',
    keywords: {
      en: 'sweet, chocolate, milka, candy, candies, biscuit, cookie, wafer, crisp, peanut, popcorn, cracker, pretzel, chewing gum, jelly, marshmallow, lollipop, snack, bar, gingerbread, halva',
      pl: 'slodycz, czekolad, milka, cukierk, ciastk, herbatnik, wafel, wafelk, chips, chrupk, fistaszk, orzeszk, popcorn, krakers, precel, precl, paluszki, guma do zuc, zelk, pianki, lizak, przekask, baton, piernik, chalw, delicj, galaretk',
    },
  },
  {
    id: 'drinks',
    keywords: {
      en: 'drink, water, juice, apple juice, orange juice, tomato juice, cola, lemonade, tea, coffee, cocoa, soda, tonic, syrup, smoothie, nectar, energy drink, iced tea',
      pl: 'napoj, woda, wody, sok, sok jabl, sok pomar, sok pomidor, cola, lemoniad, herbat, kaw, kawa mielon, kakao, oranzad, tonik, syrop, smoothie, nektar, kompot, izotonik, yerba',
    },
  },
  {
    id: 'alcohol',
    keywords: {
      en: 'alcohol, beer, wine, vodka, whisky, whiskey, gin, rum, champagne, prosecco, cider, liqueur, ale, lager, mead, brandy, tequila',
      pl: 'alkohol, piwo, piwa, wino, wina, wodk, whisky, gin, rum, szampan, prosecco, cydr, likier, nalewk, koniak, tequil, wermut',
    },
  },
  {
    id: 'household',
    keywords: {
      en: 'household, dish soap, dishwasher, washing, detergent, softener, bleach, cleaner, sponge, cloth, toilet paper, paper towel, napkin, tissue, foil, cling film, baking paper, bin bag, bulb, batter, candle, match, glue, charcoal, paper plate, paper cup, broom, air freshener, gift wrap, freezer bag',
      pl: 'plyn do, proszek do pran, kapsulki do, tabletki do zmyw, odplam, wybiel, gabk, scierk, sciereczk, papier toal, recznik papier, reczniki papier, serwetk, chusteczk, folia, papier do piecz, worki, zarowk, bateri, swiec, zapalk, klej, wegiel drzew, wegiel grill, talerzyk, kubk, miotl, odswiezacz, mop, domestos, papier prezent, papier ozdob',
    },
  },
  {
    id: 'care',
    keywords: {
      en: 'shampoo, serum, conditioner, soap, shower gel, toothpaste, toothbrush, floss, mouthwash, deodorant, razor, shaving, cosmetic, face cream, hand cream, body lotion, sun cream, sunscreen, cotton, sanitary, tampon, lip balm, hair, make-up, perfume, nail',
      pl: 'szampon, serum, odzywka do wlos, mydl, zel pod, pasta do zeb, szczoteczk, nic dent, nitka dent, plyn do plukania ust, dezodorant, antyperspir, maszynk, pianka do gol, kosmety, krem, krem do, balsam, wacik, patyczk, podpask, tampon, pomadk, lakier, perfum, tonik do twarz',
    },
  },
  {
    id: 'health',
    keywords: {
      en: 'pharmac, medicine, plaster, bandage, vitamin, painkiller, ibuprofen, paracetamol, aspirin, thermometer, cough, nose drop, insect repellent, disinfect, magnesium, pills',
      pl: 'aptek, lek, leki, lekarst, plast, plaster, bandaz, witamin, ibuprofen, paracetamol, aspiryn, termometr, syrop na kasz, krople do, na komary, odkaz, magnez, tabletki przeciw',
    },
  },
  {
    id: 'baby',
    keywords: {
      en: 'baby, nappy, nappies, diaper, wet wipe, infant, formula milk, dummy, pacifier, bib',
      pl: 'dla dziec, dla niemow, pieluch, pieluszk, chusteczki nawilz, mleko modyf, mleko dla niem, sloiczek, obiadek, smoczek, sliniak, kaszka dla',
    },
  },
  {
    id: 'pets',
    keywords: {
      en: 'pet, cat, cat food, cat litter, dog, dog food, bird seed, fish food, hamster, litter',
      pl: 'dla kot, dla ps, karma, karmy, zwir, pokarm dla, dla chomik, dla zwierz, smakolyki dla, dla ryb, zwierz',
    },
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

/** Words of another language that are a different product in this one: in Polish toothpaste and baking soda. */
const falseFriends: Texts = { en: '', pl: 'pasta, soda, chips' }

function keywordsOf({ id, keywords }: CategorySeed, language: Language): string[] {
  const names = (wares.get(id) ?? []).map((ware) => ware[language].toLowerCase())
  return [...new Set([...keywords[language].split(', '), ...names])]
}

function build(language: Language): { categories: Category[]; products: CatalogueProduct[] } {
  const products: CatalogueProduct[] = []
  const others = languages.filter((other) => other !== language)
  const excluded = falseFriends[language].split(', ')
  const categories = categorySeeds.map((seed) => {
    const { id } = seed
    const category: Category = {
      id,
      category_name: builtInAisles[id][language],
      icon: `${id}.svg`,
      keywords: keywordsOf(seed, language),
      otherKeywords: others
        .flatMap((other) => keywordsOf(seed, other))
        .filter((keyword) => !excluded.includes(keyword)),
    }
    for (const { key, unit, ...names } of wares.get(id) ?? []) {
      const productName = names[language]
      products.push({ key, productName, words: wordsKey(productName), unit, category })
    }
    return category
  })
  return { categories, products }
}

const built = Object.fromEntries(languages.map((language) => [language, build(language)])) as Record<
  Language,
  ReturnType<typeof build>
>

export function builtInCategories(language: Language): readonly Category[] {
  return built[language].categories
}

export function catalogue(language: Language): readonly CatalogueProduct[] {
  return built[language].products
}
