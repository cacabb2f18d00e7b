import { readFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { formatter } from '@lingui/format-po'
import type { Plugin, Rolldown } from 'vite'

/** The sources whose texts the log-in page may show, what lies around it and what may lie over it. */
const firstSources =
  /^src\/(texts\/(texts|problem-text)\.ts|state\/(session\/move-trial|own\/watch-own)\.ts|routes\/(__root|_outer(\/(index|auth\/login))?)\.tsx|account\/(sign-in\/)?(login-page|card|problem|email-field|password-field|public-lists-box|register-link|try-it|trial-notice)\.tsx|frame\/([a-z]+\/)?(outer-[\w-]+|page-title|brand|language-select|mode-toggle|error-page|not-found-page|maintenance-[\w-]+|update-prompt|route-progress|snackbar[\w-]*)\.tsx?)$/

const partOfCatalogue = /\.po\?(first|rest)\?lingui$/
const compiled = /^(.*?JSON\.parse\()("(?:[^"\\]|\\.)*")(\).*)$/s

/** The sources that use a text, by its id. */
async function readSources(filename: string): Promise<Map<string, string[]>> {
  const context = { locale: '', sourceLocale: 'en', filename }
  const catalogue = await formatter().parse(await readFile(filename, 'utf8'), context)
  return new Map(
    Object.entries(catalogue).map(([id, { origin }]) => [id, (origin ?? []).map(([file]) => file)]),
  )
}

/**
 * A language in two parts, so that the log-in page does not wait for the texts of the whole app. It stands
 * behind Lingui's own plugin, which compiles the catalogue and refuses one with a text missing.
 */
export function textsInParts(root: string): Plugin {
  return {
    name: 'texts-in-parts',
    transform: {
      filter: { id: partOfCatalogue },
      async handler(code, id) {
        const sources = await readSources(id.split('?')[0] ?? '')
        const [, before, json, after] = compiled.exec(code) ?? []
        if (!json) throw new Error('Lingui compiles its catalogues in another way now.')
        const first = partOfCatalogue.exec(id)?.[1] === 'first'
        const all = Object.entries(JSON.parse(JSON.parse(json)) as Record<string, unknown>)
        const part = all.filter(
          ([key]) => !!sources.get(key)?.some((file) => firstSources.test(file)) === first,
        )
        return {
          code: `${before}${JSON.stringify(JSON.stringify(Object.fromEntries(part)))}${after}`,
          map: null,
        }
      },
    },
    /** Code that is there with the log-in page must find its texts there. */
    async generateBundle() {
      const sources = await readSources(resolve(root, 'locales/en/messages.po'))
      const withTexts = new Set([...sources.values()].flat())
      const wrong = [...firstModules(this)]
        .map((id) => relative(root, id.split('?')[0] ?? ''))
        .filter((file) => withTexts.has(file) && !firstSources.test(file))
      if (wrong.length > 0)
        this.error(`The log-in page brings these along; name them in locales/parts.ts: ${wrong.join(', ')}`)
    },
  }
}

const fileOf = (id: string) => id.replace(/^.*\/(src\/[^?]*).*$/, '$1')

/** What main.tsx imports; also later, as long as no other page is opened for it. */
function firstModules(bundle: Rolldown.PluginContext): Set<string> {
  const found = new Set<string>()
  const add = (id: string) => {
    if (found.has(id) || !/\/src\/[^?]+\.tsx?(\?|$)/.test(id)) return
    found.add(id)
    const info = bundle.getModuleInfo(id)
    info?.importedIds.forEach(add)
    const ofOtherPages = (file: string) =>
      /^src\/(engine\.ts|routes\/)/.test(file) && !firstSources.test(file)
    info?.dynamicallyImportedIds.filter((later) => !ofOtherPages(fileOf(later))).forEach(add)
  }
  for (const id of bundle.getModuleIds()) if (id.endsWith('/src/app/main.tsx')) add(id)
  return found
}
