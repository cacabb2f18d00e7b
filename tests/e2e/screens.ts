import { rmSync } from 'node:fs'
import { isEngine } from '../browsers/driver.ts'
import { takePictures } from '../browsers/pictures.ts'
import { App } from '../support/app.ts'
import { everyLook, type Look, walkEverywhere } from '../support/screens/walk.ts'
import { findOrInstallChromium, findOrInstallOthers } from '../../scripts/browser.ts'
import { buildIfStale } from '../../scripts/build.ts'
import { readCommand } from '../../scripts/cli/command.ts'

const {
  values: { engine },
  refuse,
} = readCommand({
  name: 'screens',
  purpose: 'Takes pictures of every page in every look into screens/, and lists what the checks find wrong.',
  options: {
    engine: {
      type: 'string',
      value: 'webkit|firefox|chromium',
      about: 'in this engine, with the few checks that all of them can do',
    },
  },
  examples: { '--engine firefox': '' },
})
if (engine !== undefined && !isEngine(engine)) throw refuse(`There is no engine ${engine}`)
const folder = engine ? `screens/${engine}` : 'screens'
if (engine && engine !== 'chromium') findOrInstallOthers()
else process.env['CHROMIUM'] = findOrInstallChromium()
buildIfStale()
rmSync(folder, { recursive: true, force: true })

async function walk(look: Look): Promise<string[]> {
  const app = await App.start()
  try {
    return await walkEverywhere(app, look, { folder })
  } finally {
    await app.stop()
  }
}

let faults = 0
for (const look of everyLook) {
  const wrong = engine ? await takePictures(engine, look, folder) : await walk(look)
  faults += wrong.length
  const { size, mode, language } = look
  process.stdout.write(`${size}, ${mode}, ${language}: ${wrong.length} faults\n`)
  for (const line of wrong) process.stdout.write(`  ${line}\n`)
}
process.stdout.write(`The pictures are in ${folder}/\n`)
process.exit(faults === 0 ? 0 : 1)
