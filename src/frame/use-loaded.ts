import { useEffect, useState } from 'react'

/**
 * A module that comes when it is needed first; null until then. Where it cannot be had, the next change of
 * `needed` tries again: what is seen on top of a page must not take the page down with it.
 */
export function useLoaded<Module extends object>(
  needed: unknown,
  load: () => Promise<Module>,
): Module | null {
  const [loaded, setLoaded] = useState<Module | null>(null)
  useEffect(() => {
    if (needed && !loaded) load().then(setLoaded, () => undefined)
  }, [needed, loaded, load])
  return loaded
}
