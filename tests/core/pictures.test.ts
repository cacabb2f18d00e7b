import { expect, test } from 'vitest'
import { pictureOf, productPictures } from '../../core/text/pictures.ts'
import shapes from '../../src/ui/picture/products.json'

const english = `
Milk: glass-of-milk
Oat milk: glass-of-milk
Sour cream: glass-of-milk
Coconut milk: coconut
Milk chocolate: chocolate-bar
Butter: butter
Peanut butter: jar
Butter beans: beans
Buttercup: -
Butternut squash: -
Buttermilk: glass-of-milk
Natural yoghurt: bowl-with-spoon
Strawberry yoghurt: bowl-with-spoon
Cheese: cheese-wedge
Cottage cheese: cheese-wedge
Cream cheese: cheese-wedge
Cheesecake: shortcake
Eggs: egg
Eggplant: eggplant
Egg noodles: spaghetti
Bread: bread
Rye bread: bread
Garlic bread: bread
Breadcrumbs: -
Rolls: bagel
Roll-on deodorant: -
Rollmops: -
Burger buns: hamburger
Bunch of radishes: -
Baguette: baguette-bread
Croissants: croissant
Muffins: cupcake
Doughnuts: doughnut
Birthday cake: birthday-cake
Cake: shortcake
Cake tin: -
Rice cakes: rice-cracker
Rice: cooked-rice
Pasta: spaghetti
Tomatoes: tomato
Cherry tomatoes: tomato
Canned tomatoes: tomato
Tomato paste: canned-food
Tomato sauce: -
Tomato juice: beverage-box
Ketchup: -
Potatoes: potato
Sweet potatoes: roasted-sweet-potato
Potato chips: -
Carrots: carrot
Onions: onion
Spring onions: herb
Garlic: garlic
Cucumber: cucumber
Courgettes: cucumber
Bell peppers: bell-pepper
Black pepper: -
Peppermint tea: teapot
Pepperoni: -
Pepperoni pizza: pizza
Chilli: hot-pepper
Paprika powder: hot-pepper
Mushrooms: brown-mushroom
Mushroom soup: pot-of-food
Lettuce: leafy-green
Spinach: leafy-green
Brussels sprouts: leafy-green
Broccoli: broccoli
Cauliflower: -
Peas: pea-pod
Pears: pear
Peanuts: peanuts
Pearl barley: -
Green beans: pea-pod
Corn: ear-of-corn
Cornflakes: bowl-with-spoon
Parsley: herb
Rosemary: herb
Roses: rose
Rose wine: wine-glass
Apples: red-apple
Apple juice: beverage-box
Apple pie: pie
Bananas: banana
Oranges: tangerine
Orange juice: beverage-box
Lemons: lemon
Lemonade: cup-with-straw
Limes: lime
Limescale remover: -
Watermelon: watermelon
Water filter: -
Sparkling water: droplet
Cherries: cherries
Grapes: grapes
Grapefruit: tangerine
Pineapple: pineapple
Strawberries: strawberry
Strawberry jam: jar
Plums: -
Chicken breast: poultry-leg
Chickpeas: beans
Chicken soup: pot-of-food
Minced beef: cut-of-meat
Mint: herb
Ham: bacon
Hamburger: hamburger
Hamster food: hamster
Sausage: hot-dog
Salami: -
Salmon: fish
Cod: fish
Codeine: -
Carp: fish
Carpet cleaner: -
Tuna in a can: canned-food
Prawns: shrimp
Ice cream: ice-cream
Ice cubes: ice
Iced tea: cup-with-straw
Frozen pizza: pizza
Fries: french-fries
Flour: sheaf-of-rice
Flowers: bouquet
Salt: salt
Bath salts: bathtub
Honey: honey-pot
Honeydew melon: melon
Walnuts: chestnut
Nutmeg: -
Olives: olive
Olive oil: -
Chocolate: chocolate-bar
Biscuits: cookie
Ginger: ginger-root
Gingerbread: cookie
Ginger beer: cup-with-straw
Popcorn: popcorn
Gin: cocktail-glass
Coffee beans: hot-beverage
Coffee filters: -
Cola: cup-with-straw
Black tea: teapot
Teaspoons: -
Tea towels: -
Tea lights: candle
Beer: beer-mug
Red wine: wine-glass
Wine vinegar: -
Winegums: -
Prosecco: bottle-with-popping-cork
Vodka: tumbler-glass
Rump steak: cut-of-meat
Alphabet pasta: spaghetti
Toilet paper: roll-of-paper
Toilet cleaner: toilet
Baking paper: -
Dish soap: bubbles
Dishwasher tablets: bubbles
Washing powder: basket
Soap: soap
Shampoo: lotion-bottle
Hand cream: lotion-bottle
Shower gel: shower
Toothpaste: toothbrush
Dental floss: tooth
Plasters: adhesive-bandage
Vitamin C: pill
Nappies: baby
Baby food: baby-bottle
Baby spinach: leafy-green
Cat food: cat-face
Catfish: -
Dog food: dog-face
Hot dogs: hot-dog
Fish food: tropical-fish
Batteries: battery
Light bulbs: light-bulb
Candles: candle
Matches: fire
Bin bags: wastebasket
Sponges: sponge
Sponge fingers: cookie
Paper plates: fork-and-knife-with-plate
Paper cups: teacup-without-handle
Gift wrap: wrapped-gift
Catalogue: -
`
const polish = `
Mleko 2%: glass-of-milk
Mleko modyfikowane: baby-bottle
Mleczko kokosowe: coconut
Mleczko do ciała: lotion-bottle
Masło: butter
Masło orzechowe: jar
Śmietana 18%: glass-of-milk
Maślanka: glass-of-milk
Jogurt naturalny: bowl-with-spoon
Jogurt truskawkowy: bowl-with-spoon
Żółty ser: cheese-wedge
Ser w plastrach: cheese-wedge
Sery: cheese-wedge
Serek wiejski: cheese-wedge
Serum do twarzy: lotion-bottle
Serwetki: -
Sernik: shortcake
Twaróg: cheese-wedge
Jajka: egg
Jajko niespodzianka: chocolate-bar
Jagody: blueberries
Makaron jajeczny: spaghetti
Mak: -
Mąka: sheaf-of-rice
Mąki pszennej: sheaf-of-rice
Makrela: fish
Makowiec: shortcake
Chleb żytni: bread
Bułki: bagel
Bułka tarta: -
Bułki do burgerów: hamburger
Bagietka: baguette-bread
Rogalik: croissant
Pączki: doughnut
Tort: birthday-cake
Tortilla: burrito
Ciasto: shortcake
Ciastka: cookie
Ciasto francuskie: -
Wafle ryżowe: rice-cracker
Ryż: cooked-rice
Ryby: fish
Kasza gryczana: cooked-rice
Kaszka dla dzieci: baby-bottle
Kaszanka: -
Makaron: spaghetti
Pierogi: dumpling
Piernik: cookie
Pomidory: tomato
Pomidory w puszce: tomato
Koncentrat pomidorowy: canned-food
Sos pomidorowy: -
Zupa pomidorowa: pot-of-food
Sok pomidorowy: beverage-box
Sok: beverage-box
Soki: beverage-box
Sok jabłkowy: beverage-box
Sokowirówka: -
Ziemniaki: potato
Marchewka: carrot
Cebula: onion
Cebulki tulipanów: onion
Czosnek: garlic
Ogórki: cucumber
Ogórki kiszone: jar
Ogrodowa ziemia: -
Papryka: bell-pepper
Papryka mielona: hot-pepper
Papryka konserwowa: jar
Pieprz: -
Pieczarki: brown-mushroom
Pieczeń: -
Sałata: leafy-green
Sałatka jarzynowa: green-salad
Kapusta: leafy-green
Kapusta kiszona: jar
Brokuły: broccoli
Kalafior: -
Groszek: pea-pod
Groch: beans
Fasolka szparagowa: pea-pod
Fasola czerwona w puszce: canned-food
Kukurydza: ear-of-corn
Natka pietruszki: herb
Korzeń pietruszki: -
Koperek: herb
Koperty: envelope
Rozmaryn: herb
Róże: rose
Jabłka: red-apple
Banany: banana
Bananowe chipsy: -
Pomarańcze: tangerine
Cytryny: lemon
Herbata z cytryną: teapot
Herbatniki: cookie
Wiśnie: cherries
Winogrona: grapes
Wino białe: wine-glass
Ocet winny: -
Truskawki: strawberry
Maliny: -
Malibu: -
Pierś z kurczaka: poultry-leg
Kurkuma: -
Kurki: brown-mushroom
Mięso mielone wołowe: cut-of-meat
Mięta: herb
Karkówka: cut-of-meat
Karp: fish
Karma dla kota: cat-face
Karma dla psa: dog-face
Kotlety schabowe: cut-of-meat
Kotara: -
Szynka: bacon
Szynka w plastrach: bacon
Plastry opatrunkowe: adhesive-bandage
Kiełbasa: hot-dog
Parówki: hot-dog
Łosoś: fish
Filet z łososia: fish
Filet z piersi kurczaka: poultry-leg
Śledzie: fish
Krewetki: shrimp
Krem do rąk: lotion-bottle
Krem czekoladowy: jar
Paluszki: pretzel
Paluszki rybne: fish
Lody: ice-cream
Lód w kostkach: ice
Lodówka: -
Mrożona pizza: pizza
Frytki: french-fries
Sól: salt
Solniczka: -
Soda oczyszczona: -
Miód: honey-pot
Miodunka: -
Dżem truskawkowy: jar
Orzechy włoskie: chestnut
Oliwki: olive
Oliwa z oliwek: -
Czekolada: chocolate-bar
Żelki: candy
Żel pod prysznic: shower
Woda gazowana: droplet
Wodorosty: -
Woda utleniona: pill
Kawa ziarnista: hot-beverage
Kawałek: -
Piwo: beer-mug
Piwonie: -
Lekkie: -
Leki: pill
Papier toaletowy: roll-of-paper
Papier do pieczenia: -
Papryczki chili: hot-pepper
Pasta do zębów: toothbrush
Pasta do butów: -
Płyn do naczyń: bubbles
Płyn do szyb: window
Płyn do płukania ust: tooth
Płyn do płukania tkanin: basket
Proszek do prania: basket
Proszek do pieczenia: -
Worki na śmieci: wastebasket
Świeczki: candle
Zapałki: fire
Ręczniki papierowe: roll-of-paper
Piesek: -
Pieluchy: baby
`
const table = [...english.trim().split('\n'), ...polish.trim().split('\n')].map(
  (line) => line.split(': ') as [name: string, picture: string],
)

test.each(table)('HAND-2 PICTURE-1 the picture of %j is %s', (name, picture) => {
  expect(pictureOf(name) ?? '-').toBe(picture)
})

test('HAND-2 a name that is empty or long has no picture', () => {
  expect(pictureOf('')).toBeUndefined()
  expect(pictureOf('x'.repeat(200))).toBeUndefined()
})

test('PICTURE-1 the file has each of at least 170 pictures that a word leads to, and no other', () => {
  const { '': notice, ...pictures } = shapes
  expect(notice).toContain('MIT licence')
  const drawn = Object.keys(pictures)
  expect(drawn).toEqual(productPictures.toSorted())
  expect(drawn.length).toBeGreaterThanOrEqual(170)
})
