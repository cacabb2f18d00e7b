import { useEffect } from 'react'
import { whenIdle } from './idle.ts'
import type { Registration } from '../../core/product/entities.ts'
import { useSession } from '../state/session/session.ts'
import { askRegistration } from '../state/session/visitor.ts'

/** Returns who may register here; null until the server has answered, for instance without a network. */
export function useRegistration(): Registration | null {
  useEffect(() => whenIdle(askRegistration), [])
  return useSession(({ registration }) => registration)
}
