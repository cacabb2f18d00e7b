import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack, Text } from '@mantine/core'
import { type Icon, IconHistory, IconPrinter } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { List } from '../../core/contract/shapes.ts'
import { currencyOf } from '../../core/product/currency.ts'
import { can, roleOf } from '../../core/product/permissions.ts'
import { isResting, type ListAction } from '../actions/use-list-actions.ts'
import { setCurrency } from './state/list-actions.ts'
import { useSync } from '../sync/sync-status.ts'
import { useSession, who } from '../account/session/session.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { CurrencySelect } from '../ui/input/currency-select.tsx'

interface CopyDialogProps {
  opened: boolean
  onClose: () => void
  list: List
  /** the actions that copy the list */
  actions: readonly ListAction[]
  /** there is something to print */
  prints: boolean
}

/** What can be made out of a list, a print, a copy or a template, how it came to be, and its currency. */
export function CopyDialog({ opened, onClose, list, actions, prints }: CopyDialogProps) {
  const { t } = useLingui()
  const online = useSync((sync) => sync.online)
  const navigate = useNavigate()
  const trial = useSession(who) === 'trial'
  const does: { [K in ListAction['key']]?: ReactNode } = {
    clone: <Trans>This list is archived; what is still to buy becomes a new list.</Trans>,
    duplicate: <Trans>A new list with the same products.</Trans>,
    template: <Trans>To begin other lists with these products.</Trans>,
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={t`Copy, history`}>
      <Stack gap="md">
        {prints && (
          <Choice
            label={t`Print`}
            icon={IconPrinter}
            // Deferred until the dialog has closed, because the browser's print dialog blocks the page.
            onClick={() => {
              onClose()
              setTimeout(print)
            }}
          >
            <Trans>A checklist by category, without what is bought.</Trans>
          </Choice>
        )}
        {!trial && (
          <Choice
            label={t`History`}
            icon={IconHistory}
            onClick={() => {
              onClose()
              void navigate({ to: '/app/history/$id', params: { id: list.id } })
            }}
          >
            <Trans>Who changed what in the last 30 days, and a way back.</Trans>
          </Choice>
        )}
        {actions.map((action) => {
          const rests = isResting(action, online)
          return (
            <Choice
              key={action.key}
              label={action.label}
              icon={action.icon}
              disabled={rests}
              onClick={() => {
                onClose()
                void action.run()
              }}
            >
              {!rests && does[action.key]}
              {rests && online && <Trans>This has to wait until the list is on the server.</Trans>}
              {rests && !online && <Trans>You are offline. This needs a connection.</Trans>}
            </Choice>
          )
        })}
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
