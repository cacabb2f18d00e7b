import { useEffect } from 'react'
import { create } from 'zustand'

/** Pictures of the server's that did not come: the words beside them say the same meanwhile. */
const useMissing = create<{ urls: ReadonlySet<string> }>(() => ({ urls: new Set() }))

const asked = new Set<string>()
/** A network comes back without a word, too, as when the server was away. */
const askAgainAfter = 30_000
let timer: ReturnType<typeof setTimeout> | undefined

function ask(url: string): void {
  const picture = new Image()
  picture.addEventListener('load', () => tell(url, false))
  picture.addEventListener('error', () => tell(url, true))
  picture.src = url
}

function tell(url: string, isMissing: boolean): void {
  useMissing.setState(({ urls }) => {
    if (urls.has(url) === isMissing) return { urls }
    return { urls: isMissing ? new Set([...urls, url]) : new Set([...urls].filter((other) => other !== url)) }
  })
  if (isMissing) timer ??= setTimeout(askAgain, askAgainAfter)
}

function askAgain(): void {
  clearTimeout(timer)
  timer = undefined
  for (const url of useMissing.getState().urls) ask(url)
}

/** With the first picture that anybody wants to see. */
function watch(): void {
  if (asked.size === 0) addEventListener('online', askAgain)
}

/** Whether this picture can be shown. A style that names one which did not come would never ask for it again. */
export function usePicture(url: string | null): boolean {
  const isMissing = useMissing(({ urls }) => url !== null && urls.has(url))
  useEffect(() => {
    if (url === null || asked.has(url)) return
    watch()
    asked.add(url)
    ask(url)
  }, [url])
  return url !== null && !isMissing
}
