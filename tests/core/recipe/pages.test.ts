import { expect, test } from 'vitest'
import { readRecipeText, type Recipe } from '../../../core/recipe/recipe.ts'
import { recipeInPage } from '../../../server/recipe/read-page.ts'

/** Shapes in which real sites mark up their recipes, right and wrong. All texts were written for this test. */

const here = 'https://kitchen.example.org/recipes/onion-tart/'

function page(body: string, given: { h1?: string; title?: string; head?: string } = {}): string {
  const { h1 = 'Onion tart', head = '' } = given
  const title = given.title ?? h1
  const heading = h1 === '' ? '' : `<h1>${h1}</h1>`
  return `<!doctype html><html><head><title>${title}</title>${head}</head><body>${heading}${body}</body></html>`
}

function script(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `<script type="application/ld+json">${text}</script>`
}

function recipe(name: string, ingredients: unknown, more: object = {}): object {
  return { '@type': 'Recipe', name, recipeIngredient: ingredients, ...more }
}

const tart = ['300 g onions', '2 eggs', '150 ml cream']
const pie = ['1 kg apples', '200 g flour', '100 g butter', '3 eggs', '80 g sugar', '5 g cinnamon']

/** Returns the recipe in one line: 'Onion tart (4): 300 g onions; 2 pcs eggs'. */
function told(found: Recipe | null): string {
  if (!found) return 'no recipe'
  const products = found.ingredients.map(({ quantity, unit, productName }) =>
    quantity === null ? productName : `${quantity} ${unit} ${productName}`,
  )
  const rest = found.leftOut ? ` — left out: ${found.leftOut.join(' | ')}` : ''
  const portions = found.portions === null ? '' : ` (${found.portions})`
  return `${found.name}${portions}: ${products.join('; ')}${rest}`
}

const itIsTheTart = 'Onion tart: 300 g onions; 2 pcs eggs; 150 ml cream'
const other = recipe('Apple pie', pie)
const own = recipe('Onion tart', tart)

const ownRecipes: [what: string, html: string, wanted?: string][] = [
  ['the heading names the shorter one, which is behind', page(script([other, own]))],
  ['the heading names the shorter one, which is before', page(script([own, other]))],
  ['the heading says more than the name', page(script([other, own]), { h1: 'The best onion tart ever' })],
  ['the name says more than the heading', page(script([other, recipe('Quick onion tart', tart)])), 'Quick '],
  ['only the title names it', page(script([other, own]), { h1: '', title: 'Onion tart | A kitchen' })],
  [
    'only the title for sharing names it',
    page(script([other, own]), {
      h1: 'Today',
      title: 'A kitchen',
      head: '<meta property="og:title" content="Onion tart">',
    }),
  ],
  ['only the address names it', page(script([other, own]), { h1: 'Today', title: 'A kitchen' })],
  [
    'the page is about it',
    page(
      script({
        '@graph': [other, { '@type': 'WebPage', mainEntity: recipe('Zwiebelkuchen', tart) }],
      }),
      { h1: 'Today' },
    ),
    'Zwiebelkuchen',
  ],
  [
    'the page is about the id of it',
    page(
      script({
        '@graph': [
          { '@type': 'WebPage', mainEntity: { '@id': '#2' } },
          { ...other, '@id': '#1' },
          { ...recipe('Tarte', tart), '@id': '#2' },
        ],
      }),
      { h1: 'Today' },
    ),
    'Tarte',
  ],
  [
    'its address is that of the page',
    page(
      script([
        { ...other, url: 'https://kitchen.example.org/recipes/apple-pie' },
        { ...recipe('Tarte', tart), url: 'https://www.kitchen.example.org/recipes/onion-tart' },
      ]),
      { h1: 'Today' },
    ),
    'Tarte',
  ],
  [
    'its page is this page, which is called otherwise',
    page(script([other, { ...recipe('Tarte', tart), mainEntityOfPage: { '@id': '/tarte' } }]), {
      h1: 'Today',
      head: '<link rel="canonical" href="https://kitchen.example.org/tarte">',
    }),
    'Tarte',
  ],
  ['nothing names one: the first', page(script([recipe('Tarte', tart), other]), { h1: 'Today' }), 'Tarte'],
  [
    'nothing names one: the first that is not in a list',
    page(script([{ '@type': 'ItemList', itemListElement: [{ item: other }] }, recipe('Tarte', tart)]), {
      h1: 'Today',
    }),
    'Tarte',
  ],
  [
    'another one is inside it',
    page(script({ ...recipe('Tarte', tart), isRelatedTo: [other] }), { h1: 'Today' }),
    'Tarte',
  ],
  [
    'the other one has only a part of its name in common',
    page(script([recipe('Tart', pie), recipe('Onion pie', pie), own])),
  ],
  ['the first has no ingredients', page(script([recipe('Something', []), own, other]), { h1: 'Today' })],
  [
    'twice, once with its beginning',
    page(
      script([recipe('Onion tart', ['300 g onions']), other]) +
        `<div itemscope itemtype="https://schema.org/Recipe"><b itemprop="name">Onion tart</b>${tart
          .map((line) => `<li itemprop="recipeIngredient">${line}</li>`)
          .join('')}</div>`,
    ),
  ],
  [
    'the own one has no ingredients in its markup, but on the page; the other one has both',
    page(
      script([recipe('Onion tart', []), other]) +
        `<h2>Ingredients</h2><ul>${tart.map((line) => `<li>${line}</li>`).join('')}</ul><h2>Method</h2>`,
    ),
  ],
  [
    'its name is in one place, its ingredients in another',
    page(
      script([
        other,
        { ...recipe('Onion tart', []), '@id': '#own' },
        { '@type': 'WebPage', mainEntity: { ...recipe('', tart), '@id': '#own' } },
      ]),
    ),
  ],
  [
    'two of one id that are both whole',
    page(
      script([
        { ...other, '@id': '#recipe' },
        { ...own, '@id': '#recipe' },
      ]),
    ),
  ],
  [
    'only the first ingredient is marked up',
    page(
      script(recipe('Onion tart', ['300 g onions'])) +
        `<h2>Ingredients</h2><ul>${tart.map((line) => `<li>${line}</li>`).join('')}</ul>`,
    ),
  ],
  [
    'the own one has no ingredients at all: not those of another',
    page(script([recipe('Onion tart', []), other])),
    'no recipe',
  ],
]

test.each(ownRecipes)("COOK-1 the page's own recipe: %s", async (_, html, wanted = '') => {
  const found = told(await recipeInPage(html, here))
  const name = wanted.trim()
  if (name === 'no recipe') expect(found).toBe(name)
  else if (wanted.endsWith(' ')) expect(found).toBe(itIsTheTart.replace('Onion', `${name} onion`))
  else expect(found).toBe(name === '' ? itIsTheTart : itIsTheTart.replace('Onion tart', name))
})

const shapes: [what: string, ingredients: unknown, wanted: string][] = [
  [
    'PropertyValue with value and unit',
    [{ '@type': 'PropertyValue', name: 'flour', value: 500, unitText: 'g' }],
    '500 g flour',
  ],
  [
    'PropertyValue with a unit by its code',
    [{ '@type': 'PropertyValue', name: 'milk', value: '250', unitCode: 'MLT' }],
    '250 ml milk',
  ],
  [
    'PropertyValue with a code of pieces',
    [{ '@type': 'PropertyValue', name: 'eggs', value: 3, unitCode: 'C62' }],
    '3 pcs eggs',
  ],
  [
    'PropertyValue with the amount as a text',
    [{ '@type': 'PropertyValue', name: 'onions', value: '300 g' }],
    '300 g onions',
  ],
  [
    'PropertyValue whose value is all of it',
    [{ '@type': 'PropertyValue', name: 'Ingredient 1', value: '300 g onions' }],
    '300 g onions',
  ],
  [
    'PropertyValue whose value names it again',
    [{ '@type': 'PropertyValue', name: 'onions', value: '300 g onions' }],
    '300 g onions',
  ],
  [
    'PropertyValue with a range',
    [{ '@type': 'PropertyValue', name: 'lemons', minValue: 1, maxValue: 2 }],
    '2 pcs lemons',
  ],
  ['PropertyValue without a value', [{ '@type': 'PropertyValue', name: 'salt' }], 'salt'],
  ['PropertyValue with 0', [{ '@type': 'PropertyValue', name: 'salt', value: 0, unitText: '' }], 'salt'],
  [
    'HowToSupply with a quantity',
    [
      {
        '@type': 'HowToSupply',
        name: 'butter',
        requiredQuantity: { '@type': 'QuantitativeValue', value: 200, unitText: 'g' },
      },
    ],
    '200 g butter',
  ],
  [
    'HowToSupply with a number, one with a text and one without',
    [
      { '@type': 'HowToSupply', name: 'eggs', requiredQuantity: 2 },
      { '@type': 'HowToSupply', name: 'cream', requiredQuantity: '150 ml' },
      { '@type': 'HowToSupply', name: 'parsley' },
    ],
    '2 pcs eggs; 150 ml cream; parsley',
  ],
  [
    'HowToSupply that is a whole line',
    [{ '@type': 'HowToSupply', name: '300 g onions, sliced' }],
    '300 g onions',
  ],
  [
    'an ItemList of sections',
    {
      '@type': 'ItemList',
      itemListElement: [
        {
          '@type': 'HowToSection',
          name: 'Base',
          itemListElement: [{ '@type': 'PropertyValue', name: 'flour', value: 1, unitText: 'kg' }, '2 eggs'],
        },
        { '@type': 'ListItem', position: 2, item: { '@type': 'Thing', name: 'salt' } },
        { '@type': 'ListItem', position: 3, name: '100 g butter' },
      ],
    },
    '1 kg flour; 2 pcs eggs; salt; 100 g butter',
  ],
  [
    'lists in lists',
    [['2 eggs', ['100 g butter']], '300 g onions'],
    '2 pcs eggs; 100 g butter; 300 g onions',
  ],
  [
    'as other apps write them',
    [
      { quantity: 400, unit: { name: 'g' }, food: { name: 'pasta' }, note: 'short' },
      { display: '2 onions' },
      { text: '1 kg tomatoes' },
    ],
    '400 g pasta; 2 pcs onions; 1 kg tomatoes',
  ],
  ['all of them twice', ['2 eggs', '100 g butter', '2 eggs', '100 g butter'], '2 pcs eggs; 100 g butter'],
  ['one of them twice', ['2 eggs', '2 eggs'], '2 pcs eggs; 2 pcs eggs'],
  ['nothing and false between them', [null, false, '2 eggs', '', ' ', false], '2 pcs eggs'],
  ['an object by number', { 0: '2 eggs', 1: '100 g butter' }, 'no recipe'],
  ['tags', ['<p>2 <b>eggs</b></p>', '<a href="/x">100 g butter</a>'], '2 pcs eggs; 100 g butter'],
  [
    'tags that are encoded twice',
    ['&amp;lt;b&amp;gt;2 eggs&amp;lt;/b&amp;gt;', '&frac12; onion'],
    '2 pcs eggs; 0.5 pcs onion',
  ],
  [
    'all of them in one HTML list',
    '<ul><li>2 eggs</li><li>100 g butter</li></ul>',
    '2 pcs eggs; 100 g butter',
  ],
  ['all of them divided by <br>', '2 eggs<br>salt<br/>100 g butter', '2 pcs eggs; salt; 100 g butter'],
  ['all of them on lines', '2 eggs\nsalt\r\n100 g butter', '2 pcs eggs; salt; 100 g butter'],
  ['all of them behind bullets', '• 2 eggs • salt • 100 g butter', '2 pcs eggs; salt; 100 g butter'],
  ['all of them with semicolons', '2 eggs; salt; 100 g butter', '2 pcs eggs; salt; 100 g butter'],
  [
    'all of them without anything between',
    '2 eggs100 g butter1 l milk (warm)½ onion',
    '2 pcs eggs; 100 g butter; 1 l milk; 0.5 pcs onion',
  ],
  ['one text that is one ingredient', '1 tin of beans, 400 g', '1 pcs beans'],
  [
    'the example of schema.org has them',
    [
      '2 or 3 ripe pears, peeled',
      { '@type': 'PropertyValue', value: 1, name: 'egg' },
      { '@type': 'PropertyValue', value: '3/4', name: 'sugar', unitCode: 'G21' },
      {
        '@type': 'HowToSupply',
        name: 'beef',
        description: 'minced',
        requiredQuantity: { value: 0.5, unitText: 'kilogram', unitCode: 'KGM' },
      },
    ],
    '3 pcs ripe pears; 1 pcs egg; sugar; 0.5 kg beef',
  ],
  [
    'an amount on a line of its own',
    ['200 g\n\n   flour', '2\n large onions', '1 (400 g) tin\n beans'],
    '200 g flour; 2 pcs onions; 1 pcs beans',
  ],
  [
    'a line break of the template inside one',
    ['200 g plain\n        flour', '2 eggs'],
    '200 g plain flour; 2 pcs eggs',
  ],
  [
    'a remark on the next line',
    ['200 g flour<br>(sifted)', '2 eggs<br>or 3 small ones'],
    '200 g flour; 2 pcs eggs',
  ],
  ['spaces of other kinds', ['200\u00a0g\u202fflour', '2\u2009eggs'], '200 g flour; 2 pcs eggs'],
]

test.each(shapes)('COOK-1 ingredients as %s', async (_, ingredients, wanted) => {
  const html = page(script(recipe('Onion tart', ingredients)))
  const found = told(await recipeInPage(html, here)).replace('Onion tart: ', '')
  expect(found).toBe(wanted)
})

test.each([
  ['an empty list', { recipeIngredient: [], ingredients: tart }],
  ['an empty text', { recipeIngredient: '', ingredients: tart }],
  ['empty texts', { recipeIngredient: ['', ' '], ingredients: tart }],
  ['null', { recipeIngredient: null, ingredients: tart }],
  ['an empty thing', { recipeIngredient: [{}], ingredients: tart.join('\n') }],
  ['supplies', { recipeIngredient: [], supply: tart.map((name) => ({ '@type': 'HowToSupply', name })) }],
  ['another vocabulary', { 'schema:recipeIngredient': tart }],
  ['a whole address', { 'http://schema.org/recipeIngredient': tart }],
])('COOK-1 where the ingredients are empty, others count: %s', async (_, more) => {
  const html = page(script({ '@type': 'Recipe', name: 'Onion tart', ...more }))
  expect(told(await recipeInPage(html, here))).toBe(itIsTheTart)
})

const lines = '["300 g onions", "2 eggs", "150 ml cream"]'
const broken: [what: string, block: string][] = [
  [
    'raw line breaks in texts',
    `{"@type": "Recipe", "description": "two\nlines\tand\u0001 more", "recipeIngredient": ${lines}}`,
  ],
  [
    'commas too many',
    `{"@type": "Recipe",, "recipeIngredient": ["300 g onions",, "2 eggs", "150 ml cream",],}`,
  ],
  [
    'a comma too few between lines',
    `{"@type": "Recipe"\n"recipeIngredient": ["300 g onions"\n"2 eggs"\n"150 ml cream"]\n}`,
  ],
  [
    'a quote in a text',
    `{"@type": "Recipe", "description": "for a 9" tin, or "any", greased", "recipeIngredient": ${lines}}`,
  ],
  [
    'a tag with quotes',
    `{"@type": "Recipe", "description": "<a href="https://x.example/">here</a>", "recipeIngredient": ${lines}}`,
  ],
  [
    'single quotes',
    `{'@type': 'Recipe', 'author': 'a "cook"', 'recipeIngredient': ${lines.replaceAll('"', "'")}}`,
  ],
  ['comments', `{"@type": "Recipe", // it is\n "recipeIngredient": ${lines} /* all */}`],
  [
    'values that are none',
    `{"@type": "Recipe", "video": undefined, "rating": NaN, "time": , "count": 05, "recipeIngredient": ${lines}}`,
  ],
  ['names without quotes', `{"@type": "Recipe", keywords: "x", "recipeIngredient": ${lines}}`],
  [
    'two objects in a row',
    `{"@type": "Person", "name": "A"}\n{"@type": "Recipe", "recipeIngredient": ${lines}}`,
  ],
  ['a semicolon', `{"@type": "Recipe", "recipeIngredient": ${lines}};`],
  ['cut off', `{"@type": "Recipe", "recipeIngredient": ${lines.slice(0, -2)}`],
  ['a bad escape', `{"@type": "Recipe", "description": "C:\\x \\u12", "recipeIngredient": ${lines}}`],
  ['an HTML comment around', `<!-- {"@type": "Recipe", "recipeIngredient": ${lines}} -->`],
  ['CDATA around', `//<![CDATA[\n{"@type": "Recipe", "recipeIngredient": ${lines}}\n//]]>`],
  ['CDATA in comments', `/* <![CDATA[ */ {"@type": "Recipe", "recipeIngredient": ${lines}} /* ]]> */`],
  [
    'a comment and CDATA',
    `<!--//--><![CDATA[//><!--\n{"@type": "Recipe", "recipeIngredient": ${lines}}\n//--><!]]>`,
  ],
  ['a byte order mark', `\ufeff{"@type": "Recipe", "recipeIngredient": ${lines}}`],
  [
    'encoded quotes',
    `{&quot;@type&quot;: &quot;Recipe&quot;, &quot;recipeIngredient&quot;: ${lines.replaceAll('"', '&quot;')}}`,
  ],
  [
    'false in a graph',
    `{"@graph": [false, null, [], {"@type": ["Thing", "Recipe"], "recipeIngredient": ${lines}}]}`,
  ],
]

test.each(broken)('COOK-1 JSON-LD with %s', async (_, block) => {
  const html = page(script('{"@type": "WebSite"}') + script(block) + script('{'))
  expect(told(await recipeInPage(html, here))).toBe(itIsTheTart)
})

const microdata: [what: string, body: string, wanted: string][] = [
  [
    '<br> in one property',
    '<p itemprop="ingredients">300 g onions<br>2 eggs<br />salt</p>',
    '300 g onions; 2 pcs eggs; salt',
  ],
  [
    '<p> in one property',
    '<div itemprop="ingredients"><p>300 g onions</p><p>salt</p></div>',
    '300 g onions; salt',
  ],
  [
    '<li> in one property',
    '<ul itemprop="recipeIngredient"><li>300 g onions</li><li>salt</li>\n<li>2 eggs</li></ul>',
    '300 g onions; salt; 2 pcs eggs',
  ],
  [
    '<div> in the only property',
    '<div itemprop="ingredients"><div>300 g onions</div><div>salt</div></div>',
    '300 g onions; salt',
  ],
  [
    '<div> for parts of each property',
    '<li itemprop="ingredients"><div>300 g</div><div>onions</div></li><li itemprop="ingredients"><div>2</div><div>eggs</div></li>',
    '300 g onions; 2 pcs eggs',
  ],
  [
    'lists in several properties',
    '<p itemprop="ingredients">300 g onions<br>salt</p><p itemprop="ingredients">2 eggs<br>100 g butter</p>',
    '300 g onions; salt; 2 pcs eggs; 100 g butter',
  ],
  [
    'a property around the properties',
    '<ul itemprop="ingredients"><li itemprop="recipeIngredient">300 g onions</li><li itemprop="recipeIngredient">2 eggs</li></ul>',
    '300 g onions; 2 pcs eggs',
  ],
  [
    'amount and name as things of their own',
    '<li itemprop="ingredient" itemscope itemtype="http://data-vocabulary.org/RecipeIngredient"><span itemprop="amount">300 g</span> <span itemprop="name">onions</span></li>',
    '300 g onions',
  ],
  [
    'names that are not the recipe’s',
    '<li itemprop="recipeIngredient"><span itemprop="name">300 g onions</span></li>',
    '300 g onions',
  ],
  [
    'parts without a space between them',
    '<li itemprop="recipeIngredient"><span>300</span><span>g</span><span>onions</span></li>',
    '300 g onions',
  ],
  ['fractions', '<li itemprop="recipeIngredient">1<sup>1</sup>/<sub>2</sub> kg onions</li>', '1.5 kg onions'],
  [
    'scripts and buttons inside',
    '<li itemprop="recipeIngredient">300 g onions <button>Buy</button><script>var x = 5</script></li>',
    '300 g onions',
  ],
  [
    'line breaks of the source',
    '<li itemprop="recipeIngredient">300 g\n   red\n   onions</li>',
    '300 g red onions',
  ],
]

test.each(microdata)('COOK-1 microdata with %s', async (_, body, wanted) => {
  const html = page(
    `<div itemscope itemtype="https://schema.org/Recipe">${body}<h2 itemprop="name">Onion tart</h2></div>`,
  )
  expect(told(await recipeInPage(html, here))).toBe(`Onion tart: ${wanted}`)
})

const yields: [given: unknown, wanted: number | null][] = [
  [['1 loaf', '10'], 10],
  [['8', '8 servings'], 8],
  [['4', '1 cake of 20 cm'], 4],
  [6, 6],
  ['6', 6],
  [{ '@type': 'QuantitativeValue', value: 4, unitText: 'servings' }, 4],
  ['20 cm', null],
  ['20 cm cake', null],
  ['9x13', null],
  ['9 x 13 inch pan', null],
  ['1 (9x5-inch) loaf', 1],
  ['23×33 cm', null],
  ['8-inch square tin', null],
  ['one 9" pie', null],
  ['Ø 26 cm', null],
  ['26er Springform', null],
  ['tortownica 24 cm', null],
  ['forma 20x30', null],
  ['8-inch cake, serves 10', 10],
  ['12 1-inch balls', 12],
  ['3 cups', null],
  ['1,5 kg', null],
  ['about 2 litres', null],
  ['2 dozen', 24],
  ['2 dozen cookies', 24],
  ['a dozen', 12],
  ['1 1/2 dozen muffins', 18],
  ['Makes 2–3 dozen', 24],
  ['half a dozen', 6],
  ['2 tuziny ciastek', 24],
  ['ein Dutzend', 12],
  ['2 Dutzend Kekse', 24],
  ['12 muffins', 12],
  ['4–6 servings', 4],
  ['dla 4 osób', 4],
  ['', null],
]

test.each(yields)('COOK-1 a yield of %j is for %j', async (recipeYield, wanted) => {
  const found = await recipeInPage(page(script(recipe('Onion tart', tart, { recipeYield }))), here)
  expect(found?.portions).toBe(wanted)
})

const list = (...items: string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`
const plain: [what: string, body: string, wanted: string][] = [
  [
    'several parts',
    `<h2>Ingredients for the dough</h2>${list('200 g flour', '1 egg')}<h2>Ingredients for the filling</h2>${list('300 g onions', 'salt')}<h2>Method</h2><p>Mix it.</p>`,
    '200 g flour; 1 pcs egg; 300 g onions; salt',
  ],
  [
    'several parts, in Polish, with what to do between them',
    `<h3>Składniki na ciasto:</h3>${list('200 g mąki', '1 jajko')}<h3>Przygotowanie</h3><p>Wymieszaj.</p><h3>Składniki na krem:</h3>${list('300 g masła', '100 g cukru')}<h3>Przygotowanie</h3>`,
    '200 g mąki; 1 pcs jajko; 300 g masła; 100 g cukru',
  ],
  [
    'the parts named before the word',
    `<h3>Dough ingredients</h3>${list('200 g flour', '1 egg')}<h3>Filling ingredients</h3>${list('300 g onions', '2 leeks')}`,
    '200 g flour; 1 pcs egg; 300 g onions; 2 pcs leeks',
  ],
  [
    'the same list once more for the printer',
    `<h2>Ingredients</h2>${list('200 g flour', '1 egg')}<h2>Method</h2><h2>Ingredients</h2>${list('200 g flour', '1 egg')}`,
    '200 g flour; 1 pcs egg',
  ],
  [
    'another recipe below',
    `<h2>Ingredients</h2>${list('200 g flour', '1 egg', '1 l milk')}<h2>Method</h2><h2>Ingredients</h2>${list('1 kg apples', '2 lemons')}`,
    '200 g flour; 1 pcs egg; 1 l milk',
  ],
  [
    'comments with ingredients of their own',
    `<h2>Ingredients</h2>${list('200 g flour', '1 egg')}<h2>Method</h2><h2>Comments (2)</h2><p>My own:</p><h3>Ingredients for my version</h3>${list('1 kg sugar', '5 kg salt', '2 l oil')}`,
    '200 g flour; 1 pcs egg',
  ],
  [
    'comments in Polish right below',
    `<h2>Składniki</h2>${list('200 g mąki', '1 jajko')}<h2>3 komentarze</h2>${list('2 kg cukru', '3 l oleju')}`,
    '200 g mąki; 1 pcs jajko',
  ],
  [
    'a count of comments above',
    `<p>12 comments</p><h2>Ingredients</h2>${list('200 g flour', '1 egg')}<h2>Method</h2>`,
    '200 g flour; 1 pcs egg',
  ],
  [
    'amounts in cells of their own',
    '<h2>Zutaten</h2><table><tr><td>200 g</td><td>Mehl</td></tr><tr><td>2</td><td><p>Eier</p></td></tr><tr><td></td><td>Salz</td></tr></table><h2>Zubereitung</h2>',
    '200 g Mehl; 2 pcs Eier; Salz',
  ],
  [
    'amounts as terms, and two products in a row',
    '<h2>Ingredients</h2><dl><dt>200 g</dt><dd>flour</dd></dl><table><tr><td>2 eggs</td><td>1 onion</td></tr></table>',
    '200 g flour; 2 pcs eggs; 1 pcs onion',
  ],
  [
    'amounts in boxes of their own, without spaces between',
    '<h2>Ingredients</h2><ul><li><div>200 g</div><div>flour</div></li><li><b>2</b><i>eggs</i></li></ul>',
    '200 g flour; 2 pcs eggs',
  ],
  [
    'tabs and other recipes above',
    `<p>Reviews</p><h3>You may also like</h3><p>Pie</p><h2>Ingredients</h2>${list('200 g flour', '1 egg')}`,
    '200 g flour; 1 pcs egg',
  ],
  [
    'a link to the comments above',
    `<p><a href="#comments">Comments</a></p><h2>Ingredients</h2>${list('200 g flour', '1 egg')}`,
    '200 g flour; 1 pcs egg',
  ],
  [
    'no recipe, but one in the comments',
    `<p>A text.</p><h2>Comments</h2><h3>Ingredients</h3>${list('1 kg sugar', '5 kg salt')}`,
    'no recipe',
  ],
  [
    'comments without a heading',
    `<p>A text.</p><div class="comment-list x"><h3>Ingredients</h3>${list('1 kg sugar', '5 kg salt')}</div>`,
    'no recipe',
  ],
  [
    'lines that are no ingredients',
    `<h2>Ingredients</h2>${list('For the dough:', '200 g flour', 'You can also take spelt. It is as good.', '1 egg')}<h2>Method</h2>`,
    '200 g flour; 1 pcs egg — left out: For the dough: | You can also take spelt. It is as good.',
  ],
]

test.each(plain)('COOK-1 a page without markup: %s', async (_, body, wanted) => {
  const found = told(await recipeInPage(page(body), here)).replace('Onion tart: ', '')
  expect(found).toBe(wanted)
})

const texts: [what: string, text: string, wanted: string][] = [
  [
    'all parts of a text',
    'Tart\n\nIngredients (dough)\n200 g flour\n1 egg\n\nMethod\nMix.\n\nIngredients (filling)\n300 g onions\n100 ml cream\n\nMethod\nFill and bake.',
    'Tart: 200 g flour; 1 pcs egg; 300 g onions; 100 ml cream',
  ],
  [
    'parts without anything between them, one without amounts',
    'Tarta\nSkładniki na ciasto\n200 g mąki\n1 jajko\nSkładniki do dekoracji\nmięta\nmaliny',
    'Tarta: 200 g mąki; 1 pcs jajko; mięta; maliny',
  ],
  [
    'nothing below comments',
    'Tart\nIngredients\n200 g flour\n1 egg\nComments\n3 kg sugar is better\nIngredients\n1 kg salt\n2 kg pepper',
    'Tart: 200 g flour; 1 pcs egg',
  ],
  [
    'what is above the first amount is said',
    'Tart\nflour\nbutter\n2 eggs\n300 g onions',
    'Tart: 2 pcs eggs; 300 g onions — left out: flour | butter',
  ],
  [
    'sentences between ingredients are said',
    'Tart\nIngredients\n2 eggs\nTake fresh ones. They taste better.\n300 g onions\nMethod\nBake it.',
    'Tart: 2 pcs eggs; 300 g onions — left out: Take fresh ones. They taste better.',
  ],
  [
    'a size is no number of portions',
    'Tart\n20 cm tin, makes 9x13\nIngredients\n2 eggs\n300 g onions',
    'Tart: 2 pcs eggs; 300 g onions',
  ],
  [
    'dozens',
    'Cookies\nMakes 2 dozen\nIngredients\n2 eggs\n300 g flour',
    'Cookies (24): 2 pcs eggs; 300 g flour',
  ],
]

test.each(texts)('COOK-1 a pasted text: %s', (_, text, wanted) => {
  expect(told(readRecipeText(text))).toBe(wanted)
})

test('COOK-1 an address names the recipe also in letters that are encoded in it', async () => {
  const html = page(script([recipe('Żurek', pie), recipe('Zupa żółta', tart)]), { h1: '', title: 'Kuchnia' })
  const found = await recipeInPage(html, 'https://kitchen.example.org/p/zupa-%C5%BC%C3%B3%C5%82ta.html?x=%E0')
  expect(found?.name).toBe('Zupa żółta')
  expect((await recipeInPage(html, 'https://kitchen.example.org/p/%E0-zupa'))?.name).toBe('Żurek')
})

test('COOK-3 a line that names several ingredients is said as a whole', () => {
  const found = readRecipeText('Ingredients\nsalt and pepper\n2 eggs')
  expect(found?.ingredients.map(({ line, whole }) => [line, whole])).toEqual([
    ['salt', 'salt and pepper'],
    ['pepper', 'salt and pepper'],
    ['2 eggs', undefined],
  ])
})

test('COOK-3 no line of a recipe is dropped without a word', async () => {
  const many = Array.from({ length: 230 }, (_, i) => `${i + 1} g herb number ${i}`)
  const long = `1 kg ${'very '.repeat(400)}long`
  const html = page(script(recipe('Onion tart', [...many, long, 'Filling:', '***'])))
  const found = await recipeInPage(html, here)
  expect(found?.ingredients).toHaveLength(200)
  expect(found?.leftOut?.slice(0, 30)).toEqual(many.slice(200))
  expect(found?.leftOut?.slice(30).map((line) => line.length)).toEqual([300, 8])
})
