import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack, Text } from '@mantine/core'
import { type Icon, IconFileExport, IconFileImport } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { List } from '../../core/contract/shapes.ts'
import { currencyOf } from '../../core/product/currency.ts'
import { can, roleOf } from '../../core/product/permissions.ts'
import { isResting, type ListAction } from '../actions/use-list-actions.ts'
import { setCurrency } from './state/list-actions.ts'
import { useSync } from '../sync/sync-status.ts'
import { SaveChoices } from '../exchange/save-choices.tsx'
import { openPasted } from './state/ui.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { CurrencySelect } from '../ui/input/currency-select.tsx'

interface CopyDialogProps {
  opened: boolean
  onClose: () => void
  list: List
  /** the actions that copy the list */
  actions: readonly ListAction[]
}

/** What can be made out of a list, a copy, a template or a file, what can be added to it from a file, and its currency. */
export function CopyDialog({ opened, onClose, list, actions }: CopyDialogProps) {
  const { t } = useLingui()
  const online = useSync((sync) => sync.online)
  const [saves, setSaves] = useState(false)
  const close = () => {
    setSaves(false)
    onClose()
  }
  const does: { [K in ListAction['key']]?: ReactNode } = {
    clone: <Trans>This list is archived; what is still to buy becomes a new list.</Trans>,
    duplicate: <Trans>A new list with the same products.</Trans>,
    template: <Trans>To begin other lists with these products.</Trans>,
  }
  return (
    <Dialog opened={opened} onClose={close} title={saves ? t`Save as a file` : t`Copy, file, currency`}>
      {saves ? (
        <SaveChoices listId={list.id} onDone={close} />
      ) : (
        <Stack gap="md">
          {actions.map((action) => {
            const rests = isResting(action, online)
            return (
              <Choice
                key={action.key}
                label={action.label}
                icon={action.icon}
                disabled={rests}
                onClick={() => {
                  close()
                  void action.run()
                }}
              >
                {!rests && does[action.key]}
                {rests && online && <Trans>This has to wait until the list is on the server.</Trans>}
                {rests && !online && <Trans>You are offline. This needs a connection.</Trans>}
              </Choice>
            )
          })}
          <Choice label={t`Save as a file`} icon={IconFileExport} onClick={() => setSaves(true)}>
            <Trans>For a message, a spreadsheet, a calendar, or to keep it.</Trans>
          </Choice>
          {can(roleOf(list), 'editProducts') && list.listStatus === 'aktywna' && (
            <Choice
              label={t`Add from a file`}
              icon={IconFileImport}
              onClick={() => {
                close()
                openPasted('', 'list')
              }}
            >
              <Trans>Products of a file, or of a text that you paste.</Trans>
            </Choice>
          )}
          {can(roleOf(list), 'rename') && (
            <div>
              <CurrencySelect
                label={t`Currency of the prices`}
                value={currencyOf(list)}
                onChange={(currency) => void setCurrency(list.id, currency)}
              />
              <Text c="dimmed" fz="sm" mt={4}>
                <Trans>Prices keep their numbers; nothing is converted.</Trans>
              </Text>
            </div>
          )}
        </Stack>
      )}
    </Dialog>
  )
}

interface ChoiceProps {
  label: string
  icon: Icon
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}

function Choice({ label, icon: Symbol, disabled, onClick, children }: ChoiceProps) {
  return (
    <div>
      <Button
        variant="default"
        fullWidth
        justify="flex-start"
        disabled={disabled}
        leftSection={<Symbol size={20} stroke={1.75} aria-hidden="true" />}
        onClick={onClick}
      >
        {label}
      </Button>
      <Text c="dimmed" fz="sm" mt={4}>
        {children}
      </Text>
    </div>
  )
}
