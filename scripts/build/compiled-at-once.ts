import type { Plugin } from 'vite'

/** What runs from its first function to its last before a page is there, see the groups in vite.config.ts. */
const scripts = ['main', 'common', 'lists']

/**
 * Chromium compiles each function when it is first called, on the page's own thread. This asks it to compile the whole
 * script beside it while that comes in: a fifth less for that thread until a list is there. Others take it as a comment.
 */
export function compiledAtOnce(): Plugin {
  return {
    name: 'compiled-at-once',
    apply: 'build',
    generateBundle: {
      // Comments are gone by then.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && scripts.includes(file.name))
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
      },
    },
  }
}
