import type { Asked } from './load.ts'
import { bodyOf, type Person, setOf } from './seed.ts'

export const auth = ({ token }: Pick<Person, 'token'>) => ({ authorization: `Bearer ${token}` })

export function reading(one: Person): Asked {
  return { method: 'GET', path: `/api/v3/list/${one.list}`, headers: auth(one) }
}

export function tick(one: Person): Asked {
  const op = setOf(one, `p${one.seq % 50}`, 'productStatus', one.seq % 2 === 0)
  const body = JSON.stringify(bodyOf(one, [op]))
  one.head++
  return { method: 'POST', path: `/api/v3/list/${one.list}/sync`, headers: auth(one), body }
}
