import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import type { Reporter } from 'vitest/node'
import { defineConfig } from 'vitest/config'
import { mutated } from './hooks.ts'

const root = resolve(import.meta.dirname, '../../..')

/** Runs a test, with the server on SQLite, with the fault that MUTANT names in the code. */
const mutant: Plugin = { name: 'mutant', enforce: 'pre', transform: (code, id) => mutated(id, code) }

const ran: { name: string; passed: boolean }[] = []

/** Prints which tests ran, and nothing else. */
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
    // Cached modules of other runs do not have this fault.
    fsModuleCache: false,
  },
})
