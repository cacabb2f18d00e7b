import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, CloseButton, Group, Text, TextInput } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { limits } from '../../../core/product/entities.ts'
import { parsePrice } from '../../../core/product/money.ts'
import { can, roleOf } from '../../../core/product/permissions.ts'
import type { List } from '../../../core/contract/shapes.ts'
import { scrollIntoView } from '../../lib/scroll-into-view.ts'
import { useCurrency, useMoney } from '../../texts/amounts.tsx'
import { decimal } from '../../texts/field-text.ts'
import { currencySign } from '../../texts/format.ts'
import { useLanguage } from '../../texts/i18n.ts'
import {
  type Finished,
  forgetFinished,
  knownSum,
  putAway,
  setPaid,
  undoFinish,
} from '../state/finish-trip.ts'

/** What a trip bought and what it cost, until it is closed: the till's total, Undo, and putting the list away. */
export function FinishedCard({ list, trip }: { list: List; trip: Finished }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const count = trip.products.length
  const { shop } = trip
  async function archive() {
    if (await putAway(trip)) await navigate({ to: '/app' })
  }
  return (
    <Card
      ref={scrollIntoView}
      style={{ scrollMarginBlock: '4.5rem' }} // below the page's header
      component="section"
      p="md"
      pt="xs"
      mb="md"
      withBorder
      aria-label={t`Shopping done`}
    >
      <Group justify="space-between" wrap="nowrap" me={-8}>
        <Text role="status" fw={650} fz="lg">
          <Plural value={count} one="# thing bought" other="# things bought" />
          {shop !== '' && ` · ${shop}`}
        </Text>
        <CloseButton aria-label={t`Close`} size={44} onClick={forgetFinished} />
      </Group>
      <Paid trip={trip} />
      <Group gap="xs" mt="sm">
        {can(roleOf(list), 'archive') && (
          <Button variant="default" h="2.75rem" onClick={() => void archive()}>
            <Trans>Put the list away</Trans>
          </Button>
        )}
        <Button variant="subtle" h="2.75rem" onClick={() => void undoFinish(trip)}>
          <Trans>Undo</Trans>
        </Button>
      </Group>
    </Card>
  )
}

/** The till's total: at first what the known prices say. What it is more or less is kept as not itemised. */
function Paid({ trip }: { trip: Finished }) {
  const { t } = useLingui()
  const language = useLanguage()
  const currency = useCurrency()
  const known = knownSum(trip)
  const rest = trip.rest?.price ?? 0
  const paid = Math.round(known * 100) + Math.round(rest * 100)
  const [draft, setDraft] = useState<string | null>(null)
  const [wrong, setWrong] = useState(false)
  async function commit() {
    if (draft === null) return
    const typed = draft.trim() === '' ? null : parsePrice(draft, currency)
    const isWrong = draft.trim() !== '' && (typed === null || typed > limits.price)
    setWrong(isWrong)
    if (!isWrong && (await setPaid(trip, typed))) setDraft((now) => (now === draft ? null : now))
  }
  // The phone's back gesture and its lock fire no blur.
  const commitNow = useEffectEvent(() => void commit())
  useLayoutEffect(() => () => commitNow(), [])
  useWindowEvent('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void commit()
  })
  const difference = useMoney()(rest)
  return (
    <TextInput
      label={t`Paid`}
      maw="16rem"
      inputMode="decimal"
      enterKeyHint="done"
      autoComplete="off"
      placeholder={decimal('0.00', language)}
      rightSection={<Text c="dimmed">{currencySign(currency, language)}</Text>}
      rightSectionWidth="3.5rem"
      rightSectionPointerEvents="none"
      description={rest === 0 ? undefined : t`${difference} not itemised`}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={wrong && t`Type an amount such as 54.20`}
      value={draft ?? (paid === 0 ? '' : decimal((paid / 100).toFixed(2), language))}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => setDraft(currentTarget.value)}
      onBlur={() => void commit()}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') currentTarget.blur()
      }}
    />
  )
}
