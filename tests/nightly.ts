import { notInFirefox } from './e2e/not-in-firefox.ts'
import { readCommand } from '../scripts/cli/command.ts'
import { runNode } from '../scripts/cli/run-node.ts'

readCommand({
  name: 'nightly',
  purpose:
    "Runs everything: npm test with all server tests on both databases, 10 000 new seeds of the simulator, the engine's known faults, its hard cases in a browser, all journeys in Firefox and WebKit, and Chromium's tests in Firefox. Takes about two hours.",
})

const perNight = 10_000
const day = Math.floor(Date.now() / 86_400_000)
const inFirefox = ['--project=flows', '--workers=2', '--timeout=90000', `--grep-invert=${notInFirefox}`]
const playwright = ['node_modules/@playwright/test/cli.js', 'test', '--config=tests/e2e/playwright.config.ts']

/** `npm test` finds the browsers and builds for the parts after it. */
const parts: [name: string, args: string[], env?: Record<string, string>][] = [
  ['npm test', ['scripts/test.ts'], { NIGHTLY: 'true' }],
  // Every night has seeds of its own.
  ['seeds', ['tests/engine/fuzz.ts', String(perNight), String(day * perNight)]],
  ['mutants', ['tests/engine/mutants/kill.ts']],
  ['trouble', ['tests/e2e/trouble.ts']],
  ['all journeys in Firefox and WebKit', ['tests/browsers/run.ts']],
  ["Chromium's tests in Firefox", [...playwright, ...inFirefox], { BROWSER: 'firefox' }],
]

const results: { isGood: boolean; line: string }[] = []
for (const [name, args, env] of parts) {
  process.stdout.write(`\n=== ${name}\n`)
  const started = performance.now()
  const isGood = (await runNode(args, env)) === 0
  const minutes = ((performance.now() - started) / 60_000).toFixed(1)
  results.push({ isGood, line: `${isGood ? 'ok    ' : 'NOT OK'} ${name}, ${minutes} min\n` })
}
process.stdout.write(`\n${results.map(({ line }) => line).join('')}`)
process.exit(results.every(({ isGood }) => isGood) ? 0 : 1)
