import { rmSync } from 'node:fs'
import { App } from '../support/app.ts'
import { everyLook, walkEverywhere } from '../support/screens/walk.ts'
import { findOrInstallChromium } from '../../scripts/browser.ts'
import { buildIfStale } from '../../scripts/build.ts'

/**
 * Takes pictures of every page in every look for a person to review, and lists what the checks find wrong.
 */
const folder = 'screens'
process.env['CHROMIUM'] = findOrInstallChromium()
buildIfStale()
rmSync(folder, { recursive: true, force: true })
let faults = 0
for (const look of everyLook) {
  const app = await App.start()
  try {
    const wrong = await walkEverywhere(app, look, { folder })
    faults += wrong.length
    const { size, mode, language } = look
    process.stdout.write(`${size}, ${mode}, ${language}: ${wrong.length} faults\n`)
    for (const line of wrong) process.stdout.write(`  ${line}\n`)
  } finally {
    await app.stop()
  }
}
process.stdout.write(`The pictures are in ${folder}/\n`)
process.exit(faults === 0 ? 0 : 1)
