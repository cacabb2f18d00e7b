import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { transformAsync } from '@babel/core'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import type { Plugin } from 'vite'

/** Makes `src/routeTree.gen.ts` from the folders of `src/routes`, and puts each page's code into a chunk of its own. */
export function routes() {
  return tanstackRouter({
    routesDirectory: 'src/routes',
    generatedRouteTree: 'src/routeTree.gen.ts',
    autoCodeSplitting: true,
    addExtensions: true,
    disableLogging: true,
  })
}

/** Runs Lingui's macros, which are a Babel plugin: plugin-react 6 does not include Babel. */
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

/**
 * Compresses each file at the highest level at build time, beside the original. Doing it for every response would be
 * too slow.
 */
export function precompressed(): Plugin {
  let dist = ''
  // Without https, browsers accept gzip only.
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
      // After the worker has been built.
      order: 'post',
      sequential: true,
      async handler() {
        if (dist === '') return // the build failed
        const files = await readdir(dist, { recursive: true })
        const texts = files.filter((file) => /\.(js|css|svg)$/.test(file))
        await Promise.all(texts.map((file) => compress(join(dist, file))))
      },
    },
  }
}
