import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Box, Button, Card, Group, RingProgress, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { decimalsOf } from '../../core/product/currency.ts'
import { type Language, limits } from '../../core/product/entities.ts'
import { parsePrice } from '../../core/product/money.ts'
import { setSingle } from '../account/state/settings.ts'
import { decimal, mostMoney } from '../texts/field-text.ts'
import { currencySign, formatMoney } from '../texts/format.ts'
import { useLanguage } from '../texts/i18n.ts'
import { useUnsaved } from '../ui/input/unsaved.ts'

interface BudgetProps {
  /** what was spent in `month`, in the account's currency */
  spent: number
  /** 0 for none */
  budget: number
  currency: string
  month: string
}

/** How much of the month's budget is spent, as a ring, and the form that changes the budget. */
export function Budget({ spent, budget, currency, month }: BudgetProps) {
  const language = useLanguage()
  const [isEdited, setEdited] = useState(false)
  const money = (amount: number) => formatMoney(amount, currency, language)
  // In hundredths, because 0.3 - 0.1 is no whole number of them.
  const left = (Math.round(budget * 100) - Math.round(spent * 100)) / 100
  return (
    <Card component="section" aria-label={month}>
      <Stack gap="md">
        <Title order={2}>
          <Trans>Budget</Trans>
        </Title>
        {budget > 0 && (
          <Group gap="md" wrap="nowrap">
            <Ring share={spent / budget} />
            <div>
              <Text fz="xl" fw={700} lh={1.3}>
                {money(spent)}
              </Text>
              <Text c="dimmed">
                <Trans>of {money(budget)}</Trans>
              </Text>
              <Text fw={550} c={left < 0 ? 'var(--app-error)' : undefined}>
                {left < 0 ? <Trans>{money(-left)} over the budget</Trans> : <Trans>{money(left)} left</Trans>}
              </Text>
            </div>
          </Group>
        )}
        {isEdited ? (
          <BudgetForm budget={budget} currency={currency} onDone={() => setEdited(false)} />
        ) : (
          <>
            {budget === 0 && (
              <Text c="dimmed">
                <Trans>Set what you want to spend in a month, and see how much of it is left.</Trans>
              </Text>
            )}
            <Box>
              <Button variant="default" onClick={() => setEdited(true)}>
                {budget > 0 ? <Trans>Change the budget</Trans> : <Trans>Set a budget</Trans>}
              </Button>
            </Box>
          </>
        )}
      </Stack>
    </Card>
  )
}

/** Above 1 the ring is full, and red; the words beside it say by how much. */
function Ring({ share }: { share: number }) {
  const value = Math.min(share, 1) * 100
  return (
    <RingProgress
      size={120}
      thickness={10}
      roundCaps
      rootColor="var(--app-tint-strong)"
      sections={share > 0 ? [{ value, color: share > 1 ? 'var(--app-error)' : 'var(--app-primary)' }] : []}
      label={
        <Text ta="center" fz={20} fw={650}>
          {Math.min(999, Math.round(share * 100))}%
        </Text>
      }
      aria-hidden="true"
    />
  )
}

type Parsed = { ok: true; value: number } | { ok: false; error: MessageDescriptor }

/** Parses a typed budget as prices are parsed. An empty text is 0: no budget. */
export function parseBudget(typed: string, currency: string, language: Language): Parsed {
  const value = typed.trim() === '' ? 0 : parsePrice(typed, currency)
  const isWhole = decimalsOf(currency) === 0
  if (value === null)
    return {
      ok: false,
      error: isWhole ? msg`Type an amount, such as 80000.` : msg`Type an amount, such as 800 or 799.50.`,
    }
  if (isWhole && !Number.isInteger(value))
    return { ok: false, error: msg`An amount in this currency has no decimals.` }
  if (value <= limits.price) return { ok: true, value }
  const most = mostMoney(currency, language)
  return { ok: false, error: msg`A budget can be ${most} at most.` }
}

interface BudgetFormProps {
  budget: number
  currency: string
  onDone: () => void
}

function BudgetForm({ budget, currency, onDone }: BudgetFormProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const [known] = useState(budget > 0 ? decimal(String(budget), language) : '')
  const [typed, setTyped] = useState(known)
  useUnsaved(typed !== known)
  const [error, setError] = useState<MessageDescriptor | null>(null)
  const unit = currencySign(currency, language)

  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  function submit(event: FormEvent) {
    event.preventDefault()
    const parsed = parseBudget(typed, currency, language)
    if (!parsed.ok) return setError(parsed.error)
    setSingle({ budget: parsed.value })
    onDone()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label={t`Budget for a month, ${unit}`}
          description={t`Leave it empty for no budget.`}
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
          ref={field}
          value={typed}
          error={error && t(error)}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setError(null)
          }}
        />
        <Group gap="sm">
          <Button type="submit">
            <Trans>Save</Trans>
          </Button>
          <Button variant="default" onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
