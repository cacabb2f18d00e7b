import { findOrInstallChromium, findOrInstallOthers } from '../../scripts/browser.ts'
import { buildIfStale } from '../../scripts/build.ts'
import { readCommand } from '../../scripts/cli/command.ts'
import { runNode } from '../../scripts/cli/run-node.ts'

const { values, rest, wholeNumber } = readCommand({
  name: 'browsers',
  purpose: 'Runs the app in the engines of Safari and Firefox.',
  options: {
    'left-early': {
      type: 'string',
      value: 'rounds',
      about: 'only the test that leaves a list early and comes back, this many times, in Chromium too',
    },
  },
  passesTo: 'Playwright',
  examples: { '--left-early 40': '', sharing: 'the files with this in their name' },
})
const rounds = values['left-early']
if (rounds !== undefined) wholeNumber(rounds, '--left-early')
const engines: string[] = findOrInstallOthers()
// One journey needs all three.
const env: NodeJS.ProcessEnv = { CHROMIUM: findOrInstallChromium() }
const more = rounds === undefined ? rest : ['left-early', ...rest]
if (rounds !== undefined) {
  engines.push('chromium')
  env['LEFT_EARLY'] = rounds
}
if (engines.length === 0) process.exit(0)
buildIfStale()
const playwright = [
  'node_modules/@playwright/test/cli.js',
  'test',
  '--config=tests/browsers/playwright.config.ts',
]
process.exit(await runNode([...playwright, ...more], { ENGINES: engines.join(), ...env }))
