import { useEffect } from 'react'
import { whenIdle } from './idle.ts'
import type { Registration } from '../../core/product/entities.ts'
import { askRegistration, useRegistrationStore } from '../state/session/registration.ts'

/** Returns who may register here; null until the server has answered, for instance without a network. */
export function useRegistration(): Registration | null {
  useEffect(() => whenIdle(askRegistration), [])
  return useRegistrationStore(({ registration }) => registration)
}
