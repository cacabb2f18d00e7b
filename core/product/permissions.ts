import { type Permission, permissions } from './entities.ts'
import { type Field, productFields } from './table.ts'

/** A person's relation to a list: its owner, a member with a permission, or a reader by its link without login. */
export type Role = 'owner' | Permission | 'link'

/** The permission table, used by both the screens and the server. */
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
  /** of a list whose owner deletes the account; for who has done so already, it does nothing */
  takeOver: ['owner', 'edit'],
} as const satisfies Record<string, readonly Role[]>

export type Action = keyof typeof allowed
export const actions = Object.keys(allowed) as Action[]

export function can(role: Role, action: Action): boolean {
  return (allowed[action] as readonly Role[]).includes(role)
}

/** Returns whether `one` allows more than `other`; `permissions` lists them from the most to the least. */
export function allowsMore(one: Permission, other: Permission): boolean {
  return permissions.indexOf(one) < permissions.indexOf(other)
}

/** Returns the reader's role in a list. A list has `owner` only if it is shared with the reader. */
export function roleOf(list: { owner?: unknown; permissions: Permission }): Role {
  return list.owner ? list.permissions : 'owner'
}

/** Returns the action that a change to a product requires. Ticking is the only edit that a shopping member may make. */
export function actionFor(change: 'add' | 'delete' | Field): Action {
  return change === 'add' || change === 'delete' ? 'editProducts' : productFields[change].needs
}
