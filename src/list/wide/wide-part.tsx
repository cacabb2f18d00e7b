import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { IconKeyboard } from '@tabler/icons-react'
import { FindField } from '../find/find-field.tsx'
import { WideTable, type WideTableProps } from '../rows/wide-table.tsx'
import { useViewActions } from '../use-view-actions.ts'

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

/** On a large screen, above the table: search and the view actions. */
function ListTools({ listId, onKeys }: { listId: string; onKeys: () => void }) {
  const { t } = useLingui()
  const actions = useViewActions(listId)
  return (
    <Group justify="space-between" wrap="nowrap" mb="sm">
      <FindField />
      <Group gap="xs" wrap="nowrap">
        {actions.map(({ key, label, icon: Symbol, on, resting, run }) => (
          <Tooltip key={key} label={resting ? `${label}: ${resting}` : label}>
            <ActionIcon
              variant={on ? 'light' : 'default'}
              color="orange"
              radius="xl"
              aria-label={label}
              aria-pressed={on}
              aria-description={resting}
              aria-disabled={resting ? true : undefined}
              data-disabled={resting ? true : undefined}
              onClick={() => {
                if (!resting) run()
              }}
            >
              <Symbol size={22} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        ))}
        <Tooltip label={t`Keyboard shortcuts`}>
          <ActionIcon variant="default" radius="xl" aria-label={t`Keyboard shortcuts`} onClick={onKeys}>
            <IconKeyboard size={22} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </Group>
    </Group>
  )
}
