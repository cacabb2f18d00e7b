import type { Plugin, Rolldown } from 'vite'

/**
 * Rolldown keeps its few helpers in a file of their own, which the browser hears of only when the page's script has
 * come: one more turn to the server before anything is drawn. This lays them into that script, which all others import.
 */
export function oneEntry(): Plugin {
  return {
    name: 'one-entry',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const helpers = chunks.find(({ name }) => name === 'rolldown-runtime')
      const entry = chunks.find(({ isEntry }) => isEntry)
      if (!helpers || !entry) return
      const [, code, exported] = /^([^]*)export\s*\{([^}]*)\};?\s*$/.exec(helpers.code) ?? []
      if (code === undefined || exported === undefined)
        this.error('Rolldown writes its helpers in another way now.')
      const names = exported.split(',').map((pair) =>
        pair
          .trim()
          .split(/\s+as\s+/)
          .toReversed()
          .join(':'),
      )
      const whole = `(()=>{${code.trim().replace(/;?$/, ';')}return{${names.join()}}})()`
      for (const chunk of chunks) if (chunk !== helpers) take(chunk, helpers.fileName, entry, whole)
      delete bundle[helpers.fileName]
    },
  }
}

const local = '$rolldown'

function take(
  chunk: Rolldown.OutputChunk,
  helpers: string,
  entry: Rolldown.OutputChunk,
  whole: string,
): void {
  const file = helpers.split('/').at(-1) ?? ''
  const isEntry = chunk === entry
  const from = isEntry ? '' : `import{${local}}from"./${entry.fileName.split('/').at(-1)}";`
  const pattern = new RegExp(
    `import\\s*\\{([^}]*)\\}\\s*from\\s*["'\`]\\./${file.replaceAll('.', '\\.')}["'\`];?`,
  )
  const found = pattern.exec(chunk.code)
  const taken = (found?.[1] ?? '').replace(/\s+as\s+/g, ':')
  const given = isEntry ? `export const ${local}=${whole};` : from
  if (found) chunk.code = chunk.code.replace(pattern, () => `${given}const{${taken}}=${local};`)
  else if (isEntry) chunk.code = given + chunk.code
  chunk.code = chunk.code.replace(
    new RegExp(`import\\s*["'\`]\\./${file.replaceAll('.', '\\.')}["'\`];?`),
    '',
  )
  chunk.imports = [
    ...new Set(chunk.imports.map((name) => (name === helpers ? entry.fileName : name))),
  ].filter((name) => name !== chunk.fileName)
}
