import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** A page by its address, and the sources that it loads by itself once the page's script runs. */
const pages: readonly [address: RegExp, sources: readonly string[]][] = [
  [/^\/app\/details\/./, ['device/http.ts', 'src/app/engine.ts', 'src/routes/app/details.$id.tsx']],
  [/^\/app\/?$/, ['device/http.ts', 'src/app/engine.ts', 'src/overview/lists-page.tsx']],
  [/^\/public-list\/./, ['device/http.ts', 'src/templates/public/public-list-page.tsx']],
]

/** Runs in index.html. Safari has no use for a style sheet that is preloaded as a module, so each has its own kind. */
const inPage = `for (const [address, files] of __PAGES__)
  if (address.test(location.pathname))
    for (const file of files) {
      const link = document.createElement('link')
      Object.assign(link, file.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' })
      link.href = '/assets/' + file
      document.head.append(link)
    }`

/**
 * index.html asks for the files of the page that is opened while the page's script is still on its way: one after the
 * other each would be a turn to the server.
 */
export function preloadsPage(root: string): Plugin {
  return {
    name: 'preloads-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const table = pages.map(([address, sources]) => {
          const files = filesOf(chunks, new Set(sources.map((source) => join(root, source))))
          return `[${address}, ${JSON.stringify(files)}]`
        })
        const script = inPage.replace('__PAGES__', () => `[${table.join(', ')}]`)
        return html.replace('</head>', () => `<script nonce="__CSP_NONCE__">${script}</script></head>`)
      },
    },
  }
}

/** Without the folder: the scripts that hold these sources, with what they import, and their style sheets. */
function filesOf(chunks: readonly Rolldown.OutputChunk[], sources: ReadonlySet<string>): string[] {
  const holds = (chunk: Rolldown.OutputChunk, isIt: (source: string) => boolean) =>
    chunk.moduleIds.some((id) => isIt(id.split('?')[0] ?? ''))
  const found = new Set<Rolldown.OutputChunk>()
  const add = (chunk: Rolldown.OutputChunk) => {
    // index.html names the page's own script itself.
    if (found.has(chunk) || holds(chunk, (source) => source.endsWith('/src/app/main.tsx'))) return
    found.add(chunk)
    for (const imported of chunks.filter(({ fileName }) => chunk.imports.includes(fileName))) add(imported)
  }
  for (const source of sources) {
    const chunk = chunks.find((one) => holds(one, (id) => id === source))
    if (!chunk) throw new Error(`No script holds ${source}.`)
    add(chunk)
  }
  const scripts = [...found].map(({ fileName }) => fileName)
  const styles = [...found].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
  return [...scripts, ...styles].map((file) => file.replace(/^assets\//, ''))
}
