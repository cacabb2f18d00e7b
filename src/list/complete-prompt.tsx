import { useEffect, useState } from 'react'
import type { List } from '../../core/entities.ts'
import { isComplete } from '../../core/list.ts'
import { useOpenList } from '../state/open-list.ts'
import { useSync } from '../state/sync.ts'
import { completes } from './completes.ts'
import { CompleteDialog } from './later-parts.tsx'

/** Waits for the moment when all is bought. */
export function CompletePrompt({ list, fullScreen }: { list: List; fullScreen: boolean }) {
  const online = useSync((sync) => sync.online)
  const complete = useOpenList(({ products }) => isComplete(products))
  const [opened, setOpened] = useState(false)
  useEffect(
    () =>
      useOpenList.subscribe((now, before) => {
        if (before.status === 'ready' && completes(before.products, now.products)) setOpened(true)
      }),
    [],
  )
  return (
    <CompleteDialog
      opened={opened && complete && online && list.listStatus !== 'archiwum'}
      onClose={() => setOpened(false)}
      list={list}
      fullScreen={fullScreen}
    />
  )
}
