import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import bwipjs from 'bwip-js/node'
import { chromium } from 'playwright'
import { noChromium } from './browser.ts'

/** Makes a film of one EAN, as a camera held at a packet sees it: a sequence of JPEGs. */
export async function filmOf(code: string) {
  const folder = mkdtempSync(join(tmpdir(), 'koszyk-camera-'))
  const svg = bwipjs.toSVG({ bcid: 'ean13', text: code, includetext: true, scale: 3 })
  const browser = await chromium
    .launch({ executablePath: process.env['CHROMIUM'] || undefined })
    .catch(noChromium)
  const page = await browser.newPage({ viewport: { width: 640, height: 480 } })
  await page.setContent(
    `<body style="margin:0;height:480px;display:grid;place-items:center;background:#ddd">
      <div style="background:#fff;padding:30px;rotate:3deg">${svg}</div>`,
  )
  await page.locator('svg').evaluate((drawing) => {
    drawing.setAttribute('width', '300')
    drawing.removeAttribute('height')
  })
  const frame = await page.screenshot({ type: 'jpeg', quality: 90 })
  await browser.close()
  const file = join(folder, 'film.mjpeg')
  writeFileSync(file, Buffer.concat([frame, frame]))
  return {
    args: [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    ],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
