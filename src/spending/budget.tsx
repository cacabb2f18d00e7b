import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Group, RingProgress, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { shownCategory } from '../../core/product/categories.ts'
import { decimalsOf, usualCurrency } from '../../core/product/currency.ts'
import { type Language, limits } from '../../core/product/entities.ts'
import { parsePrice } from '../../core/product/money.ts'
import { setCategoryBudget, setSingle, useAccountSettings } from '../account/state/settings.ts'
import { useReader } from '../sync/use-reader.ts'
import { useCurrency, useMoney } from '../texts/amounts.tsx'
import { decimal, mostMoney } from '../texts/field-text.ts'
import { currencySign } from '../texts/format.ts'
import { useLanguage } from '../texts/i18n.ts'
import { useForm } from '../ui/input/use-form.ts'

/** Returns whether the page is in the account's currency, in which budgets are. */
export function useHasBudgets(): boolean {
  return useAccountSettings(({ settings }) => settings.currency ?? usualCurrency) === useCurrency()
}

interface BudgetProps {
  /** what was spent in `month` */
  spent: number
  /** 0 for none */
  budget: number
  month: string
}

/** How much of the month's budget is spent, as a ring, and the form that changes the budget. */
export function Budget({ spent, budget, month }: BudgetProps) {
  const money = useMoney()
  // In hundredths, because 0.3 - 0.1 is no whole number of them.
  const left = (Math.round(budget * 100) - Math.round(spent * 100)) / 100
  return (
    <Card component="section" aria-label={month}>
      <Stack gap="md">
        <Title order={2}>
          <Trans>Budget</Trans>
        </Title>
        {budget > 0 ? (
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
        ) : (
          <Text c="dimmed">
            <Trans>Set what you want to spend in a month, and see how much of it is left.</Trans>
          </Text>
        )}
        <EditBudget budget={budget} onSave={(value) => setSingle({ budget: value })}>
          <Trans>Change the budget</Trans>
        </EditBudget>
      </Stack>
    </Card>
  )
}

/** Returns the budgets of categories as they are shown, each with the name in any language that it is set for. */
export function useCategoryBudgets(): ReadonlyMap<string, { name: string; budget: number }> {
  const budgets = useAccountSettings(({ settings }) => settings.budgets)
  const reader = useReader()
  const isOwn = useHasBudgets()
  return new Map(
    [...(isOwn ? budgets : [])].map(([name, budget]) => [
      shownCategory({ category_name: name }, reader),
      { name, budget },
    ]),
  )
}

/** The budget of one category, and the form that changes it. */
export function CategoryBudget({ category }: { category: string }) {
  const { name = category, budget = 0 } = useCategoryBudgets().get(category) ?? {}
  const shown = useMoney()(budget)
  return (
    <EditBudget budget={budget} onSave={(value) => setCategoryBudget(name, value)}>
      <Trans>Budget: {shown}</Trans>
    </EditBudget>
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
  if (value === null || value < 0)
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

interface EditBudgetProps {
  budget: number
  onSave: (budget: number) => void
  /** the text of the button if there is a budget */
  children: ReactNode
}

function EditBudget({ children, ...budget }: EditBudgetProps) {
  const [isEdited, { open, close }] = useDisclosure()
  if (isEdited) return <BudgetForm {...budget} onDone={close} />
  return (
    <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={open}>
      {budget.budget > 0 ? children : <Trans>Set a budget</Trans>}
    </Button>
  )
}

function BudgetForm({ budget, onSave, onDone }: Omit<EditBudgetProps, 'children'> & { onDone: () => void }) {
  const { t } = useLingui()
  const language = useLanguage()
  const currency = useCurrency()
  const unit = currencySign(currency, language)
  const form = useForm({
    initial: { budget: budget > 0 ? decimal(String(budget), language) : '' },
    check: (typed) => {
      const parsed = parseBudget(typed.budget, currency, language)
      return parsed.ok ? {} : { budget: parsed.error }
    },
    submit: async (typed) => {
      const parsed = parseBudget(typed.budget, currency, language)
      if (parsed.ok) onSave(parsed.value)
      onDone()
    },
  })
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <TextInput
          label={t`Budget for a month, ${unit}`}
          description={t`Leave it empty for no budget.`}
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the press asked for it
          autoFocus
          {...form.field('budget')}
        />
        <Group gap="sm">
          <Button type="submit" disabled={form.disabled}>
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
