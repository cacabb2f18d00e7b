import { resolve } from 'node:path'
import { defineConfig } from '@lingui/cli'
import { createBabelExtractor } from '@lingui/cli/api/extractors/babel'
import { formatter } from '@lingui/format-po'
import { extractor } from './extract.ts'
import { languagesIn } from './generate.mjs'

export default defineConfig({
  sourceLocale: 'en',
  // Decision 160: a language is one file.
  locales: languagesIn(import.meta.dirname),
  rootDir: resolve(import.meta.dirname, '..'),
  catalogs: [
    {
      path: '<rootDir>/locales/{locale}/messages',
      include: ['src', 'core', 'server', 'src-sw', 'scripts/build'].map((name) => `<rootDir>/${name}`),
      exclude: ['**/dist/**'],
    },
  ],
  extractors: [extractor, createBabelExtractor()],
  format: formatter({ lineNumbers: false }),
  orderBy: 'message',
})
