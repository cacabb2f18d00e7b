import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest files start first, so that none of them runs alone on one core at the end. */
const longest = ['engine/fuzz', 'http/bad-requests', 'sync/kill', 'account/safety-log-in']

export default class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((name) => moduleId.includes(name))
      return found === -1 ? longest.length : found
    }
    return Promise.resolve(files.toSorted((a, b) => place(a) - place(b)))
  }
}
