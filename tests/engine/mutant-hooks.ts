import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { mutants } from './mutants.ts'

/** Loaded before everything else: one file is read with the fault in it that MUTANT names. */
const mutant = mutants.find(({ name }) => name === process.env['MUTANT'])
if (!mutant) throw new Error(`there is no mutant called ${process.env['MUTANT']}`)
const target = pathToFileURL(resolve(import.meta.dirname, '../..', mutant.file)).href

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (url !== target) return loaded
    const source = String(loaded.source)
    if (source.split(mutant.find).length !== 2)
      throw new Error(`${mutant.file} does not hold exactly one: ${mutant.find}`)
    return { ...loaded, source: source.replace(mutant.find, () => mutant.replace) }
  },
})
