import { useEffect } from 'react'
import { whenIdle } from './idle.ts'
import type { Registration } from '../../core/product/entities.ts'
import { askRegistration, useRegistrationStore } from '../state/session/registration.ts'

/** Who may register here; null while the server has not said it, as without a network. */
export function useRegistration(): Registration | null {
  useEffect(() => whenIdle(askRegistration), [])
  return useRegistrationStore(({ registration }) => registration)
}
