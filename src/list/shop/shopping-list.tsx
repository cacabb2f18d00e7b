import { Trans, useLingui, Plural } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import { useDocumentVisibility } from '@mantine/hooks'
import { memo, type Ref, useEffect, useMemo, useRef } from 'react'
import { checkedCount, groupByCategory, hereAndAnywhere } from '../../../core/product/list.ts'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { ProductSheet, WhereQuestion } from '../lazy.tsx'
import { useSteadyAisles } from '../rows/use-items.ts'
import { DrawnRows, type RowsInPage } from '../rows/drawn-rows.tsx'
import fieldClasses from '../rows/fields.module.css'
import { useOpenSheet } from '../state/use-over-list.ts'
import list from '../list.module.css'
import classes from './shop.module.css'
import { ShoppingSection, drawnSections, itemsOf, type Section } from './shopping-section.tsx'
import { useLongPress } from '../rows/use-long-press.ts'
import { useSettling } from '../rows/settling.ts'
import { SwipeRows } from '../rows/swipe-rows.tsx'
import { addedSince, isOnTrip, useOwnTrip } from '../state/together.ts'
import { chooseShop, shopOfTrip, useListViews, viewOf } from '../state/view.ts'
import { useOpenList } from '../../sync/open-list.ts'
import { useMoney } from '../../texts/amounts.tsx'
import { useLanguage } from '../../texts/i18n.ts'
import { useEstimate } from '../prices/use-estimate.ts'
import { sum } from '../../../core/product/money.ts'
import { AddForm } from '../add/add-form.tsx'
import { ShoppingToggle } from './shopping-toggle.tsx'

export interface ShoppingListProps {
  listId: string
  canTick: boolean
  /** products can be added, and each opens a sheet with its fields */
  canEdit: boolean
  wide: boolean
}

const nothing: ReadonlySet<string> = new Set()

/**
 * The list in shopping mode, grouped by category; read-only without the permission to tick. What others add during a
 * trip stands on top.
 */
export const ShoppingList = memo(function ShoppingList(props: ShoppingListProps) {
  const { listId, canTick, canEdit, wide } = props
  const { t } = useLingui()
  const language = useLanguage()
  const order = useOpenList((state) => state.order)
  const map = useOpenList((state) => state.products)
  const chosen = useListViews((views) => shopOfTrip(viewOf(views, listId)))
  const all = useMemo(
    () => order.map((id) => map.get(id)).filter((product) => product !== undefined),
    [order, map],
  )
  const shop = chosen ?? ''
  const products = useMemo(() => hereAndAnywhere(all, shop), [all, shop])
  const aisles = useSteadyAisles(all, shop)
  const settled = useSettling()
  const since = useOwnTrip((trip) => (isOnTrip(trip, listId) ? trip.since : null))
  const fresh = useMemo(() => (since === null ? nothing : addedSince(all, since)), [all, since])
  const other = t`Other`
  const added = t`Added while you shop`
  const inBasket = t`In the basket`
  const sections = useMemo(() => {
    const standing = products.filter(({ id }) => !settled.has(id))
    const onTop = standing.filter(({ id }) => fresh.has(id))
    const open = groupByCategory(
      standing.filter(({ id }) => !fresh.has(id)),
      language,
      aisles,
    )
    const basket = products.filter(({ id }) => settled.has(id))
    const groups: Section[] = open.map(({ category, products: members }) => ({
      key: `group-${category}`,
      title: category || other,
      products: members,
    }))
    return [
      ...(onTop.length > 0 ? [{ key: 'added', title: added, products: onTop, isFresh: true }] : []),
      ...groups,
      ...(basket.length > 0 ? [{ key: 'basket', title: inBasket, products: basket }] : []),
    ]
  }, [products, settled, fresh, language, aisles, other, added, inBasket])
  const items = useMemo(() => itemsOf(sections), [sections])
  const root = useRef<HTMLDivElement>(null)
  const page = useRef<HTMLDivElement>(null)
  const openSheet = useOpenSheet()
  useLongPress(page, canEdit ? openSheet : null)
  return (
    <div ref={page} className={classes.page}>
      {canTick && <WakeLock />}
      {all.length === 0 && (
        <Text my="lg" c="dimmed" fz="lg">
          <Trans>Nothing left to buy</Trans>
        </Text>
      )}
      {chosen === null && canTick && all.length > 0 ? (
        <WhereQuestion opened listId={listId} products={all} />
      ) : (
        <ShopFilter listId={listId} products={all} shop={shop} />
      )}
      <SwipeRows>
        <DrawnRows root={root} items={items} estimate={57}>
          {(rows) => (
            <Sections
              ref={root}
              sections={sections}
              rows={rows}
              shop={shop}
              canTick={canTick}
              canEdit={canEdit}
            />
          )}
        </DrawnRows>
      </SwipeRows>
      {(all.length > 0 || canEdit) && (
        <ShoppingBar
          listId={listId}
          products={products}
          checked={checkedCount(products)}
          adds={canEdit}
          leaves={canEdit && !wide}
        />
      )}
      {canEdit && <ProductSheet />}
    </div>
  )
})

interface SectionsProps {
  ref: Ref<HTMLDivElement>
  sections: readonly Section[]
  rows: RowsInPage
  shop: string
  canTick: boolean
  canEdit: boolean
}

function Sections({ ref, sections, rows, shop, canTick, canEdit }: SectionsProps) {
  const { shown, rest } = drawnSections(sections, rows)
  return (
    <div ref={ref}>
      {shown.map((drawn) => (
        <ShoppingSection
          key={drawn.section.key}
          drawn={drawn}
          shop={shop}
          canTick={canTick}
          canEdit={canEdit}
          measure={rows.measure}
        />
      ))}
      {rest > 0 && <div style={{ height: rest }} />}
    </div>
  )
}

function WakeLock() {
  useWakeLock()
  return null
}

/**
 * Keeps the screen awake while mounted, if the browser can. Browsers release the lock when the page is hidden, so it is
 * requested again when the page is shown.
 */
function useWakeLock(): void {
  const isVisible = useDocumentVisibility() === 'visible'
  useEffect(() => {
    if (!isVisible || !('wakeLock' in navigator)) return
    // Rejects when the battery is low: the screen then sleeps as usual.
    const lock = navigator.wakeLock.request('screen').catch(() => null)
    return () => void lock.then((got) => got?.release())
  }, [isVisible])
}

interface ShopFilterProps {
  listId: string
  products: readonly ProductView[]
  shop: string
}

/** Chooses the shop of the trip. Products without a shop stay visible ('and anywhere'). */
function ShopFilter({ listId, products, shop }: ShopFilterProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const shops = useMemo(() => {
    const names = new Set([shop, ...products.map(({ shop_name }) => shop_name)].filter((name) => name !== ''))
    return [...names].toSorted(new Intl.Collator(language).compare)
  }, [products, shop, language])
  if (shops.length === 0) return null
  return (
    <div className={`${classes.shopFilter} ${fieldClasses.boxed}`}>
      <span className={fieldClasses.selectBox}>
        <select
          aria-label={t`Shop`}
          className={fieldClasses.select}
          value={shop}
          onChange={(event) => void chooseShop(listId, event.target.value)}
        >
          <option value="">{t`All shops`}</option>
          {shops.map((name) => (
            <option key={name} value={name}>
              {t`${name} and anywhere`}
            </option>
          ))}
        </select>
      </span>
    </div>
  )
}

interface ShoppingBarProps {
  listId: string
  products: readonly ProductView[]
  checked: number
  /** has a field to add products */
  adds: boolean
  /** has the button that leaves shopping mode, which is otherwise in the head of the list */
  leaves: boolean
}

/** Shows how many products are left, the cost of the basket out of the total, and a field to add products. */
function ShoppingBar({ listId, products, checked, adds, leaves }: ShoppingBarProps) {
  const money = useMoney()
  const total = products.length
  const spent = money(sum(products.filter((product) => product.productStatus)))
  const estimate = useEstimate(products)
  const about = estimate === null ? '' : '≈\u00a0'
  const all = about + money(estimate ?? sum(products))
  const left = total - checked
  const share = total === 0 ? 0 : checked / total
  const facts = (
    <>
      <Stack
        component="p"
        gap={0}
        flex={adds ? undefined : 1}
        align={adds ? 'flex-end' : undefined}
        ta={adds ? 'end' : undefined}
        miw="4.5rem"
        m={0}
        fz="1.0625rem"
        lh={1.25}
        className={`${classes.facts} tabular`}
        style={{ overflowWrap: 'anywhere' }}
      >
        <strong>
          <Plural value={left} one="# left" other="# left" />
        </strong>
        <span className="visually-hidden">
          {' '}
          <Trans>
            {checked} of {total} bought
          </Trans>
        </span>
        <Text span inherit c="dimmed" fz="xs">
          <Trans>
            <strong>{spent}</strong> of {all}
          </Trans>
        </Text>
      </Stack>
      {leaves && <ShoppingToggle listId={listId} shopping />}
    </>
  )
  return (
    <div className={`${list.docked} ${classes.bar}`} data-docked="">
      <div className={classes.track} aria-hidden="true">
        <div style={{ transform: `scaleX(${share})` }} />
      </div>
      <div className={classes.line}>{adds ? <AddForm slim>{facts}</AddForm> : facts}</div>
    </div>
  )
}
