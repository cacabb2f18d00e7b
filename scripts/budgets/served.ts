import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { usualLanguage } from '../../core/text/language.ts'

const texts = /\.(html|js|css|svg|json|webmanifest)$/

/** Returns bytes on the wire, without the response headers. */
export async function served(dist: string, files: readonly string[]): Promise<number> {
  const each = files.map(async (file) => {
    const content = await readFile(join(dist, file))
    if (!texts.test(file)) return content.length
    const compressed = await readFile(join(dist, `${file}.br`)).catch(() =>
      promisify(brotliCompress)(content),
    )
    return compressed.length
  })
  return (await Promise.all(each)).reduce((total, one) => total + one, 0)
}

/**
 * Returns every file that the built worker names, because it fetches them when it is installed; of the texts those of the
 * usual language, and of the other one that weighs most, as of a browser in that language.
 */
export async function namedByWorker(dist: string): Promise<string[]> {
  const worker = await readFile(join(dist, 'sw.js'), 'utf8').catch(() => '')
  const files = (await readdir(dist, { recursive: true })).map((file) => file.replaceAll('\\', '/'))
  const isNamed = (file: string) =>
    ['"', "'", '`'].some((quote) => worker.includes(`${quote}${file}${quote}`))
  const named = files.filter((file) => file.includes('.') && isNamed(file))
  const texts = Map.groupBy(named, (file) => /messages-([a-zA-Z-]+?)-[\w-]{8}\.js$/.exec(file)?.[1])
  const others = [...texts].filter(([language]) => language && language !== usualLanguage)
  const weights = new Map<string[], number>()
  for (const [, some] of others) weights.set(some, await served(dist, some))
  const most = Math.max(...weights.values())
  const unused = new Set([...weights].flatMap(([some, weight]) => (weight < most ? some : [])))
  return named.filter((file) => !unused.has(file))
}
