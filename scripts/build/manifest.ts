import type { ManifestOptions } from 'vite-plugin-pwa'
import { usualLanguage } from '../../core/text/language.ts'
import { toSay } from '../../core/text/words.ts'

const shortcutIcon = (name: string) => ({
  src: `/icons/shortcut-${name}.png`,
  sizes: '96x96',
  type: 'image/png',
})

/** The endings of files that can be imported; some systems know no type for them. */
const endings = ['.json', '.csv', '.ics', '.md', '.txt', '.zip']

/** The web app manifest: how the installed app is named, drawn and started. */
export const manifest: Partial<ManifestOptions> = {
  id: '/app',
  name: toSay('Koszyk: household shopping lists'),
  short_name: 'Koszyk',
  description: toSay('Household shopping lists that work in a shop without signal'),
  lang: usualLanguage,
  dir: 'ltr',
  start_url: '/app',
  scope: '/',
  display: 'standalone',
  theme_color: '#C2410C',
  background_color: '#FFFBF7',
  categories: ['shopping', 'productivity'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    { name: toSay('New list'), url: '/app?new=1', icons: [shortcutIcon('new')] },
    { name: toSay('Last list'), url: '/app?last=1', icons: [shortcutIcon('last')] },
    {
      name: toSay('Scan'),
      description: toSay('Read a barcode'),
      url: '/app/barcode',
      icons: [shortcutIcon('scan')],
    },
  ],
  // The worker answers it (src-sw/share.ts): only a POST can carry files.
  share_target: {
    action: '/app/share',
    method: 'POST',
    enctype: 'multipart/form-data',
    params: {
      title: 'title',
      text: 'text',
      url: 'url',
      files: [{ name: 'files', accept: ['text/*', 'application/json', 'application/zip', ...endings] }],
    },
  },
  file_handlers: [
    {
      action: '/app/edit-profile/import',
      accept: {
        'text/csv': ['.csv'],
        'text/calendar': ['.ics'],
        'text/markdown': ['.md'],
        'text/plain': ['.txt'],
        'application/json': ['.json'],
      },
    },
  ],
  screenshots: [
    {
      src: '/screenshots/narrow.jpg',
      sizes: '780x1688',
      type: 'image/jpeg',
      form_factor: 'narrow',
      label: toSay('A list in the shop'),
    },
    {
      src: '/screenshots/wide.jpg',
      sizes: '1440x900',
      type: 'image/jpeg',
      form_factor: 'wide',
      label: toSay('A list on a large screen'),
    },
  ],
}
