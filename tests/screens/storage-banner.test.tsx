import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { StorageBanner } from '../../src/frame/storage-banner.tsx'
import { useSync } from '../../src/state/lists/sync.ts'
import { i18n } from '../../src/texts/i18n.ts'
import { ultimateOrangeTheme } from '../../src/ui/theme.ts'

const initial = useSync.getInitialState()

function html(storage: 'full' | 'fine'): string {
  // A page that is rendered to text reads the store's first state.
  vi.spyOn(useSync, 'getInitialState').mockReturnValue({ ...initial, storage })
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <MantineProvider theme={ultimateOrangeTheme}>
        <StorageBanner />
      </MantineProvider>
    </I18nProvider>,
  )
}

test('FULL-1 A11Y-3 a device that stores nothing more is said at once to whoever listens to the page', () => {
  expect(html('full')).toContain('role="alert"')
  expect(html('full')).toContain('<button')
  expect(html('fine')).not.toContain('role="alert"')
})
