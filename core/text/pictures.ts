import { Keywords } from './category-finder.ts'
import { namesOf } from './tongues.ts'

// The keys are names in the set of pictures that scripts/sprite.ts reads. Each word is the beginning of a word in a name,
// or with a full stop at its end the whole word: 'ser.' is not found in 'serum'. Words are without accents.

/** Words that say what a product is, whatever else its name says: 'Orange juice', 'Zupa pomidorowa'. */
const whatever = {
  '': 'sauce, sos., sosy., ketchup, vinegar, ocet, octu., oil., olej, oliwa, oliwy., syrup, syrop, dressing, breadcrumb, bulka tart, baking powder, proszek do pieczenia, baking soda, soda oczyszcz, vanilla, wanili, starch, skrobia, crisp., crisps., chips., chipsy, potato chip, corn starch, puff pastry, ciasto franc, tea towel, tea strainer, coffee filter, filtry do kaw, filtr do wod, water filter, woda toalet, woda perfum, paper filter, black pepper, white pepper, ground pepper, peppercorn, pieprz, seed., seeds., pestki, nasion, cake tin, roll on, dezodor, deodor, odzywka bialk, pasta do but, cotton, platki kosmet, serwet, napkin, korzen pietrusz, freezer bag, cling film, baking paper, papier do piecz, freshener, odswiezacz, kaszank',
  'adhesive-bandage': 'plasters., sticking plaster, plastry opatr, plastry na, bandage, bandaz, band aid',
  baby: 'baby wipe, wet wipe, nappy, nappies, diaper, pieluch, pielusz, chusteczki nawilz, chusteczki dla',
  'baby-bottle':
    'baby food, baby milk, baby bottle, formula milk, infant, mleko modyf, mleko dla niem, mleko nastepn, kaszka dla, obiadek, sloicz, smocz, dummy., pacifier',
  basket:
    'washing powder, washing liquid, washing capsule, laundry, detergent, softener, do prania, plyn do plukania tkanin, plyn do pluk',
  bathtub: 'bath., bubble bath, bath salt, do kapieli',
  beans: 'butter bean',
  'beer-mug': 'beer., beers., lager, ale., cider, piwo., piwa., piwk, cydr, radler, ipa., stout',
  'beverage-box': 'juice, sok., soki., nectar., nektar., nektary., smoothie, kompot',
  bird: 'bird seed, bird food, dla ptak, papug, kanark, budgie, parrot',
  'birthday-cake': 'birthday cake, tort., torcik',
  'bottle-with-popping-cork': 'prosecco, champagne, szampan, cava., sparkling wine, wino musuj',
  'bowl-with-spoon':
    'yoghurt, yogurt, jogurt, skyr, muesli, musli, granola, cereal., cereals., cornflake, porridge, oatmeal, oat., oats., flakes., platki, owsiank',
  bread: 'bread., breads., loaf, loaves, chleb, pieczyw, toast, tost., tosty, tostow, drozdzow, chalk',
  broom: 'broom, miotl, zmiotk, dustpan',
  bubbles:
    'dish soap, washing up, dishwash, do naczyn, do mycia nacz, zmywar, do zmywar, tabletki do zmyw, kapsulki do zmyw',
  bucket: 'floor cleaner, plyn do podlog, do podlog, mop., mopy., bucket, wiadr',
  burrito: 'burrito, wrap., wraps., tortill',
  butter: 'butter., maslo, masla., margarine, margaryn',
  candle: 'candle, swieczk, swiec, znicz, tea light, tealight',
  'canned-food':
    'canned, tinned, in a can, puszk, puszc, konserwa, konserwy, tomato paste, tomato puree, passata, koncentrat, pasztet',
  candy:
    'candy, candies, sweets., cukierk, gummy, chewing gum, guma do zuc, gumy do zuc, zelki, zelek., jelly sweet, jelly bab, jelly bean, marshmallow, toffee, fudge, krowki, pianki., tic tac',
  'cat-face': 'cat., cats., kitten, kot., kota., koty., kotow, kocia., kocie., dla kot, karma dla kot, zwir',
  'cheese-wedge':
    'cheese., cheeses., cream cheese, ser., sery., sera., serow., serek, serk, cheddar, gouda, mozzarell, feta., parmesan, parmezan, twarog, twaroz, camembert, brie., ricott, mascarpon, oscyp, bryndz',
  'chocolate-bar':
    'chocolate, czekolad, baton, bar., bars., pralin, easter egg, jajko niespodz, milk chocolate, czekolada mlecz',
  'christmas-tree': 'christmas tree, choink, bombk',
  coconut: 'coconut milk, mleko kokos, mleczko kokos, coconut cream',
  cookie:
    'cookie, biscuit, butter cookie, butter biscuit, ciastka., ciastko, ciastek, ciastecz, herbatnik, cracker, cream cracker, krakers, wafer, wafel., wafelk, wafle., piernik, gingerbread, shortbread, delicj, sponge finger, biszkopt',
  'cup-with-straw':
    'cola., coke., pepsi, lemonade, lemoniad, oranzad, soda., tonic., tonik., napoj, energy drink, energetyk, iced tea, ice tea, mrozona herbat, soft drink, ginger beer, ginger ale',
  custard: 'pudding, budyn, kisiel, jelly., jellies., galaret, panna cotta, custard',
  'dog-face': 'dog., dogs., puppy, pies., psa., psow., psy., dla ps, karma dla ps',
  droplet: 'water., woda, wody., wode., wod., mineral water',
  dumpling: 'dumpling, pierog, pierozk, uszka., ravioli, tortellini, pyzy., kopyt, knedl, gnocchi, gyoza',
  'ear-of-corn': 'canned corn, kukurydza w pusz',
  egg: 'egg., eggs., jajk, jajo., jaja., jaj., jajek.',
  'fork-and-knife-with-plate': 'paper plate, plate., plates., talerz',
  'french-fries': 'fries., frytk, oven chips',
  'glass-of-milk':
    'milk., milks., mleko, mleka., kefir, buttermilk, maslank, cream., whipping cream, sour cream, smietan, oat milk, soy milk, almond milk, napoj owsian, napoj sojow, napoj migdal',
  'green-salad': 'salad., salads., salatk, surowk, coleslaw',
  hamburger: 'burger, hamburger',
  hamster: 'hamster, chomik, guinea pig, swinki morsk, swinka morsk, gryzon',
  'hot-beverage':
    'coffee, espresso, cappuccino, latte., kawa., kawy., kawe., cocoa., kakao., hot chocolate, goraca czekol',
  'hot-dog':
    'hot dog, hotdog, sausage, frankfurter, parowk, parowek, kielbas, kabanos, chorizo, bratwurst, wurst',
  'hot-pepper': 'paprika., papryka miel, papryka w prosz, papryka wedz, papryka slodka m, papryka ostra m',
  'ice-cream': 'ice cream, ice lolly, lody., lodow., sorbet, gelato',
  jar: 'jam., jams., marmalade, preserve, dzem, konfitur, powidl, marmolad, peanut butter, maslo orzech, nutella, spread., krem czekol, krem orzech, pickle, kiszon, konserwow, gherkin, kornisz, sauerkraut, pesto, mustard, musztard, mayo, majonez, horseradish, chrzan., hummus, chutney, salsa',
  'lotion-bottle':
    'shampoo, conditioner, lotion, szampon, odzywka do wlos, odzywka., balsam, krem., krem do, krem z filtr, krem na, sun cream, sunscreen, hand cream, face cream, night cream, day cream, body butter, maslo do ciala, mleczko do, micel, shea butter, moisturis, moisturiz, hair gel, zel do wlos, serum',
  mate: 'yerba',
  mosquito: 'insect repel, mosquito, komar, kleszcz',
  pancakes: 'pancake, nalesnik, placki., racuch, placusz',
  'pea-pod': 'green bean, french bean, runner bean, fasolka szp',
  pie: 'pie., mince pie, tart., tarta., tarty., quiche',
  pill: 'aspirin, ibuprofen, paracetamol, vitamin, tablet, medicine, painkiller, pills., witamin, tabletk, lek., leki., lekarst, apap, ibuprom, magnesium, magnez., probiot, suplement, supplement, woda utlen, krople do',
  pizza: 'pizza, pizze., pizzy., pizz., ciasto na pizz',
  'pot-of-food':
    'soup, zupa, zupy., zupe., broth, rosol, bulion, bouillon, stock cube, chicken stock, vegetable stock, barszcz, zurek, zurku, stew., gulasz, goulash, bigos, leczo, flaki',
  'potted-plant':
    'plant., plants., flower pot, potting, roslin, doniczk, ziemia do, ziemia ogrod, nawoz, fertili, compost',
  rabbit: 'rabbit, krolik',
  razor: 'razor, shaving, zyletk, maszynk, do golenia, pianka do gol',
  'rice-cracker': 'rice cake, wafle ryz, wafel ryz, wafelki ryz',
  'roll-of-paper':
    'toilet paper, toilet roll, kitchen roll, kitchen towel, paper towel, papier toalet, recznik papier, reczniki papier, recznik kuch, reczniki kuch, tissue, chusteczki., chusteczki hig',
  sandwich: 'sandwich, kanapk, toastie',
  'shallow-pan-of-food': 'paella, frozen veg, warzywa na pat, mrozone warz, mieszanka warz, stir fry',
  'sheaf-of-rice': 'flour., maka., maki., make., wheat, bran., otreby, semolina, kasza mann',
  shortcake:
    'cake., cakes., sponge cake, cheesecake, sernik, ciasto, ciasta., szarlot, makowiec, makowca, brownie, tiramisu, gateau, swiss roll, rolada czek',
  shower: 'shower, zel pod, pod prysz',
  soap: 'soap., soaps., mydlo, mydla., mydel.',
  spaghetti: 'pasta., spaghetti, macaroni, penne, fusilli, tagliatell, lasagn, makaron, noodle, swiderki',
  sponge: 'sponge., sponges., gabk, gabki do nacz, gabka do nacz, zmywak',
  'steaming-bowl': 'ramen, noodle soup, instant soup, zupka chin, zupki chin',
  'stuffed-flatbread': 'kebab, gyros, doner, shawarma',
  sushi: 'sushi, nori., wasabi',
  taco: 'taco., tacos., nacho',
  'takeout-box': 'ready meal, danie gotow, dania gotow, gotowe dan, takeaway',
  'teacup-without-handle': 'paper cup, cup., cups., mug., mugs., kubek, kubk, kubecz, filizank',
  teapot: 'tea., teas., teabag, tea bag, herbat, rooibos',
  toilet: 'toilet cleaner, toilet duck, do toalet, kostka do wc, kostki do wc, wc., domestos',
  tomato: 'cherry tomato, canned tomato, pomidory w pusz',
  tooth: 'dental, floss, mouthwash, nitka dent, nic dent, plyn do ust, do plukania ust, do plukania jamy',
  toothbrush: 'toothbrush, toothpaste, tooth paste, do zebow, szczoteczk',
  'tropical-fish': 'fish food, dla rybek, dla ryb, aquarium, akwari',
  wastebasket:
    'bin bag, bin liner, rubbish bag, trash bag, garbage bag, worki na smiec, worki., worek., worki do smiec',
  window: 'window clean, glass clean, do szyb, do okien',
  'wine-glass': 'wine., wines., rose wine, wino., wina., win.',
  'wrapped-gift': 'gift wrap, papier prez',
} as const

/** Words for products and what others are made of. The longest in a name decides. */
const pictured = {
  '': 'salami, pepperoni, raspberr, malin, plum, sliwk',
  'artist-palette': 'paint., paints., farba., farby., farbk, plastelin',
  avocado: 'avocado, awokado, guacamole',
  baby: 'baby., dla niemow',
  bacon: 'bacon, boczek, boczk, ham., szynk, prosciutto, pancetta, wedlin, cold cut, poledwic',
  bagel:
    'bagel, bajgl, roll., rolls., bun., buns., bulka, bulki, bulek., bulke., bulecz, kajzer, graham, obwarzan',
  'baguette-bread': 'baguette, bagiet, ciabatt',
  balloon: 'balloon, balon',
  banana: 'banana, banan',
  battery: 'battery, batteries, bateri',
  beans:
    'bean., beans., butter bean, kidney bean, baked bean, lentil, chickpea, fasola, fasoli., fasole., fasolk, ciecierzyc, cieciork, soczewic, groch., grochu.',
  bed: 'bedding, poscie',
  'bell-pepper': 'bell pepper, pepper., peppers., papryka, papryki., papryke., papryk.',
  blueberries: 'blueberr, blackberr, blackcurrant, borowki, borowka, borowek, jagod, jezyn',
  books: 'book., books., ksiazk',
  bouquet: 'flower., flowers., bouquet, kwiat, bukiet',
  broccoli: 'broccoli, brokul',
  'brown-mushroom': 'mushroom, champignon, grzyb, pieczark, borowik, kurki., boczniak, shiitake, portobello',
  'bubble-tea': 'bubble tea',
  carrot: 'carrot, marchew',
  cherries: 'cherry., cherries., wisni, czeresn',
  chestnut:
    'chestnut, kasztan, nut., nuts., walnut, hazelnut, cashew, almond, pecan, pistach, orzech, migdal, nerkow, pistacj',
  cigarette: 'cigarette, papieros, tobacco, tyton',
  'cocktail-glass': 'vermouth, wermut, martini, aperol, campari, gin., liqueur, likier, cocktail',
  coconut: 'coconut, kokos, wiorki kok',
  'cooked-rice':
    'rice., ryz., ryzu., basmati, risotto, kasza, kasze., kaszy., kasz., couscous, kuskus, groats, quinoa, komos, bulgur, buckwheat, millet',
  cooking: 'frying pan, patelni',
  crab: 'crab, krab., kraby., surimi',
  crayon: 'crayon, kredk',
  croissant: 'croissant, rogal',
  cucumber: 'cucumber, ogorek, ogork, courgette, zucchini, cukini',
  cupcake: 'muffin, cupcake, babecz, babk',
  'curry-rice': 'curry',
  'cut-of-meat':
    'meat, beef, pork, steak, veal, lamb., mince., minced, mieso, miesa., miesn, wolow, wieprz, cielec, jagniec, schab, karkow, stek., steki., rostbef, kotlet, lopatka wiep',
  doughnut: 'doughnut, donut, paczek., paczki.',
  duck: 'duck, kaczk',
  'ear-of-corn': 'corn., sweetcorn, kukurydz',
  eggplant: 'eggplant, aubergine, baklazan',
  'electric-plug': 'extension cord, plug., charger, ladowark, przedluz',
  envelope: 'envelope, kopert, stamp., stamps., znaczk',
  falafel: 'falafel',
  fire: 'charcoal, firelighter, wegiel, wegla., brykiet, podpalk, rozpalk, match., matches., zapalk, lighter., lighters., zapalnicz',
  fish: 'fish, filet z los, filet z dorsz, filet z ryb, salmon, tuna., cod., carp., herring, trout, mackerel, haddock, ryba, ryby., rybe., ryb., rybn, paluszki ryb, losos, lososi, tunczyk, dorsz, sledz, pstrag, makrel, karp., karpia., mintaj, morszczuk, sandacz, sardyn, sardin, anchov, szprot, halibut',
  flashlight: 'torch., torches., flashlight, latark',
  flatbread: 'pita., pity., naan, flatbread, lavash',
  'fork-and-knife': 'cutlery, fork., forks., sztucc, widel',
  'fuel-pump': 'petrol, fuel, diesel, paliw, benzyn, spryskiw',
  garlic: 'garlic, czosn',
  'ginger-root': 'ginger., imbir',
  gloves: 'gloves., rekawic',
  goose: 'goose, ges., gesi., gesin',
  grapes: 'grape., grapes., raisin, sultana, winogron, rodzyn',
  'green-apple': 'green apple, granny smith, zielone jabl',
  'hair-pick': 'comb., combs., hair brush, hairbrush, grzebien, szczotka do wlos',
  hammer: 'hammer, mlot',
  headphone: 'headphone, earphone, sluchawk',
  herb: 'parsley, basil, dill., mint., chive, spring onion, herb., herbs., coriander, cilantro, oregano, thyme, rosemary, sage., marjoram, bay lea, natk, pietruszk, bazyli, koper., koperk, koperek, miet, szczypior, ziola, ziol., kolendr, tymian, rozmaryn, majeran, szalwi, lubczyk, lisc laur, liscie laur, melis',
  'honey-pot': 'honey., miod., miodu., miody.',
  'hot-pepper': 'chilli, chili, jalapen, cayenne, tabasco',
  ice: 'ice., ice cube, lod., kostki lodu',
  'jack-o-lantern': 'pumpkin, dyni',
  jeans: 'jeans, trousers, spodni',
  'kitchen-knife': 'knife., knives., noz., noze.',
  'kiwi-fruit': 'kiwi',
  'leafy-green':
    'lettuce, salata, salaty., salate., salat., spinach, szpinak, kale., jarmuz, rocket., rukol, roszpon, cabbage, kapust, chard, botwin, iceberg, brussels sprout, brukselk, celery, seler nac, pak choi',
  lemon: 'lemon, cytryn',
  'light-bulb': 'light bulb, bulb., bulbs., zarowk',
  lime: 'lime., limes., limonk',
  lipstick: 'lipstick, lip balm, pomadk, szmink, make up, makeup, mascara, tusz do rz, kosmety',
  lollipop: 'lollipop, lizak',
  mango: 'mango',
  'meat-on-bone': 'rib., ribs., zeberk, zeber., golonk, lamb chop, mutton',
  melon: 'melon, honeydew, kantalup',
  'mouse-trap': 'mouse trap, mousetrap, na myszy, lapka na',
  'nail-polish': 'nail polish, nail varnish, paznokc, paznokci',
  newspaper: 'newspaper, magazine, gazet',
  notebook: 'notebook, zeszyt, notes.',
  'nut-and-bolt': 'screw., screws., srub, wkret',
  octopus: 'octopus, osmiornic',
  olive: 'olive., olives., oliwk, oliwek.',
  onion: 'onion, cebul, shallot, szalot, dymk',
  oyster: 'oyster, mussel, clam., clams., seafood, malz., malze., ostryg, owoce morza',
  package: 'parcel, box., boxes., pudelk',
  'party-popper': 'party., konfetti, confetti, serpentyn',
  'pea-pod': 'pea., peas., groszek, groszk',
  peach: 'peach, brzoskwin, nectarine, nektaryn, apricot, morela., morele., moreli.',
  peanuts: 'peanut, fistasz, orzeszki ziem',
  pear: 'pear., pears., gruszk, gruszek.',
  pen: 'pen., pens., dlugopis',
  pencil: 'pencil, olowek, olowk',
  pineapple: 'pineapple, ananas',
  plunger: 'drain cleaner, plunger, kret do, udrozn, do rur, przepych',
  popcorn: 'popcorn',
  potato: 'potato, ziemniak, ziemniacz, kartof',
  'poultry-leg':
    'chicken, drumstick, wings., nugget, kurczak, kurcze, kurczec, udko, udka., udek., skrzydelk, piers z, piersi z, filet z kurcz, filet z piersi, drobi',
  pretzel: 'pretzel, precel, precl, paluszk',
  'puzzle-piece': 'puzzle, jigsaw',
  'red-apple': 'apple., apples., jablk, jablek., jabluszk',
  ribbon: 'ribbon, wstazk',
  'roasted-sweet-potato': 'sweet potato, batat',
  rose: 'rose., roses., roza., roze.',
  'running-shoe': 'shoe., shoes., sneaker, buty., butow.',
  'safety-pin': 'safety pin, agrafk',
  salt: 'salt., salts., sol., soli.',
  scissors: 'scissors, nozycz',
  screwdriver: 'screwdriver, srubokr, wkretak',
  seedling: 'seedling, sprout., sprouts., cress., kielki, kielk, rzezuch, sadzonk',
  'sewing-needle': 'needle, igla., igly.',
  'shopping-bags': 'carrier bag, paper bag, shopping bag, torb, reklamow, siatk',
  shrimp: 'shrimp, prawn, krewet',
  'soccer-ball': 'football, ball., balls., pilka., pilki.',
  socks: 'sock., socks., skarpet',
  sparkler: 'sparkler, firework, zimne ogn, fajerwerk',
  spoon: 'spoon., spoons., lyzka, lyzki., lyzek., lyzecz',
  squid: 'squid, calamari, kalmar',
  'straight-ruler': 'ruler., rulers., linijk',
  strawberry: 'strawberr, truskaw, poziom',
  sunflower: 'sunflower, slonecznik',
  sunglasses: 'sunglasses, okulary',
  't-shirt': 'tshirt, t shirt, koszulk, podkoszul',
  tangerine:
    'orange., oranges., mandarin, clementine, tangerine, grapefruit, pomelo, pomarancz, mandaryn, klementyn, grejpfrut',
  'teddy-bear': 'teddy, toy., toys., zabawk, plusz',
  thermometer: 'thermometer, termometr',
  thread: 'thread., threads., nici., nic.',
  ticket: 'ticket, bilet',
  tomato: 'tomato, pomidor',
  tulip: 'tulip',
  'tumbler-glass':
    'whisky, whiskey, vodka, wodka, wodki., wodke., rum., brandy, cognac, koniak, bourbon, tequil, nalewk',
  turkey: 'turkey, indyk, indycz',
  umbrella: 'umbrella, parasol',
  waffle: 'waffle, gofr',
  watermelon: 'watermelon, arbuz',
  wood: 'firewood, kindling, drewno',
  'wrapped-gift': 'gift, present., presents., prezent, papier ozdob',
  yarn: 'yarn, wool., wloczk',
} as const

/** The name of a picture, which src/ui/picture/products.json draws. */
export type ProductPicture = Exclude<keyof typeof whatever | keyof typeof pictured, ''>

export const productPictures = [...new Set(Object.keys({ ...whatever, ...pictured }))].filter(
  (name) => name !== '',
) as ProductPicture[]

interface Words {
  /** '' for words that only look like those of a picture */
  picture: ProductPicture | ''
  keywords: readonly string[]
}

let tables: readonly Keywords<Words>[] | undefined

/** Caches the look-ups, because a long list renders its rows often. */
const cache = new Map<string, ProductPicture | undefined>()
const mostKnown = 5_000

/** Returns the picture of a product's name; undefined if there is none. */
export function pictureOf(productName: string): ProductPicture | undefined {
  if (cache.has(productName)) return cache.get(productName)
  if (cache.size >= mostKnown) cache.clear()
  const picture = look(productName)
  cache.set(productName, picture)
  return picture
}

function look(productName: string): ProductPicture | undefined {
  tables ??= [whatever, pictured].map(keywordsIn)
  // The words above are English and Polish: a product in another language is one of the catalogue's.
  for (const name of namesOf(productName))
    for (const table of tables) {
      const found = table.of(name)
      if (found) return found.picture || undefined
    }
  return undefined
}

function keywordsIn(table: Partial<Record<Words['picture'], string>>): Keywords<Words> {
  const all = new Keywords<Words>()
  for (const [picture, words] of Object.entries(table) as [Words['picture'], string][])
    all.add({ picture, keywords: words.split(', ').map((word) => word.replace(/\.$/, ' ')) })
  return all
}
