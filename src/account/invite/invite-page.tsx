import { Trans } from '@lingui/react/macro'
import { Loader } from '@mantine/core'
import type { Invited } from '../../../core/contract/shapes.ts'
import { allowsMore } from '../../../core/product/permissions.ts'
import { useLists } from '../../app/use-lists.ts'
import { useLate } from '../../ui/use-late.ts'
import type { InviteProblem } from '../../state/invite.ts'
import { Card } from '../card.tsx'
import { AlreadyMine } from './already-mine.tsx'
import { Join } from './join.tsx'
import { NoInvite } from './no-invite.tsx'
import { NotActivated } from './not-activated.tsx'
import { type Invitation, useInvite } from './use-invite.ts'

/** An invitation to a list, for anybody with its link, with or without an account. */
export function InvitePage({ code, found }: { code: string; found: Invited | InviteProblem }) {
  const invitation = useInvite(code, found)
  return (
    <div aria-live="polite">
      <Shown {...invitation} />
    </div>
  )
}

function Shown(invitation: Invitation) {
  const { found, problem, again } = invitation
  const lists = useLists()
  if (typeof found === 'string') return <NoInvite problem={found} again={again} />
  const mine = lists?.find(({ id }) => id === found.id)
  const gains = mine?.owner && allowsMore(found.permission, mine.permissions)
  if (mine && !gains) return <AlreadyMine list={mine} />
  if (problem === 'notActivated') return <NotActivated invited={found} {...invitation} />
  return <Join invited={found} {...invitation} />
}

/** Shown until the server has answered. */
export function Looking() {
  const late = useLate()
  if (!late) return null
  return <Card symbol={<Loader size={28} />} title={<Trans>Looking for the invitation…</Trans>} />
}
