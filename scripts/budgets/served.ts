import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

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

/** Returns every file that the built worker names, because it fetches them when it is installed. */
export async function namedByWorker(dist: string): Promise<string[]> {
  const worker = await readFile(join(dist, 'sw.js'), 'utf8').catch(() => '')
  const files = (await readdir(dist, { recursive: true })).map((file) => file.replaceAll('\\', '/'))
  const isNamed = (file: string) =>
    ['"', "'", '`'].some((quote) => worker.includes(`${quote}${file}${quote}`))
  return files.filter((file) => file.includes('.') && isNamed(file))
}
