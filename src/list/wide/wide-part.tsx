import { ListTools } from './list-tools.tsx'
import { WideTable, type WideTableProps } from '../rows/wide-table.tsx'

export { WideHead } from './wide-head.tsx'

/** On a large screen: the tools, and the table under them. */
export function WidePart({ onKeys, ...table }: WideTableProps & { onKeys: () => void }) {
  return (
    <>
      <ListTools listId={table.listId} onKeys={onKeys} />
      <WideTable {...table} />
    </>
  )
}
