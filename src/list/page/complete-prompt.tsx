import { msg } from '@lingui/core/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { List } from '../../../core/contract/shapes.ts'
import { isComplete } from '../../../core/product/list.ts'
import { sum } from '../../../core/product/money.ts'
import { can, roleOf } from '../../../core/product/permissions.ts'
import { finishTrip } from '../state/finish-trip.ts'
import { archiveList, shopAgain } from '../state/list-actions.ts'
import { dismiss, notify } from '../../ui/notices.ts'
import { useOpenList } from '../../sync/open-list.ts'
import { CompleteDialog } from '../lazy.tsx'

/**
 * Waits until all is bought. If the last tick was made here, a dialog offers to end the trip. If somebody
 * else made it, a notice appears instead, since a dialog would take the focus from a user who is typing.
 */
export function CompletePrompt({ list, fullScreen }: { list: List; fullScreen: boolean }) {
  const navigate = useNavigate()
  const complete = useOpenList(({ products }) => isComplete(products))
  const [moment, setMoment] = useState<'asked' | 'told' | null>(null)
  const [at, setAt] = useState(0)
  const notice = useRef(0)
  const now = complete && list.listStatus !== 'archiwum' ? moment : null
  const role = roleOf(list)
  const mayArchive = can(role, 'archive')
  const { id } = list
  useEffect(
    () =>
      useOpenList.subscribe((now, before) => {
        if (now.products === before.products || before.status !== 'ready') return
        const by = completedBy(before.products, now.products)
        if (by) {
          setMoment(by === 'here' ? 'asked' : 'told')
          setAt(Date.now())
        } else if (!isComplete(now.products)) {
          setMoment(null)
          dismiss(notice.current)
        }
      }),
    [id],
  )

  async function archive() {
    if (await archiveList(id)) await navigate({ to: '/app' })
  }
  async function again() {
    const made = await shopAgain(id, true)
    if (made) await navigate({ to: '/app/details/$id', params: { id: made } })
  }
  useEffect(() => {
    if (now !== 'told') return
    setMoment(null)
    notice.current = notify(
      'success',
      msg`All bought: everything on this list is in the basket.`,
      mayArchive ? { label: msg`Put the list away`, run: () => void archive(), of: [id] } : undefined,
    )
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- one notice per completion
  }, [now])

  return (
    <CompleteDialog
      opened={now === 'asked'}
      onClose={() => setMoment(null)}
      sum={now === 'asked' ? sum(useOpenList.getState().products.values()) : 0}
      at={at}
      onArchive={mayArchive ? archive : null}
      onAgain={can(role, 'clone') ? again : null}
      onDone={can(role, 'editProducts') ? finishTrip : null}
      fullScreen={fullScreen}
    />
  )
}

type Products = ReadonlyMap<string, { id: string; productStatus: boolean; waiting: boolean }>

/**
 * Returns whose tick completed the list: 'here' if it was made on this device and still waits to be sent, else
 * 'others'. Null if no tick completed it: a delete, an undo or opening a complete list does not count.
 */
export function completedBy(before: Products, now: Products): 'here' | 'others' | null {
  if (!isComplete(now)) return null
  const ticked = [...now.values()].filter(({ id }) => before.get(id)?.productStatus === false)
  if (ticked.length === 0) return null
  return ticked.some(({ waiting }) => waiting) ? 'here' : 'others'
}
