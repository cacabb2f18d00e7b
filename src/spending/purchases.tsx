import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  Button,
  Group,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
  TextInput,
  UnstyledButton,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Body } from '../../core/contract/api.ts'
import { decimalsOf } from '../../core/product/currency.ts'
import { forOne } from '../../core/product/money.ts'
import { shownName } from '../../core/text/tongues.ts'
import { meantFor } from '../../core/text/meant-price.ts'
import { download } from '../lib/download.ts'
import { scrollIntoView } from '../lib/scroll-into-view.ts'
import { useWide } from '../lib/use-wide.ts'
import { attempt, interactiveCall, unlessGone } from '../sync/calls.ts'
import { invalidateQueries, useQueryClientOf } from '../sync/queries.ts'
import { unitNames, useAmount, useCurrency, useMoney, usePrice, usePriceKinds } from '../texts/amounts.tsx'
import { decimal, fieldNames, parseTyped } from '../texts/field-text.ts'
import { currencySign, formatShortDate } from '../texts/format.ts'
import { useLanguage } from '../texts/i18n.ts'
import { ConfirmDialog, Dialog } from '../ui/dialog/dialog.tsx'
import { useForm } from '../ui/input/use-form.ts'
import { CategoryBudget, useHasBudgets } from './budget.tsx'
import { writeCsv } from '../../core/exchange/csv.ts'
import { NotLoaded, WithoutPrice } from './not-loaded.tsx'
import { type By, costOf, dayAt, type Month, type Purchase, spanOf, timeZone, useSums } from './spending.ts'

/** A sum whose purchases are shown. */
export interface OpenedSum {
  by: By
  /** a month, a shop, a category or a list, as `Spent` has it */
  key: string
  title: string
  month: Month
}

/** The purchases of a sum, which can be corrected, removed, and saved as a file. */
export function PurchasesDialog({ of, onClose }: { of: OpenedSum | null; onClose: () => void }) {
  const wide = useWide()
  return (
    <Dialog opened={of !== null} onClose={onClose} title={of?.title} size="lg" fullScreen={!wide}>
      {of && <Purchases of={of} />}
    </Dialog>
  )
}

function Purchases({ of: { by, key, title, month } }: { of: OpenedSum }) {
  const language = useLanguage()
  const currency = useCurrency()
  const money = useMoney()
  const hasBudgets = useHasBudgets()
  const cellsOf = useCells()
  const { client, mayAsk } = useQueryClientOf(false)
  const query = { by, key, currency, ...spanOf(month), tz: timeZone() }
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    {
      queryKey: ['purchases', query],
      queryFn: ({ pageParam: before }: { pageParam: string | undefined }) =>
        interactiveCall('GET /api/v3/purchases', { query: { ...query, ...(before && { before }) } }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }: { next?: string }) => next,
      enabled: mayAsk,
    },
    client,
  )
  const { spent } = useSums(by, by === 'month' ? null : month)
  if (!data && error)
    return (
      <NotLoaded
        error={error}
        onAgain={() => void refetch()}
        offline={<Trans>The purchases of a sum need a connection.</Trans>}
      />
    )
  if (!data) return <Skeleton h="12rem" />
  const items = data.pages.flatMap((page) => page.items)
  const total = spent?.find((one) => one.key === key)

  async function save() {
    let all = { data, hasNextPage, error: null as Error | null }
    while (all.hasNextPage && !all.error) all = { ...all, ...(await fetchNextPage()) }
    await attempt(async () => {
      if (all.error) throw all.error
      const rows = (all.data?.pages ?? []).flatMap((page) => page.items).map(cellsOf)
      const table = [
        rows[0]?.map(([heading]) => heading) ?? [],
        ...rows.map((row) => row.map(([, cell]) => cell)),
      ]
      download(`koszyk-${month}.csv`, new Blob([writeCsv(table, language)], { type: 'text/csv' }))
    })
  }
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        <div>
          <Text fz="lg" fw={700} className="tabular">
            {money(total?.sum ?? 0)}
          </Text>
          <WithoutPrice count={total?.withoutPrice} />
        </div>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconDownload size={20} stroke={1.75} aria-hidden="true" />}
          disabled={items.length === 0}
          onClick={() => void save()}
        >
          CSV
        </Button>
      </Group>
      {by === 'category' && key !== '' && hasBudgets && <CategoryBudget category={title} />}
      {items.length === 0 && (
        <Text c="dimmed">
          <Trans>There are no purchases.</Trans>
        </Text>
      )}
      <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
        {items.map((one) => (
          <PurchaseRow key={`${one.list} ${one.product} ${one.date}`} purchase={one} />
        ))}
      </Stack>
      {hasNextPage && (
        <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </Stack>
  )
}

const nameless = msg`The name was not kept`

/** Returns who ticked a purchase, as the reader sees it; '' if that is not known. */
function useTicker(): (purchase: Purchase) => string {
  const { t } = useLingui()
  return ({ mine, tickedBy = '' }) => (mine ? t`you` : tickedBy)
}

function PurchaseRow({ purchase }: { purchase: Purchase }) {
  const { t } = useLingui()
  const language = useLanguage()
  const [isEdited, { toggle, close }] = useDisclosure()
  const [amountOf, priceOf, tickerOf, money] = [useAmount(), usePrice(), useTicker(), useMoney()]
  const { productName, quantity, unit, price, shop_name, date } = purchase
  const cost = costOf(purchase)
  const isOne = quantity === 1 && unit === 'pcs'
  const facts = [
    formatShortDate(date, language),
    isOne ? '' : amountOf(quantity, unit),
    price === undefined || price === cost ? '' : priceOf({ ...purchase, price }),
    shop_name,
    tickerOf(purchase),
  ]
  return (
    <li style={{ borderTop: '1px solid var(--app-border)' }}>
      <UnstyledButton w="100%" py="xs" aria-expanded={isEdited} onClick={toggle}>
        <Group justify="space-between" wrap="nowrap" gap="sm" align="baseline">
          <Text fw={550} style={{ overflowWrap: 'anywhere' }}>
            {productName ? shownName(productName, language) : t(nameless)}
          </Text>
          <Text className="tabular" c={cost === null ? 'dimmed' : undefined} style={{ whiteSpace: 'nowrap' }}>
            {cost === null ? <Trans>no price</Trans> : money(cost)}
          </Text>
        </Group>
        <Text c="dimmed" fz="sm" style={{ overflowWrap: 'anywhere' }}>
          {facts.filter(Boolean).join(' · ')}
        </Text>
      </UnstyledButton>
      {isEdited && <PurchaseForm purchase={purchase} onDone={close} />}
    </li>
  )
}

/** Resolves when the sums and purchases on screen are what the server says now. */
const refresh = () => Promise.all([invalidateQueries('spending'), invalidateQueries('purchases')])

type Values = Record<'price' | 'priceFor' | 'shop', string>

function PurchaseForm({ purchase, onDone }: { purchase: Purchase; onDone: () => void }) {
  const { t } = useLingui()
  const language = useLanguage()
  const currency = useCurrency()
  const { list, product, date, quantity, price, priceFor = 'unit' } = purchase
  const decimals = Number.isInteger(price) ? decimalsOf(currency) : 2
  const kinds = usePriceKinds()(purchase)
  const [isRemoved, { open: askRemoval, close: keep }] = useDisclosure()
  const params = { idList: list, id: product, date }
  const parse = (values: Values) =>
    (['price', 'shop'] as const).map(
      (field) => [field, parseTyped(field, values[field], language, currency)] as const,
    )
  const form = useForm<Values>({
    initial: {
      price: price === undefined ? '' : decimal(price.toFixed(decimals), language),
      // What a price would be for that was never typed is nobody's choice.
      priceFor: price === undefined ? meantFor({ ...purchase, price: 0 }) : kindOf(purchase),
      shop: purchase.shop_name,
    },
    check: (values) =>
      Object.fromEntries(parse(values).flatMap(([field, typed]) => (typed.ok ? [] : [[field, typed.error]]))),
    submit: async (values) => {
      const changed = parse(values).flatMap(([field, typed]) =>
        typed.ok && form.isDirty(field) ? [[field, typed.value]] : [],
      )
      const isFor = values.price.trim() !== '' &&
        values.priceFor !== priceFor && { priceFor: values.priceFor }
      const body = { ...Object.fromEntries(changed), ...isFor } as Body<'editPurchase'>
      await interactiveCall('PUT /api/v3/list/:idList/purchase/:id/:date', { params, body })
      onDone()
      await refresh()
    },
  })
  async function remove() {
    const call = interactiveCall('DELETE /api/v3/list/:idList/purchase/:id/:date', { params })
    if (await attempt(() => unlessGone(call))) await refresh()
  }
  const sign = currencySign(currency, language)
  const isAsked = form.values.price !== '' && (kinds.length > 2 || quantity !== 1)
  const typing = { autoComplete: 'off', enterKeyHint: 'done' } as const
  return (
    <form ref={scrollIntoView} onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm" pb="md">
        <TextInput label={t`Price, ${sign}`} inputMode="decimal" {...typing} {...form.field('price')} />
        {isAsked && (
          <SegmentedControl
            aria-label={t`What the price is for`}
            data={kinds}
            value={form.values.priceFor}
            onChange={(value) => form.set('priceFor', value)}
          />
        )}
        <TextInput label={t(fieldNames.shop)} {...typing} {...form.field('shop')} />
        {form.problem && (
          <Text c="var(--app-error)" role="alert">
            {t(form.problem)}
          </Text>
        )}
        <Group gap="sm">
          <Button type="submit" loading={form.submitting} disabled={form.disabled}>
            <Trans>Save</Trans>
          </Button>
          <Button variant="default" onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="subtle" color="red" ms="auto" onClick={askRemoval}>
            <Trans>Remove from spending</Trans>
          </Button>
        </Group>
      </Stack>
      <ConfirmDialog
        opened={isRemoved}
        onClose={keep}
        title={t`Remove from spending?`}
        confirm={t`Remove`}
        onConfirm={remove}
      >
        <Trans>It no longer counts in any sum. A list that still has it keeps it as it is, ticked.</Trans>
      </ConfirmDialog>
    </form>
  )
}

/** Returns what a price is for, of the kinds to choose from: of a kg, base and unit are the same. */
const kindOf = ({ priceFor = 'unit', unit }: Purchase) => (priceFor === 'base' ? forOne(unit) : priceFor)

/** Returns the cells of a row of the file, each with its heading. */
function useCells(): (purchase: Purchase) => (readonly [heading: string, cell: string | number | null])[] {
  const { t } = useLingui()
  const tickerOf = useTicker()
  const kindsOf = usePriceKinds()
  const currency = useCurrency()
  return (one) => {
    const kind = kindsOf(one).find(({ value }) => value === kindOf(one))
    return [
      [t`Day`, dayAt(Date.parse(one.date))],
      [t(fieldNames.productName), one.productName || t(nameless)],
      [t(fieldNames.quantity), one.quantity],
      [t(fieldNames.unit), t(unitNames[one.unit])],
      [t(fieldNames.price), one.price ?? null],
      [t`What the price is for`, (one.price !== undefined && kind?.label) || null],
      [t`Cost`, costOf(one)],
      [t`Currency`, currency],
      [t(fieldNames.shop), one.shop_name],
      [t(fieldNames.category), one.category_name],
      [t`Ticked by`, tickerOf(one)],
    ]
  }
}
