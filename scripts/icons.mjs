// Draws the PNG icons from public/favicon.svg. Run it after changing the drawing: node scripts/icons.mjs
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'

const root = new URL('../', import.meta.url)
const svg = readFileSync(new URL('public/favicon.svg', root), 'utf8')
const target = new URL('public/icons/', root)
mkdirSync(target, { recursive: true })

// A launcher cuts a maskable icon to its own shape. So the background reaches the edge, and the drawing stays inside
// the safe circle.
const fullBleed = svg.replace('rx="120"', '')
const safe = fullBleed.replace(
  /(<rect[^>]*\/>)([\s\S]*)(<\/svg>)/,
  '$1<g transform="translate(51.2 51.2) scale(.8)">$2</g>$3',
)

const orange = '#C2410C'
/** Draws a shortcut's icon with the line weight of the app's symbols, on the app's tint. */
const shortcut = (paths) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" fill="none" stroke="${orange}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"><rect width="48" height="48" rx="24" fill="#FFE3CD" stroke="none"/><path d="${paths}"/></svg>`

const icons = [
  { name: 'icon-192.png', size: 192, drawing: svg },
  { name: 'icon-512.png', size: 512, drawing: svg },
  { name: 'maskable-512.png', size: 512, drawing: safe },
  { name: 'apple-touch-icon.png', size: 180, drawing: fullBleed },
  { name: 'shortcut-new.png', size: 96, drawing: shortcut('M24 13v22M13 24h22') },
  // Android shows only its shape: whatever is not transparent becomes one colour.
  {
    name: 'badge.png',
    size: 96,
    drawing:
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#fff" stroke-width="2.25" stroke-linecap="round" stroke-linejoin="round"><path d="M10 14a2 2 0 1 0 4 0 2 2 0 1 0-4 0M5 8h14a2 2 0 0 1 2 2.4l-1.7 8A2 2 0 0 1 17.3 20H6.7a2 2 0 0 1-2-1.6l-1.7-8A2 2 0 0 1 5 8M17 8l-2-5M7 8l2-5"/></svg>',
  },
  {
    name: 'shortcut-last.png',
    size: 96,
    drawing: shortcut('M22 16h13M22 24h13M22 32h13M12 16l2 2 3-4M12 24l2 2 3-4M12 32l2 2 3-4'),
  },
  {
    name: 'shortcut-scan.png',
    size: 96,
    drawing: shortcut(
      'M12 18v-4q0-2 2-2h4M30 12h4q2 0 2 2v4M36 30v4q0 2-2 2h-4M18 36h-4q-2 0-2-2v-4M19 19v10M24 19v10M29 19v10',
    ),
  },
]

const system = '/usr/bin/chromium'
const browser = await chromium.launch(existsSync(system) ? { executablePath: system } : {})
const page = await browser.newPage()
for (const { name, size, drawing } of icons) {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(
    `<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${drawing}`,
  )
  await page.screenshot({ path: fileURLToPath(new URL(name, target)), omitBackground: true })
}
await browser.close()
