import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { lastList } from '../state/account-settings/list-use.ts'
import { createList } from '../state/lists/list-actions.ts'

/** Runs a shortcut of the app's icon once: it is removed from the URL before it runs. */
export function useStart(start: 'new' | 'last' | null): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (start === null) return
    void (async () => {
      await navigate({ to: '/app', search: {}, replace: true })
      const id = start === 'new' ? await createList() : await lastList()
      if (id) await navigate({ to: '/app/details/$id', params: { id } })
    })()
  }, [start, navigate])
}
