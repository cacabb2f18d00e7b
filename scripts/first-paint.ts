import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const styles = ['base', 'first-paint']

/**
 * index.html draws itself: what its first paint needs stands in it, and no style sheet is waited for. The script asks
 * for the sheet itself (src/app/main.tsx); it is only named here, so that it is on its way meanwhile.
 */
export function paintsFirst(root: string): Plugin {
  return {
    name: 'first-paint',
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const files = styles.map((name) => readFile(join(root, `src/app/${name}.css`), 'utf8'))
        const css = (await Promise.all(files)).map(small).join('')
        return html
          .replace('</head>', () => `<style nonce="__CSP_NONCE__">${css}</style></head>`)
          .replace(/<link rel="stylesheet"([^>]+)>/, '<link rel="preload" as="style"$1>')
      },
    },
  }
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
