import { expect, test } from 'vitest'
import type { PriceFor, Unit } from '../../core/product/entities.ts'
import { unmarked } from '../../core/text/pasted-line.ts'
import { isListWithAddress, readPasted } from '../../core/exchange/pasted.ts'
import { understand } from '../../core/text/quick-add.ts'

/** A line and what it says; a row without more is a name as it stands. Each kind has rows on both sides of its border. */
type Row = [
  line: string,
  name?: string,
  quantity?: number,
  unit?: Unit,
  price?: number,
  note?: string,
  /** for one unit if it is left out */
  priceFor?: PriceFor,
]

/** Money that comes back is a price below zero where the name says so, and else unclear. */
const negative: Row[] = [
  ['Bottles back -3 zł', 'Bottles back', undefined, undefined, -3],
  ['bottles back -3', 'bottles back', undefined, undefined, -3],
  ['kaucja -3 zł', 'kaucja', undefined, undefined, -3],
  ['kaucja –3 zł', 'kaucja', undefined, undefined, -3],
  ['kaucja −3 zł', 'kaucja', undefined, undefined, -3],
  ['kaucja -3,00', 'kaucja', undefined, undefined, -3],
  ['kaucja -3zł', 'kaucja', undefined, undefined, -3],
  ['kaucja: -3 zł', 'kaucja', undefined, undefined, -3],
  ['kaucja, -3 zł', 'kaucja', undefined, undefined, -3],
  ['kaucja (-3 zł)'],
  ['kaucja | -3 zł', 'kaucja', undefined, undefined, -3],
  ['kaucja | 2 | -3 zł'],
  ['kaucja - 3 zł', 'kaucja', undefined, undefined, -3],
  ['kaucja – 3', 'kaucja', undefined, undefined, -3],
  ['kaucja minus 3 zł'],
  ['kaucja -3 zł 2 szt'],
  ['2 x kaucja -3 zł'],
  ['2 kaucje -3 zł'],
  ['-3 zł kaucja'],
  ['-3 zł'],
  ['zwrot butelek - 3 zł', 'zwrot butelek', undefined, undefined, -3],
  ['butelki zwrotne -0,50', 'butelki zwrotne', undefined, undefined, -0.5],
  ['voucher -10', 'voucher', undefined, undefined, -10],
  ['voucher -10 zł', 'voucher', undefined, undefined, -10],
  ['voucher -10,50', 'voucher', undefined, undefined, -10.5],
  ['voucher - 10', 'voucher', undefined, undefined, -10],
  ['voucher -20%'],
  ['voucher -£10'],
  ['bon -10 zł Biedronka'],
  ['rabat -5 zł', 'rabat', undefined, undefined, -5],
  ['discount -5.00', 'discount', undefined, undefined, -5],
  ['coupon - 5 zł', 'coupon', undefined, undefined, -5],
  ['deposit -0.60', 'deposit', undefined, undefined, -0.6],
  ['refund -12 PLN', 'refund', undefined, undefined, -12],
  ['chleb -4,50'],
  ['chleb -4,50 zł'],
  ['chleb -2'],
  ['kaucja 3 zł', 'kaucja', undefined, undefined, 3],
  ['kaucja: 3 zł', 'kaucja', undefined, undefined, 3],
  ['voucher 10 zł', 'voucher', undefined, undefined, 10],
  ['coupon 5 zł', 'coupon', undefined, undefined, 5],
  ['deposit 0.60', 'deposit', undefined, undefined, 0.6],
  ['chleb - 3 zł', 'chleb', undefined, undefined, 3],
  ['chleb – 3,20', 'chleb', undefined, undefined, 3.2],
  ['rolls - 3', 'rolls', 3],
  ['ziemniaki -2 kg', 'ziemniaki', 2, 'kg'],
  ['potatoes -2kg', 'potatoes', 2, 'kg'],
  ['mleko -2 szt', 'mleko', 2, 'pcs'],
  ['spray WD-40 12 zł', 'spray WD-40', undefined, undefined, 12],
]

/** A price for several, and what only looks like one. */
const several: Row[] = [
  ['jogurt 3 za 10 zł', 'jogurt', 3, undefined, 10, undefined, 'all'],
  ['jogurt 3 za 10', 'jogurt', 3, undefined, 10, undefined, 'all'],
  ['jogurty 3 szt za 10 zł', 'jogurty', 3, 'pcs', 10, undefined, 'all'],
  ['jogurt 3 szt. za 10,00', 'jogurt', 3, 'pcs', 10, undefined, 'all'],
  ['3 jogurty za 10 zł', 'jogurty', 3, undefined, 10, undefined, 'all'],
  ['3 jogurty za 10', 'jogurty', 3, undefined, 10, undefined, 'all'],
  ['3 x jogurt za 10 zł', 'jogurt', 3, undefined, 10, undefined, 'all'],
  ['3 za 10 zł'],
  ['3 za 10 zł jogurt'],
  ['yoghurt 3 for 10', 'yoghurt', 3, undefined, 10, undefined, 'all'],
  ['yoghurt 3 for 10 PLN', 'yoghurt', 3, undefined, 10, undefined, 'all'],
  ['3 yoghurts for 10'],
  ['3 yoghurts for 10.00 PLN', 'yoghurts', 3, undefined, 10, undefined, 'all'],
  ['3 for 10'],
  ['2 kg ziemniaków za 5 zł', 'ziemniaków', 2, 'kg', 5, undefined, 'all'],
  ['ziemniaki 2 kg za 5 zł', 'ziemniaki', 2, 'kg', 5, undefined, 'all'],
  ['2 kg potatoes for 5 PLN', 'potatoes', 2, 'kg', 5, undefined, 'all'],
  ['10 jajek za 12', 'jajek', 10, undefined, 12, undefined, 'all'],
  ['masło 2 w cenie 1'],
  ['masło 2 w cenie jednego'],
  ['2 w cenie 1 masło'],
  ['3 w cenie 2'],
  ['4 za cenę 3'],
  ['piwo 4 za cenę 3'],
  ['jabłka 2-3 zł'],
  ['chleb 3–4 zł'],
  ['apples 2-3 PLN'],
  ['ser 3,20-4,50 zł'],
  ['masło 2 szt w cenie 1'],
  ['2 masła w cenie 1'],
  ['masło 2 za 1'],
  ['butter 2 for 1'],
  ['butter 2 for the price of 1'],
  ['masło 2+1'],
  ['masło 2 + 1 gratis'],
  ['butter 2+1 free'],
  ['buy 2 get 1'],
  ['butter buy 2 get 1'],
  ['buy 2 get 1 free'],
  ['kup 2 zapłać za 1'],
  ['jogurt 3/10 zł'],
  ['3 jogurty/10 zł'],
  ['masło w cenie 5 zł'],
  ['jogurt 3 po 10 zł', 'jogurt', 3, undefined, 10],
  ['3 jogurty po 10 zł', 'jogurty', 3, undefined, 10],
  ['jogurt 3 szt po 2,50', 'jogurt', 3, 'pcs', 2.5],
  ['jogurt 3 szt 2,50', 'jogurt', 3, 'pcs', 2.5],
  ['yoghurt 3 @ 2.50', 'yoghurt', 3, undefined, 2.5],
  ['jabłka 2 kg po 5 zł', 'jabłka', 2, 'kg', 5],
  ['jabłka 5 zł za kg', 'jabłka', undefined, 'kg', 5],
  ['apples 2 kg 5.00 per kg', 'apples', 2, 'kg', 5],
  ['2 kg potatoes for 4 people', 'potatoes for 4 people', 2, 'kg'],
  ['4 świece za oknem', 'świece za oknem', 4],
  ['6 eggs for baking', 'eggs for baking', 6],
  ['2 candles for the cake', 'candles for the cake', 2],
]

/** An amount, and a price for another unit. */
const otherUnit: Row[] = [
  ['300 g szynki 24,90/kg', 'szynki', 300, 'g', 24.9, undefined, 'base'],
  ['300 g szynki 24,90 zł/kg', 'szynki', 300, 'g', 24.9, undefined, 'base'],
  ['300 g szynki po 24,90 zł/kg', 'szynki', 300, 'g', 24.9, undefined, 'base'],
  ['300 g szynki (24,90 zł/kg)', 'szynki', 300, 'g', 24.9, undefined, 'base'],
  ['szynka 300 g 24,90/kg', 'szynka', 300, 'g', 24.9, undefined, 'base'],
  ['szynka 300 g po 24,90/kg', 'szynka', 300, 'g', 24.9, undefined, 'base'],
  ['szynka 30 dag 24,90 zł za kg', 'szynka', 30, 'dag', 24.9, undefined, 'base'],
  ['30 dag szynki 24,90 zł za kg', 'szynki', 30, 'dag', 24.9, undefined, 'base'],
  ['szynka 24,90/kg 300 g', 'szynka', 300, 'g', 24.9, undefined, 'base'],
  ['24,90 zł/kg szynka 300 g', 'szynka', 300, 'g', 24.9, undefined, 'base'],
  ['300 g szynki 2,49/100g', 'szynki', 300, 'g', 24.9, undefined, 'base'],
  ['300 g szynki 2,49 zł/100 g', 'szynki', 300, 'g', 24.9, undefined, 'base'],
  ['szynka 2,49 zł/100 g', 'szynka', undefined, 'kg', 24.9],
  ['300 g szynki 2,49/l'],
  ['300 g ham 24.90/kg', 'ham', 300, 'g', 24.9, undefined, 'base'],
  ['ham 300 g 24.90 per kg', 'ham', 300, 'g', 24.9, undefined, 'base'],
  ['300 g ham 24.90 per kg', 'ham', 300, 'g', 24.9, undefined, 'base'],
  ['2 szt. szynki 24,90/kg'],
  ['2x szynka 24,90 zł/kg'],
  ['3 szynki 24,90 zł/kg'],
  ['500 ml cream 12.00/l', 'cream', 500, 'ml', 12, undefined, 'base'],
  ['szynka | 300 g | 24,90 zł/kg', 'szynka', 300, 'g', 24.9, undefined, 'base'],
  ['2 kg szynki 24,90/kg', 'szynki', 2, 'kg', 24.9],
  ['0,3 kg szynki 24,90/kg', 'szynki', 0.3, 'kg', 24.9],
  ['szynka 24,90/kg', 'szynka', undefined, 'kg', 24.9],
  ['ham 24.90 per kg', 'ham', undefined, 'kg', 24.9],
  ['300 g szynki 24,90', 'szynki', 300, 'g', 24.9, undefined, 'all'],
  ['300 g szynki 0,03 zł/g', 'szynki', 300, 'g', 0.03],
  ['6 jajek 1,20 zł/szt', 'jajek', 6, 'pcs', 1.2],
  ['1,5 l soku 4,00/l', 'soku', 1.5, 'l', 4],
  ['2 m kabla 3 zł/m', 'kabla', 2, 'm', 3],
]

/** '45,-': a whole price, as it is written by hand. */
const whole: Row[] = [
  ['bułka 45,-', 'bułka', undefined, undefined, 45],
  ['bułka 45,–', 'bułka', undefined, undefined, 45],
  ['bułka 7,--', 'bułka', undefined, undefined, 7],
  ['bread 4.-', 'bread', undefined, undefined, 4],
  ['bread 4.–', 'bread', undefined, undefined, 4],
  ['telewizor 999,- zł', 'telewizor', undefined, undefined, 999],
  ['telewizor 1.299,-', 'telewizor', undefined, undefined, 1299],
  ['telewizor 1 299,-', 'telewizor', undefined, undefined, 1299],
  ['tv 1,299.-', 'tv', undefined, undefined, 1299],
  ['masło 2 szt 7,-', 'masło', 2, 'pcs', 7],
  ['masło 2 szt po 7,-', 'masło', 2, 'pcs', 7],
  ['rolls 6 @ 2.-', 'rolls', 6, undefined, 2],
  ['jabłka 2 kg 5,-', 'jabłka', 2, 'kg', 5],
  ['jabłka 5,-/kg', 'jabłka', undefined, 'kg', 5],
  ['szynka 300 g 12,-', 'szynka', 300, 'g', 12, undefined, 'all'],
  ['45,- bułka', 'bułka', undefined, undefined, 45],
  ['bułka (45,-)', 'bułka', undefined, undefined, 45],
  ['bułka | 45,-', 'bułka', undefined, undefined, 45],
  ['bułka 45,- // świeża', 'bułka', undefined, undefined, 45, 'świeża'],
  ['45,-', '', undefined, undefined, 45],
  ['bułka -45,-'],
  ['bułka 4,5,-'],
  ['bułka 45,-x'],
  ['bułka 45,-5'],
  ['rozmiar 45,-'],
  ['300 g szynki 24,-/kg', 'szynki', 300, 'g', 24, undefined, 'base'],
]

/** Containers are no units of the app. */
const containers: Row[] = [
  ['ryż 3op'],
  ['ryż 3 op'],
  ['ryż 3op.'],
  ['3op ryżu'],
  ['3 op ryżu'],
  ['3 op. ryżu'],
  ['2 opak. ryżu'],
  ['3 op'],
  ['rice 3pkt'],
  ['ogórki 2 słoiki'],
  ['honey 2 jars'],
  ['pomidory 3 puszki'],
  ['tomatoes 3 cans'],
  ['jajka 2 opakowania'],
  ['mleko 2 kartony'],
  ['a jar of honey'],
  ['słoik miodu'],
  ['2 słoiki', 'słoiki', 2],
  ['2 jars', 'jars', 2],
  ['2 słoiki ogórków', 'słoiki ogórków', 2],
  ['2 jars of honey', 'jars of honey', 2],
  ['2 opakowania ryżu', 'opakowania ryżu', 2],
  ['3 puszki pomidorów', 'puszki pomidorów', 3],
  ['2 butelki wina 25 zł', 'butelki wina', 2, undefined, 25],
  ['słoiki 2', 'słoiki', 2],
  ['słoiki 2 szt', 'słoiki', 2, 'pcs'],
  ['ryż 3szt', 'ryż', 3, 'pcs'],
]

/** Numbers in words count before a unit only. */
const words: Row[] = [
  ['tuzin jajek'],
  ['jajka tuzin'],
  ['pół tuzina jajek'],
  ['a dozen eggs'],
  ['eggs a dozen'],
  ['half a dozen eggs'],
  ['eggs 2 dozen'],
  ['2 dozen eggs', 'dozen eggs', 2],
  ['2 tuziny jajek', 'tuziny jajek', 2],
  ['tuzin jajek 12 zł', 'tuzin jajek', undefined, undefined, 12],
  ['a dozen eggs 4.99', 'a dozen eggs', undefined, undefined, 4.99],
  ['chleb pół'],
  ['½ chleba'],
  ['half a loaf'],
  ['half a loaf of bread'],
  ['ćwierć arbuza'],
  ['arbuz 1/2'],
  ['półtora chleba'],
  ['dwa chleby'],
  ['two loaves'],
  ['pół chleba 3 zł', 'pół chleba', undefined, undefined, 3],
  ['half a loaf 3 PLN', 'half a loaf', undefined, undefined, 3],
  ['pół kilo chleba', 'chleba', 0.5, 'kg'],
  ['half a kilo of bread', 'bread', 0.5, 'kg'],
  ['ćwierć kilo sera', 'sera', 0.25, 'kg'],
  ['półtora kilo chleba', 'chleba', 1.5, 'kg'],
  ['chleb pół kilo', 'chleb', 0.5, 'kg'],
]

/** A unit without a number is one of it, before the name and behind it. */
const bareUnit: Row[] = [
  ['banany kg', 'banany', 1, 'kg'],
  ['bananas kg', 'bananas', 1, 'kg'],
  ['banany KG', 'banany', 1, 'kg'],
  ['banany, kg', 'banany', 1, 'kg'],
  ['ziemniaki kilo', 'ziemniaki', 1, 'kg'],
  ['potatoes kilo', 'potatoes', 1, 'kg'],
  ['mleko litr', 'mleko', 1, 'l'],
  ['cukier puder kg', 'cukier puder', 1, 'kg'],
  ['banany kg 4,99', 'banany', 1, 'kg', 4.99],
  ['banany kg 5 zł', 'banany', 1, 'kg', 5],
  ['bananas kg 4.99/kg', 'bananas', 1, 'kg', 4.99],
  ['kilo bananów', 'bananów', 1, 'kg'],
  ['milk l'],
  ['kabel m'],
  ['szynka dag'],
  ['banany na kg'],
  ['banany za kg'],
  ['bananas per kg'],
  ['cena za kg'],
  ['banany kg 2'],
  ['kilo'],
]

/** A bound is no amount. */
const bounds: Row[] = [
  ['max. 5 l'],
  ['min. 2 kg'],
  ['max 5 l'],
  ['worek max. 5 l'],
  ['worek max 5 l'],
  ['worek maks. 5 l'],
  ['worek maksymalnie 5 l'],
  ['max. 5 l worki'],
  ['ziemniaki min. 2 kg'],
  ['ziemniaki, min. 2 kg'],
  ['ziemniaki min 2 kg'],
  ['ziemniaki minimum 2 kg'],
  ['ziemniaki co najmniej 2 kg'],
  ['ziemniaki przynajmniej 2 kg'],
  ['ziemniaki nie więcej niż 2 kg'],
  ['ziemniaki ponad 2 kg'],
  ['ziemniaki powyżej 2 kg'],
  ['ziemniaki poniżej 2 kg'],
  ['ziemniaki ≥ 2 kg'],
  ['min. 2 kg ziemniaków'],
  ['co najmniej 2 kg ziemniaków'],
  ['potatoes min. 2 kg'],
  ['potatoes at least 2 kg'],
  ['potatoes at most 2 kg'],
  ['potatoes no more than 2 kg'],
  ['potatoes minimum 2 kg'],
  ['bag maximum 5 l'],
  ['at least 2 kg potatoes'],
  ['chleb max. 3 zł'],
  ['bread max. 3 PLN'],
  ['chleb poniżej 3 zł'],
  ['ziemniaki (min. 2 kg)', 'ziemniaki', undefined, undefined, undefined, 'min. 2 kg'],
  ['potatoes // min. 2 kg', 'potatoes', undefined, undefined, undefined, 'min. 2 kg'],
  ['ziemniaki ok. 2 kg', 'ziemniaki', 2, 'kg'],
  ['potatoes approx. 2 kg', 'potatoes', 2, 'kg'],
  ['Dr. Oetker 2 szt', 'Dr. Oetker', 2, 'pcs'],
  ['chleb pszen. 2 szt', 'chleb pszen.', 2, 'pcs'],
  ['chleb pszen. 3 zł', 'chleb pszen.', undefined, undefined, 3],
]

const rows = [negative, several, otherUnit, whole, containers, words, bareUnit, bounds].flat()

function expectedOf([line, productName = line, quantity, unit, price, note, given]: Row) {
  const priceFor = given ?? (price === undefined ? undefined : 'unit')
  return Object.fromEntries(
    Object.entries({ productName, quantity, unit, price, note, priceFor }).filter(
      ([, value]) => value !== undefined,
    ),
  )
}

test.each(rows)('DETAIL-24 read rightly or left whole: %j', (...row) => {
  const understood = understand(unmarked(row[0]).text)
  const { price, priceFor = 'unit' } = understood
  expect(price === undefined ? understood : { ...understood, priceFor }).toEqual(expectedOf(row))
})

test('DETAIL-24 the table of lines that are easily half-read names none twice', () => {
  const lines = rows.map(([line]) => line)
  expect(lines.filter((line, i) => lines.indexOf(line) !== i)).toEqual([])
  expect(lines.length).toBeGreaterThan(150)
})

test('DETAIL-24 PRICE-7 money that comes back is a price below zero in other currencies too', () => {
  for (const line of ['deposit -3 €', 'deposit -€3', 'deposit €-3', 'deposit - 3 €'])
    expect(understand(line, { currency: 'EUR' })).toEqual({ productName: 'deposit', price: -3 })
  expect(understand('Bohrer -3,00 EUR', { currency: 'EUR' })).toEqual({ productName: 'Bohrer -3,00 EUR' })
  expect(understand('deposit 3 €', { currency: 'EUR' })).toEqual({ productName: 'deposit', price: 3 })
  expect(understand('bread 3,- €', { currency: 'EUR' })).toEqual({ productName: 'bread', price: 3 })
})

const page = 'https://example.org/soup?x=1'
const lists = [
  `milk\n${page}\nbread`,
  `mleko\nchleb\n${page}\nmasło`,
  `mleko\nchleb\nmasło\n${page}`,
  `${page}\nmleko\nchleb`,
  `- mleko\n- chleb ${page}\n- masło`,
  `mleko 2 l\nchleb\nmasło 3\n${page}`,
  `oat milk\nrye bread\n${page}\nbutter`,
  `ser żółty\n${page}\nszynka wędzona`,
  `milk\nbread\n${page}`,
  `[ ] milk\n[x] bread\n[ ] ${page}\n[ ] oat milk`,
  `pampers 4\n${page}\nmilk`,
]
test.each(lists)('DETAIL-24 a list with one web address in it is a list: %j', (text) => {
  expect(isListWithAddress(text)).toBe(true)
  expect(
    readPasted(text)
      .map((line) => line.text)
      .join(' '),
  ).toContain(page)
})

const noLists = [
  page,
  `Soup\n${page}`,
  `Tomato soup\nMy kitchen\n${page}`,
  `${page}\nTomato soup\nMy kitchen`,
  `Soup\n5 ingredients\n30 minutes\n${page}`,
  `20 min\n4 servings\n${page}`,
  `Look what I found!\nTomato soup\nMy kitchen\n${page}`,
  `Przepis na zupę\nZupa pomidorowa\nKuchnia\n${page}`,
  `${page}\n2 onions\n1 kg potatoes`,
  `Soup\n${page}\n2 onions\n1 kg potatoes`,
  `1 kg potatoes\n2 onions\n1 l water\n\n${page}`,
  `Składniki:\n1 kg ziemniaków\n2 cebule\n${page}`,
  `milk\nbread\nbutter`,
  `milk\n${page}\n${page}/2`,
  `Please buy some milk on your way home, and do not forget the dog\nmilk\nbread\n${page}`,
]
test.each(noLists)('COOK-1 an address beside a title, or a recipe with its page, is no list: %j', (text) => {
  expect(isListWithAddress(text)).toBe(false)
})
