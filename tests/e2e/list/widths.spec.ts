import type { Page } from '@playwright/test'
import type { App } from '../../support/app.ts'
import { unreachable } from '../../support/screens/reach.ts'
import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import { rowsInSight } from '../list-steps.ts'
import { appValues, isSaved, paste, seedList } from '../steps.ts'

const products = [
  { productName: 'Milk', note: 'lactose-free', category: 'Dairy', price: 3.5, quantity: 2, shop: 'Corner' },
  {
    productName: 'Sour cherries in a big jar, without stones, from the old lady at the market',
    category: 'Preserves and all that keeps over the winter',
    price: 999_999.99,
    quantity: 99_998.75,
    unit: 'dag',
    shop: 'Hala Targowa przy Placu Wolności',
    productStatus: true,
  },
  {
    productName: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
    price: 112.99,
    quantity: 2.5,
    unit: 'kg',
  },
]
const targets = '[data-row] :is(input, button, select), main :is(button, textarea), #list-footer strong'
const widths = [900, 1024, 1152, 1280, 1366, 1440, 1600, 1920]
/** From here on the share panel stands beside the list; on a narrower screen it lies over the page. */
const besideFrom = { open: 1472, closed: 1312 }

async function furnished(app: App, language: 'en' | 'pl') {
  const token = await app.member('anna@example.org', password, language)
  await app.member('ben@example.org', password, language)
  const list = await seedList(app, token, 'Shopping list of 23 November 2026 for the whole family', products)
  await app.call(
    'POST',
    `/api/v3/list/share?_list_id=${list}&_email_address=ben@example.org`,
    undefined,
    token,
  )
  return { token, list }
}

/**
 * The texts that are cut off. Only long names may be; they end in dots, and the pointer shows them in full.
 */
function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const short = [...document.querySelectorAll<HTMLInputElement>('[data-row] input[data-field]')].filter(
      ({ value, placeholder, dataset }) => dataset['number'] || (value || placeholder).length <= 10,
    )
    const headings = [...document.querySelectorAll('[role="columnheader"], [role="columnheader"] span')]
    return [...short, ...headings]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((element) => element.getAttribute('aria-label') ?? element.textContent ?? '')
  })
}

/** The words of the title that are broken across two lines. */
function brokenWords(page: Page): Promise<string[]> {
  return page.locator('main textarea').evaluate((field) => {
    const { value, clientWidth } = field as HTMLTextAreaElement
    const style = getComputedStyle(field)
    const pen = document.createElement('canvas').getContext('2d')
    if (!pen) throw new Error('no canvas')
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
    const room = clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
    return value.split(' ').filter((word) => pen.measureText(word).width > room)
  })
}

/** Resizes the window and waits until the page has drawn itself for it, which takes it several rounds. */
async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  await page.evaluate(
    () =>
      new Promise<void>((drawn) => {
        let last = ''
        let same = 0
        const look = () => {
          const drawnNow = [...document.querySelectorAll('[data-row], main button')]
          const now = JSON.stringify(drawnNow.map((element) => element.getBoundingClientRect()))
          same = now === last ? same + 1 : 0
          last = now
          if (same === 10) drawn()
          else requestAnimationFrame(look)
        }
        look()
      }),
  )
}

async function setPanel(page: Page, open: boolean): Promise<void> {
  const button = page.getByRole('button', { name: /^(Sharing|Udostępnianie)$/ })
  if ((await button.getAttribute('aria-expanded')) !== String(open)) await button.click()
  await expect(button).toHaveAttribute('aria-expanded', String(open))
}

// In Polish, whose words are longer.
test('HAND-12 from 900 px on nothing of a list is cut or covered, beside the sidebar and the share panel', async ({
  app,
  device,
}) => {
  const { list } = await furnished(app, 'pl')
  const { page } = await device('desktop', { locale: 'pl', reducedMotion: 'reduce' })
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  await expect(page.getByRole('rowgroup').locator('[data-row]')).toHaveCount(3)
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  const wrong: string[] = []
  for (const sidebar of [true, false]) {
    if ((await menu.getAttribute('aria-expanded')) !== String(sidebar)) await menu.click()
    await expect(menu).toHaveAttribute('aria-expanded', String(sidebar))
    for (const panel of [false, true])
      for (const width of widths) {
        if (panel && width < besideFrom[sidebar ? 'open' : 'closed']) continue
        await resize(page, width)
        await setPanel(page, panel)
        const where = `${width}${sidebar ? ' sidebar' : ''}${panel ? ' panel' : ''}`
        for (const what of await unreachable(page, targets)) wrong.push(`${where}: ${what}`)
        for (const what of await cutTexts(page)) wrong.push(`${where}: cut ${what}`)
        for (const word of await brokenWords(page)) wrong.push(`${where}: broken ${word}`)
      }
  }
  expect(wrong).toEqual([])
})

test('HAND-12 at every width between a small phone and a large desk a list fits, in each of its modes', async ({
  app,
  device,
}) => {
  const { token, list } = await furnished(app, 'en')
  const { page } = await device('desktop', { reducedMotion: 'reduce' })
  const wrong: string[] = []
  async function sweep(mode: string) {
    for (let width = 320; width <= 1920; width += 40) {
      await page.setViewportSize({ width, height: 800 })
      for (const what of await unreachable(page, targets)) wrong.push(`${mode} ${width}: ${what}`)
    }
  }
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  await expect(page.getByRole('row').first()).toBeVisible()
  await sweep('editing')
  await page.getByRole('button', { name: 'Shopping mode' }).click()
  await expect(page.getByText('2 left')).toBeVisible()
  // Its line of chips scrolls.
  await page.getByRole('button', { name: 'No matter' }).click()
  await sweep('shopping')
  await app.call(
    'PUT',
    `/api/v3/shared_list/${list}?email_address=ben@example.org&permission=view`,
    undefined,
    token,
  )
  await logIn(page, 'ben@example.org', `/app/details/${list}`)
  await expect(page.getByText('You can view it.')).toBeVisible()
  await sweep('looking')
  expect(wrong).toEqual([])
})

test('HAND-12 the share panel is closed until it is opened, and stays as it was left; what can be done is a menu with words; on a laptop it lies over the page, and no row moves', async ({
  app,
  device,
}) => {
  const { list } = await furnished(app, 'en')
  const desk = await device('large', { reducedMotion: 'reduce' })
  let { page } = desk
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  const panel = () => page.getByRole('complementary', { name: 'Sharing' })
  const button = () => page.getByRole('button', { name: 'Sharing', exact: true })
  await expect(button()).toHaveAttribute('aria-expanded', 'false')
  await expect(panel()).toHaveCount(0)
  const kept = async () => (await appValues(page))['settings']
  await button().click()
  await expect(panel()).toBeVisible()
  await expect.poll(kept).toMatchObject({ sharingOpen: true })
  await desk.close()
  page = await desk.open()
  await page.goto(`/app/details/${list}`)
  await expect(panel()).toBeVisible()
  await page.getByRole('button', { name: 'Hide sharing' }).click()
  await expect.poll(kept).toMatchObject({ sharingOpen: false })
  await page.reload()
  await expect(button()).toHaveAttribute('aria-expanded', 'false')
  await expect(panel()).toHaveCount(0)
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'From a recipe',
    'Print',
    'History',
    'Copy, file, currency',
    'Archive',
    'Delete permanently',
  ])
  await page.keyboard.press('Escape')

  for (const width of [900, 1024, 1280]) {
    await resize(page, width)
    await expect(page.locator('[data-row]').first()).toBeVisible()
    const places = () =>
      page.evaluate(() => {
        const boxes = document.querySelectorAll('[data-row] input[type="checkbox"]')
        return [...boxes].map((box) => box.getBoundingClientRect().top)
      })
    const before = await places()
    await button().click()
    await expect(page.getByRole('dialog', { name: 'Sharing' })).toBeVisible()
    expect(await places(), `${width}`).toEqual(before)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Sharing' })).toBeHidden()
  }
})

test('HAND-9 HAND-12 of a short list the bar stands at the bottom, also once all code has come, and the line of what others did covers neither sum nor count nor row', async ({
  app,
  device,
}) => {
  const { token, list } = await furnished(app, 'en')
  const ben = await app.token('ben@example.org', password)
  await app.call('PUT', `/api/v3/list/${list}/accepted`, undefined, ben)
  const query = 'email_address=ben@example.org&permission=edit'
  await app.call('PUT', `/api/v3/shared_list/${list}?${query}`, undefined, token)
  const { page } = await device('phone', { reducedMotion: 'reduce' })
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  const gap = async (bar: string) => {
    await expect(page.locator(bar)).toBeVisible()
    // The line of news is the last part to come.
    await expect(page.locator('[data-docked][class*="line"]')).toBeAttached()
    return page.locator(bar).evaluate((element) => innerHeight - element.getBoundingClientRect().bottom)
  }
  for (const [width, height] of [
    [844, 390],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => gap('[data-docked]:has(form)')).toBe(0)
  }
  const { products: rows } = await app.call<{ products: { id: string }[] }>(
    'GET',
    `/api/v3/list/${list}`,
    undefined,
    ben,
  )
  for (const [width, productStatus] of [
    [390, true],
    [1440, false],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.locator('[data-news]')).toHaveCount(0)
    await expect(page.locator('[data-row]').nth(2)).toBeVisible()
    await app.call('PUT', `/api/v3/list/${list}/product/${rows[0]?.id}`, { productStatus }, ben)
    await expect(page.locator('[data-news]')).toBeVisible()
    const covered = await page.evaluate(() => {
      const line = document.querySelector('[data-news]')?.getBoundingClientRect()
      if (!line) return ['no line']
      const needed = [
        ...document.querySelectorAll('#list-footer :is(strong, span, button), [data-row], [data-adding]'),
      ]
      return needed
        .filter((element) => {
          const { top, bottom, height } = element.getBoundingClientRect()
          return height > 0 && top < line.bottom - 1 && bottom > line.top + 1 && top < innerHeight
        })
        .map((element) => element.textContent)
    })
    expect(covered, `${width}`).toEqual([])
  }
  await page.setViewportSize({ width: 390, height: 1200 })
  await page.getByRole('button', { name: 'Shopping mode' }).click()
  await expect.poll(() => gap('[data-docked]:has(strong)')).toBe(0)
})

test('HAND-12 a row that was never in view is as high as one that is, also when it becomes draggable', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const products = Array.from({ length: 60 }, (_, i) => ({ productName: `Product ${i}` }))
  const list = await seedList(app, token, 'Weekend', products)
  const { hash } = await app.call<{ hash: string }>('GET', `/api/v3/list/${list}`, undefined, token)
  const { page } = await device('desktop')
  const heights = (rows: string) =>
    page.locator(rows).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  const same = async (rows: string, count: number) => {
    await expect(page.locator(rows)).toHaveCount(count)
    await expect.poll(async () => new Set(await heights(rows)).size).toBe(1)
  }
  const row = '[data-row]:not([data-adding])'
  for (const width of [1280, 910]) {
    await page.setViewportSize({ width, height: 800 })
    await (width === 1280
      ? logIn(page, 'anna@example.org', `/app/details/${list}`)
      : page.goto(`/app/details/${list}`))
    await same(row, 60)
    await expect(page.locator('[data-rfd-drag-handle-draggable-id]')).not.toHaveCount(0)
    await same(row, 60)
  }
  await paste(page, products.map(({ productName }) => productName.replace('Product', 'Thing')).join('\n'))
  await same('[role="dialog"] li', 60)
  await page.goto(`/read/${hash}`)
  await same('main li', 60)
})

test('DETAIL-5 a laptop shows ten products of five categories with amount, price, cost and shop, in both languages', async ({
  app,
  device,
}) => {
  const products = ['Bakery', 'Dairy', 'Fruit', 'Meat', 'Drinks', 'Frozen'].flatMap((category, i) =>
    [1, 2].map((n) => ({
      productName: `Product ${i}${n}`,
      category,
      price: 128.9,
      quantity: n + 0.5,
      unit: 'kg',
      shop: 'Biedronka',
    })),
  )
  for (const [email, language] of [
    ['anna@example.org', 'en'],
    ['ola@example.org', 'pl'],
  ] as const) {
    const list = await seedList(app, await app.member(email, password, language), 'This week', products)
    const { page } = await device('desktop', { locale: language })
    await page.setViewportSize({ width: 1280, height: 800 })
    await logIn(page, email, `/app/details/${list}`)
    await expect.poll(() => rowsInSight(page)).toBeGreaterThanOrEqual(10)
    const { heights, costs } = await page.evaluate(() => ({
      heights: [...document.querySelectorAll('[data-row]:not([data-adding])')].map(
        (row) => row.getBoundingClientRect().height,
      ),
      costs: [...document.querySelectorAll('[data-row] button')].filter(({ textContent }) =>
        textContent.startsWith('='),
      ).length,
    }))
    expect(new Set(heights)).toEqual(new Set([34]))
    expect(costs).toBe(12)
  }
})

test('HAND-12 OFFLINE-2 no row gets higher while its change waits to be sent, on the list and in the shop', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  // At one of these lengths the line of the price is nearly full.
  const lengths = [1, 2, 3, 4, 5, 6].map((n) => ({
    productName: `Cheese ${n}`,
    price: Number('1'.repeat(n)) + 0.99,
    quantity: 2.5,
    unit: 'kg',
    shop: 'Corner',
  }))
  const list = await seedList(app, token, 'Week', [...lengths, { productName: 'Tea' }])
  const phone = await device('phone')
  const { page } = phone
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  await isSaved(page)
  await readyForOffline(page)
  await phone.airplane(true)
  const heights = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('[data-row]')]
        .map((one) => [one.getAttribute('data-row'), one.clientHeight] as const)
        .toSorted(([a], [b]) => String(a).localeCompare(String(b))),
    )
  for (const mode of ['list', 'shop'] as const) {
    if (mode === 'shop') await page.getByRole('button', { name: 'Shopping mode' }).click()
    const prefix = mode === 'list' ? 'Bought: ' : ''
    const box = (name: string) => page.getByRole('checkbox', { name: prefix + name, exact: true })
    await expect(box('Cheese 1')).toBeVisible()
    const before = await heights()
    for (const { productName } of lengths) await box(productName).click()
    await expect(page.locator('[data-row] .waiting-mark')).toHaveCount(lengths.length)
    expect(await heights()).toEqual(before)
    for (const { productName } of lengths) await box(productName).click()
  }
})
