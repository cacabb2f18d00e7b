import type { MessageDescriptor } from '@lingui/core'
import { createRootRoute, Outlet } from '@tanstack/react-router'
import type { OuterKind } from '../frame/outer/outer-frame.tsx'
import { RootFrame } from '../frame/root-frame.tsx'
import { loadTexts, textsOf } from '../texts/i18n.ts'

declare module '@tanstack/react-router' {
  /** What the frame around a page must know of it. */
  interface StaticDataRouteOption {
    /** the title of the window, and of the header once the page is scrolled */
    title?: MessageDescriptor | ((params: Partial<Record<string, string>>) => MessageDescriptor)
    /** a page inside another one: a phone shows Back instead of the menu, and Back leads here if nothing is behind */
    parent?: '/app' | '/app/profile' | '/app/templates'
    /** the page's content is only on the server */
    onServer?: boolean
    /** how a page that needs no account is laid out */
    frame?: OuterKind
  }
}

export const Route = createRootRoute({
  beforeLoad: ({ location }) => loadTexts(textsOf(location.pathname)),
  component: Root,
})

function Root() {
  return (
    <RootFrame>
      <Outlet />
    </RootFrame>
  )
}
