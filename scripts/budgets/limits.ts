/** A page's scripts: what is imported by these modules is loaded before the page can be used. */
interface PageBudget {
  page: string
  /** sources that the page loads by itself, whichever file they are built into */
  entries: readonly string[]
  /** in bytes, as brotli, which is how they are served */
  scripts: number
  /** Eight requests, less the document, its style sheet and its font. */
  files: number
}

export interface Budgets {
  pages: readonly PageBudget[]
  blockingStyles: number
  /** in bytes, as served: all that the worker fetches when it is installed */
  precache: number
}

/** What everybody loads: the start, the frame around the pages, the first texts. */
const everyPage = ['src/app/main.tsx', 'locales/en/messages.po?first']
/** What a page that calls the server loads with it. */
const calls = ['device/http.ts']

/** The build fails above these. */
export const budgets: Budgets = {
  pages: [
    {
      page: 'log-in',
      entries: [...everyPage, ...calls, 'src/routes/_outer.tsx', 'src/routes/_outer/auth/login.tsx'],
      scripts: 105_000,
      files: 5,
    },
    {
      page: 'a list',
      entries: [
        ...everyPage,
        ...calls,
        'locales/en/messages.po?rest',
        'src/app/engine.ts',
        'src/routes/app/route.tsx',
        'src/routes/app/details.$id.tsx',
      ],
      scripts: 165_000,
      files: 5,
    },
  ],
  blockingStyles: 0,
  precache: 1_200_000,
}
