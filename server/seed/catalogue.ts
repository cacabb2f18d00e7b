import { builtInAisles } from '../../core/product/aisles.ts'
import { languages, type Language, type Unit } from '../../core/product/entities.ts'
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
      en: 'sweet, chocolate, candy, candies, biscuit, cookie, wafer, crisp, peanut, popcorn, cracker, pretzel, chewing gum, jelly, marshmallow, lollipop, snack, bar, gingerbread, halva',
      pl: 'slodycz, czekolad, cukierk, ciastk, herbatnik, wafel, wafelk, chips, chrupk, fistaszk, orzeszk, popcorn, krakers, precel, precl, paluszki, guma do zuc, zelk, pianki, lizak, przekask, baton, piernik, chalw, delicj, galaretk',
    },
  },
  {
    id: 'drinks',
    keywords: {
      en: 'drink, water, juice, apple juice, orange juice, tomato juice, cola, lemonade, tea, coffee, cocoa, soda, tonic, syrup, smoothie, nectar, energy drink, iced tea',
      pl: 'napoj, woda, wody, sok, sok jabl, sok pomar, sok pomidor, cola, lemoniad, herbat, kaw, kakao, oranzad, tonik, syrop, smoothie, nektar, kompot, izotonik, yerba',
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
      en: 'shampoo, conditioner, soap, shower gel, toothpaste, toothbrush, floss, mouthwash, deodorant, razor, shaving, cosmetic, face cream, hand cream, body lotion, sun cream, sunscreen, cotton, sanitary, tampon, lip balm, hair, make-up, perfume, nail',
      pl: 'szampon, odzywka do wlos, mydl, zel pod, pasta do zeb, szczoteczk, nic dent, nitka dent, plyn do plukania ust, dezodorant, antyperspir, maszynk, pianka do gol, kosmety, krem, krem do, balsam, wacik, patyczk, podpask, tampon, pomadk, lakier, perfum, tonik do twarz',
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

type Ware = readonly [key: string, en: string, pl: string, unit: Unit]

/** What people buy, by category, without prices. */
const wares: Record<string, readonly Ware[]> = {
  vegetables: [
    ['potatoes', 'Potatoes', 'Ziemniaki', 'kg'],
    ['tomatoes', 'Tomatoes', 'Pomidory', 'kg'],
    ['cherry-tomatoes', 'Cherry tomatoes', 'Pomidorki koktajlowe', 'pcs'],
    ['carrots', 'Carrots', 'Marchew', 'kg'],
    ['onions', 'Onions', 'Cebula', 'kg'],
    ['garlic', 'Garlic', 'Czosnek', 'pcs'],
    ['cucumbers', 'Cucumbers', 'Ogórki', 'kg'],
    ['bell-peppers', 'Bell peppers', 'Papryka', 'pcs'],
    ['lettuce', 'Lettuce', 'Sałata', 'pcs'],
    ['spinach', 'Spinach', 'Szpinak', 'g'],
    ['cabbage', 'Cabbage', 'Kapusta', 'pcs'],
    ['cauliflower', 'Cauliflower', 'Kalafior', 'pcs'],
    ['broccoli', 'Broccoli', 'Brokuły', 'pcs'],
    ['leek', 'Leek', 'Por', 'pcs'],
    ['celeriac', 'Celeriac', 'Seler', 'pcs'],
    ['beetroot', 'Beetroot', 'Buraki', 'kg'],
    ['radishes', 'Radishes', 'Rzodkiewki', 'pcs'],
    ['courgettes', 'Courgettes', 'Cukinia', 'pcs'],
    ['mushrooms', 'Mushrooms', 'Pieczarki', 'g'],
    ['avocado', 'Avocado', 'Awokado', 'pcs'],
    ['parsley', 'Parsley', 'Natka pietruszki', 'pcs'],
    ['dill', 'Dill', 'Koperek', 'pcs'],
  ],
  fruit: [
    ['apples', 'Apples', 'Jabłka', 'kg'],
    ['bananas', 'Bananas', 'Banany', 'kg'],
    ['oranges', 'Oranges', 'Pomarańcze', 'kg'],
    ['lemons', 'Lemons', 'Cytryny', 'pcs'],
    ['limes', 'Limes', 'Limonki', 'pcs'],
    ['pears', 'Pears', 'Gruszki', 'kg'],
    ['grapes', 'Grapes', 'Winogrona', 'g'],
    ['strawberries', 'Strawberries', 'Truskawki', 'g'],
    ['raspberries', 'Raspberries', 'Maliny', 'g'],
    ['blueberries', 'Blueberries', 'Borówki', 'g'],
    ['mandarins', 'Mandarins', 'Mandarynki', 'kg'],
    ['plums', 'Plums', 'Śliwki', 'kg'],
    ['watermelon', 'Watermelon', 'Arbuz', 'pcs'],
    ['kiwi', 'Kiwi', 'Kiwi', 'pcs'],
  ],
  bakery: [
    ['bread', 'Bread', 'Chleb', 'pcs'],
    ['rye-bread', 'Rye bread', 'Chleb żytni', 'pcs'],
    ['rolls', 'Rolls', 'Bułki', 'pcs'],
    ['baguette', 'Baguette', 'Bagietka', 'pcs'],
    ['toast-bread', 'Toast bread', 'Chleb tostowy', 'pcs'],
    ['tortillas', 'Tortillas', 'Tortille', 'pcs'],
    ['burger-buns', 'Burger buns', 'Bułki do burgerów', 'pcs'],
    ['croissants', 'Croissants', 'Croissanty', 'pcs'],
    ['birthday-cake', 'Birthday cake', 'Tort urodzinowy', 'pcs'],
  ],
  dairy: [
    ['milk', 'Milk', 'Mleko', 'l'],
    ['butter', 'Butter', 'Masło', 'pcs'],
    ['eggs', 'Eggs', 'Jajka', 'pcs'],
    ['yellow-cheese', 'Yellow cheese', 'Ser żółty', 'dag'],
    ['cottage-cheese', 'Cottage cheese', 'Serek wiejski', 'pcs'],
    ['curd-cheese', 'Curd cheese', 'Twaróg', 'g'],
    ['mozzarella', 'Mozzarella', 'Mozzarella', 'pcs'],
    ['feta', 'Feta', 'Ser feta', 'pcs'],
    ['parmesan', 'Parmesan', 'Parmezan', 'g'],
    ['yoghurt', 'Natural yoghurt', 'Jogurt naturalny', 'pcs'],
    ['sour-cream', 'Sour cream', 'Śmietana', 'ml'],
    ['whipping-cream', 'Whipping cream', 'Śmietanka 30%', 'ml'],
    ['kefir', 'Kefir', 'Kefir', 'pcs'],
    ['mascarpone', 'Mascarpone', 'Mascarpone', 'g'],
  ],
  meat: [
    ['chicken-breast', 'Chicken breast', 'Pierś z kurczaka', 'kg'],
    ['whole-chicken', 'Whole chicken', 'Kurczak cały', 'pcs'],
    ['minced-beef', 'Minced beef', 'Mięso mielone wołowe', 'g'],
    ['beef', 'Beef', 'Wołowina', 'kg'],
    ['pork-neck', 'Pork neck', 'Karkówka', 'kg'],
    ['pork-loin', 'Pork loin', 'Schab', 'kg'],
    ['ham', 'Ham', 'Szynka', 'dag'],
    ['bacon', 'Bacon', 'Boczek', 'g'],
    ['sausage', 'Sausage', 'Kiełbasa', 'kg'],
    ['white-sausage', 'White sausage', 'Biała kiełbasa', 'kg'],
    ['frankfurters', 'Frankfurters', 'Parówki', 'pcs'],
    ['salami', 'Salami', 'Salami', 'dag'],
  ],
  fish: [
    ['salmon', 'Salmon', 'Łosoś', 'g'],
    ['cod', 'Cod', 'Dorsz', 'kg'],
    ['carp', 'Carp', 'Karp', 'kg'],
    ['herring', 'Herring', 'Śledzie', 'g'],
    ['tuna', 'Tuna in a can', 'Tuńczyk w puszce', 'pcs'],
    ['prawns', 'Prawns', 'Krewetki', 'g'],
    ['smoked-mackerel', 'Smoked mackerel', 'Makrela wędzona', 'pcs'],
  ],
  frozen: [
    ['frozen-vegetables', 'Frozen vegetables', 'Mrożone warzywa', 'pcs'],
    ['frozen-berries', 'Frozen berries', 'Mrożone owoce', 'pcs'],
    ['ice-cream', 'Ice cream', 'Lody', 'l'],
    ['ice-cubes', 'Ice cubes', 'Lód w kostkach', 'kg'],
    ['frozen-pizza', 'Frozen pizza', 'Pizza mrożona', 'pcs'],
    ['fries', 'Fries', 'Frytki', 'kg'],
    ['dumplings', 'Frozen dumplings', 'Pierogi', 'pcs'],
  ],
  pantry: [
    ['flour', 'Flour', 'Mąka', 'kg'],
    ['sugar', 'Sugar', 'Cukier', 'kg'],
    ['icing-sugar', 'Icing sugar', 'Cukier puder', 'g'],
    ['rice', 'Rice', 'Ryż', 'kg'],
    ['pasta', 'Pasta', 'Makaron', 'pcs'],
    ['spaghetti', 'Spaghetti', 'Spaghetti', 'g'],
    ['buckwheat', 'Buckwheat groats', 'Kasza gryczana', 'pcs'],
    ['couscous', 'Couscous', 'Kuskus', 'g'],
    ['lentils', 'Red lentils', 'Soczewica czerwona', 'g'],
    ['chickpeas', 'Chickpeas', 'Ciecierzyca', 'pcs'],
    ['oats', 'Oats', 'Płatki owsiane', 'g'],
    ['muesli', 'Muesli', 'Musli', 'pcs'],
    ['oil', 'Rapeseed oil', 'Olej rzepakowy', 'l'],
    ['olive-oil', 'Olive oil', 'Oliwa z oliwek', 'ml'],
    ['vinegar', 'Vinegar', 'Ocet', 'pcs'],
    ['canned-tomatoes', 'Canned tomatoes', 'Pomidory w puszce', 'pcs'],
    ['tomato-paste', 'Tomato paste', 'Koncentrat pomidorowy', 'pcs'],
    ['canned-corn', 'Canned corn', 'Kukurydza w puszce', 'pcs'],
    ['canned-beans', 'Canned red beans', 'Fasola czerwona w puszce', 'pcs'],
    ['coconut-milk', 'Coconut milk', 'Mleko kokosowe', 'ml'],
    ['honey', 'Honey', 'Miód', 'pcs'],
    ['jam', 'Jam', 'Dżem', 'pcs'],
    ['peanut-butter', 'Peanut butter', 'Masło orzechowe', 'pcs'],
    ['walnuts', 'Walnuts', 'Orzechy włoskie', 'g'],
    ['raisins', 'Raisins', 'Rodzynki', 'g'],
    ['yeast', 'Yeast', 'Drożdże', 'g'],
    ['baking-powder', 'Baking powder', 'Proszek do pieczenia', 'pcs'],
    ['breadcrumbs', 'Breadcrumbs', 'Bułka tarta', 'g'],
    ['pickled-cucumbers', 'Pickled cucumbers', 'Ogórki kiszone', 'pcs'],
    ['sauerkraut', 'Sauerkraut', 'Kapusta kiszona', 'kg'],
    ['poppy-seeds', 'Poppy seeds', 'Mak mielony', 'g'],
    ['dried-mushrooms', 'Dried mushrooms', 'Suszone grzyby', 'g'],
    ['sponge-fingers', 'Sponge fingers', 'Biszkopty', 'g'],
    ['broth', 'Stock cubes', 'Kostka rosołowa', 'pcs'],
  ],
  spices: [
    ['salt', 'Salt', 'Sól', 'kg'],
    ['black-pepper', 'Black pepper', 'Pieprz czarny', 'pcs'],
    ['paprika', 'Paprika powder', 'Papryka mielona', 'pcs'],
    ['cinnamon', 'Cinnamon', 'Cynamon', 'pcs'],
    ['curry', 'Curry powder', 'Curry w proszku', 'pcs'],
    ['basil', 'Basil', 'Bazylia', 'pcs'],
    ['oregano', 'Oregano', 'Oregano', 'pcs'],
    ['marjoram', 'Marjoram', 'Majeranek', 'pcs'],
    ['bay-leaves', 'Bay leaves', 'Liście laurowe', 'pcs'],
    ['vanilla-sugar', 'Vanilla sugar', 'Cukier wanilinowy', 'pcs'],
    ['ginger', 'Ginger', 'Imbir', 'g'],
    ['ketchup', 'Ketchup', 'Ketchup', 'pcs'],
    ['mustard', 'Mustard', 'Musztarda', 'pcs'],
    ['mayonnaise', 'Mayonnaise', 'Majonez', 'pcs'],
    ['soy-sauce', 'Soy sauce', 'Sos sojowy', 'pcs'],
    ['horseradish', 'Horseradish', 'Chrzan', 'pcs'],
  ],
  sweets: [
    ['chocolate', 'Chocolate', 'Czekolada', 'pcs'],
    ['biscuits', 'Biscuits', 'Herbatniki', 'pcs'],
    ['crisps', 'Crisps', 'Chipsy', 'pcs'],
    ['salted-peanuts', 'Salted peanuts', 'Orzeszki ziemne', 'pcs'],
    ['popcorn', 'Popcorn', 'Popcorn', 'pcs'],
    ['pretzel-sticks', 'Pretzel sticks', 'Paluszki', 'pcs'],
    ['crackers', 'Crackers', 'Krakersy', 'pcs'],
    ['jelly-sweets', 'Jelly sweets', 'Żelki', 'pcs'],
    ['chewing-gum', 'Chewing gum', 'Guma do żucia', 'pcs'],
    ['marshmallows', 'Marshmallows', 'Pianki', 'pcs'],
  ],
  drinks: [
    ['still-water', 'Still water', 'Woda niegazowana', 'l'],
    ['sparkling-water', 'Sparkling water', 'Woda gazowana', 'l'],
    ['apple-juice', 'Apple juice', 'Sok jabłkowy', 'l'],
    ['orange-juice', 'Orange juice', 'Sok pomarańczowy', 'l'],
    ['cola', 'Cola', 'Cola', 'l'],
    ['lemonade', 'Lemonade', 'Lemoniada', 'l'],
    ['black-tea', 'Black tea', 'Herbata czarna', 'pcs'],
    ['coffee', 'Coffee beans', 'Kawa ziarnista', 'g'],
    ['cocoa', 'Cocoa', 'Kakao', 'g'],
  ],
  alcohol: [
    ['beer', 'Beer', 'Piwo', 'pcs'],
    ['red-wine', 'Red wine', 'Wino czerwone', 'pcs'],
    ['white-wine', 'White wine', 'Wino białe', 'pcs'],
    ['prosecco', 'Prosecco', 'Prosecco', 'pcs'],
  ],
  household: [
    ['dish-soap', 'Dish soap', 'Płyn do naczyń', 'pcs'],
    ['dishwasher-tablets', 'Dishwasher tablets', 'Tabletki do zmywarki', 'pcs'],
    ['washing-powder', 'Washing powder', 'Proszek do prania', 'kg'],
    ['fabric-softener', 'Fabric softener', 'Płyn do płukania tkanin', 'l'],
    ['floor-cleaner', 'Floor cleaner', 'Płyn do podłóg', 'pcs'],
    ['window-cleaner', 'Window cleaner', 'Płyn do szyb', 'pcs'],
    ['toilet-cleaner', 'Toilet cleaner', 'Płyn do toalet', 'pcs'],
    ['sponges', 'Sponges', 'Gąbki do naczyń', 'pcs'],
    ['cloths', 'Cleaning cloths', 'Ściereczki', 'pcs'],
    ['toilet-paper', 'Toilet paper', 'Papier toaletowy', 'pcs'],
    ['paper-towels', 'Paper towels', 'Ręczniki papierowe', 'pcs'],
    ['napkins', 'Napkins', 'Serwetki', 'pcs'],
    ['bin-bags', 'Bin bags', 'Worki na śmieci', 'pcs'],
    ['aluminium-foil', 'Aluminium foil', 'Folia aluminiowa', 'pcs'],
    ['baking-paper', 'Baking paper', 'Papier do pieczenia', 'pcs'],
    ['candles', 'Candles', 'Świeczki', 'pcs'],
    ['paper-plates', 'Paper plates', 'Talerzyki papierowe', 'pcs'],
    ['paper-cups', 'Paper cups', 'Kubki papierowe', 'pcs'],
    ['charcoal', 'Charcoal', 'Węgiel drzewny', 'kg'],
    ['matches', 'Matches', 'Zapałki', 'pcs'],
    ['batteries', 'Batteries', 'Baterie', 'pcs'],
  ],
  care: [
    ['shampoo', 'Shampoo', 'Szampon', 'pcs'],
    ['soap', 'Soap', 'Mydło', 'pcs'],
    ['shower-gel', 'Shower gel', 'Żel pod prysznic', 'pcs'],
    ['toothpaste', 'Toothpaste', 'Pasta do zębów', 'pcs'],
    ['toothbrush', 'Toothbrush', 'Szczoteczka do zębów', 'pcs'],
    ['deodorant', 'Deodorant', 'Dezodorant', 'pcs'],
    ['sun-cream', 'Sun cream', 'Krem z filtrem', 'pcs'],
    ['cotton-pads', 'Cotton pads', 'Waciki', 'pcs'],
  ],
  health: [
    ['plasters', 'Plasters', 'Plastry opatrunkowe', 'pcs'],
    ['vitamin-c', 'Vitamin C', 'Witamina C', 'pcs'],
    ['painkillers', 'Painkillers', 'Tabletki przeciwbólowe', 'pcs'],
    ['insect-repellent', 'Insect repellent', 'Środek na komary', 'pcs'],
    ['disinfectant', 'Disinfectant', 'Środek odkażający', 'pcs'],
  ],
  baby: [
    ['nappies', 'Nappies', 'Pieluchy', 'pcs'],
    ['wet-wipes', 'Wet wipes', 'Chusteczki nawilżane', 'pcs'],
    ['baby-food', 'Baby food', 'Obiadek w słoiczku', 'pcs'],
    ['formula', 'Formula milk', 'Mleko modyfikowane', 'pcs'],
    ['baby-shampoo', 'Baby shampoo', 'Szampon dla dzieci', 'pcs'],
  ],
  pets: [
    ['cat-food', 'Cat food', 'Karma dla kota', 'pcs'],
    ['cat-litter', 'Cat litter', 'Żwirek dla kota', 'pcs'],
    ['dog-food', 'Dog food', 'Karma dla psa', 'kg'],
    ['dog-treats', 'Dog treats', 'Smakołyki dla psa', 'pcs'],
  ],
}

export interface Category {
  id: string
  category_name: string
  icon: string
  keywords: string[]
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

function build(language: Language): { categories: Category[]; products: CatalogueProduct[] } {
  const products: CatalogueProduct[] = []
  const categories = categorySeeds.map(({ id, keywords }) => {
    const ofCategory = (wares[id] ?? []).map(([key, en, pl, unit]) => ({
      key,
      name: { en, pl }[language],
      unit,
    }))
    const category: Category = {
      id,
      category_name: builtInAisles[id][language],
      icon: `${id}.svg`,
      keywords: [
        ...new Set([...keywords[language].split(', '), ...ofCategory.map((ware) => ware.name.toLowerCase())]),
      ],
    }
    for (const { key, name: productName, unit } of ofCategory)
      products.push({ key, productName, words: wordsKey(productName), unit, category })
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
