import { Trans, useLingui } from '@lingui/react/macro'
import { useElementSize } from '@mantine/hooks'
import { type ReactNode, useId, useMemo } from 'react'
import { baseUnit, comparable, lastAndLowest, type PricePoint } from '../../../core/product/prices.ts'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { useCurrency, usePrice } from '../../texts/amounts.tsx'
import { formatMoney, formatShortDate } from '../../texts/format.ts'
import { useLanguage } from '../../texts/i18n.ts'
import { ChartFrame } from '../../ui/chart/chart-frame.tsx'
import { linesOf, mostLines, pathOf, type PriceLine, priceScale } from './price-lines.ts'
import classes from './prices.module.css'
import { useKnownPrices } from './use-known-prices.ts'

interface PriceHistoryProps {
  product: ProductView
  className: string | undefined
}

/** What a product cost before: last and lowest, for a kilogram, a litre or a piece, and a line for each shop. */
export function PriceHistory({ product, className }: PriceHistoryProps) {
  const { t } = useLingui()
  const heading = useId()
  const currency = useCurrency()
  const known = useKnownPrices(product.productName)
  const points = useMemo(
    () => comparable(known, { currency, unit: product.unit }),
    [known, currency, product.unit],
  )
  const facts = lastAndLowest(points)
  const priceOf = usePrice()
  if (!facts) return null
  const { last, lowest } = facts
  const unit = baseUnit(product.unit)
  const per = (price: number) => priceOf({ price, unit, quantity: 1 })
  const lines = linesOf(points).slice(0, mostLines)
  const drawn = lines.flatMap((line) => line.points)
  const times = drawn.map(({ at }) => at)
  const isOverTime = Math.max(...times) - Math.min(...times) >= dayMs
  return (
    <section className={className} aria-labelledby={heading}>
      <h3 id={heading} className={classes.heading}>
        <Trans>Prices</Trans>
      </h3>
      <div className={classes.facts}>
        <Fact name={t`Last`} point={last} price={per(last.price)}>
          {last === lowest && isOverTime && <Trans>the lowest so far</Trans>}
        </Fact>
        {last !== lowest && <Fact name={t`Lowest`} point={lowest} price={per(lowest.price)} />}
      </div>
      {isOverTime && <Chart lines={lines} per={per} />}
    </section>
  )
}

interface FactProps {
  name: string
  point: PricePoint
  price: string
  children?: ReactNode
}

function Fact({ name, point, price, children }: FactProps) {
  const language = useLanguage()
  return (
    <div>
      <span className={classes.dim}>{name}</span>
      <strong className={`${classes.price} tabular`}>{price}</strong>
      <span className={classes.dim}>
        {[point.shop, formatShortDate(point.at, language)].filter(Boolean).join(' · ')}
      </span>
      {children && <span className={classes.good}>{children}</span>}
    </div>
  )
}

/** prices of one day are no line */
const dayMs = 86_400_000
/** px, as in the style sheet */
const height = 132
/** px; half a dot must fit at the edges */
const edge = 5

interface ChartProps {
  lines: readonly PriceLine[]
  /** writes a price with its unit */
  per: (price: number) => string
}

/** Prices over time, a line for each shop. */
function Chart({ lines, per }: ChartProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const currency = useCurrency()
  const { ref, width } = useElementSize()
  const points = lines.flatMap((line) => line.points).toSorted((a, b) => a.at - b.at)
  const scale = priceScale(points)
  const [bottom = 0, top = 1] = [scale[0], scale.at(-1)]
  const [first, last] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 1]
  const y = (price: number) => height - ((price - bottom) / (top - bottom)) * height
  const x = (at: number) => edge + ((at - first) / (last - first)) * (width - 2 * edge)
  return (
    <>
      <ChartFrame
        plot={ref}
        className={classes.plot}
        scale={scale.map((price) => ({ text: formatMoney(price, currency, language), y: y(price) }))}
        below={
          <div className={classes.dates} aria-hidden="true">
            <span>{formatShortDate(first, language)}</span>
            <span>{formatShortDate(last, language)}</span>
          </div>
        }
      >
        {width > 0 &&
          lines.map((line, n) => (
            <g key={line.shop} className={classes.shop} data-line={n}>
              <path d={pathOf(line.points.map(({ at, price }) => [x(at), y(price)]))} />
              {line.points.map(({ at, price }) => (
                <circle key={`${at} ${price}`} cx={x(at)} cy={y(price)} r={3.5} />
              ))}
            </g>
          ))}
      </ChartFrame>
      <ul className={classes.legend} aria-hidden="true">
        {lines.map((line, n) => (
          <li key={line.shop}>
            <svg width="24" height="12" className={classes.shop} data-line={n}>
              <path d="M0 6L24 6" />
              <circle cx="12" cy="6" r="3.5" />
            </svg>
            <span className={classes.shopName}>{line.shop || t`no shop`}</span>
            <span className="tabular">{per(line.points.at(-1)?.price ?? 0)}</span>
          </li>
        ))}
      </ul>
      <table className="visually-hidden">
        <caption>
          <Trans>Prices by shop</Trans>
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Day</Trans>
            </th>
            <th scope="col">
              <Trans>Shop</Trans>
            </th>
            <th scope="col">
              <Trans>Price</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ at, shop, price }) => (
            <tr key={`${at} ${shop} ${price}`}>
              <td>{formatShortDate(at, language)}</td>
              <td>{shop || t`no shop`}</td>
              <td>{per(price)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
