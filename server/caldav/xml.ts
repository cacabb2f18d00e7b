import { XMLBuilder, XMLParser } from 'fast-xml-parser'
import { problem } from '../base/problem.ts'

/** The prefixes that stand for namespaces in names here and in answers. */
const namespaces = {
  d: 'DAV:',
  c: 'urn:ietf:params:xml:ns:caldav',
  cs: 'http://calendarserver.org/ns/',
  a: 'http://apple.com/ns/ical/',
} as const
const prefixes = new Map<string, string>(Object.entries(namespaces).map(([prefix, uri]) => [uri, prefix]))

export interface Element {
  /** with one of the prefixes above; '?' before the name: of another namespace */
  name: string
  text: string
  attributes: Readonly<Record<string, string>>
  children: Element[]
}

type Node = Record<string, unknown> & { ':@'?: Record<string, string>; '#text'?: string }

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  ignorePiTags: true,
  ignoreDeclaration: true,
  maxNestedTags: 20,
  // Only the five of XML: a request has no document type, see below.
  processEntities: true,
  // And signs by their numbers.
  htmlEntities: true,
})

/** Tags of one request: enough to name all products of the longest list at once, as vdirsyncer does. */
const mostTags = 11_000
/** Namespaces that one request declares. The largest known one has 6. */
const mostNamespaces = 50

/**
 * Parses a request; null for an empty one.
 * @throws ProblemError invalidRequest: it is no XML, or it has a document type, whose entities could grow without end or
 *   name other files
 */
export function parseXml(text: string): Element | null {
  if (text.trim() === '') return null
  const isHuge = text.split('<').length > mostTags || text.split('xmlns').length > mostNamespaces
  if (isHuge || /<!DOCTYPE/iu.test(text)) throw problem('invalidRequest')
  let nodes: Node[]
  try {
    nodes = parser.parse(text, true) as Node[]
  } catch {
    throw problem('invalidRequest')
  }
  const [root] = elementsOf(nodes, {})
  if (!root) throw problem('invalidRequest')
  return root
}

function elementsOf(nodes: readonly Node[], around: Readonly<Record<string, string>>): Element[] {
  return nodes.flatMap(({ ':@': attributes = {}, ...node }) => {
    const [[tag, inner] = ['#text', '']] = Object.entries(node)
    if (!Array.isArray(inner)) return []
    const declared = Object.entries(attributes).filter(([name]) => /^xmlns(:|$)/u.test(name))
    const named = declared.map(([name, uri]) => [name.slice(6), uri] as const)
    const scope = declared.length === 0 ? around : { ...around, ...Object.fromEntries(named) }
    const [local = '', prefix = ''] = tag.split(':').toReversed()
    const known = prefixes.get(scope[prefix] ?? '')
    const within = inner as Node[]
    const children = elementsOf(within, scope)
    const text = within.map((one) => one['#text'] ?? '').join('')
    return [{ name: known ? `${known}:${local}` : `?:${local}`, text, attributes, children }]
  })
}

/** Returns the first element of these names, each within the one before. */
export function within(element: Element | null, ...names: string[]): Element | undefined {
  let found = element ?? undefined
  for (const name of names) found = found?.children.find((one) => one.name === name)
  return found
}

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressEmptyNode: true,
  processEntities: true,
})

/** What an element holds: text, or elements by their names; attributes begin with '@'. */
export type Inner = string | number | { [name: string]: Inner | readonly Inner[] }

export function writtenElement(name: string, inner: Inner): string {
  return builder.build({ [name]: inner })
}

const spaces = Object.entries(namespaces).map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)

/** Writes a document around written elements. Signs that XML cannot hold are left out. */
export function writeXml(root: string, inside: string): string {
  // oxlint-disable-next-line no-control-regex
  const plain = inside.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu, '')
  return `<?xml version="1.0" encoding="utf-8"?>\n<${root} ${spaces.join(' ')}>${plain}</${root}>`
}
