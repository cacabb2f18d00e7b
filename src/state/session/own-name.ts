import { displayName } from '../../../core/words/person-name.ts'
import { useSession } from './session.ts'

/** The name under which the others see whoever is signed in, as the products say it. */
export function useOwnName(): string {
  return useSession(({ profile, session }) =>
    displayName({ ...profile, email: profile?.email ?? session?.email ?? '' }),
  )
}
