import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ownPath } from '../app/after-login.ts'

/** Goes where the service worker asks, when a notification is pressed while the app is open. */
export function useOpenedPage(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const heard = ({ data, ports }: MessageEvent<{ type?: unknown; page?: unknown } | null>) => {
      const href = data?.type === 'open' ? ownPath(data.page) : null
      if (href === null) return
      ports[0]?.postMessage('taken')
      void navigate({ href })
    }
    // Undefined where the page was not loaded over https.
    const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined
    worker?.addEventListener('message', heard)
    return () => worker?.removeEventListener('message', heard)
  }, [navigate])
}
