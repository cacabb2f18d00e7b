import type { Profile } from '../../../core/contract/shapes.ts'
import { createChannel } from '../../../device/channel.ts'
import { useSession } from './session.ts'

const channel = createChannel('profile', (data) =>
  typeof data === 'object' ? (data as Profile | null) : null,
)

/**
 * Passes profile changes that one tab receives on to the others: the account was activated, or has another name. Only
 * one tab listens to the server, and never a hidden one.
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
    // The first profile comes from the device, so the other tabs have it already.
    if (profile && before && profile !== heard && !isSame(profile, before)) channel.post(profile)
  })
}

function isSame(one: Profile, other: Profile | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
