/** A page's scripts: what is imported by these modules is loaded before the page can be used. */
interface PageBudget {
  page: string
  /** sources that the page loads by itself, whichever file they are built into */
  entries: readonly string[]
  /** in bytes, as brotli, which is how they are served */
  scripts: number
  /** the document, the font's two parts, these scripts and their style sheets; calls to the server come on top */
  requests: number
}

export interface Budgets {
  pages: readonly PageBudget[]
  blockingStyles: number
  /** in bytes, as served: all that the worker fetches when it is installed */
  precache: number
}

/** The build fails above these. The texts are those of the language that has more of them. */
export const budgets: Budgets = {
  pages: [
    {
      page: 'log-in',
      entries: [
        'src/app/main.tsx',
        'locales/pl/messages.po?first',
        'src/routes/_outer.tsx',
        'src/routes/_outer/auth/login.tsx',
      ],
      scripts: 140_000,
      requests: 7, // no style sheet
    },
    {
      page: 'a list',
      entries: [
        'src/app/main.tsx',
        'locales/pl/messages.po?app',
        'device/http.ts',
        'src/app/engine.ts',
        'src/routes/app/route.tsx',
        'src/routes/app/details.$id.tsx',
      ],
      scripts: 230_000,
      requests: 8,
    },
  ],
  blockingStyles: 0,
  precache: 1_200_000,
}
