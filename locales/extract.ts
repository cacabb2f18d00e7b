import { relative, resolve } from 'node:path'
import type { ExtractorType } from '@lingui/conf'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'

/**
 * What the rooms without Lingui's macros call around an English text, and the context that it gets in the .po files.
 * 'product' and 'words' are lists: names between slashes, words between spaces.
 */
const contexts: Readonly<Record<string, string>> = {
  say: '',
  toSay: '',
  textIn: '',
  category: 'category',
  columnHeading: 'column',
  inAll: 'column',
  keywords: 'keywords',
  products: 'product',
  words: 'words',
  measures: 'words',
  recipeWords: 'words',
  measureWords: 'words',
}

const calls = new RegExp(
  String.raw`(?<!\w|(?<!\.\.)\.)(?<name>${Object.keys(contexts).join('|')})\(\s*(?:[\w.]+,\s*)?(?<quote>['\"\`])(?<text>(?:\\.|(?!\k<quote>)[^])*)\k<quote>(?:,\s*'(?<own>\w+)')?`,
  'g',
)

/** Finds the texts of core, server, worker and manifest for the .po files. */
export const extractor: ExtractorType = {
  match: (filename) => {
    const path = relative(resolve(import.meta.dirname, '..'), filename)
    return /^(?:core(?![\\/]locales)|server|src-sw|scripts)[\\/].*\.ts$/.test(path)
  },
  extract(filename, code, found) {
    for (const { groups: { name = '', text = '', own } = {}, index } of code.matchAll(calls)) {
      const written = text.replace(/\\(.)/g, '$1')
      const context = own ?? contexts[name] ?? ''
      const messages =
        context === 'product'
          ? written.split(/,\s/).map((entry) => entry.split(':')[0] ?? '')
          : [context === 'words' ? written.replace(/\s+/g, ' ') : written]
      for (const message of messages)
        found({
          id: generateMessageId(message, context),
          message,
          context,
          comment: context === 'words' || context === 'keywords' ? commentAbove(code, index) : undefined,
          placeholders: {},
          origin: [filename, 1],
        } as Parameters<typeof found>[0])
    }
  },
}

/** Returns what the code says about these words, for whoever translates them. */
function commentAbove(code: string, index: number): string | undefined {
  const above = code.slice(0, index)
  const comment = /\/\*\*((?:(?!\*\/)[^])*)\*\/\n(?:(?!\n\n|\*\/)[^])*$/.exec(above)?.[1]
  return comment?.replace(/\n \*/g, ' ').replace(/\s+/g, ' ').trim()
}
