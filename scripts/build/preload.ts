import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { type Language, languages } from '../../core/product/entities.ts'
import { sheetsOf } from '../budgets/scripts.ts'

interface Page {
  address: RegExp
  /** sources that the page loads itself once the main script runs */
  sources: readonly string[]
  /** the parts of a language's texts that it waits for, see locales/parts.ts */
  texts: readonly ('first' | 'app' | 'rest')[]
}

/** A test compares this table with what the pages load. */
export const preloaded: readonly Page[] = [
  { address: /^\/(auth\/login)?$/, sources: [], texts: ['first'] },
  {
    address: /^\/app\/details\/./,
    sources: ['device/http.ts', 'src/app/start/engine.ts', 'src/routes/app/details.$id.tsx'],
    texts: ['app'],
  },
  {
    address: /^\/app\/?$/,
    sources: ['device/http.ts', 'src/app/start/engine.ts', 'src/overview/lists-page.tsx'],
    texts: ['app'],
  },
  {
    address: /^\/public-list\/./,
    sources: ['device/http.ts', 'src/templates/public/public-list-page.tsx'],
    texts: ['app', 'rest'],
  },
]

/**
 * Runs in index.html. The chosen language is in IndexedDB, which answers too late, so this uses the browser's, which is
 * usually the same. A style sheet needs another kind of preload, with the same crossOrigin as the bundler's own link: one
 * without it is fetched, not used, and fetched again.
 */
const inPage = `const languages = navigator.languages.map((tag) => tag.split('-')[0].toLowerCase())
for (const [address, files, texts] of __PAGES__)
  if (address.test(location.pathname))
    for (const file of [...files, ...(texts[languages.find((language) => texts[language])] ?? Object.values(texts)[0])]) {
      const link = document.createElement('link')
      Object.assign(link, file.endsWith('.css') ? { rel: 'preload', as: 'style', crossOrigin: '' } : { rel: 'modulepreload' })
      link.href = '/assets/' + file
      document.head.append(link)
    }`

/**
 * Runs in index.html. Without the worker, a style sheet whose request failed would never be loaded: the bundler
 * requests each only once, and then shows its part without it.
 */
const lostStyles = `addEventListener('error', ({ target: link }) => {
  if (link.rel !== 'stylesheet') return
  const again = () => link.replaceWith(link.cloneNode())
  if (navigator.onLine) setTimeout(again, 3_000)
  else addEventListener('online', again, { once: true })
}, true)
`

/**
 * Makes index.html preload the files of the opened page while the main script is still loading. Loaded one after the
 * other, each would cost a round trip.
 */
export function preloadsPage(root: string): Plugin {
  return {
    name: 'preloads-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const filesWith = (sources: readonly string[]) =>
          filesOf(
            chunks,
            sources.map((source) => join(root, source)),
          )
        const table = preloaded.map(({ address, sources, texts }) => {
          const textsIn = (language: Language) =>
            filesWith(texts.map((part) => `locales/${language}/messages.po?${part}`))
          const inEach = Object.fromEntries(languages.map((language) => [language, textsIn(language)]))
          return `[${address}, ${JSON.stringify(filesWith(sources))}, ${JSON.stringify(inEach)}]`
        })
        const script = inPage.replace('__PAGES__', () => `[${table.join(', ')}]`)
        return html.replace(
          '</head>',
          () => `<script nonce="__CSP_NONCE__">${lostStyles}${script}</script></head>`,
        )
      },
    },
  }
}

/** Returns the scripts that contain these sources, with their imports and style sheets, without the folder. */
function filesOf(chunks: readonly Rolldown.OutputChunk[], sources: readonly string[]): string[] {
  const holds = (chunk: Rolldown.OutputChunk, isIt: (source: string) => boolean) =>
    chunk.moduleIds.some((id) => isIt(id.replace(/\?(tsr-split=.*|lingui)$|&lingui$/, '')))
  const found = new Set<Rolldown.OutputChunk>()
  const add = (chunk: Rolldown.OutputChunk) => {
    // index.html already loads the main script itself.
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
  return [...scripts, ...sheetsOf([...found])].map((file) => file.replace(/^assets\//, ''))
}
