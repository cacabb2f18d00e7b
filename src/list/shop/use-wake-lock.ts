import { useEffect } from 'react'

/**
 * Keeps the screen awake while mounted, if the browser can. Browsers release the lock when the page is hidden, so it is
 * requested again when the page is shown.
 */
export function useWakeLock(): void {
  useEffect(() => {
    const wakeLock = 'wakeLock' in navigator ? navigator.wakeLock : null
    if (!wakeLock) return
    let lock: WakeLockSentinel | null = null
    let over = false
    const ask = async () => {
      if (document.visibilityState !== 'visible') return
      // Rejects when the battery is low: the screen then sleeps as usual.
      const got = await wakeLock.request('screen').catch(() => null)
      if (over) await got?.release()
      else lock = got
    }
    void ask()
    const seen = () => void ask()
    document.addEventListener('visibilitychange', seen)
    return () => {
      over = true
      document.removeEventListener('visibilitychange', seen)
      void lock?.release()
    }
  }, [])
}
