import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

const mantine = 'src/ui/mantine.css'

// Decision 042: the first paint waits for no style sheet.
/**
 * Inlines into index.html the colours, the first paint and the styles of every page's frame, under the nonce that the
 * server gives each page, and links Mantine's sheet at the end of the body. So the first paint waits for no style
 * sheet; the page's script waits for Mantine's.
 */
export function paintsFirst(root: string): Plugin {
  const read = async (name: string) => small(await readFile(join(root, `src/app/${name}.css`), 'utf8'))
  let ofEntry = ''
  return {
    name: 'first-paint',
    buildStart() {
      if (this.environment.mode === 'build')
        this.emitFile({ type: 'chunk', id: join(root, mantine), name: 'mantine' })
    },
    generateBundle: {
      // Before Vite links the sheets: in index.html, and beside each script that imports the page's own script.
      order: 'pre',
      handler(_options, bundle) {
        ofEntry = ''
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk' || !chunk.moduleIds.some((id) => id.endsWith('/src/app/main.tsx')))
            continue
          const sheets = chunk.viteMetadata?.importedCss ?? new Set<string>()
          for (const name of sheets) {
            ofEntry += textOf(bundle[name])
            delete bundle[name]
          }
          sheets.clear()
        }
        if (ofEntry === '') this.error('The page has no styles of its own any more.')
      },
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const css = (bundle ? ofEntry.trim() : await read('colours')) + (await read('first-paint'))
        const sheet = bundle ? Object.keys(bundle).find((name) => /mantine-[^/]*\.css$/.test(name)) : mantine
        if (!sheet) throw new Error('The bundle has no sheet of Mantine.')
        return html
          .replace('</head>', () => `<style nonce="__CSP_NONCE__">${css}</style></head>`)
          .replace('</body>', () => `<link rel="stylesheet" href="/${sheet}" /></body>`)
      },
    },
  }
}

function textOf(file: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined): string {
  if (file?.type !== 'asset') throw new Error('A style sheet is not in the bundle.')
  return typeof file.source === 'string' ? file.source : new TextDecoder().decode(file.source)
}

/** Removes comments and unneeded spaces. */
function small(css: string): string {
  return css
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/: /g, ':')
    .trim()
}
