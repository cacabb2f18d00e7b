import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lingui } from '@lingui/vite-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { textsInParts } from './locales/parts.ts'
import { compiledAtOnce } from './scripts/build/compiled-at-once.ts'
import { paintsFirst } from './scripts/build/first-paint.ts'
import { scriptGroups } from './scripts/build/groups.ts'
import { manifest } from './scripts/build/manifest.ts'
import { linguiMacro, precompressed, routes } from './scripts/build/plugins.ts'
import { preloadsPage } from './scripts/build/preload.ts'
import { keepsBudgets } from './scripts/budgets/plugin.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
// Lingui's macro, its plugin and its command line all look here for their config.
process.env['LINGUI_CONFIG'] = resolve(root, 'locales/lingui.config.ts')
const api = `http://localhost:${process.env['API_PORT'] ?? 3001}`

export default defineConfig({
  root,
  plugins: [
    routes(),
    linguiMacro(),
    react(),
    lingui({ failOnMissing: true, failOnCompileError: true }),
    textsInParts(root),
    paintsFirst(root),
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
        // By default the file would be named after its entry, index; the worker for the root must be sw.js.
        beforeBuildServiceWorker: (options) => {
          options.swDest = resolve(root, options.outDir, 'sw.js')
          options.injectManifest.swDest = options.swDest
        },
      },
      includeManifestIcons: false,
      devOptions: { enabled: true, type: 'module' },
      manifest,
    }),
    precompressed(),
    keepsBudgets(root),
  ],
  build: {
    outDir: 'dist',
    target: 'es2023',
    sourcemap: false,
    assetsInlineLimit: 0,
    // Of an import() only the styles: Safari warns about every script that was preloaded before it was imported.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
    },
    rolldownOptions: {
      // ZXing's package does not declare that its modules have no side effects. Assuming so makes the scanner's code 4×
      // smaller.
      treeshake: { moduleSideEffects: (id) => !/node_modules\/@zxing\//.test(id) },
      output: {
        codeSplitting: { groups: scriptGroups(root) },
        // The worker keeps the texts of some languages only, and knows them by their names: src-sw/caching.ts.
        chunkFileNames: ({ facadeModuleId, moduleIds }) => {
          const id = facadeModuleId ?? moduleIds[0] ?? ''
          const [, language] = /\/locales\/([^/]+)\/messages\.po/.exec(id) ?? []
          return `assets/${language ? `messages-${language}` : '[name]'}-[hash].js`
        },
      },
    },
  },
  server: {
    // /dev/ is the server's mailbox, but /device is a source folder.
    proxy: { '^/(api|oauth|uploads|dev|healthz)(/|$)': { target: api } },
  },
})
