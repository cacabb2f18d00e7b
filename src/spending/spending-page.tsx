import { Plural, Trans, useLingui } from '@lingui/react/macro'
import {
  Alert,
  Button,
  Card,
  Group,
  NativeSelect,
  Progress,
  Skeleton,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { IconWifiOff } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { shownCategory } from '../../core/product/categories.ts'
import { usualCurrency } from '../../core/product/currency.ts'
import { Unreachable } from '../../device/failures.ts'
import { useReader } from '../sync/use-reader.ts'
import { useAccountSettings } from '../account/state/settings.ts'
import { useSync } from '../sync/sync-status.ts'
import { useSession, who } from '../account/session/session.ts'
import { type Month, monthAt, monthLater, mostMonths, type Spent, useSpent } from './spending.ts'
import { formatDateTime, formatMoney } from '../texts/format.ts'
import { useLanguage } from '../texts/i18n.ts'
import { LinkButton } from '../ui/links.tsx'
import { Message } from '../ui/message.tsx'
import { BasketPicture } from '../ui/picture/pictures.tsx'
import { Budget } from './budget.tsx'
import { MonthChart, monthName } from './month-chart.tsx'
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
  const [newest] = useState(() => monthAt(Date.now()))
  const months = useSpent('month')
  const { budget = 0, currency: accountCurrency = usualCurrency } = useAccountSettings(
    ({ settings }) => settings,
  )
  const waiting = useSync(({ outbox }) => outbox.length)
  const [chosen, setChosen] = useState<Month | null>(null)
  const [wanted, setWanted] = useState<string | null>(null)
  const { spent, error, keptAt, again } = months
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
  const currencies = [...new Set(spent.map(({ currency }) => currency))].toSorted()
  const usual = currencies.includes(accountCurrency) ? accountCurrency : (currencies[0] ?? accountCurrency)
  const currency = wanted !== null && currencies.includes(wanted) ? wanted : usual
  const sums = new Map(spent.flatMap((one) => (one.currency === currency ? [[one.key, one.sum]] : [])))
  const month = chosen ?? newest
  const sum = sums.get(month) ?? 0
  const isOwn = currency === accountCurrency
  const name = monthName(month, language)
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
      <div className={`${classes.columns} ${isOwn ? classes.top : ''}`}>
        <Card component="section" aria-label={t`Months`} style={{ gridColumn: isOwn ? undefined : '1 / -1' }}>
          <MonthChart
            key={currency}
            sums={sums}
            currency={currency}
            budget={isOwn ? budget : 0}
            oldest={monthLater(newest, 1 - mostMonths)}
            newest={newest}
            chosen={month}
            onChoose={setChosen}
          />
        </Card>
        {isOwn && <Budget spent={sum} budget={budget} currency={currency} month={name} />}
      </div>
      <Group justify="space-between" align="baseline" gap="xs" mt="xs" aria-live="polite">
        <Title order={2} fz="xl">
          {name}
        </Title>
        <Text fz="xl" fw={700} style={{ fontVariantNumeric: 'tabular-nums' }}>
          {formatMoney(sum, currency, language)}
        </Text>
      </Group>
      {sum === 0 ? (
        <Text c="dimmed">
          <Trans>Nothing was bought with a price in this month.</Trans>
        </Text>
      ) : (
        <MonthParts month={month} currency={currency} />
      )}
    </>
  )
}

function NotLoaded({ error, onAgain }: { error: Error; onAgain: () => void }) {
  return (
    <Alert icon={<IconWifiOff size={20} stroke={1.75} aria-hidden="true" />} role="alert">
      <Stack gap="sm" align="flex-start">
        {error instanceof Unreachable ? (
          <Trans>The sums need a connection the first time. After that they can be read offline too.</Trans>
        ) : (
          <Trans>The sums could not be loaded. Your lists and prices are safe.</Trans>
        )}
        <Button variant="default" size="sm" onClick={onAgain}>
          <Trans>Try again</Trans>
        </Button>
      </Stack>
    </Alert>
  )
}

function MonthParts({ month, currency }: { month: Month; currency: string }) {
  const shops = useSpent('shop', month)
  const categories = useSpent('category', month)
  const lists = useSpent('list', month)
  const all = [shops, categories, lists]
  const failed = all.find(({ spent, error }) => !spent && error)
  // One notice instead of three.
  if (failed?.error && all.every(({ spent }) => !spent))
    return <NotLoaded error={failed.error} onAgain={() => all.forEach(({ again }) => void again())} />
  const common = { currency, onAgain: () => all.forEach(({ again }) => void again()) }
  return (
    <div className={`${classes.columns} ${classes.parts}`}>
      <Parts by="shop" {...common} {...shops} title={<Trans>Shops</Trans>} />
      <Parts by="category" {...common} {...categories} title={<Trans>Categories</Trans>} />
      <Parts by="list" {...common} {...lists} title={<Trans>Lists</Trans>} />
    </div>
  )
}

interface PartsProps {
  by: 'shop' | 'category' | 'list'
  currency: string
  title: ReactNode
  spent: readonly Spent[] | null
  error: Error | null
  onAgain: () => void
}

/** As many rows are shown at first. */
const few = 6

/** The parts of a month's sum, largest first. */
function Parts({ by, currency, title, spent, error, onAgain }: PartsProps) {
  const language = useLanguage()
  const nameOf = useName(by)
  const [isWhole, setWhole] = useState(false)
  const rows = spent?.filter((one) => one.currency === currency)
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
        {!rows && error && <NotLoaded error={error} onAgain={onAgain} />}
        {!rows && !error && <Skeleton h="9rem" />}
        {shown && (
          <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
            {shown.map((one) => (
              <li key={one.key}>
                <Group justify="space-between" wrap="nowrap" gap="sm" align="baseline">
                  <Text style={{ overflowWrap: 'anywhere' }}>{nameOf(one)}</Text>
                  <Text fw={550} style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
                    {formatMoney(one.sum, currency, language)}
                  </Text>
                </Group>
                <Progress
                  value={largest > 0 ? (one.sum / largest) * 100 : 0}
                  size={6}
                  my={2}
                  color="color-mix(in oklab, var(--app-primary) 65%, var(--app-surface))"
                  bg="var(--app-tint)"
                  aria-hidden="true"
                />
                <Text c="dimmed" fz="sm">
                  <Plural value={one.count} one="# product" other="# products" />
                </Text>
              </li>
            ))}
          </Stack>
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
