import { ListTools } from './list-tools.tsx'
import { WideTable, type WideTableProps } from '../rows/wide-table.tsx'

export { WideHead } from './wide-head.tsx'

/** The tools and the table of a large screen. */
export function WidePart({ onKeys, ...table }: WideTableProps & { onKeys: () => void }) {
  return (
    <>
      <ListTools listId={table.listId} onKeys={onKeys} />
      <WideTable {...table} />
    </>
  )
}
