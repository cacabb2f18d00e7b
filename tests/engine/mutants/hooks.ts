import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mutants } from './mutants.ts'

const mutant = mutants.find(({ name }) => name === process.env['MUTANT'])
if (!mutant) throw new Error(`there is no mutant called ${process.env['MUTANT']}`)
const { file, find, replace } = mutant
const target = resolve(import.meta.dirname, '../../..', file)

/** The file's text with the fault that MUTANT names; null for any other file. */
export function mutated(path: string, source: string): string | null {
  if (path !== target) return null
  if (source.match(find)?.length !== 1) throw new Error(`${file} does not hold exactly one: ${find}`)
  return source.replace(find, () => replace)
}

/** Must be loaded first: every module passes through here. In vitest they pass through config.ts. */
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.startsWith('file:')) return loaded
    const source = mutated(fileURLToPath(url), String(loaded.source))
    return source === null ? loaded : { ...loaded, source }
  },
})
