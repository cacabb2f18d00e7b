import { Trans, useLingui } from '@lingui/react/macro'
import { Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
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
      <Title order={3} id={heading} mt="xs" mb={4}>
        <Trans>Prices</Trans>
      </Title>
      <SimpleGrid
        minColWidth="min(9rem, 100%)"
        autoFlow="auto-fit"
        spacing="md"
        verticalSpacing="xs"
        mb="md"
        style={{ overflowWrap: 'anywhere' }}
      >
        <Fact name={t`Last`} point={last} price={per(last.price)}>
          {last === lowest && isOverTime && <Trans>the lowest so far</Trans>}
        </Fact>
        {last !== lowest && <Fact name={t`Lowest`} point={lowest} price={per(lowest.price)} />}
      </SimpleGrid>
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
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      <Text fz="1.25rem" fw={650} lh={1.35} className="tabular">
        {price}
      </Text>
      <Text size="xs" c="dimmed">
        {[point.shop, formatShortDate(point.at, language)].filter(Boolean).join(' · ')}
      </Text>
      {children && (
        <Text size="xs" c="var(--app-success)">
          {children}
        </Text>
      )}
    </div>
  )
}

/** prices of one day are no line */
const dayMs = 86_400_000
/** px, as in the style sheet */
const height = 132
/** px; half a dot must fit at the edges */
const edge = 5

/** The colour and the dashes of each line, which are not told apart by colour alone. */
const looks = [
  ['var(--app-primary)', undefined],
  ['var(--app-info)', '6 3'],
  ['var(--app-success)', '2 3'],
  ['var(--app-dim)', '9 3 2 3'],
] as const

type Points = readonly (readonly [x: number, y: number])[]

/** The line of the `n`th shop, with a dot for each price. */
function Line({ n, points, dots = points }: { n: number; points: Points; dots?: Points }) {
  const [color, dashes] = looks[n] ?? looks[0]
  return (
    <g color={color} fill="currentColor" stroke="currentColor">
      <path d={pathOf(points)} fill="none" strokeWidth={2} strokeLinejoin="round" strokeDasharray={dashes} />
      {dots.map(([cx, cy]) => (
        <circle key={`${cx} ${cy}`} cx={cx} cy={cy} r={3.5} stroke="none" />
      ))}
    </g>
  )
}

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
        table={{
          caption: t`Prices by shop`,
          head: [t`Day`, t`Shop`, t`Price`],
          rows: points
            .toReversed()
            .map(({ at, shop, price }) => [formatShortDate(at, language), shop || t`no shop`, per(price)]),
        }}
        scale={scale.map((price) => ({ text: formatMoney(price, currency, language), y: y(price) }))}
        below={
          <Group
            justify="space-between"
            mt="xs"
            fz="xs"
            c="dimmed"
            style={{ gridColumn: 2 }}
            aria-hidden="true"
          >
            <span>{formatShortDate(first, language)}</span>
            <span>{formatShortDate(last, language)}</span>
          </Group>
        }
      >
        {width > 0 &&
          lines.map((line, n) => (
            <Line key={line.shop} n={n} points={line.points.map(({ at, price }) => [x(at), y(price)])} />
          ))}
      </ChartFrame>
      <Stack component="ul" gap={6} mt="sm" fz="sm" aria-hidden="true">
        {lines.map((line, n) => (
          <Group component="li" gap={10} wrap="nowrap" key={line.shop}>
            <svg width="24" height="12" style={{ flex: 'none' }}>
              <Line
                n={n}
                points={[
                  [0, 6],
                  [24, 6],
                ]}
                dots={[[12, 6]]}
              />
            </svg>
            <Text span inherit flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
              {line.shop || t`no shop`}
            </Text>
            <span className="tabular">{per(line.points.at(-1)?.price ?? 0)}</span>
          </Group>
        ))}
      </Stack>
    </>
  )
}
