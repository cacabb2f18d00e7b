import { readFile, utimes } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { type Budgets, budgets as ofTheApp } from './limits.ts'
import { heaviest, scriptsOf, sheetsOf } from './scripts.ts'
import { namedByWorker, served } from './served.ts'
import { isOver, type Row, table } from './table.ts'

/**
 * Measures the build and fails if it is over a budget. With BUDGETS=report it only prints the report, to measure what
 * is too large.
 */
export function keepsBudgets(root: string, budgets: Budgets = ofTheApp): Plugin {
  let chunks: Rolldown.OutputChunk[] = []
  let dist = ''
  let say: (text: string) => void = () => undefined
  return {
    name: 'budgets',
    apply: 'build',
    configResolved({ logger }) {
      say = (text) => logger.info(text)
    },
    writeBundle({ dir = '' }, bundle) {
      dist = dir
      chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    },
    closeBundle: {
      // After the worker has been built and the files have been compressed.
      order: 'post',
      sequential: true,
      async handler() {
        if (chunks.length === 0) return // the build failed
        const rows = await weigh(root, dist, chunks, budgets)
        const report = `Budgets, as served (brotli):\n${table(rows)}`
        if (!rows.some(isOver)) return say(report)
        // Marks the build as outdated, so that nothing uses it and the next run builds and checks again.
        await utimes(join(dist, 'index.html'), 0, 0)
        if (process.env['BUDGETS'] === 'report') return say(report)
        this.error(`The build is over its budgets (scripts/budgets/limits.ts).\n${report}`)
      },
    },
  }
}

/** The document and the font, which has 2 parts: one for English, one for the additional Polish letters. */
const documentAndFont = 3

async function weigh(
  root: string,
  dist: string,
  chunks: readonly Rolldown.OutputChunk[],
  budgets: Budgets,
): Promise<Row[]> {
  const idOf = (id: string) => relative(root, id).replaceAll('\\', '/')
  const rows: Row[] = []
  const html = await readFile(join(dist, 'index.html'), 'utf8')
  const [head = '', body = ''] = html.split('</head>')
  const linked = [...body.matchAll(/<link[^>]+rel="stylesheet"[^>]+href="\/([^"]+)"/g)].map(
    ([, file = '']) => file,
  )
  for (const { page, entries, scripts, sheets, requests } of budgets.pages) {
    const loaded = scriptsOf(chunks, entries, idOf)
    const bytes = await served(
      dist,
      loaded.map(({ fileName }) => fileName),
    )
    const styles = [...linked, ...sheetsOf(loaded)]
    rows.push(
      { what: `${page}: scripts`, is: bytes, most: scripts, unit: 'bytes', heaviest: heaviest(loaded, idOf) },
      {
        what: `${page}: style sheets`,
        is: await served(dist, styles),
        most: sheets,
        unit: 'bytes',
      },
      {
        what: `${page}: requests`,
        is: documentAndFont + loaded.length + styles.length,
        most: requests,
        unit: '',
      },
    )
  }
  const blocking = head.match(/<link[^>]+rel="stylesheet"/g)?.length ?? 0
  return [
    ...rows,
    { what: 'style sheets that block the first paint', is: blocking, most: budgets.blockingStyles, unit: '' },
    {
      what: 'what the worker fetches',
      is: await served(dist, await namedByWorker(dist)),
      most: budgets.precache,
      unit: 'bytes',
    },
  ]
}
