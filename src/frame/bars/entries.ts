import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  type Icon,
  IconArchive,
  IconBasket,
  IconTemplate,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react'

export interface Entry {
  to: '/app' | '/app/archive' | '/app/shared' | '/app/templates' | '/app/profile'
  label: MessageDescriptor
  /** for the bottom bar of a phone */
  short: MessageDescriptor
  icon: Icon
}

/** Links of the sidebar, the drawer and the bottom bar. */
export const entries: readonly Entry[] = [
  {
    to: '/app',
    label: msg`Shopping lists`,
    short: msg({ message: 'Lists', context: 'bottom bar' }),
    icon: IconBasket,
  },
  {
    to: '/app/archive',
    label: msg`Archived lists`,
    short: msg({ message: 'Archive', context: 'bottom bar' }),
    icon: IconArchive,
  },
  {
    to: '/app/shared',
    label: msg`Shared with me`,
    short: msg({ message: 'Shared', context: 'bottom bar' }),
    icon: IconUsers,
  },
  {
    to: '/app/templates',
    label: msg`Templates`,
    short: msg({ message: 'Templates', context: 'bottom bar' }),
    icon: IconTemplate,
  },
  {
    to: '/app/profile',
    label: msg`My profile`,
    short: msg({ message: 'Profile', context: 'bottom bar' }),
    icon: IconUserCircle,
  },
]
