import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type Language, localeOf } from '../../core/text/language.ts'
import { type Month, monthLater } from './spending.ts'
import { useCurrency, useMoney } from '../texts/amounts.tsx'
import { capitalised, currencySign, formatNumber } from '../texts/format.ts'
import { useLanguage } from '../texts/i18n.ts'
import { ChartFrame } from '../ui/chart/chart-frame.tsx'
import { roundStep } from '../ui/chart/round-step.ts'
import { useMinWidth } from '../lib/use-wide.ts'
import classes from './spending.module.css'

interface MonthChartProps {
  sums: ReadonlyMap<Month, number>
  /** a line for what was planned; 0 for none */
  budget: number
  oldest: Month
  newest: Month
  chosen: Month
  onChoose: (month: Month) => void
}

const otherBar = 'color-mix(in oklab, var(--app-primary) 50%, var(--app-surface))'

/** Months as bars. One is chosen, by a press or with the arrow keys, like one of several radio buttons. */
export function MonthChart({ sums, budget, oldest, newest, chosen, onChoose }: MonthChartProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const money = useMoney()
  const sumOf = (month: Month) => sums.get(month) ?? 0
  // A bar is never narrower than a thumb needs.
  const count = useMinWidth(1200) ? 12 : 6
  const [end, setEnd] = useState(newest)
  const months = Array.from({ length: count }, (_, n) => monthLater(end, n - count + 1))
  const top = Math.max(budget, ...months.map(sumOf))
  const { step, lines } = scaleOf(top)
  const highest = step * lines
  const unit = currencySign(useCurrency(), language)
  const group = useRef<HTMLDivElement>(null)
  const follow = useRef(false)
  useEffect(() => {
    if (!follow.current) return
    follow.current = false
    group.current?.querySelector<HTMLElement>('[aria-checked="true"]')?.focus()
  })

  function move(by: number) {
    const moved = monthLater(end, by)
    const first = monthLater(oldest, count - 1)
    setEnd(moved > newest ? newest : moved < first ? first : moved)
  }
  function onKeyDown(event: KeyboardEvent) {
    const to = {
      ArrowLeft: monthLater(chosen, -1),
      ArrowRight: monthLater(chosen, 1),
      Home: oldest,
      End: newest,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    if (to < oldest || to > newest || to === chosen) return
    follow.current = true
    if (to > end) setEnd(to)
    if (to <= monthLater(end, -count)) setEnd(monthLater(to, count - 1))
    onChoose(to)
  }
  const y = (sum: number) => `${100 - (sum / highest) * 100}%`
  const isChosenShown = months.includes(chosen)
  return (
    <div>
      <Group justify="space-between" mb="md" wrap="nowrap">
        <Text c="dimmed" fz="sm">
          <Trans>Spent in a month, {unit}</Trans>
        </Text>
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            aria-label={t`Earlier months`}
            disabled={(months[0] ?? '') <= oldest}
            onClick={() => move(-count)}
          >
            <IconChevronLeft size={22} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon aria-label={t`Later months`} disabled={end >= newest} onClick={() => move(count)}>
            <IconChevronRight size={22} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </Group>
      </Group>
      <ChartFrame
        className={classes.plot}
        scale={Array.from({ length: lines + 1 }, (_, n) => ({
          text: formatNumber(step * n, language),
          y: y(step * n),
        }))}
        table={{
          caption: t`Spending by month`,
          head: [t`Month`, t`Sum`],
          rows: months.map((month) => [monthName(month, language), money(sumOf(month))]),
        }}
        below={
          <div
            ref={group}
            role="radiogroup"
            tabIndex={-1}
            aria-label={t`Month`}
            className={classes.months}
            onKeyDown={onKeyDown}
          >
            {months.map((month, n) => (
              <button
                key={month}
                type="button"
                role="radio"
                aria-checked={month === chosen}
                aria-label={`${monthName(month, language)}: ${money(sumOf(month))}`}
                tabIndex={month === chosen || (!isChosenShown && n === count - 1) ? 0 : -1}
                className={classes.month}
                onClick={() => onChoose(month)}
              >
                <span>{shortMonth(month, language)}</span>
                <small>{hasYear(month, n) ? month.slice(0, 4) : ''}</small>
              </button>
            ))}
          </div>
        }
      >
        {months.map((month, n) => {
          const sum = sumOf(month)
          const color = month === chosen ? 'var(--app-primary)' : otherBar
          return (
            <rect
              key={month}
              fill={color}
              stroke={sum > 0 ? color : undefined} // even the smallest sum is seen
              strokeWidth={2}
              x={`${((n + 0.2) / count) * 100}%`}
              width={`${60 / count}%`}
              y={y(sum)}
              height={`${(sum / highest) * 100}%`}
              rx={4}
            />
          )
        })}
        {budget > 0 && (
          <line
            stroke="var(--app-text)"
            strokeDasharray="4 4"
            x1="0"
            x2="100%"
            y1={y(budget)}
            y2={y(budget)}
          />
        )}
      </ChartFrame>
    </div>
  )
}

/** Returns a round step of the axis, and how many of them there are: 2 to 5. */
function scaleOf(top: number): { step: number; lines: number } {
  const step = roundStep(Math.max(top, 1) / 4)
  return { step, lines: Math.max(2, Math.ceil(top / step)) }
}

/** Returns whether a month names its year: each January, and the first month if the next one does not. */
function hasYear(month: Month, place: number): boolean {
  return month.endsWith('-01') || (place === 0 && !month.endsWith('-12'))
}

/** Names a month: 'November 2026', 'Listopad 2026'. */
export function monthName(month: Month, language: Language): string {
  return capitalised(format(month, language, { month: 'long', year: 'numeric' }), language)
}

function shortMonth(month: Month, language: Language): string {
  return format(month, language, { month: 'short' }).slice(0, 3)
}

function format(month: Month, language: Language, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: 'UTC' }).format(
    Date.parse(`${month}-01`),
  )
}
