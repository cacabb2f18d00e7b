import { type ComponentType, useEffect, useState } from 'react'

/**
 * A component whose code comes when it is needed first; null until then. Where the code cannot be had, the next
 * change of `needed` tries again: what is seen on top of a page must not take the page down with it.
 */
export function useLoaded<Props>(
  needed: unknown,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> | null {
  const [loaded, setLoaded] = useState<{ component: ComponentType<Props> } | null>(null)
  useEffect(() => {
    if (needed && !loaded)
      load().then(
        (component) => setLoaded({ component }),
        () => undefined,
      )
  }, [needed, loaded, load])
  return loaded && loaded.component
}
