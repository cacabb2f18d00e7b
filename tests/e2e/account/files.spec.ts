import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, password, test } from '../fixtures.ts'
import { choose } from '../list-steps.ts'
import { add, atNewList, edit, hasLists, isSaved, names, serverNames, tick } from '../steps.ts'

const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

const importPage = '/app/edit-profile/import'

async function given(
  page: Page,
  ...files: { name: string; mimeType: string; buffer: Buffer }[]
): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(files)
}

test('OPEN-1 without a network a list is saved as a file and brought back, and arrives once', async ({
  app,
  device,
}) => {
  const desktop = await device('desktop')
  const { page, token } = await atNewList(app, desktop, 'Milk', 'Rye bread')
  await edit(page, 'Price', 'Milk', '3.49')
  await tick(page, 'Rye bread')
  await isSaved(page)
  await desktop.airplane(true)
  await choose(page, 'Copy, file, currency')
  await page.getByRole('dialog').getByRole('button', { name: 'Save as a file' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'JSON' }).click()
  const download = await downloading
  const text = readFileSync(await download.path(), 'utf8')
  expect(JSON.parse(text)).toMatchObject({
    lists: [{ products: [{ productName: 'Milk', price: 3.49 }, { productStatus: true }] }],
  })

  await page.getByRole('link', { name: 'My profile' }).click()
  await page.getByRole('link', { name: 'Import lists' }).click()
  await given(page, file(download.suggestedFilename(), text))
  await expect(page.getByText('2 products, 1 of them bought: Milk, Rye bread')).toBeVisible()
  await expect(page.getByText('You have a list of this name.')).toBeVisible()
  await page.getByRole('button', { name: 'Import 1 list' }).click()
  await expect(page.getByText('1 list imported')).toBeVisible()
  await expect.poll(() => names(page)).toEqual(['Milk', 'Rye bread'])
  const copy = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await desktop.airplane(false)
  await isSaved(page)
  expect(await serverNames(app, token, copy)).toEqual(['Milk', 'Rye bread'])
  // It was bought once, and not again by being read from a file.
  const purchases = await app.call<{ items: unknown[] }>('GET', '/api/v3/purchases?tz=UTC', undefined, token)
  expect(purchases.items).toHaveLength(1)
})

test('OPEN-1 products of a file go to an open list like pasted ones: what is there is asked about', async ({
  app,
  device,
}) => {
  const { page } = await atNewList(app, await device('desktop'), 'Milk')
  await choose(page, 'Copy, file, currency')
  await page.getByRole('dialog').getByRole('button', { name: 'Add from a file' }).click()
  await given(
    page,
    file('Party.csv', 'Name,Quantity,Unit,Price\nMilk,3,,3.49\nCola,6,pcs,\nCrisps,2,,dear\n'),
  )
  const dialog = page.getByRole('dialog', { name: 'Add from a file' })
  await expect(dialog.getByText('becomes 3 pcs')).toBeVisible()
  await dialog.getByRole('button', { name: 'Skip: Crisps' }).click()
  await dialog.getByRole('button', { name: 'Add 1, change 1' }).click()
  await expect.poll(() => names(page)).toEqual(['Milk', 'Cola'])
})

test('OPEN-1 a file that another app shares or opens is shown before anything is made; a text goes to a list', async ({
  app,
  device,
}) => {
  const { page, token } = await atNewList(app, await device('desktop'), 'Tea')
  const share = (fields: Record<string, string>, name = '') =>
    page.evaluate(
      ([given, fileName]) => {
        const form = document.createElement('form')
        Object.assign(form, { action: '/app/share', method: 'post', enctype: 'multipart/form-data' })
        for (const [key, value] of Object.entries(given)) {
          const isFile = key === 'files'
          const input = document.createElement(isFile ? 'input' : 'textarea')
          Object.assign(input, { name: key, ...(!isFile && { value }) })
          if (isFile) {
            const files = new DataTransfer()
            files.items.add(new File([value], fileName))
            Object.assign(input, { type: 'file', files: files.files })
          }
          form.append(input)
        }
        document.body.append(form)
        form.submit()
      },
      [fields, name] as const,
    )
  await share({ title: 'x', files: 'Butter\nEggs 10\n' }, 'Weekend.txt')
  await expect(page.getByText('2 products: Butter, Eggs')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible()
  await share({ title: 'Note', text: 'Rice\nPasta', url: '' })
  await page.getByRole('dialog').getByRole('button', { name: 'Add 2 products' }).click()
  await expect.poll(() => names(page)).toEqual(['Tea', 'Rice', 'Pasta'])

  // The system opens a file with the installed app.
  await page.addInitScript(() => {
    const opened = { getFile: async () => new File(['Soap\nSalt'], 'Shop.txt') }
    const queue = { setConsumer: (take: (launch: object) => void) => take({ files: [opened] }) }
    Object.defineProperty(window, 'launchQueue', { value: queue })
  })
  await page.goto(importPage)
  await expect(page.getByText('2 products: Soap, Salt')).toBeVisible()
  await page.getByRole('button', { name: 'Import 1 list' }).click()
  await expect.poll(() => names(page)).toEqual(['Soap', 'Salt'])
  await isSaved(page)
  const { items } = await app.call<{ items: { listName: string }[] }>(
    'GET',
    '/api/v3/lists',
    undefined,
    token,
  )
  expect(items.map(({ listName }) => listName)).toContain('Shop')
})

test('OPEN-8 the file of a whole account makes its lists for another account, with what was bought', async ({
  app,
  device,
}) => {
  const ben = await app.member('ben@example.org', password)
  const { id } = await app.call<{ id: string }>('POST', '/api/v3/list', { _list_name: 'Camping' }, ben)
  const gas = { productName: 'Gas', price: 30, productStatus: true }
  await app.call('POST', `/api/v3/list/${id}/product`, gas, ben)
  await app.call(
    'POST',
    '/api/v3/template',
    { templateName: 'Soup', products: [{ productName: 'Leek' }] },
    ben,
  )
  const whole = JSON.stringify(await app.call('GET', '/api/v3/me/export', undefined, ben))
  const desktop = await device('desktop')
  const { page, token } = await atNewList(app, desktop)
  await add(page, 'Salt')
  await page.goto(importPage)
  await given(page, file('koszyk.json', '{"hello": 1}'))
  await expect(page.getByText('This file cannot be read here.')).toBeVisible()
  await desktop.airplane(true)
  await given(page, file('koszyk.json', whole))
  await expect(page.getByText('This is the file of a whole account')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import 1 list' })).toBeDisabled()
  await desktop.airplane(false)
  await page.getByRole('button', { name: 'Import 1 list' }).click()
  await expect.poll(() => names(page)).toEqual(['Gas'])
  await page.goto('/app')
  await hasLists(page, 2)
  const spent = await app.call<{ sum: number }[]>('GET', '/api/v3/spending?by=month', undefined, token)
  expect(spent.map(({ sum }) => sum)).toEqual([30])
  const { items } = await app.call<{ items: object[] }>(
    'GET',
    '/api/v3/templates?type=user',
    undefined,
    token,
  )
  expect(items).toMatchObject([{ templateName: 'Soup', productCount: 1 }])
})

test('OPEN-1 TRIAL-1 without an account lists come from a file too', async ({ device }) => {
  const { page } = await device('desktop')
  await page.goto('/')
  await page.getByRole('button', { name: 'Try it now' }).click()
  await page.waitForURL('**/app**')
  await page.goto(importPage)
  await given(page, file('Week.md', '# Week\n\n- [ ] Milk 2 l\n- [x] Bread\n'))
  await page.getByRole('button', { name: 'Import 1 list' }).click()
  await expect.poll(() => names(page)).toEqual(['Milk', 'Bread'])
})
