import { Plural, Trans, useLingui } from '@lingui/react/macro'
import {
  Button,
  Card,
  Group,
  NativeSelect,
  Progress,
  Skeleton,
  Stack,
  Text,
  Title,
  UnstyledButton,
} from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { shownCategory } from '../../core/product/categories.ts'
import { usualCurrency } from '../../core/product/currency.ts'
import { Unreachable } from '../../device/failures.ts'
import { useReader } from '../sync/use-reader.ts'
import { useAccountSettings } from '../account/state/settings.ts'
import { useSync } from '../sync/sync-status.ts'
import { useSession, who } from '../account/session/session.ts'
import {
  type By,
  comparedWith,
  dayAt,
  type Month,
  monthLater,
  mostMonths,
  type Spent,
  useSpent,
  useSums,
} from './spending.ts'
import { formatDateTime, formatDays } from '../texts/format.ts'
import { CurrencyContext, useMoney } from '../texts/amounts.tsx'
import { useLanguage } from '../texts/i18n.ts'
import { LinkButton } from '../ui/links.tsx'
import { Message } from '../ui/message.tsx'
import { BasketPicture } from '../ui/picture/pictures.tsx'
import { Budget, useCategoryBudgets, useHasBudgets } from './budget.tsx'
import { MonthChart, monthName } from './month-chart.tsx'
import { NotLoaded, WithoutPrice } from './not-loaded.tsx'
import { type OpenedSum, PurchasesDialog } from './purchases.tsx'
import classes from './spending.module.css'

/** What was bought with a price, by month, and in one month by shop, category and list. */
export function SpendingPage() {
  const trial = useSession(who) === 'trial'
  return (
    <Stack maw="64rem" mx="auto" gap="md" w="100%">
      {trial ? (
        <Message
          picture={<BasketPicture />}
          title={<Trans>Spending</Trans>}
          text={<Trans>With an account you see here what you spend in each month.</Trans>}
        >
          <LinkButton to="/auth/register">
            <Trans>Create an account</Trans>
          </LinkButton>
        </Message>
      ) : (
        <Spending />
      )}
    </Stack>
  )
}

function Spending() {
  const { t } = useLingui()
  const language = useLanguage()
  const { spent, error, keptAt, again } = useSpent('month')
  const usual = useAccountSettings(({ settings }) => settings.currency ?? usualCurrency)
  const waiting = useSync(({ outbox }) => outbox.length)
  const [wanted, setWanted] = useState('')
  const title = (
    <Title order={1} flex="1 1 auto">
      <Trans>Spending</Trans>
    </Title>
  )
  if (!spent)
    return (
      <>
        {title}
        {error ? <NotLoaded error={error} onAgain={() => void again()} /> : <Skeleton h="22rem" />}
      </>
    )
  if (spent.length === 0)
    return (
      <Message
        picture={<BasketPicture />}
        title={<Trans>Spending</Trans>}
        text={
          <Trans>
            Nothing was bought with a price yet. Type what a product costs and tick it when it is in the
            basket: the sums of each month appear here.
          </Trans>
        }
      >
        <LinkButton to="/app">
          <Trans>Go to my lists</Trans>
        </LinkButton>
      </Message>
    )
  const currencies = [...new Set(spent.map((one) => one.currency))].toSorted()
  const currency = [wanted, usual, ...currencies].find((one) => currencies.includes(one)) ?? usual
  return (
    <>
      <Group gap="sm" mih="3rem">
        {title}
        {currencies.length > 1 && (
          <NativeSelect
            w="8rem"
            aria-label={t`Currency`}
            value={currency}
            data={currencies}
            onChange={({ currentTarget }) => setWanted(currentTarget.value)}
          />
        )}
      </Group>
      {error && keptAt !== null && (
        <Text c="dimmed" fz="sm" role="status">
          {error instanceof Unreachable ? (
            <Trans>Not connected. These are the sums as of {formatDateTime(keptAt, language)}.</Trans>
          ) : (
            <Trans>
              The newest sums could not be loaded. These are the sums as of {formatDateTime(keptAt, language)}
              .
            </Trans>
          )}
        </Text>
      )}
      {waiting > 0 && (
        <Text c="dimmed" fz="sm">
          <Trans>What waits to be saved is not counted yet.</Trans>
        </Text>
      )}
      <CurrencyContext value={currency}>
        <Months />
      </CurrencyContext>
    </>
  )
}

/** The months in the currency of the page, and the parts of one of them. */
function Months() {
  const { t } = useLingui()
  const language = useLanguage()
  const [today] = useState(() => dayAt(Date.now()))
  const newest = today.slice(0, 7)
  const [month, setMonth] = useState<Month>(newest)
  const [opened, setOpened] = useState<OpenedSum | null>(null)
  const { from, to } = comparedWith(month, today)
  const { spent } = useSums('month')
  const sameDays = useSums('month', from.slice(0, 7), to, month === newest)
  const budget = useAccountSettings(({ settings }) => settings.budget ?? 0)
  const hasBudgets = useHasBudgets()
  const money = useMoney()
  const whole = spent?.find(({ key }) => key === month)
  const sum = whole?.sum ?? 0
  const sums = new Map(spent?.map((one) => [one.key, one.sum]))
  const before = month === newest ? sameDays.spent?.[0]?.sum : sums.get(from.slice(0, 7))
  const name = monthName(month, language)
  return (
    <>
      <div className={`${classes.columns} ${hasBudgets ? classes.top : ''}`}>
        <Card
          component="section"
          aria-label={t`Months`}
          style={{ gridColumn: hasBudgets ? undefined : '1 / -1' }}
        >
          <MonthChart
            sums={sums}
            budget={hasBudgets ? budget : 0}
            oldest={monthLater(newest, 1 - mostMonths)}
            newest={newest}
            chosen={month}
            onChoose={setMonth}
          />
        </Card>
        {hasBudgets && <Budget spent={sum} budget={budget} month={name} />}
      </div>
      <div aria-live="polite">
        <Group justify="space-between" align="baseline" gap="xs" mt="xs">
          <Title order={2} fz="xl">
            {name}
          </Title>
          <Text fz="xl" fw={700} className="tabular">
            {money(sum)}
          </Text>
        </Group>
        {before !== undefined && (
          <Comparison sum={sum} before={before} days={formatDays(from, to, language)} />
        )}
        <WithoutPrice count={whole?.withoutPrice} />
      </div>
      {whole ? (
        <Button
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => setOpened({ by: 'month', key: month, title: name, month })}
        >
          <Trans>All purchases</Trans>
        </Button>
      ) : (
        <Text c="dimmed">
          <Trans>Nothing was bought with a price in this month.</Trans>
        </Text>
      )}
      <MonthParts month={month} onOpen={setOpened} />
      <PurchasesDialog of={opened} onClose={() => setOpened(null)} />
    </>
  )
}

interface ComparisonProps {
  sum: number
  /** what was spent on `days` of the month before */
  before: number
  days: string
}

function Comparison({ sum, before, days }: ComparisonProps) {
  const difference = Math.round(sum * 100) - Math.round(before * 100)
  const [then, apart] = [before, Math.abs(difference) / 100].map(useMoney())
  return (
    <Text c="dimmed" fz="sm">
      {difference === 0 ? (
        <Trans>As much as on {days}</Trans>
      ) : difference > 0 ? (
        <Trans>
          {apart} more than on {days} ({then})
        </Trans>
      ) : (
        <Trans>
          {apart} less than on {days} ({then})
        </Trans>
      )}
    </Text>
  )
}

interface MonthPartsProps {
  month: Month
  onOpen: (sum: OpenedSum) => void
}

function MonthParts({ month, onOpen }: MonthPartsProps) {
  const shops = useSums('shop', month)
  const categories = useSums('category', month)
  const lists = useSums('list', month)
  const all = [shops, categories, lists]
  const failed = all.find(({ spent, error }) => !spent && error)
  // One notice instead of three.
  if (failed?.error)
    return <NotLoaded error={failed.error} onAgain={() => all.forEach(({ again }) => void again())} />
  const common = { month, onOpen }
  return (
    <div className={`${classes.columns} ${classes.parts}`}>
      <Parts by="shop" {...common} spent={shops.spent} title={<Trans>Shops</Trans>} />
      <Parts by="category" {...common} spent={categories.spent} title={<Trans>Categories</Trans>} />
      <Parts by="list" {...common} spent={lists.spent} title={<Trans>Lists</Trans>} />
    </div>
  )
}

interface PartsProps extends MonthPartsProps {
  by: Exclude<By, 'month'>
  title: ReactNode
  spent: readonly Spent[] | null
}

/** As many rows are shown at first. */
const few = 6

/** The parts of a month's sum, largest first. */
function Parts({ by, title, spent, month, onOpen }: PartsProps) {
  const budgets = useCategoryBudgets()
  const money = useMoney()
  const nameOf = useName(by)
  const [isWhole, setWhole] = useState(false)
  const named = spent?.map((one) => ({ ...one, name: nameOf(one) }))
  // A category with a budget has its row, also while nothing was bought of it.
  const unspent = [...(by === 'category' ? budgets.keys() : [])].filter(
    (key) => !named?.some((one) => one.name === key),
  )
  const rows = named && [
    ...named,
    ...unspent.map((key) => ({ key, name: key, sum: 0, count: 0, withoutPrice: 0 })),
  ]
  if (rows?.length === 0) return null
  const largest = rows?.[0]?.sum ?? 0
  // A button for a single row would take more room than that row.
  const isLong = !isWhole && rows !== undefined && rows.length > few + 1
  const shown = isLong ? rows.slice(0, few) : rows
  return (
    <Card component="section">
      <Stack gap="md">
        <Title order={3} fz="lg">
          {title}
        </Title>
        {shown ? (
          <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
            {shown.map(({ key, name, sum, count, withoutPrice }) => {
              const budget = (by === 'category' && budgets.get(name)?.budget) || 0
              return (
                <li key={key}>
                  <UnstyledButton
                    w="100%"
                    className="hover-tint"
                    onClick={() => onOpen({ by, key, title: name, month })}
                  >
                    <Group justify="space-between" wrap="nowrap" gap="sm" align="baseline">
                      <Text style={{ overflowWrap: 'anywhere' }}>{name}</Text>
                      <Text fw={550} className="tabular" style={{ whiteSpace: 'nowrap' }}>
                        {count === 0 && withoutPrice ? '–' : money(sum)}
                        <IconChevronRight
                          size={18}
                          stroke={1.75}
                          color="var(--app-dim)"
                          style={{ verticalAlign: '-3px', marginInlineStart: 4 }}
                          aria-hidden="true"
                        />
                      </Text>
                    </Group>
                    <Progress
                      value={largest > 0 ? (sum / largest) * 100 : 0}
                      size={6}
                      my={2}
                      color="color-mix(in oklab, var(--app-primary) 65%, var(--app-surface))"
                      bg="var(--app-tint)"
                      aria-hidden="true"
                    />
                    <Group justify="space-between" gap="0 sm">
                      {count > 0 && (
                        <Text c="dimmed" fz="sm">
                          <Plural value={count} one="# product" other="# products" />
                        </Text>
                      )}
                      {budget > 0 && (
                        <Text c={sum > budget ? 'var(--app-error)' : 'dimmed'} fz="sm" ms="auto">
                          <Trans>of {money(budget)}</Trans>
                        </Text>
                      )}
                      <WithoutPrice count={withoutPrice} />
                    </Group>
                  </UnstyledButton>
                </li>
              )
            })}
          </Stack>
        ) : (
          <Skeleton h="9rem" />
        )}
        {isLong && (
          <Button variant="subtle" onClick={() => setWhole(true)}>
            <Plural value={rows.length} one="Show all # of them" other="Show all # of them" />
          </Button>
        )}
      </Stack>
    </Card>
  )
}

function useName(by: PartsProps['by']): (spent: Spent) => string {
  const { t } = useLingui()
  const reader = useReader()
  return ({ key, name }) => {
    if (by === 'list') return name || t`Deleted lists`
    if (by === 'shop') return key || t`Without a shop`
    return shownCategory({ category_name: key }, reader) || t`Without a category`
  }
}
