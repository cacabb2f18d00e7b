import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, Group, Kbd, Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { changeSettings, useDeviceSettings } from '../account/session/device-settings.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'

/** The list of keyboard shortcuts, with a switch for single-key shortcuts. */
export function KeysDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const on = useDeviceSettings(({ singleKeys }) => singleKeys.on)
  return (
    <Dialog opened={opened} onClose={onClose} title={t`Keyboard shortcuts`} size="lg">
      <Table mb="lg">
        <Table.Tbody>
          <Key keys={['/']}>
            <Trans>Search</Trans>
          </Key>
          <Key keys={['n']}>
            <Trans>Type a new product</Trans>
          </Key>
          <Key keys={['?']}>
            <Trans>These shortcuts</Trans>
          </Key>
          <Key keys={['↑', '↓']}>
            <Trans>The same field in the row above or below</Trans>
          </Key>
          <Key keys={['Enter']}>
            <Trans>Save the field and go down</Trans>
          </Key>
          <Key keys={['←', '→']}>
            <Trans>The field beside it, from the end of its text</Trans>
          </Key>
          <Key keys={['Tab', 'Shift + Tab']}>
            <Trans>The next or previous box, name, price or quantity</Trans>
          </Key>
          <Key keys={['Home', 'End']}>
            <Trans>The first or last field of the row</Trans>
          </Key>
          <Key keys={['Ctrl + Home', 'Ctrl + End']}>
            <Trans>The first or last row</Trans>
          </Key>
          <Key keys={['Esc']}>
            <Trans>Undo what you typed in the field; stop selecting</Trans>
          </Key>
          <Key keys={[t`Space`, '↑', '↓']}>
            <Trans>On a row’s handle: pick up, move, drop</Trans>
          </Key>
          <Key keys={[t`Space`, t`Shift + Space`]}>
            <Trans>While selecting: a row, or all rows from the last one</Trans>
          </Key>
          <Key keys={['Ctrl + Z']}>
            <Trans>‘Undo’, while it is shown</Trans>
          </Key>
          <Key keys={['Delete']}>
            <Trans>Delete the selected products</Trans>
          </Key>
        </Table.Tbody>
      </Table>
      <Checkbox
        checked={on}
        onChange={(event) => changeSettings('singleKeys', { on: event.currentTarget.checked })}
        label={t`Single-key shortcuts: /, n and ?`}
      />
    </Dialog>
  )
}

function Key({ keys, children }: { keys: readonly string[]; children: ReactNode }) {
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <Group gap={6}>
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </Group>
      </Table.Th>
      <Table.Td>{children}</Table.Td>
    </Table.Tr>
  )
}
