import { relative, resolve } from 'node:path'
import { getConfig } from '@lingui/conf'
import { getCatalogForFile, getCatalogs } from '@lingui/cli/api'
import type { Plugin, Rolldown } from 'vite'

/** The sources whose texts the log-in page may show, what lies around it and what may lie over it. */
const firstSources =
  /^src\/([\w-]+\.tsx?|routes\/(__root|_outer(\/(index|auth\/login))?)\.tsx|account\/(login-page|card|problem|email-field|password-field|public-lists-box)\.tsx|frame\/(outer-[\w-]+|page-title|brand|language-select|mode-toggle|error-page|not-found-page|maintenance-[\w-]+|update-prompt|route-progress|snackbar[\w-]*)\.tsx?)$/

const partOfCatalogue = /\.po\?(first|rest)\?lingui$/
const compiled = /^(.*?JSON\.parse\()("(?:[^"\\]|\\.)*")(\).*)$/s

type Catalogue = Record<string, { origin?: [file: string, line?: number][] }>

/**
 * A language in two parts, so that the log-in page does not wait for the texts of the whole app. It stands
 * behind Lingui's own plugin, which compiles the catalogue and refuses one with a text missing.
 */
export function textsInParts(root: string): Plugin {
  const config = getConfig()
  async function catalogue(file: string): Promise<Catalogue> {
    const found = getCatalogForFile(relative(config.rootDir, file), await getCatalogs(config))
    const read = found && (await found.catalog.read(found.locale))
    if (!read) throw new Error(`${file} is no catalogue.`)
    return read as Catalogue
  }
  const sourcesOf = (text: Catalogue[string] | undefined) => text?.origin?.map(([file]) => file) ?? []
  return {
    name: 'texts-in-parts',
    transform: {
      filter: { id: partOfCatalogue },
      async handler(code, id) {
        const texts = await catalogue(id.split('?')[0] ?? '')
        const [, before, json, after] = compiled.exec(code) ?? []
        if (!json) throw new Error('Lingui compiles its catalogues in another way now.')
        const first = partOfCatalogue.exec(id)?.[1] === 'first'
        const all = Object.entries(JSON.parse(JSON.parse(json)) as Record<string, unknown>)
        const part = all.filter(
          ([key]) => sourcesOf(texts[key]).some((file) => firstSources.test(file)) === first,
        )
        return {
          code: `${before}${JSON.stringify(JSON.stringify(Object.fromEntries(part)))}${after}`,
          map: null,
        }
      },
    },
    /** Code that is there with the log-in page must find its texts there. */
    async generateBundle() {
      const texts = await catalogue(resolve(root, 'locales/en/messages.po'))
      const withTexts = new Set(Object.values(texts).flatMap(sourcesOf))
      const wrong = [...firstModules(this)]
        .map((id) => relative(root, id.split('?')[0] ?? ''))
        .filter((file) => withTexts.has(file) && !firstSources.test(file))
      if (wrong.length > 0)
        this.error(`The log-in page brings these along; name them in locales/parts.ts: ${wrong.join(', ')}`)
    },
  }
}

/** What main.tsx imports; also later, as long as no other page is needed for it. */
function firstModules(bundle: Rolldown.PluginContext): Set<string> {
  const found = new Set<string>()
  const add = (id: string) => {
    if (found.has(id) || !/\/src\/[^?]+\.tsx?(\?|$)/.test(id)) return
    found.add(id)
    const info = bundle.getModuleInfo(id)
    info?.importedIds.forEach(add)
    // A route's own component comes with the log-in page if it is its own or lies around it.
    const ofOtherPages = (file: string) =>
      /\/src\/(engine\.ts|routes\/)/.test(file) && !firstSources.test(relativeTo(file))
    info?.dynamicallyImportedIds.filter((file) => !ofOtherPages(file)).forEach(add)
  }
  const relativeTo = (id: string) => id.replace(/^.*\/(src\/[^?]*).*$/, '$1')
  for (const id of bundle.getModuleIds()) if (id.endsWith('/src/main.tsx')) add(id)
  return found
}
