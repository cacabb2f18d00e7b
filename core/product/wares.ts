import { builtInAisles, type BuiltInKey } from './aisles.ts'
import type { Unit } from './entities.ts'

/** A product of the catalogue. `key`: what templates call it. */
interface Ware {
  key: string
  en: string
  pl: string
  unit: Unit
}

/**
 * What people buy, by category, without prices: English name, Polish name, unit, and the key where it is not the English
 * name. The screens load it too, and so it is a text: half as long as a table.
 */
const written: Partial<Record<BuiltInKey, string>> = {
  vegetables: `Potatoes:Ziemniaki:kg, Tomatoes:Pomidory:kg, Cherry tomatoes:Pomidorki koktajlowe:pcs,
Carrots:Marchew:kg, Onions:Cebula:kg, Garlic:Czosnek:pcs, Cucumbers:Ogórki:kg, Bell peppers:Papryka:pcs,
Lettuce:Sałata:pcs, Spinach:Szpinak:g, Cabbage:Kapusta:pcs, Cauliflower:Kalafior:pcs, Broccoli:Brokuły:pcs,
Leek:Por:pcs, Celeriac:Seler:pcs, Beetroot:Buraki:kg, Radishes:Rzodkiewki:pcs, Courgettes:Cukinia:pcs,
Mushrooms:Pieczarki:g, Avocado:Awokado:pcs, Parsley:Natka pietruszki:pcs, Dill:Koperek:pcs`,
  fruit: `Apples:Jabłka:kg, Bananas:Banany:kg, Oranges:Pomarańcze:kg, Lemons:Cytryny:pcs, Limes:Limonki:pcs,
Pears:Gruszki:kg, Grapes:Winogrona:g, Strawberries:Truskawki:g, Raspberries:Maliny:g, Blueberries:Borówki:g,
Mandarins:Mandarynki:kg, Plums:Śliwki:kg, Watermelon:Arbuz:pcs, Kiwi:Kiwi:pcs`,
  bakery: `Bread:Chleb:pcs, Rye bread:Chleb żytni:pcs, Rolls:Bułki:pcs, Baguette:Bagietka:pcs,
Toast bread:Chleb tostowy:pcs, Tortillas:Tortille:pcs, Burger buns:Bułki do burgerów:pcs, Croissants:Croissanty:pcs,
Birthday cake:Tort urodzinowy:pcs`,
  dairy: `Milk:Mleko:l, Butter:Masło:pcs, Eggs:Jajka:pcs, Yellow cheese:Ser żółty:dag,
Cottage cheese:Serek wiejski:pcs, Curd cheese:Twaróg:g, Mozzarella:Mozzarella:pcs, Feta:Ser feta:pcs,
Parmesan:Parmezan:g, Natural yoghurt:Jogurt naturalny:pcs:yoghurt, Sour cream:Śmietana:ml,
Whipping cream:Śmietanka 30%:ml, Kefir:Kefir:pcs, Mascarpone:Mascarpone:g`,
  meat: `Chicken breast:Pierś z kurczaka:kg, Whole chicken:Kurczak cały:pcs, Minced beef:Mięso mielone wołowe:g,
Beef:Wołowina:kg, Pork neck:Karkówka:kg, Pork loin:Schab:kg, Ham:Szynka:dag, Bacon:Boczek:g, Sausage:Kiełbasa:kg,
White sausage:Biała kiełbasa:kg, Frankfurters:Parówki:pcs, Salami:Salami:dag`,
  fish: `Salmon:Łosoś:g, Cod:Dorsz:kg, Carp:Karp:kg, Herring:Śledzie:g, Tuna in a can:Tuńczyk w puszce:pcs:tuna,
Prawns:Krewetki:g, Smoked mackerel:Makrela wędzona:pcs`,
  frozen: `Frozen vegetables:Mrożone warzywa:pcs, Frozen berries:Mrożone owoce:pcs, Ice cream:Lody:l,
Ice cubes:Lód w kostkach:kg, Frozen pizza:Pizza mrożona:pcs, Fries:Frytki:kg, Frozen dumplings:Pierogi:pcs:dumplings`,
  pantry: `Flour:Mąka:kg, Sugar:Cukier:kg, Icing sugar:Cukier puder:g, Rice:Ryż:kg, Dried pasta:Makaron:pcs:pasta,
Spaghetti:Spaghetti:g, Buckwheat groats:Kasza gryczana:pcs:buckwheat, Couscous:Kuskus:g,
Red lentils:Soczewica czerwona:g:lentils, Chickpeas:Ciecierzyca:pcs, Oats:Płatki owsiane:g, Muesli:Musli:pcs,
Rapeseed oil:Olej rzepakowy:l:oil, Olive oil:Oliwa z oliwek:ml, Vinegar:Ocet:pcs,
Canned tomatoes:Pomidory w puszce:pcs, Tomato paste:Koncentrat pomidorowy:pcs, Canned corn:Kukurydza w puszce:pcs,
Canned red beans:Fasola czerwona w puszce:pcs:canned-beans, Coconut milk:Mleko kokosowe:ml, Honey:Miód:pcs,
Jam:Dżem:pcs, Peanut butter:Masło orzechowe:pcs, Walnuts:Orzechy włoskie:g, Raisins:Rodzynki:g, Yeast:Drożdże:g,
Baking powder:Proszek do pieczenia:pcs, Breadcrumbs:Bułka tarta:g, Pickled cucumbers:Ogórki kiszone:pcs,
Sauerkraut:Kapusta kiszona:kg, Poppy seeds:Mak mielony:g, Dried mushrooms:Suszone grzyby:g,
Sponge fingers:Biszkopty:g, Stock cubes:Kostka rosołowa:pcs:broth`,
  spices: `Salt:Sól:kg, Black pepper:Pieprz czarny:pcs, Paprika powder:Papryka mielona:pcs:paprika,
Cinnamon:Cynamon:pcs, Curry powder:Curry w proszku:pcs:curry, Basil:Bazylia:pcs, Oregano:Oregano:pcs,
Marjoram:Majeranek:pcs, Bay leaves:Liście laurowe:pcs, Vanilla sugar:Cukier wanilinowy:pcs, Ginger:Imbir:g,
Ketchup:Ketchup:pcs, Mustard:Musztarda:pcs, Mayonnaise:Majonez:pcs, Soy sauce:Sos sojowy:pcs, Horseradish:Chrzan:pcs`,
  sweets: `Chocolate:Czekolada:pcs, Biscuits:Herbatniki:pcs, Crisps:Chipsy:pcs, Salted peanuts:Orzeszki ziemne:pcs,
Popcorn:Popcorn:pcs, Pretzel sticks:Paluszki:pcs, Crackers:Krakersy:pcs, Jelly sweets:Żelki:pcs,
Chewing gum:Guma do żucia:pcs, Marshmallows:Pianki:pcs`,
  drinks: `Still water:Woda niegazowana:l, Sparkling water:Woda gazowana:l, Apple juice:Sok jabłkowy:l,
Orange juice:Sok pomarańczowy:l, Cola:Cola:l, Lemonade:Lemoniada:l, Black tea:Herbata czarna:pcs,
Coffee beans:Kawa ziarnista:g:coffee, Cocoa:Kakao:g`,
  alcohol: `Beer:Piwo:pcs, Red wine:Wino czerwone:pcs, White wine:Wino białe:pcs, Prosecco:Prosecco:pcs`,
  household: `Dish soap:Płyn do naczyń:pcs, Dishwasher tablets:Tabletki do zmywarki:pcs,
Washing powder:Proszek do prania:kg, Fabric softener:Płyn do płukania tkanin:l, Floor cleaner:Płyn do podłóg:pcs,
Window cleaner:Płyn do szyb:pcs, Toilet cleaner:Płyn do toalet:pcs, Sponges:Gąbki do naczyń:pcs,
Cleaning cloths:Ściereczki:pcs:cloths, Toilet paper:Papier toaletowy:pcs, Paper towels:Ręczniki papierowe:pcs,
Napkins:Serwetki:pcs, Bin bags:Worki na śmieci:pcs, Aluminium foil:Folia aluminiowa:pcs,
Baking paper:Papier do pieczenia:pcs, Candles:Świeczki:pcs, Paper plates:Talerzyki papierowe:pcs,
Paper cups:Kubki papierowe:pcs, Charcoal:Węgiel drzewny:kg, Matches:Zapałki:pcs, Batteries:Baterie:pcs`,
  care: `Shampoo:Szampon:pcs, Soap:Mydło:pcs, Shower gel:Żel pod prysznic:pcs, Toothpaste:Pasta do zębów:pcs,
Toothbrush:Szczoteczka do zębów:pcs, Deodorant:Dezodorant:pcs, Sun cream:Krem z filtrem:pcs, Cotton pads:Waciki:pcs`,
  health: `Plasters:Plastry opatrunkowe:pcs, Vitamin C:Witamina C:pcs, Painkillers:Tabletki przeciwbólowe:pcs,
Insect repellent:Środek na komary:pcs, Disinfectant:Środek odkażający:pcs`,
  baby: `Nappies:Pieluchy:pcs, Wet wipes:Chusteczki nawilżane:pcs, Baby food:Obiadek w słoiczku:pcs,
Formula milk:Mleko modyfikowane:pcs:formula, Baby shampoo:Szampon dla dzieci:pcs`,
  pets: `Cat food:Karma dla kota:pcs, Cat litter:Żwirek dla kota:pcs, Dog food:Karma dla psa:kg,
Dog treats:Smakołyki dla psa:pcs`,
}

export const wares = new Map(
  (Object.keys(builtInAisles) as BuiltInKey[]).map((category) => [category, read(written[category] ?? '')]),
)

function read(text: string): Ware[] {
  return text.split(/,\s/).flatMap((entry) => {
    const [en = '', pl = '', unit = '', key = en.toLowerCase().replaceAll(' ', '-')] = entry.split(':')
    return en ? [{ key, en, pl, unit: unit as Unit }] : []
  })
}
