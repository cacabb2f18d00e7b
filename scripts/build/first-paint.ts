import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/**
 * index.html draws itself: the colours, the first paint and the styles of every page's frame stand in it, under the
 * nonce that the server gives each page. No style sheet is waited for, and none is asked for before a page needs more.
 */
export function paintsFirst(root: string): Plugin {
  return {
    name: 'first-paint',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const first = small(await readFile(join(root, 'src/app/first-paint.css'), 'utf8'))
        if (!bundle)
          return withStyles(html, small(await readFile(join(root, 'src/app/base.css'), 'utf8')) + first)
        const link = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/.exec(html)
        const sheet = bundle[link?.[1] ?? '']
        if (!link || sheet?.type !== 'asset') throw new Error('index.html names no style sheet any more.')
        delete bundle[sheet.fileName]
        return withStyles(html.replace(link[0], ''), textOf(sheet).trim() + first)
      },
    },
  }
}

const textOf = ({ source }: Rolldown.OutputAsset) =>
  typeof source === 'string' ? source : new TextDecoder().decode(source)

function withStyles(html: string, css: string): string {
  return html.replace('</head>', () => `<style nonce="__CSP_NONCE__">${css}</style></head>`)
}

/** Without comments and needless spaces. */
function small(css: string): string {
  return css
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/: /g, ':')
    .trim()
}
