import { msg } from '@lingui/core/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { lastList } from '../state/account-settings/list-use.ts'
import { createList } from '../state/lists/list-actions.ts'
import { notify } from '../state/notices.ts'
import { useSync } from '../state/lists/sync.ts'

async function newList(): Promise<string | null> {
  if (useSync.getState().online) return createList()
  notify('warning', msg`A new list needs a connection`)
  return null
}

/** Runs a shortcut of the app's icon once: it is removed from the URL before it runs. */
export function useStart(start: 'new' | 'last' | null): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (start === null) return
    void (async () => {
      await navigate({ to: '/app', search: {}, replace: true })
      const id = start === 'new' ? await newList() : await lastList()
      if (id) await navigate({ to: '/app/details/$id', params: { id } })
    })()
  }, [start, navigate])
}
