import type { Profile } from '../../../core/contract/shapes.ts'
import { createChannel } from '../../../device/channel.ts'
import { useSession } from './session.ts'

const channel = createChannel('profile', (data) =>
  typeof data === 'object' ? (data as Profile | null) : null,
)

/**
 * Passes what one tab hears of the person on to the others: the account was activated, or has another name. Only one of
 * them listens to the server, and none that is hidden.
 */
export function shareProfile(): void {
  let heard: Profile | null = null
  channel.listen((profile) => {
    const { session, profile: own } = useSession.getState()
    if (session?.userId !== profile.id || isSame(profile, own)) return
    heard = profile
    useSession.setState({ profile })
  })
  useSession.subscribe(({ profile }, { profile: before }) => {
    // The first one comes from the device, as the others have it.
    if (profile && before && profile !== heard && !isSame(profile, before)) channel.post(profile)
  })
}

function isSame(one: Profile, other: Profile | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
