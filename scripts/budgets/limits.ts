/** A page's budget. Everything that these modules import is loaded before the page can be used. */
interface PageBudget {
  page: string
  /** sources that the page loads itself, whichever file they are built into */
  entries: readonly string[]
  /** bytes after brotli, as served */
  scripts: number
  /** bytes after brotli, as served: of these scripts, and Mantine's; those inlined into index.html are not counted */
  sheets: number
  /** the document, the font's two parts, these scripts and sheets; API calls are not counted */
  requests: number
}

export interface Budgets {
  pages: readonly PageBudget[]
  blockingStyles: number
  /** bytes as served: everything that the worker fetches when it is installed */
  precache: number
}

/** The build fails above these. Texts are counted in the language that has more of them. */
export const budgets: Budgets = {
  pages: [
    {
      page: 'log-in',
      entries: [
        'src/app/main.tsx',
        'locales/*/messages.po?first',
        'src/routes/_outer.tsx',
        'src/routes/_outer/auth/login.tsx',
      ],
      scripts: 150_000,
      sheets: 20_000,
      requests: 8,
    },
    {
      page: 'a list',
      entries: [
        'src/app/main.tsx',
        'locales/*/messages.po?app',
        'device/http.ts',
        'src/app/start/engine.ts',
        'src/routes/app/route.tsx',
        'src/routes/app/details.$id.tsx',
      ],
      // 6 KB of them are the catalogue's names in all languages, 2.5 KB for each but English: a name that came later would
      // change under the eyes.
      scripts: 287_000,
      sheets: 30_000,
      requests: 12,
    },
  ],
  blockingStyles: 0,
  // 35 KB of them read and write files, also without a network.
  precache: 840_000,
}
