import { Keywords } from './category-finder.ts'

/** Pictures of products, each with prefixes of the English and Polish words for which it is shown. */
const pictured = {
  apple: 'apple, jabl',
  avocado: 'avocado, awokado, guacamole',
  babyBottle: 'baby, formula milk, mleko modyfikowane, kaszka',
  baguette: 'baguette, roll, bun, bagiet, bulk, kajzerk',
  banana: 'banana, banan',
  bandage: 'bandage, bandaid, bandaz, plastry opat',
  bath: 'shampoo, shower, soap, conditioner, szampon, zel pod prysznic, mydl, odzywka do wlos',
  battery: 'battery, batteries, bateri',
  beer: 'beer, lager, ale, cider, piwo, piwa, cydr',
  bone: 'dog treat, przysmaki dla ps',
  bottle: 'water, juice, cola, lemonade, squash, drink, woda, wody, wode, sok, soki, lemoniad, napoj',
  bread: 'bread, toast, loaf, chleb, tost, pieczyw',
  bulb: 'light bulb, bulb, zarowk',
  burger: 'burger, hamburger',
  cake: 'cake, muffin, cheesecake, tort, ciasto, sernik, babk',
  candle: 'candle, swieczk, swieca, swiece',
  candy: 'candy, candies, sweets, gummy, lollipop, cukierk, zelki, lizak',
  carrot: 'carrot, marchew',
  cat: 'cat, cat food, cat litter, kot, kota, dla kot, zwirek',
  cheese: 'cheese, cheddar, gouda, mozzarella, feta, parmesan, ser, serek, sera, serow, twarog, parmezan',
  cherry: 'cherry, cherries, wisni, czeresn',
  coffee: 'coffee, espresso, kawa, kawy, kawe',
  cookie: 'cookie, biscuit, cracker, wafer, ciastk, herbatnik, wafel, wafelk, krakers',
  dental: 'tooth, dental, mouthwash, pasta do zeb, szczoteczk, nitka dent, plyn do ust',
  diaper: 'diaper, nappy, nappies, pieluch, pielusz',
  dog: 'dog, dog food, pies, psa, psow, dla ps',
  egg: 'egg, jaja, jajk, jajek, jajec',
  fish: 'fish, filet z los, filet z dorsz, fish fillet, salmon, tuna, cod, herring, trout, mackerel, ryb, loso, tunczyk, dorsz, sledz, pstrag, makrel',
  flower: 'flower, tulip, rose, kwiat, tulipan',
  grains: 'rice, groats, couscous, quinoa, ryz, kasza, kasze, kuskus, komos',
  iceCream: 'ice cream, sorbet, lody, lodow, sorbet',
  leaf: 'parsley, basil, dill, mint, chive, herb, natka, bazyli, koper, mieta, szczypior, ziol',
  lemon: 'lemon, lime, cytryn, limonk',
  meat: 'meat, beef, pork, chicken, turkey, mince, steak, fillet, mies, wolow, wieprz, kurcz, indyk, schab, karkow, filet, udk',
  milk: 'milk, kefir, buttermilk, cream, mleko, mleka, mleczk, maslank, kefir, smietan',
  mug: 'tea, teabag, cocoa, herbat, kakao',
  mushroom: 'mushroom, champignon, grzyb, pieczark, borowik, kurki',
  muesli: 'oat, rolled oat, muesli, cereal, flakes, granola, porridge, platki, musli, owsian, granol',
  pepper: 'pepper, paprika, chilli, chili, papryk',
  pill: 'aspirin, ibuprofen, paracetamol, vitamin, tablet, medicine, witamin, tabletk, lek, leki, apap',
  pizza: 'pizza',
  salad: 'lettuce, salad, spinach, rocket, salat, szpinak, rukol, roszpon',
  sausage: 'sausage, frankfurter, salami, kielbas, parow, kabanos, salami',
  soup: 'soup, broth, stock cube, zupa, zupy, rosol, barszcz, zurek, kostka rosol',
  toiletPaper:
    'toilet paper, kitchen roll, paper towel, tissue, papier toalet, recznik papier, reczniki papier, chustecz',
  wash: 'washing, laundry, detergent, fabric softener, proszek do pran, plyn do pran, kapsulki do pran, plyn do pluk',
  wine: 'wine, prosecco, champagne, wino, wina, szampan',
} as const

/** Words that begin like one of those but have no picture. */
const others =
  'serwet, serum, sercow, serc, teaspoon, tea towel, tea light, catch, catalog, codein, alergi, alkohol, rosemary, kotlet, kotar, lekki, lekka, piesz, winogron, piwoni, bundz, sokow, eggplant, peppermint, cherry tomato, watermelon, water filter, watercress, breadcrumb, rollmop, bunch, cake tin, buttercream, creamer, drinking straw, herbal'

export type ProductPicture = keyof typeof pictured

let keywords: Keywords<{ picture: ProductPicture | null; keywords: readonly string[] }> | undefined

/** Caches the look-ups, because a long list renders its rows often. */
const cache = new Map<string, ProductPicture | undefined>()
const mostKnown = 5_000

/** Returns the picture for the longest of these prefixes in the name; undefined if there is none. */
export function pictureOf(productName: string): ProductPicture | undefined {
  if (cache.has(productName)) return cache.get(productName)
  if (cache.size >= mostKnown) cache.clear()
  const picture = look(productName)
  cache.set(productName, picture)
  return picture
}

function look(productName: string): ProductPicture | undefined {
  if (!keywords) {
    keywords = new Keywords()
    keywords.add({ picture: null, keywords: others.split(', ') })
    for (const [picture, words] of Object.entries(pictured) as [ProductPicture, string][])
      keywords.add({ picture, keywords: words.split(', ') })
  }
  return keywords.of(productName)?.picture ?? undefined
}
