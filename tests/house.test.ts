import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { languages } from '../core/text/language.ts'

/**
 * Which room may import from which. A room is a folder of `core`, `server` or `src`, an inner folder that is named
 * here, or one of the other folders with code. Whoever needs an arrow that is not here moves the code to where both may have it, or adds it here with a reason.
 */
const core = [
  'core/contract',
  'core/exchange',
  'core/locales',
  'core/product',
  'core/recipe',
  'core/sync',
  'core/text',
]
const storage = ['server/base', 'server/db', 'server/limits', 'server/live', ...core]
/** What is stored with a change, and sent after it. */
const outbox = ['server/hooks']
const calls = ['server/auth', 'server/http', 'server/services', ...storage]
const page = ['src/lib', 'src/texts', 'src/ui', 'device', ...core]
const signedIn = ['src/account/session', ...page]
const synced = ['src/sync', ...signedIn]
const anybody = ['src/trial', 'src/visitor', ...synced]
const states = ['src/account/state', 'src/list/share', 'src/list/state', 'src/templates/state', ...anybody]
const shared = ['src/actions', 'src/app/start', 'src/exchange', 'src/sync/panel', ...states]

const mayImport: Readonly<Record<string, readonly string[]>> = {
  'core/contract': ['core/exchange', 'core/product', 'core/sync'],
  'core/exchange': ['core/locales', 'core/product', 'core/text'],
  'core/product': ['core/contract', 'core/locales', 'core/text'],
  'core/recipe': ['core/locales', 'core/product', 'core/text'],
  'core/sync': ['core/contract', 'core/product'],
  'core/text': ['core/contract', 'core/locales', 'core/product', 'core/sync'],
  device: core,
  'src-sw': ['device', ...core],

  // The first file to run; it puts everything together.
  server: [
    'server/account',
    'server/assistant',
    'server/caldav',
    'server/exchange',
    'server/files',
    ...outbox,
    'server/lists/rest',
    'server/mail',
    'server/operate',
    'server/page',
    'server/push',
    'server/recipe',
    'server/templates',
    'server/catalogue',
    ...calls,
  ],
  'server/db': core,
  'server/base': ['server/db', ...core],
  'server/limits': ['server/base', 'server/db', ...core],
  'server/live': ['server/base', 'server/db', ...core],
  'server/services': ['server/hooks', 'server/mail', 'server/push', ...storage],
  'server/recipe': calls,
  'server/seed': ['server/base', ...core],
  // The services name the mailer, and its pages use them.
  'server/mail': ['server/services', ...storage],
  'server/page': ['server/services', ...storage],
  'server/push': ['server/mail', ...storage],
  // The outbox that lists write to in their transactions, and what sends it.
  'server/hooks': ['server/push', ...storage],
  'server/auth': ['server/seed', 'server/services', ...storage],
  'server/http': ['server/auth', 'server/mail', 'server/page', 'server/services', ...storage],
  'server/files': calls,
  'server/catalogue': ['server/seed', ...calls],
  'server/lists/purchases': calls,
  'server/lists/store': ['server/lists/purchases', 'server/catalogue', 'server/push', ...outbox, ...calls],
  'server/lists/sync': ['server/lists/store', 'server/catalogue', 'server/push', ...calls],
  'server/lists/rest': [
    ...outbox,
    'server/lists/purchases',
    'server/lists/store',
    'server/lists/sync',
    'server/mail',
    'server/seed',
    'server/catalogue',
    ...calls,
  ],
  'server/templates': [
    'server/lists/rest',
    'server/lists/store',
    'server/seed',
    'server/catalogue',
    ...calls,
  ],
  'server/account': [
    'server/files',
    ...outbox,
    'server/lists/purchases',
    'server/lists/rest',
    'server/lists/store',
    'server/mail',
    'server/push',
    'server/templates',
    ...calls,
  ],
  // Its tools make the REST calls.
  'server/assistant': calls,
  'server/caldav': ['server/lists/store', ...calls],
  // A file may hold whatever an account has.
  'server/exchange': [
    'server/account',
    'server/catalogue',
    'server/lists/purchases',
    'server/lists/rest',
    'server/lists/store',
    'server/lists/sync',
    'server/seed',
    'server/templates',
    ...calls,
  ],
  'server/operate': [
    'server/account',
    'server/files',
    'server/lists/purchases',
    'server/lists/store',
    'server/mail',
    ...calls,
  ],

  src: ['src/routes'],
  'src/lib': ['device'],
  'src/texts': ['device', ...core],
  'src/ui': page,
  // Who uses the app, what is synchronised, and what the screens show of it: each knows those above it.
  'src/account/session': page,
  'src/sync': signedIn,
  'src/visitor': synced,
  'src/trial': ['src/visitor', ...synced],
  'src/account/state': anybody,
  'src/list/state': ['src/account/state', ...anybody],
  'src/templates/state': ['src/account/state', 'src/list/state', ...anybody],
  'src/list/share': ['src/account/state', 'src/list/state', ...anybody],
  'src/sync/panel': anybody,
  'src/actions': states,
  'src/exchange': states,
  // Starts what the screens show; the first file of the page draws its frame.
  'src/app/start': ['src/frame', 'src/scan', ...states],
  'src/app': ['src', 'src/app/start', 'src/frame', ...synced],
  // The pages do not import one another.
  'src/account': shared,
  'src/frame': ['src/guest', ...shared],
  'src/guest': ['src/account', ...shared],
  'src/list': shared,
  'src/overview': shared,
  'src/scan': shared,
  'src/spending': shared,
  'src/templates': shared,
  // Only they know every page; nobody imports them but the router.
  'src/routes': [
    'src/account',
    'src/frame',
    'src/guest',
    'src/list',
    'src/overview',
    'src/scan',
    'src/spending',
    'src/templates',
    ...shared,
  ],
}

/** Packages that a room must do without: what it is for would suffer, or it runs where they do not. */
const mayNotUse: Readonly<Record<string, RegExp>> = {
  core: /^(node:|react|@mantine|idb|ky$|zustand)/,
  device: /^(node:|react|@mantine|zustand)/,
  // Hooks are named by their use.
  'src/(account/session|(account|list|templates)/state|app/start|sync)/(?!use-)[^/]+[.]ts$':
    /^(react$|@mantine\/(core|hooks))/,
}

/** Pairs of rooms that import each other, and may for now. */
const mutual = [
  'core/contract core/product',
  'core/contract core/sync',
  'core/product core/text',
  'server/mail server/services',
]

/** Folders of the page, three deep, that import each other. */
// What a list loads late is named in src/list/lazy.tsx, and made of what is beside it.
const mutualFolders = [
  'src/list src/list/add',
  'src/list src/list/page',
  'src/list src/list/shop',
  'src/templates src/templates/edit',
]

/** Codes and names of the languages in locales/, as code would have them. */
const codes = languages.join('|')
const languageName = new RegExp(
  String.raw`['"](?:${codes})['"]|\b(?:${codes}):|\.(?:${codes})\b(?!/)|\b(?:en-GB|pl-PL|de-DE)\b|(?<!nail[- ])[pP]olish|English|German`,
)

/** Files that name a language, and why. Anything else follows from what is in locales/. */
const namingALanguage: Readonly<Record<string, string>> = {
  'core/recipe/adjectives.ts': 'grammar: Polish adjectives are known by their endings',
  'core/recipe/amounts.ts':
    'grammar: an English measure without a number needs an of; other languages have de and di',
  'core/recipe/foods.ts': 'grammar: the kind of an English food may stand behind its comma',
  'core/recipe/ingredient.ts': 'grammar: the same, and a Polish adjective may be the last word',
  'core/recipe/lines.ts': 'grammar: the same',
  'core/recipe/names.ts': 'grammar: the same',
  'core/text/forms.ts': 'grammar: English plurals and Polish declensions',
  'core/text/language.ts': 'English is that of Britain',
  'scripts/household.ts': 'the people of the demonstration',
  'scripts/people.ts': 'the default of a command that is in English',
  'scripts/pictures.ts': 'the screenshots of the README',
  'server/mail/dev-mail.ts': "the operator's own page, which is in English",
  'server/push/quiet-hours.ts': 'a format that code reads, and nobody else',
  'server/seed/templates.ts': 'what a template is called: Polish Christmas Eve',
}

/** More files than this in one folder are a heap: a room is missing. */
const mostFiles = 26
/** Each file has its number, and nobody looks for one by browsing. */
const numbered = ['docs/decisions', 'server/db/migrations']

const root = resolve(import.meta.dirname, '..')
const unread = ['.git', 'node_modules', 'dist', 'test-results', 'screens', 'data', '.vite']
const files = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  .filter((file) => !file.split('/').some((part) => unread.includes(part)))
const code = new Set(files.filter((file) => /^(core|device|server|src|src-sw)\/.*\.(tsx?|mjs)$/.test(file)))

function roomOf(file: string): string {
  const parts = dirname(file).split('/')
  const inner = parts.slice(0, 3).join('/')
  if (inner in mayImport) return inner
  return ['core', 'server', 'src'].includes(parts[0] ?? '') ? parts.slice(0, 2).join('/') : (parts[0] ?? '')
}

interface Arrow {
  from: string
  to: string
}

const arrows: Arrow[] = []
const packages: Arrow[] = []
for (const from of code) {
  const text = readFileSync(join(root, from), 'utf8')
  for (const [, to = ''] of text.matchAll(/(?:\bfrom|\bimport\(|^import)\s*'([^']+)'/gm))
    if (!to.startsWith('.')) packages.push({ from, to })
    else if (code.has(normalize(join(dirname(from), to))))
      arrows.push({ from, to: normalize(join(dirname(from), to)) })
}
const between = arrows.filter(({ from, to }) => roomOf(from) !== roomOf(to))

describe('the house', () => {
  test('each room imports only from rooms that it may know', () => {
    expect(between.length).toBeGreaterThan(1_000)
    const wrong = between.filter(({ from, to }) => !mayImport[roomOf(from)]?.includes(roomOf(to)))
    expect(wrong).toEqual([])
  })

  test('rooms that import each other are known', () => {
    const all = new Set(between.map(({ from, to }) => `${roomOf(from)} ${roomOf(to)}`))
    const found = [...all].filter((pair) => {
      const [one = '', two = ''] = pair.split(' ')
      return one < two && all.has(`${two} ${one}`)
    })
    expect(found.toSorted()).toEqual(mutual)
  })

  test('folders of the page that import each other are known', () => {
    const folderOf = (file: string) => dirname(file).split('/').slice(0, 3).join('/')
    const all = new Set(
      arrows
        .filter(({ from, to }) => from.startsWith('src/') && to.startsWith('src/'))
        .map(({ from, to }) => `${folderOf(from)} ${folderOf(to)}`),
    )
    const found = [...all].filter((pair) => {
      const [one = '', two = ''] = pair.split(' ')
      return one < two && all.has(`${two} ${one}`)
    })
    expect(found.toSorted()).toEqual(mutualFolders)
  })

  test('each room does without the packages that it must not know', () => {
    const wrong = packages.filter(({ from, to }) =>
      Object.entries(mayNotUse).some(
        ([room, not]) =>
          new RegExp(room.endsWith('$') ? `^${room}` : `^${room}[./]`).test(from) && not.test(to),
      ),
    )
    expect(wrong).toEqual([])
  })

  test('each Mantine component in use has its styles in mantine.css', () => {
    const used = new Set<string>()
    for (const file of code) {
      const text = readFileSync(join(root, file), 'utf8')
      for (const [, names = ''] of text.matchAll(/import \{([^}]+)\} from '@mantine\/core'/g))
        for (const name of names.split(',')) used.add(name.trim().replace(/^type .*/, ''))
    }
    const sheet = readFileSync(join(root, 'src/ui/mantine.css'), 'utf8')
    const sheets = readdirSync(join(root, 'node_modules/@mantine/core/styles'))
    // Their lists of options and their arrows are of another component.
    if (used.has('Select') || used.has('NativeSelect')) used.add('Combobox')
    const wanted = [...used].filter((name) => sheets.includes(`${name}.layer.css`))
    expect(wanted.length).toBeGreaterThan(10)
    expect(wanted.filter((name) => !sheet.includes(`/${name}.layer.css`))).toEqual([])
  })

  test('no test judges by the clock of the machine', () => {
    const tests = files.filter((file) => /^tests\/(?!bench\/).*\.(test|spec)\.tsx?$/.test(file))
    expect(tests.length).toBeGreaterThan(200)
    const clock = /performance\.now|hrtime|(?:expect|assert).*\b(?:took|elapsed|duration)\b/
    const found = tests.filter((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        // Looks again after a while, and asserts nothing.
        .some((line) => clock.test(line.replaceAll(/performance\.now\(\)(?= - left| \}\))/g, ''))),
    )
    expect(found.filter((file) => file !== 'tests/house.test.ts')).toEqual([])
  })

  test('OPEN-6 the code names no language, except where it is listed', () => {
    const found = [...code, ...files.filter((file) => /^scripts\/.*\.(ts|mjs)$/.test(file))].filter(
      (file) => {
        if (file.startsWith('core/locales/')) return false
        const text = readFileSync(join(root, file), 'utf8').replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
        return languageName.test(text)
      },
    )
    expect(found.toSorted()).toEqual(Object.keys(namingALanguage).toSorted())
  })

  test('no folder is a heap', () => {
    const byFolder = Object.entries(Object.groupBy(files, (file) => dirname(file)))
    const heaps = byFolder.filter(
      ([folder, held = []]) => held.length > mostFiles && !numbered.includes(folder),
    )
    expect(heaps.map(([folder]) => folder)).toEqual([])
  })
})
