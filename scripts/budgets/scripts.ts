import type { Rolldown } from 'vite'

type IdOf = (id: string) => string

/** Returns the chunks that contain these sources, with all chunks that they import statically. */
export function scriptsOf(
  chunks: readonly Rolldown.OutputChunk[],
  entries: readonly string[],
  idOf: IdOf,
): Rolldown.OutputChunk[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const all = new Set<Rolldown.OutputChunk>()
  const add = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || all.has(chunk)) return
    all.add(chunk)
    for (const file of chunk.imports) add(byName.get(file))
  }
  for (const entry of entries) {
    // A route is split into parts, which have a query after the file's name.
    const [before = '', behind] = entry.split('*')
    const isEntry = (id: string) =>
      behind !== undefined
        ? idOf(id).startsWith(before) && idOf(id).includes(behind)
        : idOf(id) === entry || idOf(id).startsWith(`${entry}${entry.includes('?') ? '' : '?'}`)
    const found = chunks.filter(({ moduleIds }) => moduleIds.some(isEntry))
    // Of several languages, the one with the most texts.
    const holders =
      behind === undefined ? found : found.toSorted((a, b) => b.code.length - a.code.length).slice(0, 1)
    if (holders.length === 0)
      throw new Error(`${entry}, which scripts/budgets/limits.ts names, was not built`)
    holders.forEach(add)
  }
  return [...all]
}

/** Returns the style sheets that these chunks load. Those inlined into index.html are no longer among them. */
export function sheetsOf(chunks: readonly Rolldown.OutputChunk[]): string[] {
  return [...new Set(chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))]
}

/** Returns packages and own files by their size in the scripts, largest first. Bytes before compression. */
export function heaviest(
  chunks: readonly Rolldown.OutputChunk[],
  idOf: IdOf,
): [name: string, bytes: number][] {
  const weights = new Map<string, number>()
  for (const [id, { renderedLength }] of chunks.flatMap(({ modules }) => Object.entries(modules))) {
    const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(idOf(id))?.[1] ?? idOf(id).split('?')[0] ?? ''
    weights.set(name, (weights.get(name) ?? 0) + renderedLength)
  }
  return [...weights].toSorted(([, a], [, b]) => b - a).slice(0, 15)
}
