import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Permission } from '../../core/product/entities.ts'

/** What a member may do, in two words and in a sentence. */
export const permissionTexts: Record<Permission, { may: MessageDescriptor; means: MessageDescriptor }> = {
  edit: { may: msg`can edit`, means: msg`Changes everything on the list` },
  shopping: { may: msg`can tick`, means: msg`Ticks products while shopping` },
  view: { may: msg`can view`, means: msg`Sees the list and changes nothing` },
}
