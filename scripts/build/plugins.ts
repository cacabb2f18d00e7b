import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { transformAsync } from '@babel/core'
import type { Plugin } from 'vite'

/** plugin-react 6 carries no Babel, and Lingui's macros are a Babel plugin. */
export function linguiMacro(): Plugin {
  return {
    name: 'lingui-macro',
    enforce: 'pre',
    transform: {
      filter: { code: /@lingui\/(core|react)\/macro/, id: /\.tsx?(\?|$)/ },
      async handler(code, id) {
        const result = await transformAsync(code, {
          filename: id.split('?')[0],
          babelrc: false,
          configFile: false,
          sourceMaps: true,
          parserOpts: { plugins: ['typescript', 'jsx'] },
          plugins: ['@lingui/babel-plugin-lingui-macro'],
        })
        return result?.code ? { code: result.code, map: result.map } : null
      },
    },
  }
}

/** As small as it gets, once, beside each file: doing it for every answer would be too slow. */
export function precompressed(): Plugin {
  let dist = ''
  // Over http browsers take gzip only.
  const compress = async (file: string) => {
    const text = await readFile(file)
    await writeFile(`${file}.br`, await promisify(brotliCompress)(text))
    await writeFile(`${file}.gz`, await promisify(gzip)(text, { level: 9 }))
  }
  return {
    name: 'precompressed',
    apply: 'build',
    writeBundle({ dir = '' }) {
      dist = dir
    },
    closeBundle: {
      // The worker is built before.
      order: 'post',
      sequential: true,
      async handler() {
        if (dist === '') return // the build failed before
        const files = await readdir(dist, { recursive: true })
        const texts = files.filter((file) => /\.(js|css|svg)$/.test(file))
        await Promise.all(texts.map((file) => compress(join(dist, file))))
      },
    },
  }
}
