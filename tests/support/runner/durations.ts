import type { Reporter, TestModule } from 'vitest/node'

/** Prints a line for each project at the end: how many of its tests passed, and their total time. */
export default class Durations implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const parts = Map.groupBy(modules, (module) => module.project.name)
    const lines = [...parts].map(([name, own]) => {
      const tests = own.flatMap((module) => [...module.children.allTests()])
      const passed = tests.filter((test) => test.ok()).length
      const ms = own.reduce((sum, module) => sum + module.diagnostic().duration, 0)
      return `${name}: ${passed} of ${tests.length} tests, ${(ms / 1_000).toFixed(1)} s\n`
    })
    process.stdout.write(`${lines.toSorted().join('')}\n`)
  }
}
