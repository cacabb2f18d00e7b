import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { type Exchanged, NotReadable } from '../../../core/exchange/exchange.ts'
import { readPasted } from '../../../core/exchange/pasted.ts'
import { understand } from '../../../core/text/quick-add.ts'
import { readFiles } from '../../../core/exchange/read.ts'
import { runThrough } from '../../../core/text/steps.ts'
import { initialValues } from '../../../core/product/table.ts'

function read(content: unknown, name = 'Shopping.json', language: 'en' | 'pl' = 'en'): Exchanged {
  const bytes =
    content instanceof Uint8Array
      ? content
      : new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content))
  return runThrough(readFiles([{ name, bytes }], { language }))
}

/** Returns the products of the lists without what every product has. */
function listsOf({ lists }: Exchanged) {
  const plain = Object.entries(initialValues)
  return lists.map(({ listName, products }) => [
    listName,
    ...products.map(({ value }) =>
      Object.fromEntries(
        Object.entries(value).filter(
          ([field, one]) => one !== '' && !plain.some(([name, usual]) => name === field && usual === one),
        ),
      ),
    ),
  ])
}

test('OPEN-1 a list of Google Keep, from its Takeout: titles, ticks and what is in the bin', () => {
  const note = (title: string, more: object = {}) => ({
    color: 'DEFAULT',
    isTrashed: false,
    isPinned: false,
    isArchived: false,
    listContent: [
      { textHtml: '<p>Milk 2 l</p>', text: 'Milk 2 l', isChecked: false },
      { text: 'Bread', isChecked: true },
      { text: '', isChecked: false },
    ],
    title,
    createdTimestampUsec: 1_700_000_000_000_000,
    ...more,
  })
  const takeout = zipSync({
    'Takeout/Keep/Weekend.json': strToU8(JSON.stringify(note('Weekend'))),
    'Takeout/Keep/Weekend.html': strToU8('<html></html>'),
    'Takeout/Keep/old.json': strToU8(JSON.stringify(note('', { isArchived: true }))),
    'Takeout/Keep/gone.json': strToU8(JSON.stringify(note('Gone', { isTrashed: true }))),
    'Takeout/Keep/words.json': strToU8(JSON.stringify({ title: 'Poem', textContent: 'Roses' })),
    'Takeout/archive_browser.html': strToU8('<html></html>'),
  })
  const found = read(takeout, 'takeout.zip')
  const products = [
    { productName: 'Milk', quantity: 2, unit: 'l' },
    { productName: 'Bread', productStatus: true },
  ]
  expect(listsOf(found)).toEqual([
    ['Weekend', ...products],
    ['old', ...products],
  ])
  expect(found.lists.map(({ date, listStatus }) => [date, listStatus])).toEqual([
    ['2023-11-14T22:13:20.000Z', 'aktywna'],
    ['2023-11-14T22:13:20.000Z', 'archiwum'],
  ])
})

test('OPEN-1 a household of KitchenOwl: its recipes with portions, and what it buys, become templates', () => {
  const found = read({
    name: 'Home',
    language: 'en',
    member: ['ann'],
    shoppinglists: ['Default'],
    items: [{ name: 'Butter', category: 'Dairy', icon: 'butter' }, { name: 'Rice' }],
    recipes: [
      {
        name: 'Pancakes',
        description: 'Fry them.',
        time: 20,
        yields: 4,
        source: 'https://example.org/pancakes',
        items: [
          { name: 'Flour', description: '500 g', optional: false },
          { name: 'Milk', description: '1 l', optional: false },
          { name: 'Sugar', description: 'a little', optional: true },
        ],
        tags: [],
      },
    ],
    expenses: [],
  })
  expect(found.lists).toEqual([])
  expect(found.templates).toEqual([
    {
      templateName: 'Pancakes',
      description: 'Fry them.',
      portions: 4,
      source: 'https://example.org/pancakes',
      products: [
        { ...initialValues, productName: 'Flour', quantity: 500, unit: 'g' },
        { ...initialValues, productName: 'Milk', unit: 'l' },
        { ...initialValues, productName: 'Sugar', note: 'a little' },
      ],
    },
    {
      templateName: 'Home',
      description: '',
      products: [
        { ...initialValues, productName: 'Butter', category: 'Dairy' },
        { ...initialValues, productName: 'Rice' },
      ],
    },
  ])
})

test('OPEN-1 the shopping lists of KitchenOwl, as its API answers', () => {
  const found = read([
    {
      id: 1,
      name: 'Default',
      items: [
        { id: 7, name: 'Eggs', description: '10', category: { id: 2, name: 'Dairy' }, icon: null },
        { id: 8, name: 'Ham', description: 'thin slices', category: null },
      ],
    },
  ])
  expect(listsOf(found)).toEqual([
    [
      'Default',
      { productName: 'Eggs', quantity: 10, category: 'Dairy' },
      { productName: 'Ham', note: 'thin slices' },
    ],
  ])
})

test('OPEN-1 Grocy’s shopping list with its products, units and lists; alone it says what is missing', () => {
  const rows = [
    { id: 1, product_id: 5, note: 'ripe', amount: 2, shopping_list_id: 1, done: 0, qu_id: 3 },
    { id: 2, product_id: '6', note: null, amount: '500', shopping_list_id: '1', done: '1', qu_id: '4' },
    { id: 3, product_id: null, note: 'Something nice', amount: 1, shopping_list_id: 2, done: 0, qu_id: null },
  ]
  const found = read({
    shopping_list: rows,
    products: [
      { id: 5, name: 'Bananas', product_group_id: 1 },
      { id: 6, name: 'Flour', product_group_id: null },
    ],
    product_groups: [{ id: 1, name: 'Fruit' }],
    quantity_units: [
      { id: 3, name: 'Pack' },
      { id: 4, name: 'g' },
    ],
    shopping_lists: [{ id: 1, name: 'Week' }],
  })
  expect(listsOf(found)).toEqual([
    [
      'Week',
      { productName: 'Bananas', quantity: 2, category: 'Fruit', note: 'ripe; Pack' },
      { productName: 'Flour', quantity: 500, unit: 'g', productStatus: true },
    ],
    ['Shopping', { productName: 'Something nice' }],
  ])
  expect(() => read(rows)).toThrow(new NotReadable('productsMissing'))
  const packed = zipSync({
    'shopping_list.json': strToU8(JSON.stringify(rows)),
    'products.json': strToU8(
      JSON.stringify([
        { id: 5, name: 'Bananas' },
        { id: 6, name: 'Flour' },
      ]),
    ),
  })
  expect(
    read(packed, 'grocy.zip').lists.flatMap(({ products }) => products.map(({ value }) => value.productName)),
  ).toEqual(['Bananas', 'Flour', 'Something nice'])
})

test('OPEN-1 Mealie’s shopping list, as its API answers: foods, units, labels, ticks and the order', () => {
  const item = (position: number, more: object) => ({
    id: `i${position}`,
    shoppingListId: 's',
    quantity: 1,
    unit: null,
    food: null,
    note: '',
    isFood: false,
    disableAmount: null,
    display: '',
    checked: false,
    label: null,
    position,
    ...more,
  })
  const found = read({
    name: 'Week 48',
    id: 's',
    createdAt: '2026-11-20T10:00:00Z',
    recipeReferences: [],
    labelSettings: [],
    listItems: [
      item(2, { note: 'kitchen towels', display: 'kitchen towels' }),
      item(1, {
        quantity: 250,
        isFood: true,
        display: '250 grams butter',
        unit: { name: 'gram', pluralName: 'grams', abbreviation: 'g' },
        food: { name: 'butter', label: { name: 'Dairy' } },
        note: 'salted',
        checked: true,
      }),
    ],
  })
  expect(listsOf(found)).toEqual([
    [
      'Week 48',
      {
        productName: 'butter',
        quantity: 250,
        unit: 'g',
        note: 'salted',
        category: 'Dairy',
        productStatus: true,
      },
      { productName: 'kitchen towels' },
    ],
  ])
})

test('OPEN-1 a Bring!-like list: its items with what they specify', () => {
  const found = read({
    uuid: 'x',
    status: 'REGISTERED',
    purchase: [
      { name: 'Milk', specification: '2 l' },
      { name: 'Cheese', specification: 'Gouda' },
    ],
    recently: [{ name: 'Salt', specification: '' }],
  })
  expect(listsOf(found)).toEqual([
    ['Shopping', { productName: 'Milk', quantity: 2, unit: 'l' }, { productName: 'Cheese', note: 'Gouda' }],
  ])
})

test('OPEN-1 texts as Bring!, AnyList and others send them', () => {
  const text = 'Milk (2 l)\n• Bread\nCheese (Gouda)\n☑ Salt\n10 eggs'
  expect(listsOf(read(text, 'Weekend.txt'))).toEqual([
    [
      'Weekend',
      { productName: 'Milk', quantity: 2, unit: 'l' },
      { productName: 'Bread' },
      { productName: 'Cheese', note: 'Gouda' },
      { productName: 'Salt', productStatus: true },
      { productName: 'eggs', quantity: 10 },
    ],
  ])
  expect(listsOf(read('x 2026-11-26 milk +home\n(A) 2026-11-25 bread @Lidl', 'todo.txt'))).toEqual([
    [
      'todo',
      { productName: 'milk', note: '+home', productStatus: true },
      { productName: 'bread', note: '@Lidl' },
    ],
  ])
})

test('OPEN-1 tables of other apps: Out of Milk’s and Listonic’s columns, semicolons, tabs and decimal commas', () => {
  expect(
    listsOf(
      read(
        '"Description","Quantity","Unit","Price","Category","Note","Done"\r\n"Milk, fresh","2","l","3.49","Dairy","","False"\r\n"Bread","1","","","","rye","True"\r\n',
        'List.csv',
      ),
    ),
  ).toEqual([
    [
      'List',
      { productName: 'Milk, fresh', quantity: 2, unit: 'l', price: 3.49, category: 'Dairy' },
      { productName: 'Bread', note: 'rye', productStatus: true },
    ],
  ])
  expect(
    listsOf(
      read(
        'Lista;Nazwa;Ilość;Jednostka;Cena;Kupione\nDom;Mleko;1,5;l;3,49 zł;nie\nDziałka;Węgiel;1;worek;;tak\n',
        'eksport.csv',
        'pl',
      ),
    ),
  ).toEqual([
    ['Dom', { productName: 'Mleko', quantity: 1.5, unit: 'l', price: 3.49 }],
    ['Działka', { productName: 'Węgiel', note: 'worek', productStatus: true }],
  ])
  const cp1250 = Uint8Array.from(
    [...'Nazwa;Ilo']
      .map((c) => c.charCodeAt(0))
      .concat(
        [0x9c, 0xe6],
        [...';Cena\n\u017Bur;2;3'].map((c) => (c === 'Ż' ? 0xaf : c.charCodeAt(0))),
      ),
  )
  expect(listsOf(read(cp1250, 'stary.csv', 'pl'))).toEqual([
    ['stary', { productName: 'Żur', quantity: 2, price: 3 }],
  ])
})

test('OPEN-1 to-dos of another calendar: what is in the summary is understood, and nothing outside it', () => {
  const todo = (lines: string) => `BEGIN:VTODO\r\n${lines}\r\nEND:VTODO\r\n`
  const file = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//y\r\nX-WR-CALNAME:Groceries\r\n${todo(
    'UID:1\r\nSUMMARY:2 kg potatoes\r\nDESCRIPTION:new ones\\, small\r\nCATEGORIES:Veg',
  )}${todo('UID:2\r\nSUMMARY:Milk\r\nSTATUS:COMPLETED\r\nCOMPLETED:20261129T101500Z')}END:VCALENDAR\r\n`
  const found = read(file, 'x.ics')
  expect(listsOf(found)).toEqual([
    [
      'Groceries',
      { productName: 'potatoes', quantity: 2, unit: 'kg', note: 'new ones, small', category: 'Veg' },
      { productName: 'Milk', productStatus: true },
    ],
  ])
  expect(found.lists[0]?.products.map(({ boughtAt }) => boughtAt)).toEqual([
    undefined,
    Date.UTC(2026, 10, 29, 10, 15),
  ])
})

test('OPEN-1 what is too much or no list is refused: a bomb, a picture, an empty file, a program', () => {
  const zeros = new Uint8Array(17 << 20)
  const why = (content: unknown, name?: string) => {
    try {
      read(content, name)
      return null
    } catch (error) {
      return error instanceof NotReadable ? error.why : error
    }
  }
  expect(why(zipSync({ 'a.json': zeros }, { level: 9 }))).toBe('fileTooLarge')
  expect(why(zeros)).toBe('fileTooLarge')
  expect(
    why(zipSync(Object.fromEntries(Array.from({ length: 2_001 }, (_, n) => [`${n}.txt`, strToU8('')])))),
  ).toBe('fileTooLarge')
  expect(why(zipSync({ 'a.png': strToU8('x') }))).toBe('nothingInFile')
  expect(why(strToU8('PK\u0003\u0004 no zip at all'))).toMatch(/unknownFormat|nothingInFile/)
  expect(why(Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1, 2]), 'x.png')).toBe('unknownFormat')
  expect(why('')).toBe('nothingInFile')
  expect(why({ hello: 'world' })).toBe('unknownFormat')
  expect(why([1, 2, 3])).toBe('unknownFormat')
})

test('OPEN-1 what cannot be taken over is counted, and the rest is taken', () => {
  const found = read(`Name,Quantity,Price\n${'x'.repeat(300)},1,1\nMilk,-2,dear\n`, 'x.csv')
  expect(found.lost).toBe(2)
  expect(listsOf(found)[0]?.slice(1)).toEqual([
    { productName: 'x'.repeat(200), price: 1 },
    { productName: 'Milk', note: '-2' },
  ])
})

/** Returns the products of the only list in a file. */
function productsIn(content: unknown, name?: string): unknown[] {
  return listsOf(read(content, name)).flatMap((list) => list.slice(1))
}

test('OPEN-1 a price beside a small unit is for all of it where no column says what it is for', () => {
  const all = { priceFor: 'all' }
  expect(productsIn('nazwa;ilość;jednostka;cena\nSzynka;300;g;12,50\nOliwa;750;ml;24,99', 'a.csv')).toEqual([
    { productName: 'Szynka', quantity: 300, unit: 'g', price: 12.5, ...all },
    { productName: 'Oliwa', quantity: 750, unit: 'ml', price: 24.99, ...all },
  ])
  expect(productsIn([{ name: 'Ham', quantity: 300, unit: 'g', price: 12.5 }])).toEqual([
    { productName: 'Ham', quantity: 300, unit: 'g', price: 12.5, ...all },
  ])
  expect(productsIn('nazwa;ilość;jednostka;cena;cena za\nSzynka;300;g;0,05;', 'a.csv')).toEqual([
    { productName: 'Szynka', quantity: 300, unit: 'g', price: 0.05 },
  ])
})

test('OPEN-1 amounts in tables: thousands, fractions and words that count', () => {
  const flour = [{ productName: 'Flour', quantity: 1000, unit: 'g' }]
  expect(productsIn('Name,Quantity,Unit\nFlour,"1,000",g', 'a.csv')).toEqual(flour)
  for (const quantity of ['1.000', '1 000', '1\u00a0000'])
    expect(productsIn(`nazwa;ilość;jednostka\nFlour;${quantity};g`, 'a.csv')).toEqual(flour)
  expect(
    productsIn(
      'nazwa;ilość;jednostka\nJabłka;1/2;kg\nGruszki;1½;kg\nJaja;3 opak.;\nSer;1.000;kg\nSok;2 l;l',
      'a.csv',
    ),
  ).toEqual([
    { productName: 'Jabłka', quantity: 0.5, unit: 'kg' },
    { productName: 'Gruszki', quantity: 1.5, unit: 'kg' },
    { productName: 'Jaja', quantity: 3, note: 'opak.' },
    { productName: 'Ser', unit: 'kg' },
    { productName: 'Sok', quantity: 2, unit: 'l' },
  ])
})

test('OPEN-1 amounts in a pasted table: thousands, and units in the column of the quantity', () => {
  const understood = (table: string) => readPasted(table).map(({ text }) => understand(text))
  expect(
    understood('| nazwa | ilość | jednostka | cena |\n|---|---|---|---|\n| Mąka | 1.000 | g | 4 |'),
  ).toMatchObject([{ productName: 'Mąka', quantity: 1000, unit: 'g', price: 4 }])
  expect(readPasted('nazwa;ilość\nMleko;2 l\nChleb;1,5\nJaja;10').map(({ text }) => text)).toEqual([
    'Mleko | 2 l',
    'Chleb | 1.5 szt',
    'Jaja | 10',
  ])
})

test('OPEN-1 lists inside an answer of an API are lists, and what stands beside them is not lost', () => {
  const tasks = {
    kind: 'tasks#taskLists',
    items: [
      {
        title: 'Zakupy',
        items: [
          { title: 'mleko 2 l', status: 'needsAction', notes: 'UHT' },
          { title: 'chleb', status: 'completed' },
        ],
      },
      { title: 'Dom', items: [{ title: 'żarówka' }] },
    ],
  }
  const lists = [
    [
      'Zakupy',
      { productName: 'mleko', quantity: 2, unit: 'l', note: 'UHT' },
      { productName: 'chleb', productStatus: true },
    ],
    ['Dom', { productName: 'żarówka' }],
  ]
  expect(listsOf(read(tasks, 'Tasks.json'))).toEqual(lists)
  const beside = {
    ...tasks,
    items: [...tasks.items, { title: 'masło' }, 'sól', { title: 'Pusta', items: [] }],
  }
  expect(listsOf(read(beside, 'Tasks.json'))).toEqual([
    ...lists,
    ['Pusta'],
    ['Tasks', { productName: 'masło' }, { productName: 'sól' }],
  ])
  expect(
    listsOf(read({ page: 1, items: [{ name: 'Weekly', listItems: [{ note: 'bread', checked: true }] }] })),
  ).toEqual([['Weekly', { productName: 'bread', productStatus: true }]])
})

test('OPEN-1 a thing in JSON is bought where its state, a word or a day says so', () => {
  const states = [
    { status: 'done' },
    { status: 'COMPLETED' },
    { bought: 'yes' },
    { checked: 'x' },
    { done: 'y' },
    { completed: '2026-01-01T10:00:00Z' },
    { status: 'needsAction' },
    { completed: '0001-01-01T00:00:00Z' },
    { completed: null },
    { bought: 'no' },
  ]
  const { lists } = read(states.map((state) => ({ name: 'Milk', ...state })))
  expect(lists.flatMap(({ products }) => products.map(({ value }) => value.productStatus))).toEqual([
    ...Array.from({ length: 6 }, () => true),
    ...Array.from({ length: 4 }, () => false),
  ])
})

test('OPEN-1 the content, summary or task is the name where there is no other; rows without one are counted', () => {
  const items = [
    { content: '2 kg potatoes', description: '' },
    { content: 'milk', checked: true, description: '2 l' },
    { content: 'bread', description: 'rye' },
  ]
  const products = [
    { productName: 'potatoes', quantity: 2, unit: 'kg' },
    { productName: 'milk', quantity: 2, unit: 'l', productStatus: true },
    { productName: 'bread', note: 'rye' },
  ]
  expect(productsIn({ items })).toEqual(products)
  expect(productsIn([{ summary: 'eggs' }, { task: 'salt', note: 'fine' }])).toEqual([
    { productName: 'eggs' },
    { productName: 'salt', note: 'fine' },
  ])
  const some = read({ items: [...items, { id: 7 }, { name: '?' }, 5, '', { text: '', isChecked: false }] })
  expect(listsOf(some)[0]?.slice(1)).toEqual(products)
  expect(some.lost).toBe(3)
})

test('OPEN-1 headings with brackets, other words for a name, and a sum that is no price', () => {
  expect(productsIn('Nazwa produktu;Ilość (szt);Cena (zł)\nMleko;3;3,49', 'a.csv')).toEqual([
    { productName: 'Mleko', quantity: 3, price: 3.49 },
  ])
  for (const heads of ['nazwa towaru;jednostka miary', 'product name;unit', 'Item Name;Units (each)'])
    expect(productsIn(`${heads}\nMleko;l`, 'a.csv')).toEqual([{ productName: 'Mleko', unit: 'l' }])
  for (const sum of ['kwota', 'koszt', 'suma', 'wartość', 'total', 'Wartość (zł)']) {
    const table = `produkt;ilość;${sum}\nMleko;3;10,47`
    expect(productsIn(table, 'a.csv')).toEqual([
      { productName: 'Mleko', quantity: 3, price: 10.47, priceFor: 'all' },
    ])
    const [pasted] = readPasted(table)
    expect(pasted?.text).toBe('Mleko | 3 | 10,47 zł za wszystko')
    expect(understand(pasted?.text ?? '')).toMatchObject({ quantity: 3, price: 10.47, priceFor: 'all' })
  }
  const both = 'produkt;ilość;koszt;cena\nMleko;3;10,47;3,49\nChleb;2;9;'
  expect(productsIn(both, 'a.csv')).toEqual([
    { productName: 'Mleko', quantity: 3, price: 3.49 },
    { productName: 'Chleb', quantity: 2, price: 9, priceFor: 'all' },
  ])
  expect(readPasted(both).map(({ text }) => text)).toEqual([
    'Mleko | 3 | 3,49 zł',
    'Chleb | 2 | 9 zł za wszystko',
  ])
  expect(productsIn('produkt,quantity,cost\nMilk,3,3.49', 'a.csv')).toEqual([
    { productName: 'Milk', quantity: 3, price: 3.49 },
  ])
})

test('OPEN-1 to-dos of other calendars: cancelled, done without a state, notes, places and categories', () => {
  const todos = [
    'SUMMARY:Masło\r\nSTATUS:CANCELLED',
    'SUMMARY:Milk\r\nCOMPLETED:20261129T101500Z',
    'SUMMARY:Chleb // żytni\r\nDESCRIPTION:krojony',
    'SUMMARY:Ser\r\nLOCATION:Lidl\r\nCATEGORIES:Nabiał,pilne\r\nCATEGORIES:dom',
    'SUMMARY:Sól\r\nLOCATION:Lidl\r\nX-KOSZYK-NAME:Sól\r\nX-KOSZYK-SHOP:Biedronka\r\nDESCRIPTION:morska',
    'SUMMARY:Eggs\r\nSTATUS:NEEDS-ACTION\r\nCOMPLETED:20261129T101500Z',
  ].map((lines) => `BEGIN:VTODO\r\n${lines}\r\nEND:VTODO\r\n`)
  const found = read(`BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${todos.join('')}END:VCALENDAR\r\n`, 'x.ics')
  expect(listsOf(found)).toEqual([
    [
      'x',
      { productName: 'Milk', productStatus: true },
      { productName: 'Chleb', note: 'żytni; krojony' },
      { productName: 'Ser', shop: 'Lidl', category: 'Nabiał', note: 'pilne, dom' },
      { productName: 'Sól', shop: 'Biedronka', note: 'morska' },
      { productName: 'Eggs' },
    ],
  ])
  expect(found.lists[0]?.products[0]?.boughtAt).toBe(Date.UTC(2026, 10, 29, 10, 15))
  expect(found.lost).toBe(1)
})

test('OPEN-1 MONEY-3 of a table in two currencies and of a text in none no price gets another currency', () => {
  const table = 'name,price,currency\nEggs,3.50,EUR\nMilk,4.20,PLN\nSalt,1.00,\n'
  const found = read(table, 'Abroad.csv')
  expect([listsOf(found), found.lists[0]?.currency, found.lost]).toEqual([
    [
      [
        'Abroad',
        { productName: 'Eggs', price: 3.5 },
        { productName: 'Milk' },
        { productName: 'Salt', price: 1 },
      ],
    ],
    'EUR',
    1,
  ])
  const late = read('name,price,currency\nEggs,3.50,\nMilk,4.20,EUR\n', 'Late.csv')
  expect([late.lists[0]?.currency, late.lists[0]?.products.map(({ value }) => value.price)]).toEqual([
    undefined,
    [3.5, undefined],
  ])
  for (const text of [
    'fleur 3,49',
    'krewetki 12,50',
    'Milk 3,49 zł\nEggs 2 €',
    'Milk 3 kr',
    'rolki do lei 2',
  ])
    expect([text, read(text, 'a.txt').lists[0]?.currency]).toEqual([text, undefined])
  expect(read('milk 3,49 €\nbread', 'a.txt').lists[0]?.currency).toBe('EUR')
})
