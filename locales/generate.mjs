// Makes core/locales/*.ts, which git ignores, of the languages in this folder: which there are, and what they call what
// core, server and worker name. The screens' texts are compiled by Lingui. Plain JavaScript, because scripts/run.mjs
// runs it before every command.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * English is the language of the texts in the code, so it comes first; each other folder is a language.
 *
 * @param {string} folder
 */
export function languagesIn(folder) {
  const isLanguage = (/** @type {string} */ name) => existsSync(join(folder, name, 'messages.po'))
  const others = readdirSync(folder).filter((name) => name !== 'en' && isLanguage(name))
  return ['en', ...others.toSorted()]
}

/** @typedef {{ origins: string[], msgctxt: string, msgid: string, msgstr: string }} Message */
/** @typedef {Record<string, Record<string, string>>} Table */

/**
 * Reads the messages of a .po file as Lingui writes it.
 *
 * @param {string} po
 */
export function messagesIn(po) {
  return po.split(/\n{2,}/).flatMap((entry) => {
    /** @type {Message} */
    const message = { origins: [], msgctxt: '', msgid: '', msgstr: '' }
    /** @type {'msgctxt' | 'msgid' | 'msgstr' | undefined} */
    let field
    for (const line of entry.split('\n')) {
      const [, origin] = /^#: (.+)$/.exec(line) ?? []
      if (origin) message.origins.push(origin)
      const [, name, quoted] = /^(?:(msgctxt|msgid|msgstr) )?(".*")$/.exec(line) ?? []
      if (name === 'msgctxt' || name === 'msgid' || name === 'msgstr') field = name
      if (quoted && field) message[field] += JSON.parse(quoted)
    }
    return message.msgid === '' ? [] : [message]
  })
}

/**
 * Returns the generated file that has the texts of a source file; undefined for the screens' own.
 *
 * @param {string} origin
 */
function fileOf(origin) {
  // A list scales amounts of a recipe, and so it loads these words before the others.
  if (/^core\/recipe\/(?:measures|portions)/.test(origin)) return 'measures'
  if (origin.startsWith('core/recipe/')) return 'recipe'
  if (origin.startsWith('core/exchange/')) return 'exchange'
  if (origin.startsWith('core/')) return 'names'
  if (origin.startsWith('src-sw/')) return 'worker'
  return origin.startsWith('src/') ? undefined : 'server'
}

/**
 * Returns what stands for English words in the generated files: their beginning, as they are in the code itself.
 *
 * @param {string} english
 */
const keyOf = (english) => english.slice(0, 12)

const head = '// Made by locales/generate.mjs of the files in locales/. Do not edit.\n'

/**
 * Writes forms as a stem and endings: 'Kartoffeln,Kartoffel/Erdäpfel' as 'Kartoffel:n,/Erdäpfel'.
 *
 * @param {string} names
 */
function shortened(names) {
  const each = names.split('/').map((name) => {
    const forms = name.split(',')
    let stem = forms[0] ?? ''
    while (!forms.every((form) => form.startsWith(stem))) stem = stem.slice(0, -1)
    return forms.length === 1 ? name : `${stem}:${forms.map((form) => form.slice(stem.length)).join(',')}`
  })
  return each.join('/')
}

/**
 * Joins the words of all languages: only measures are told apart by it.
 *
 * @param {Table} words
 */
function joined(words) {
  const all = Object.entries(words).map(([key, each]) => {
    const union = new Set(Object.values(each).flatMap((some) => some.split(' ')))
    if (union.size > 1) union.delete('-')
    return [key, { all: [...union].join(' ') }]
  })
  return Object.fromEntries(all)
}

/**
 * Returns the generated files by name.
 *
 * @param {Map<string, Message[]>} all the messages of each language, English first
 */
export function filesOf(all) {
  const made = new Map(
    ['names', 'measures', 'recipe', 'exchange', 'worker', 'server'].map((name) => [
      name,
      {
        texts: /** @type {Table} */ ({}),
        words: /** @type {Table} */ ({}),
        products: /** @type {Table} */ ({}),
      },
    ]),
  )
  const keys = new Map()
  const languages = [...all.keys()]
  for (const [language, messages] of all)
    for (const { origins, msgctxt, msgid, msgstr } of messages)
      for (const name of new Set(origins.map(fileOf))) {
        const file = made.get(name ?? '')
        if (!file) continue
        if (msgctxt === 'words') {
          const key = keyOf(msgid)
          if ((keys.get(key) ?? msgid) !== msgid) throw new Error(`Two lists of words begin with '${key}'.`)
          keys.set(key, msgid)
          // English words are in the code itself.
          if (language !== 'en') (file.words[key] ??= {})[language] = msgstr
        }
        if (msgctxt === 'product') (file.products[language] ??= {})[msgid] = msgstr || msgid
        else if (language !== 'en' && msgctxt !== 'words' && msgstr !== '' && msgstr !== msgid)
          (file.texts[language] ??= {})[
            msgctxt === '' || msgctxt === 'category' ? msgid : `${msgctxt}\u0004${msgid}`
          ] = msgstr
      }
  const json = JSON.stringify
  const files = new Map([['languages', `export const languages = ${json(languages)} as const\n`]])
  for (const [name, { texts, words, products }] of made) {
    const lines = [
      `export const texts: Partial<Record<string, Partial<Record<string, string>>>> = ${json(texts)}\n`,
    ]
    if (name === 'names' || name === 'measures' || name === 'recipe')
      lines.push(
        `export const words: Partial<Record<string, Partial<Record<string, string>>>> = ${json(name === 'measures' ? words : joined(words))}\n`,
      )
    if (name === 'names') {
      // In the order of the English names, which core has in core/product/wares.ts, so that they are not here as well.
      const order = Object.keys(products.en ?? {}).toSorted()
      const others = languages
        .slice(1)
        .map((one) => [one, order.map((each) => shortened(products[one]?.[each] ?? each)).join('\n')])
      lines.push(
        `export const products: Partial<Record<string, string>> = ${json(Object.fromEntries(others))}\n`,
      )
    }
    files.set(name, lines.join(''))
  }
  return new Map([...files].map(([name, text]) => [name, head + text]))
}

/**
 * Writes the generated files if a language is newer than they are, or came, or went.
 *
 * @param {string} root
 */
export function generate(root) {
  const folder = join(root, 'locales')
  const target = join(root, 'core/locales')
  const languages = languagesIn(folder)
  const sources = [
    folder,
    import.meta.filename ?? '',
    ...languages.map((name) => join(folder, name, 'messages.po')),
  ]
  const time = (/** @type {string} */ path) => (existsSync(path) ? statSync(path).mtimeMs : 0)
  if (time(join(target, 'server.ts')) > Math.max(...sources.map(time))) return
  const all = new Map(
    languages.map((name) => [name, messagesIn(readFileSync(join(folder, name, 'messages.po'), 'utf8'))]),
  )
  mkdirSync(target, { recursive: true })
  for (const [name, text] of filesOf(all)) writeFileSync(join(target, `${name}.ts`), text)
}
