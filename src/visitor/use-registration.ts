import { useEffect } from 'react'
import { whenIdle } from '../lib/idle.ts'
import type { Registration } from '../../core/product/entities.ts'
import { useSession } from '../account/session/session.ts'
import { askRegistration } from './visitor.ts'

/** Returns who may register here; null until the server has answered, for instance without a network. */
export function useRegistration(): Registration | null {
  useEffect(() => whenIdle(askRegistration), [])
  return useSession(({ registration }) => registration)
}
