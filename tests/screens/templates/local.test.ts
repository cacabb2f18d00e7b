import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Device } from '../../../device/device.ts'
import { limits } from '../../../core/product/entities.ts'
import { ProblemError } from '../../../device/failures.ts'
import { findCategoriesHere, localCategories, localTemplates } from '../../../src/trial/local.ts'
import { ownCategories, ownTemplates } from '../../../src/templates/state/place.ts'
import { findTemplatesHere, templateHere } from '../../../src/templates/state/kept.ts'
import { reloadSuggestions } from '../../../src/list/state/load-suggestions.ts'
import { useSuggestions } from '../../../src/sync/suggestions.ts'
import { useDevice } from '../../../src/sync/device.ts'
import { freshStorage, testDevice } from '../../support/device.ts'
import { add, addList, set } from '../../support/entries.ts'

const never = () => Promise.reject(new Error('no network in this test'))
const blank = { description: '', difficulty: 'easy', isPublic: false, image: 'basket.svg' } as const
const names = async (device: Device, words = '') =>
  (await findTemplatesHere(device, words)).map(({ templateName }) => templateName)
const codeOf = (error: unknown) => (error instanceof ProblemError ? error.problem.code : error)

function trial(): Device {
  const { db, drain } = testDevice(never, { userId: 'trial-1', name: 't', rests: true })
  const device = { userId: 'trial-1', isTrial: true, db, drain } as unknown as Device
  useDevice.setState({ device })
  return device
}

beforeEach(freshStorage)

describe('TRIAL-1 own templates without an account', () => {
  test('TRIAL-1 one is made, filled, changed, searched for and deleted on this device', async () => {
    const device = trial()
    const own = ownTemplates()
    await own.create('a', { ...blank, templateName: '  Pancakes ', description: 'For four' })
    await own.create('a', { ...blank, templateName: 'Repeated' })
    await own.addProduct('a', 'p1', { productName: 'Flour', quantity: 0.5, unit: 'kg', price: 4.2 })
    await own.addProduct('a', 'p2', { productName: 'Eggs' })
    await own.addProduct('a', 'p2', { productName: 'Eggs again' })
    await own.editProduct('a', 'p2', { quantity: 4, shop: 'Mill' })
    await own.update('a', { templateName: 'Crêpes', difficulty: 'hard' })
    expect(await templateHere(device, 'a')).toMatchObject({
      id: 'a',
      templateName: 'Crêpes',
      description: 'For four',
      difficulty: 'hard',
      type: 'user',
      isPublic: false,
      productCount: 2,
      products: [
        { id: 'p1', productName: 'Flour', quantity: 0.5, unit: 'kg', price: 4.2 },
        { id: 'p2', productName: 'Eggs', quantity: 4, unit: 'pcs', shop_name: 'Mill', priceUnknown: true },
      ],
    })
    await own.create('b', { ...blank, templateName: 'Fire' })
    expect(await names(device, 'crepes')).toEqual(['Crêpes'])
    expect(await names(device, 'egg')).toEqual(['Crêpes'])
    expect((await names(device)).toSorted()).toEqual(['Crêpes', 'Fire'])
    await own.removeProduct('a', 'p1')
    await own.remove('b')
    expect(await names(device)).toEqual(['Crêpes'])
    expect((await templateHere(device, 'a'))?.productCount).toBe(1)
  })

  test('TRIAL-1 COOK-2 portions and an address are set, changed and taken away', async () => {
    const device = trial()
    const source = 'https://example.org/soup'
    await ownTemplates().create('a', { ...blank, templateName: 'Soup', portions: 0, source: '' })
    // As the server answers: what it does not say is left out.
    for (const name of ['portions', 'source'])
      expect(Object.keys((await templateHere(device, 'a')) ?? {})).not.toContain(name)
    await ownTemplates().update('a', { portions: 4, source })
    expect(await templateHere(device, 'a')).toMatchObject({ portions: 4, source })
    for (const wrong of [{ portions: 501 }, { source: 'javascript:alert(1)' }])
      await expect(ownTemplates().update('a', wrong).catch(codeOf)).resolves.toBe('invalidRequest')
    await ownTemplates().update('a', { portions: 0, source: '' })
    expect((await templateHere(device, 'a'))?.portions).toBeUndefined()
  })

  test('TRIAL-1 one of a list has its products in their order, bought or not', async () => {
    const device = trial()
    await device.db.append('list', [addList(), add('tea'), add('milk'), set('tea', 'productStatus', true)])
    await ownTemplates().createFromList('a', 'list', 'Party')
    const made = await templateHere(device, 'a')
    expect(made?.products?.map(({ productName }) => productName).toSorted()).toEqual(['milk', 'tea'])
    expect(made).toMatchObject({ templateName: 'Party', image: 'basket.svg', productCount: 2 })
  })

  test('TRIAL-1 what the server would refuse is refused here, in its words', async () => {
    const own = ownTemplates(trial())
    await expect(own.create('a', { ...blank, templateName: ' ' }).catch(codeOf)).resolves.toBe(
      'invalidRequest',
    )
    await expect(own.update('a', { templateName: 'x' }).catch(codeOf)).resolves.toBe('notFound')
    await own.create('a', { ...blank, templateName: 'Tea' })
    const tooMuch = own.addProduct('a', 'p', { productName: 'Tea', quantity: limits.quantityMax + 1 })
    await expect(tooMuch.catch(codeOf)).resolves.toBe('invalidRequest')
    await expect(own.editProduct('a', 'p', { quantity: 1 }).catch(codeOf)).resolves.toBe('notFound')
  })

  test('TRIAL-1 two tabs that change one template at once lose nothing', async () => {
    const device = trial()
    const other = testDevice(never, { userId: 'trial-1', name: 'u' })
    const second = ownTemplates({ ...device, db: other.db } as Device)
    await ownTemplates().create('a', { ...blank, templateName: 'Tea' })
    const add = (own: typeof second, id: string) => own.addProduct('a', id, { productName: id })
    await Promise.all([add(second, 'x'), add(ownTemplates(), 'y'), add(second, 'z')])
    expect((await templateHere(device, 'a'))?.products?.map(({ id }) => id).toSorted()).toEqual([
      'x',
      'y',
      'z',
    ])
  })
})

test('TRIAL-1 a category of one’s own comes before the built-in ones, for products of lists and templates', async () => {
  const device = trial()
  const own = ownCategories()
  await own.create('c', { category_name: 'Fishing', keywords: ['worm', 'worm', 'hook'], icon: 'fish.svg' })
  await reloadSuggestions()
  expect(await findCategoriesHere(device)).toEqual([
    { id: 'c', category_name: 'Fishing', keywords: ['worm', 'hook'], icon: 'fish.svg', own: true },
  ])
  const found = () => useSuggestions.getState().finder.of('Worms, 20 of them')?.category_name
  expect(found()).toBe('Fishing')
  expect(useSuggestions.getState().icons.get('fishing')).toBe('fish.svg')
  await ownTemplates().create('a', { ...blank, templateName: 'Lake' })
  await ownTemplates().addProduct('a', 'p1', { productName: 'Worms' })
  await ownTemplates().addProduct('a', 'p2', { productName: 'Worms', category: '' })
  expect((await templateHere(device, 'a'))?.products?.map((one) => one.category_name)).toEqual([
    'Fishing',
    '',
  ])
  await own.update('c', { category_name: 'Angling', keywords: ['worm'] })
  await reloadSuggestions()
  expect(found()).toBe('Angling')
  await own.remove('c')
  await reloadSuggestions()
  expect([found(), await findCategoriesHere(device)]).toEqual([undefined, []])
  await expect(own.create('d', { category_name: 'x', keywords: ['--'] }).catch(codeOf)).resolves.toBe(
    'invalidRequest',
  )
})

test('TRIAL-1 no more are made than an account may have', async () => {
  const { db } = trial()
  await localCategories.make(db, 'a', { category_name: 'a', keywords: [] }, 1)
  const full = localCategories.make(db, 'b', { category_name: 'b', keywords: [] }, 1)
  await expect(full.catch(codeOf)).resolves.toBe('limitReached')
  expect((await localTemplates.all(db)).length).toBe(0)
})
