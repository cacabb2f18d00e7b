import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { ownPath } from '../visitor/after-login.ts'
import { unsaved } from '../ui/input/unsaved.ts'

/**
 * Goes where the service worker asks, when a notification is pressed while the app is open. Returns whether to ask first,
 * because something typed would be lost, and the function to answer.
 */
export function useOpenedPage(): { asked: boolean; answer: (yes: boolean) => void } {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<string | null>(null)
  useEffect(() => {
    const heard = ({ data, ports }: MessageEvent<{ type?: unknown; page?: unknown } | null>) => {
      const href = data?.type === 'open' ? ownPath(data.page) : null
      if (href === null) return
      ports[0]?.postMessage('taken')
      const isHere = new URL(href, location.href).pathname === location.pathname
      if (!isHere && hasUnsaved()) setAsked(href)
      else void navigate({ href })
    }
    // Undefined where the page was not loaded over https.
    const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined
    worker?.addEventListener('message', heard)
    return () => worker?.removeEventListener('message', heard)
  }, [navigate])
  const answer = useCallback(
    (yes: boolean) => {
      setAsked(null)
      if (yes && asked !== null) void navigate({ href: asked })
    },
    [asked, navigate],
  )
  return { asked: asked !== null, answer }
}

/** Returns whether leaving the page may lose something typed: in a marked form, or in a dialog with text in it. */
function hasUnsaved(): boolean {
  if (unsaved.size > 0) return true
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    '[role="dialog"] :is(input:not([type="checkbox"], [type="radio"]), textarea):not([readonly])',
  )
  return [...fields].some(({ value }) => value.trim() !== '')
}
