import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import type { Reporter } from 'vitest/node'
import { defineConfig } from 'vitest/config'
import { mutated } from './mutant-hooks.ts'

const root = resolve(import.meta.dirname, '../..')

/** One test, of the server on SQLite, with the fault in the code that MUTANT names. */
const mutant: Plugin = { name: 'mutant', enforce: 'pre', transform: (code, id) => mutated(id, code) }

const ran: { name: string; passed: boolean }[] = []

/** Says which tests ran, and nothing else. */
const reporter: Reporter = {
  onTestCaseResult(test) {
    const { state } = test.result()
    if (state !== 'skipped') ran.push({ name: test.fullName, passed: state === 'passed' })
  },
  onTestRunEnd: () => void process.stdout.write(JSON.stringify(ran)),
}

export default defineConfig({
  root,
  plugins: [mutant],
  test: {
    include: ['tests/{core,device,server}/**/*.test.ts'],
    testTimeout: 60_000,
    reporters: [reporter],
    // What is kept of other runs is without this fault.
    fsModuleCache: false,
  },
})
