import type { Plugin, Rolldown } from 'vite'

/**
 * Moves Rolldown's few helpers into the page's main script. Rolldown puts them into a file of their own, which the
 * browser discovers only when the main script has arrived: one more round trip before anything is drawn.
 */
export function oneEntry(): Plugin {
  return {
    name: 'one-entry',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const helpers = chunks.find(({ name }) => name === 'rolldown-runtime')
      const entry = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/src/app/main.tsx')))
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

/**
 * Replaces a chunk's import of the helpers. A file's name is a hash of its content with its imports. So a chunk that
 * did not import the main script gets its own copy of the helpers: otherwise an old file could load an old main script.
 */
function take(
  chunk: Rolldown.OutputChunk,
  helpers: string,
  entry: Rolldown.OutputChunk,
  whole: string,
): void {
  const file = helpers.split('/').at(-1)?.replaceAll('.', '\\.')
  const pattern = new RegExp(`import\\s*(?:\\{([^}]*)\\}\\s*from\\s*)?["'\`]\\./${file}["'\`];?`)
  const found = pattern.exec(chunk.code)
  if (!found && chunk !== entry) return
  const taken = `const{${(found?.[1] ?? '').replace(/\s+as\s+/g, ':')}}=${local};`
  const imported = `import{${local}}from"./${entry.fileName.split('/').at(-1)}";`
  const own = `const ${local}=${whole};`
  const given = chunk === entry ? `export ${own}` : chunk.imports.includes(entry.fileName) ? imported : own
  chunk.code = found ? chunk.code.replace(pattern, () => given + taken) : given + chunk.code
  chunk.imports = chunk.imports.filter((name) => name !== helpers)
}
