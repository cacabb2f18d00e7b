import type { Static } from 'typebox'
import type * as guests from './guests.ts'
import type * as invites from './invites.ts'
import type * as products from './product.ts'
import type * as schemas from './schemas.ts'

/** The types of the data in answers, derived from the schemas that the server uses. */
export type List = Static<typeof schemas.List>
export type Product = Static<typeof products.Product>
/** A product as the sync call sends it: with the version of each field, and tombstones. */
export type Row = Static<typeof products.Row>
/** The list itself as the sync call sends it, among its products. */
export type ListRow = Static<typeof schemas.ListRow>
export type Profile = Static<typeof schemas.Profile>
export type Member = Static<typeof schemas.Member>
export type Invite = Static<typeof invites.Invite>
export type GuestLink = Static<typeof guests.GuestLink>
export type Invited = Static<typeof invites.Invited>
export type HistoryEntry = Static<typeof schemas.HistoryEntry>
export type Template = Static<typeof schemas.Template>

export function isListRow(row: Row | ListRow): row is ListRow {
  return 'kind' in row
}
