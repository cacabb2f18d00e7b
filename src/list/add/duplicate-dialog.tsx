import { msg } from '@lingui/core/macro'
import { useLingui, Trans } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { merged } from '../../../core/text/duplicates.ts'
import { openDuplicateQuestion, useListUi } from '../state/ui.ts'
import { keepBoth } from '../state/duplicates.ts'
import { useListViews } from '../state/view.ts'
import { useOpenList } from '../../sync/open-list.ts'
import { mergeProducts } from '../state/already-there.ts'
import { undo } from '../../sync/undo.ts'
import { notify } from '../../ui/notices.ts'
import { useAmount } from '../../texts/amounts.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog/dialog.tsx'

/** Asks what to do with a duplicate product; opened from its row. */
export function DuplicateDialog() {
  const { t } = useLingui()
  const marked = useListUi((ui) => ui.duplicate)
  const pair = usePair(marked)
  return (
    <Dialog opened={pair !== null} onClose={() => openDuplicateQuestion(null)} title={t`Twice on the list`}>
      {pair && (
        <>
          <DuplicateText {...pair} />
          <DialogButtons>
            <DuplicateButtons {...pair} />
          </DialogButtons>
        </>
      )}
    </Dialog>
  )
}

/** Returns a duplicate product and the first product with its name; null: it is no longer a duplicate. */
function usePair(id: string | null): { first: ProductView; other: ProductView } | null {
  const firstId = useListViews(({ duplicates }) => duplicates.get(id ?? ''))
  const first = useOpenList((list) => list.products.get(firstId ?? ''))
  const other = useOpenList((list) => list.products.get(id ?? ''))
  return first && other ? { first, other } : null
}

function DuplicateText({ first, other }: { first: ProductView; other: ProductView }) {
  const amount = useAmount()
  const name = first.productName
  const there = amount(first.quantity, first.unit)
  const more = amount(other.quantity, other.unit)
  return (
    <>
      <Text fw={600}>
        <Trans>Already on the list: {name}</Trans>
      </Text>
      <Text c="dimmed" fz="sm" className="tabular">
        {merged(first, other) ? (
          <Trans>
            {there} on the list, {more} more
          </Trans>
        ) : (
          <Trans>
            {there} and {more} cannot be added together
          </Trans>
        )}
      </Text>
    </>
  )
}

function DuplicateButtons({ first, other }: { first: ProductView; other: ProductView }) {
  return (
    <>
      <Button variant="default" onClick={() => keepBothOf(other.id)}>
        <Trans>Keep both</Trans>
      </Button>
      {merged(first, other) && (
        <Button color="orange" onClick={() => void addToFirst(other.id)}>
          <Trans>Add to the first</Trans>
        </Button>
      )}
    </>
  )
}

function answered(id: string): void {
  useListUi.setState(({ duplicate }) => ({ duplicate: duplicate === id ? null : duplicate }))
}

function keepBothOf(id: string): void {
  keepBoth(id)
  answered(id)
}

async function addToFirst(id: string): Promise<void> {
  const first = useListViews.getState().duplicates.get(id)
  const productName = useOpenList.getState().products.get(first ?? '')?.productName ?? ''
  const done = first === undefined ? null : await mergeProducts(first, id)
  answered(id)
  if (done) notify('none', msg`Added to the first: ${productName}`, undo(done.undo))
}
