import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { transformAsync } from '@babel/core'
import { lingui } from '@lingui/vite-plugin'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig } from 'vitest/config'
import { textsInParts } from './locales/parts.ts'
import { compiledAtOnce } from './scripts/build/compiled-at-once.ts'
import { paintsFirst } from './scripts/build/first-paint.ts'
import { oneEntry } from './scripts/build/one-entry.ts'
import { preloadsPage } from './scripts/build/preload.ts'
import { keepsBudgets } from './scripts/budgets/plugin.ts'
import LongestFirst from './tests/support/longest-first.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
// Lingui's macro, its plugin and its command line all look here for their config.
process.env['LINGUI_CONFIG'] = resolve(root, 'locales/lingui.config.ts')
// Tests hash passwords as the product does, on a machine that may have much else to do.
const patience = { testTimeout: 60_000, expect: { poll: { timeout: 20_000 } } }
const api = `http://localhost:${process.env['API_PORT'] ?? 3001}`

/** plugin-react 6 carries no Babel, and Lingui's macros are a Babel plugin. */
function linguiMacro(): Plugin {
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
function precompressed(): Plugin {
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
const shortcutIcon = (name: string) => ({
  src: `/icons/shortcut-${name}.png`,
  sizes: '96x96',
  type: 'image/png',
})

/** A list, and the style sheets of the fields to change it: they would be a request of their own. */
const ofLists = new RegExp(
  [
    'state/clock\\.ts',
    'app/engine\\.ts',
    'routes/app/(route|details\\.\\$id)\\.tsx',
    'list/add/(add-form|understood-chips|usuals|paste-text)\\.module\\.css',
    'list/rows/(field|product-fields|quantity-field)\\.module\\.css',
  ]
    .map((source) => `src/${source}`)
    .join('|'),
)

/** All classes of a file end alike, which compresses better than Vite's own names. */
function className(name: string, file: string): string {
  const hash = createHash('sha256')
    .update(relative(root, file.split('?')[0] ?? ''))
    .digest('base64url')
  return `${name}_${hash.replace(/[^a-z]/gi, '').slice(0, 4)}`
}

export default defineConfig({
  root,
  css: { modules: { generateScopedName: className } },
  plugins: [
    tanstackRouter({
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
      autoCodeSplitting: true,
      addExtensions: true,
      disableLogging: true,
    }),
    linguiMacro(),
    react(),
    lingui({ failOnMissing: true, failOnCompileError: true }),
    textsInParts(root),
    paintsFirst(root),
    oneEntry(),
    compiledAtOnce(),
    preloadsPage(root),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src-sw',
      filename: 'index.ts',
      injectRegister: false,
      registerType: 'prompt',
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: ['**/*.{js,css,html,woff2}', 'favicon.svg', 'icons/icon-192.png'],
      },
      integration: {
        // The entry's file is called index; a worker that answers for the root is looked for as sw.js.
        beforeBuildServiceWorker: (options) => {
          options.swDest = resolve(root, options.outDir, 'sw.js')
          options.injectManifest.swDest = options.swDest
        },
      },
      includeManifestIcons: false,
      devOptions: { enabled: true, type: 'module' },
      manifest: {
        id: '/app',
        name: 'Koszyk: household shopping lists',
        short_name: 'Koszyk',
        description: 'Household shopping lists that work in a shop without signal',
        lang: 'en',
        dir: 'ltr',
        start_url: '/app',
        scope: '/',
        display: 'standalone',
        theme_color: '#C2410C',
        background_color: '#FFFBF7',
        categories: ['shopping', 'productivity'],
        icons: [
          { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
          { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
          { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
        shortcuts: [
          { name: 'New list', url: '/app?new=1', icons: [shortcutIcon('new')] },
          { name: 'Last list', url: '/app?last=1', icons: [shortcutIcon('last')] },
          { name: 'Scan', description: 'Read a barcode', url: '/app/barcode', icons: [shortcutIcon('scan')] },
        ],
        share_target: {
          action: '/app',
          method: 'GET',
          params: { title: 'title', text: 'text', url: 'url' },
        },
        screenshots: [
          {
            src: '/screenshots/narrow.jpg',
            sizes: '780x1688',
            type: 'image/jpeg',
            form_factor: 'narrow',
            label: 'A list in the shop',
          },
          {
            src: '/screenshots/wide.jpg',
            sizes: '1440x900',
            type: 'image/jpeg',
            form_factor: 'wide',
            label: 'A list on a large screen',
          },
        ],
      },
    }),
    precompressed(),
    keepsBudgets(root),
  ],
  // React 19 has what the router's store would bring along for older ones.
  resolve: {
    alias: [
      {
        find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
        replacement: 'use-sync-external-store/with-selector',
      },
    ],
  },
  build: {
    outDir: 'dist',
    target: 'es2023',
    sourcemap: false,
    // It makes the scripts 2 in 100 smaller on the wire than the bundler's own does.
    minify: 'terser',
    terserOptions: { module: true, compress: { passes: 2, ecma: 2020, collapse_vars: false } },
    assetsInlineLimit: 0,
    // Styles only: Safari complains of every script that was named before it was imported.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files) => files.filter((file) => file.endsWith('.css')),
    },
    rolldownOptions: {
      // ZXing does not say that its modules only declare things; believed, the scanner's reader is a quarter.
      treeshake: { moduleSideEffects: (id) => !/node_modules\/@zxing\//.test(id) },
      output: {
        // Scripts name each other: one character less in each name is fifty bytes of the first script.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        // A file for each thing a person comes for, with the small parts it is made of, instead of thirty small files:
        // signing in, a list, the fields to change it, the overview.
        codeSplitting: {
          groups: [
            // The sheet of eighty bytes is one request less among the styles that stand in index.html.
            {
              name: 'main',
              priority: 6,
              test: /rolldown\/runtime|src\/(app\/main|routes\/_outer(\/index|\/auth\/login)?)\.tsx|product-name\.module\.css/,
            },
            // Calls, and how products are shown: lists need them, and so do pages for visitors.
            {
              name: 'common',
              priority: 5,
              test: /device\/http\.ts|core\/product\/list\.ts|src\/(texts\/(format|unit-names|use-language)\.ts|ui\/(use-wide\.ts|product-name\.tsx|picture\/category-hues\.ts))|icons\/Icon(Plus|ArrowLeft)\.mjs/,
            },
            {
              name: 'lists',
              priority: 4,
              test: ofLists,
            },
            {
              name: 'edit',
              priority: 4,
              test: /src\/list\/(add\/add-form|arrivals|print-list|rows\/product-fields)\.tsx/,
            },
            { name: 'pictures', priority: 3, test: /src\/ui\/(picture\/pictures?|empty-state)\.tsx/ },
            {
              name: 'overview',
              priority: 2,
              test: /src\/(routes\/app\/index|frame\/install\/install-card)\.tsx/,
            },
            { name: 'overlay', priority: 2, test: /src\/ui\/overlay\/(dialog|confirm-dialog)\.tsx/ },
            { name: 'asked', priority: 2, test: /src\/state\/asked\.ts/ },
            { name: 'own', priority: 1, test: /src\/state\/(own\/|kept-templates|template-a|attempt|once)/ },
            { name: 'public', priority: 1, test: /src\/routes\/_outer\/public-list\.\$id\.tsx/ },
          ],
        },
      },
    },
  },
  server: {
    // /dev/ is a mailbox of the server, /device is a folder of ours.
    proxy: { '^/(api|oauth|uploads|dev|healthz)(/|$)': { target: api } },
  },
  test: {
    environment: 'node',
    reporters: ['default', './tests/support/durations.ts'],
    sequence: { sequencer: LongestFirst },
    maxWorkers: '100%', // it would leave one core of two to itself
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          ...patience,
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/e2e/**', 'tests/server/**', 'node_modules/**'],
        },
      },
      // Every server test on both databases; only what needs several instances is for the one that serves them.
      {
        root,
        test: {
          name: 'sqlite',
          ...patience,
          include: ['tests/server/**/*.test.ts'],
          exclude: ['**/postgres.test.ts'],
        },
      },
      {
        root,
        test: {
          name: 'postgres',
          ...patience,
          include: ['tests/server/**/*.test.ts'],
          globalSetup: 'tests/support/postgres.ts',
        },
      },
    ],
  },
})
