import { describe, expect, it } from 'vitest'
import { parseField, parseProduct } from '../../core/product/fields.ts'
import { groupByCategory, isComplete } from '../../core/product/list.ts'
import { parseDecimal, parsePrice, sum, toHundredths } from '../../core/product/money.ts'
import { actionFor, actions, can, roleOf } from '../../core/product/permissions.ts'
import { byPosition, isPosition, positionBetween } from '../../core/product/position.ts'
import { emailKey, parseEmail, parseText, sameKey } from '../../core/text/normalise.ts'
import { seeded } from '../support/random.ts'

const inZloty = (text: string) => parsePrice(text, 'PLN')

describe('DETAIL-21 money', () => {
  it('DETAIL-21 sums price times quantity exactly and rounds once, half up', () => {
    expect(
      sum([
        { unit: 'pcs', price: 0.1, quantity: 3 },
        { unit: 'pcs', price: 0.2, quantity: 1 },
      ]),
    ).toBe(0.5)
    expect(sum([{ unit: 'pcs', price: 0.05, quantity: 0.1 }])).toBe(0.01)
    expect(
      sum([
        { unit: 'pcs', price: 0.33, quantity: 0.01 },
        { unit: 'pcs', price: 0.33, quantity: 0.01 },
      ]),
    ).toBe(0.01)
    expect(sum([])).toBe(0)
  })

  it('DETAIL-21 sums a list of the largest numbers without losing a grosz', () => {
    const largest = Array.from({ length: 5_000 }, () => ({
      unit: 'pcs' as const,
      price: 999_999.99,
      quantity: 99_999,
    }))
    expect(sum(largest)).toBe(Number((99_999_999n * 9_999_900n * 5_000n) / 100n) / 100)
  })

  it('DETAIL-20 leaves unknown prices out of the sum', () => {
    expect(
      sum([
        { unit: 'pcs', price: 0.01, quantity: 5, priceUnknown: true },
        { unit: 'pcs', price: 2, quantity: 2 },
      ]),
    ).toBe(4)
  })

  it('DETAIL-8 knows two decimals from three', () => {
    expect([1.1, 0.01, 999_999.99, 4.35].map(toHundredths)).toEqual([110, 1, 99_999_999, 435])
    expect([1.005, 0.001, Number.NaN, Infinity].map(toHundredths)).toEqual([null, null, null, null])
  })

  it('DETAIL-8 reads a number without its zero, and a price with its currency', () => {
    expect(['.5', ',50', ' ,5 ', '0,5'].map(parseDecimal)).toEqual([0.5, 0.5, 0.5, 0.5])
    const refused = ['.', ',', '.505', '..5', '1.2.3', '3,49 zł', '2 kg'].map(parseDecimal)
    expect(refused).toEqual(refused.map(() => null))
    const prices = ['3,49 zł', '3.49zł', '3,49 zl.', '3,49 PLN', 'PLN 3,49', 'zł 3,49', '3,49']
    expect(prices.map(inZloty)).toEqual(prices.map(() => 3.49))
    expect([',50 zł', '1 234,5 zł'].map(inZloty)).toEqual([0.5, 1234.5])
    const noPrices = ['zł', '3,49 €', '3,49 złx', '3 zł 50', ''].map(inZloty)
    expect(noPrices).toEqual(noPrices.map(() => null))
  })

  it('DETAIL-8 reads what a person types, with comma or dot', () => {
    expect(['3,49', '3.49', '1 234,5', '7', '7,'].map(parseDecimal)).toEqual([3.49, 3.49, 1234.5, 7, 7])
    expect(['abc', '', '-1', '1,2,3', '1e3', '3,495'].map(parseDecimal)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
    ])
  })
})

describe('DETAIL-20 a product', () => {
  it('DETAIL-20 gets unit pieces and quantity 1, and no price of anybody’s invention', () => {
    expect(parseProduct({ productName: ' Milk ' })).toEqual({
      ok: true,
      value: { productName: 'Milk', quantity: 1, unit: 'pcs', productStatus: false },
    })
  })

  it('DETAIL-9 a name is needed, and the limits hold', () => {
    expect(parseField('productName', '   ')).toMatchObject({ error: 'required' })
    expect(parseField('productName', 'x'.repeat(300))).toMatchObject({ error: 'tooLong' })
    expect(parseField('productName', 'a\u0000b')).toMatchObject({ error: 'invalidCharacters' })
    expect(parseField('price', 'abc')).toMatchObject({ error: 'invalidType' })
    expect(parseField('price', -1)).toEqual({ ok: true, value: -1 })
    expect(parseField('price', -1_000_000)).toMatchObject({ error: 'outOfRange' })
    expect(parseField('price', 1.005)).toMatchObject({ error: 'tooManyDecimals' })
    expect(parseField('quantity', 0)).toMatchObject({ error: 'outOfRange' })
    expect(parseField('unit', 'mile')).toMatchObject({ error: 'outOfRange' })
    expect(parseProduct({ productName: 'x', colour: 'red', price: 'y' })).toMatchObject({
      errors: { colour: 'unknownField', price: 'invalidType' },
    })
    expect(parseProduct(null).ok).toBe(false)
  })

  it('DETAIL-9 text is trimmed and brought to one form', () => {
    expect(parseText(' z\u0307o\u0301łty ', 0, 100)).toEqual({ ok: true, value: 'żółty' })
    expect(sameKey('Żółty SER')).toBe('zolty ser')
  })
})

describe('AUTH-2 the e-mail rule', () => {
  it('AUTH-2 accepts any addr-spec with a dotted domain, also endings longer than four letters', () => {
    const good = [
      'a@b.pl',
      'a.b+c@d-e.museum',
      '"a b"@c.org',
      "o'neil@example.international",
      'zażółć@example.pl',
    ]
    expect(good.filter((address) => !parseEmail(address).ok)).toEqual([])
  })
  it('AUTH-2 refuses what is none', () => {
    const bad = [
      'a',
      'a@b',
      '@b.pl',
      'a@@b.pl',
      'a b@c.pl',
      'a@b..pl',
      'a.@b.pl',
      'a@-b.pl',
      'a@b.pl\nBcc: x@y.pl',
      '',
    ]
    expect(bad.filter((address) => parseEmail(address).ok)).toEqual([])
  })
  it('AUTH-4 compares without case, and only so', () => {
    expect(emailKey(' Anna@Example.ORG ')).toBe('anna@example.org')
    expect(emailKey('żaba@example.org')).not.toBe(emailKey('zaba@example.org'))
  })
})

describe('DETAIL-27 permissions', () => {
  it('DETAIL-27 hold for every action and role', () => {
    const table = Object.fromEntries(
      (['owner', 'edit', 'shopping', 'view', 'link'] as const).map((role) => [
        role,
        actions.filter((a) => can(role, a)).join(' '),
      ]),
    )
    expect(table).toEqual({
      owner:
        'see tick editProducts duplicate makeTemplate rename archive clone delete share changeLink takeOver',
      edit: 'see tick editProducts duplicate makeTemplate rename leave takeOver',
      shopping: 'see tick duplicate makeTemplate leave',
      view: 'see leave',
      link: 'see',
    })
  })
  it('DETAIL-27 a list without an owner in it is one’s own, and ticking is an action of its own', () => {
    expect(roleOf({ permissions: 'edit' })).toBe('owner')
    expect(roleOf({ owner: {}, permissions: 'shopping' })).toBe('shopping')
    expect([actionFor('productStatus'), actionFor('price'), actionFor('delete')]).toEqual([
      'tick',
      'editProducts',
      'editProducts',
    ])
  })
})

describe('DETAIL-13 positions', () => {
  it('DETAIL-13 a new place lies strictly between its neighbours, ten thousand times', () => {
    const random = seeded(1)
    const keys = [positionBetween(null, null, random)]
    for (let i = 0; i < 10_000; i++) {
      const at = Math.floor(random() * (keys.length + 1))
      const key = positionBetween(keys[at - 1] ?? null, keys[at] ?? null, random)
      if (at > 0) expect(key > keys[at - 1]!).toBe(true)
      if (at < keys.length) expect(key < keys[at]!).toBe(true)
      keys.splice(at, 0, key)
    }
    expect(Math.max(...keys.map((key) => key.length))).toBeLessThan(60)
  })
  it('DETAIL-13 two people at the same place get different keys, and keys at the end stay short', () => {
    const random = seeded(2)
    expect(new Set(Array.from({ length: 5_000 }, () => positionBetween('a0', 'a1', random))).size).toBe(5_000)
    // The middle between these is a0V, and hardly any key that begins with it is below a0V1.
    const cramped = Array.from({ length: 5_000 }, () => positionBetween('a0U', 'a0V1', random))
    expect(new Set(cramped).size).toBe(5_000)
    expect(cramped.every((key) => 'a0U' < key && key < 'a0V1' && isPosition(key))).toBe(true)
    let last: string | null = null
    for (let i = 0; i < 5_000; i++) last = positionBetween(last, null, random)
    expect(last!.length).toBeLessThan(15)
  })
  it('DETAIL-13 knows a place from any other word, and orders ties by id', () => {
    expect([isPosition('a0'), isPosition(''), isPosition('hello!'), isPosition('a00')]).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(byPosition({ position: 'a0', id: '1' }, { position: 'a0', id: '2' })).toBe(-1)
    expect(byPosition({ position: 'Zz', id: '1' }, { position: 'a0', id: '0' })).toBe(-1)
  })
})

describe('DETAIL-11 the list', () => {
  it('DETAIL-11 groups by category, those without one last', () => {
    const of = (id: string, category_name: string) => ({ id, category_name })
    const groups = groupByCategory(
      [of('1', ''), of('2', 'Żywność'), of('3', 'Dairy'), of('4', 'Żywność')],
      'pl',
    )
    expect(groups.map((g) => [g.category, g.products.map((p) => p.id)])).toEqual([
      ['Dairy', ['3']],
      ['Żywność', ['2', '4']],
      ['', ['1']],
    ])
  })
  it('DETAIL-19 is complete when there is something and all of it is bought', () => {
    expect([
      isComplete([]),
      isComplete([{ productStatus: true }]),
      isComplete([{ productStatus: true }, { productStatus: false }]),
    ]).toEqual([false, true, false])
  })
})
