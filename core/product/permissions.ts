import { type Permission, permissions } from './entities.ts'
import { type Field, productFields } from './table.ts'

/** How somebody meets a list: as its owner, as a member with a permission, or by its link without login. */
export type Role = 'owner' | Permission | 'link'

/** The permission table, asked by the screens and the server alike. */
const allowed = {
  see: ['owner', 'edit', 'shopping', 'view', 'link'],
  tick: ['owner', 'edit', 'shopping'],
  editProducts: ['owner', 'edit'],
  duplicate: ['owner', 'edit', 'shopping'],
  makeTemplate: ['owner', 'edit', 'shopping'],
  rename: ['owner', 'edit'],
  archive: ['owner'],
  clone: ['owner'],
  delete: ['owner'],
  share: ['owner'],
  changeLink: ['owner'],
  leave: ['edit', 'shopping', 'view'],
} as const satisfies Record<string, readonly Role[]>

export type Action = keyof typeof allowed
export const actions = Object.keys(allowed) as Action[]

export function can(role: Role, action: Action): boolean {
  return (allowed[action] as readonly Role[]).includes(role)
}

/** Whether one permission allows more than the other; they are listed from the most to the least. */
export function allowsMore(one: Permission, other: Permission): boolean {
  return permissions.indexOf(one) < permissions.indexOf(other)
}

/** A list carries `owner` only when it is shared with the one who looks at it. */
export function roleOf(list: { owner?: unknown; permissions: Permission }): Role {
  return list.owner ? list.permissions : 'owner'
}

/** What a change needs; ticking is the one edit that a shopping member may make. */
export function actionFor(change: 'add' | 'delete' | Field): Action {
  return change === 'add' || change === 'delete' ? 'editProducts' : productFields[change].needs
}
