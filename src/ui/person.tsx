import { Avatar } from '@mantine/core'
import { IconUser } from '@tabler/icons-react'
import { Fragment } from 'react'
import type { Profile } from '../../core/contract/shapes.ts'
import { graphemes } from '../../core/text/cut.ts'

interface PersonAvatarProps {
  profile: Pick<Profile, 'name' | 'imageName'> | null
  name: string
  size: number
}

/** A person's picture, or else their initials, or a figure if there is no name. */
export function PersonAvatar({ profile, name, size }: PersonAvatarProps) {
  const initials = name
    .split(/[\s._-]+/)
    .map((part) => graphemes(part.slice(0, 32))[0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase()
  return (
    <Avatar
      component="span"
      src={profile?.imageName && `/uploads/avatars/${profile.imageName}`}
      alt=""
      size={`${size}px`}
      aria-hidden="true"
    >
      {profile?.name ? initials : <IconUser size={size * 0.55} stroke={1.5} />}
    </Avatar>
  )
}

/** A text that may be an email address. It has no spaces, so lines may break before @ . _ + -, not inside a word. */
export function AddressText({ children }: { children: string }) {
  return children.split(/(?=[@._+-])/).map((part, i) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of one text, which are never moved
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
