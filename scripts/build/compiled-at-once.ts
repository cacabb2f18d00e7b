import type { Plugin } from 'vite'

/** Chunks whose functions all run before a page is shown, see groups.ts. */
const scripts = ['main', 'lists']

/**
 * Chromium compiles each function at its first call, on the main thread. This comment makes it compile the whole script
 * on another thread while it downloads, which saves 20% of the main thread's time until a list is shown. Other browsers
 * ignore it.
 */
export function compiledAtOnce(): Plugin {
  return {
    name: 'compiled-at-once',
    apply: 'build',
    generateBundle: {
      // Late, because comments have been removed by then.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && scripts.includes(file.name))
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
      },
    },
  }
}
