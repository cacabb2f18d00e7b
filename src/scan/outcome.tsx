import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group, Text } from '@mantine/core'
import {
  type Icon,
  IconAlertTriangle,
  IconBarcode,
  IconCircleCheck,
  IconListCheck,
  IconShoppingCartQuestion,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { can } from '../../core/product/permissions.ts'
import { formatNumber } from '../texts/format.ts'
import { currentLanguage } from '../texts/i18n.ts'
import { roleIn, useOpenList } from '../sync/open-list.ts'
import { AgainText, useAllOf } from '../texts/amounts.tsx'
import type { Result, Scan } from './use-scan.ts'

/** Shows the last code, its result and the buttons that go with it. */
export function Outcome({ result, scan }: { result: Exclude<Result, { at: 'unknown' }>; scan: Scan }) {
  const mayAdd = useOpenList((state) => can(roleIn(state), 'editProducts'))
  const { code } = result
  const name = 'name' in result ? result.name : null
  switch (result.at) {
    case 'looking':
      return <Shown icon={IconBarcode} code={code} text={<Trans>Looking it up…</Trans>} />
    case 'read':
      return <Shown icon={IconBarcode} code={code} text={name ?? <Trans>Last code</Trans>} />
    case 'added':
      return (
        <Shown icon={IconCircleCheck} good code={code} text={<Trans>Added: {name}</Trans>}>
          <Quantity id={result.product} />
          <More scan={scan} id={result.product} />
          <Undo scan={scan} />
        </Shown>
      )
    case 'ticked':
      return (
        <Shown icon={IconCircleCheck} good code={code} text={<Trans>In the basket: {name}</Trans>}>
          <Undo scan={scan} />
        </Shown>
      )
    case 'again':
      return (
        <Shown icon={IconListCheck} code={code} text={result.given.productName}>
          <Question scan={scan} result={result} />
        </Shown>
      )
    case 'unticked': {
      const { name: productName } = result
      return (
        <Shown icon={IconCircleCheck} good code={code} text={<Trans>{productName}: still to buy</Trans>}>
          <Undo scan={scan} />
        </Shown>
      )
    }
    case 'bought':
      return <Shown icon={IconListCheck} code={code} text={<Trans>Already in the basket: {name}</Trans>} />
    case 'absent': {
      const { known } = result
      const { productName } = known
      return (
        <Shown
          icon={IconShoppingCartQuestion}
          code={code}
          text={<Trans>Not on this list: {productName}</Trans>}
        >
          {mayAdd && (
            <Button size="sm" mih="2.75rem" onClick={() => void scan.addBought(code, known)}>
              <Trans>Add it as bought</Trans>
            </Button>
          )}
        </Shown>
      )
    }
    case 'refused':
      return (
        <Shown
          icon={IconAlertTriangle}
          code={code}
          text={<Trans>{name} could not be saved to the list. Nothing was changed.</Trans>}
        />
      )
  }
}

interface ShownProps {
  icon: Icon
  good?: boolean
  code: string
  text: ReactNode
  children?: ReactNode
}

function Shown({ icon: Symbol, good, code, text, children }: ShownProps) {
  return (
    <Alert
      color={good ? 'green' : 'gray'}
      icon={<Symbol size={28} stroke={1.75} aria-hidden="true" />}
      styles={{ icon: { width: 28, height: 28 } }}
    >
      <Text fz="lg" fw={650} lh={1.35}>
        {text}
      </Text>
      <Text c="dimmed" className="tabular">
        {code}
      </Text>
      {children && (
        <Group gap="xs" mt="xs">
          {children}
        </Group>
      )}
    </Alert>
  )
}

/** Asks about a product that is on the list already, with the same texts as the add field. */
function Question({ scan, result }: { scan: Scan; result: Extract<Result, { at: 'again' }> }) {
  const { code, again, given } = result
  const all = useAllOf()(again)
  return (
    <>
      <Text span me="auto" className="tabular">
        <AgainText again={again} />
      </Text>
      <Button size="sm" mih="2.75rem" variant="default" onClick={() => void scan.beside(code, given)}>
        <Trans>Add separately</Trans>
      </Button>
      {all !== '' && (
        <Button size="sm" mih="2.75rem" onClick={() => void scan.both(code, again, given)}>
          <Trans>Make it {all}</Trans>
        </Button>
      )}
    </>
  )
}

function Quantity({ id }: { id: string }) {
  const quantity = useOpenList((state) => state.products.get(id)?.quantity)
  if (quantity === undefined) return null
  const shown = formatNumber(quantity, currentLanguage())
  return (
    <Text span me="auto" className="tabular">
      <Trans>Quantity: {shown}</Trans>
    </Text>
  )
}

function More({ scan, id }: { scan: Scan; id: string }) {
  return (
    <Button size="sm" mih="2.75rem" variant="light" onClick={() => void scan.more(id)}>
      <Trans>One more</Trans>
    </Button>
  )
}

function Undo({ scan }: { scan: Scan }) {
  return (
    <Button size="sm" mih="2.75rem" variant="subtle" onClick={() => void scan.undo()}>
      <Trans>Undo</Trans>
    </Button>
  )
}
