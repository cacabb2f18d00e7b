// Draws the PNG icons from public/favicon.svg. Run it after changing the drawing: node scripts/icons.mjs
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'

const root = new URL('../', import.meta.url)
const svg = readFileSync(new URL('public/favicon.svg', root), 'utf8')
const target = new URL('public/icons/', root)
mkdirSync(target, { recursive: true })

// A launcher cuts a maskable icon to its own shape: colour to the edge, the drawing inside the safe circle.
const fullBleed = svg.replace('rx="120"', '')
const safe = fullBleed.replace(
  /(<rect[^>]*\/>)([\s\S]*)(<\/svg>)/,
  '$1<g transform="translate(51.2 51.2) scale(.8)">$2</g>$3',
)

const icons = [
  { name: 'icon-192.png', size: 192, drawing: svg },
  { name: 'icon-512.png', size: 512, drawing: svg },
  { name: 'maskable-512.png', size: 512, drawing: safe },
  { name: 'apple-touch-icon.png', size: 180, drawing: fullBleed },
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
