import { Unzip, UnzipInflate } from 'fflate'
import type { Language } from '../product/entities.ts'
import type { Steps } from '../text/steps.ts'
import { Collector, type Exchanged, type Format, NotReadable } from './exchange.ts'
import { readCsv } from './csv.ts'
import { readForeignJson } from './foreign-json.ts'
import { readIcs } from './ics.ts'
import { readOwnJson } from './json.ts'
import { readText } from './text.ts'

/** The most bytes of a file, of what is in it when it is packed, and how many files may be packed. */
export const mostBytes = 16 << 20
const mostFiles = 2_000
const chunk = 64 << 10

export interface GivenFile {
  name: string
  bytes: Uint8Array
}

/**
 * Reads what we or other apps have written into files. `format`: where the content does not tell.
 * @throws NotReadable
 */
export function* readFiles(
  given: readonly GivenFile[],
  { language, format }: { language: Language; format?: Format | undefined },
): Steps<Exchanged> {
  if (given.reduce((sum, { bytes }) => sum + bytes.length, 0) > mostBytes)
    throw new NotReadable('fileTooLarge')
  const into = new Collector()
  const files: GivenFile[] = []
  for (const file of given)
    if (isZip(file.bytes)) files.push(...(yield* unpacked(file.bytes)))
    else files.push(file)
  const tables = files.length > 1 ? tablesIn(files) : null
  if (tables) yield* readForeignJson(tables, '', into)
  for (const file of tables ? [] : files) {
    try {
      yield* readOne(file, { language, format, into })
    } catch (error) {
      // Of many files some may be something else.
      if (files.length === 1 || !(error instanceof NotReadable)) throw error
    }
    yield
  }
  const { lists, templates, categories } = into.found
  if (lists.length + templates.length + categories.length === 0) throw new NotReadable('nothingInFile')
  return into.found
}

/** Joins what an API answers for each of its tables, as the names of the files say: Grocy's shopping list is several. */
function tablesIn(files: readonly GivenFile[]): Record<string, unknown> | null {
  const tables: Record<string, unknown> = {}
  for (const { name, bytes } of files) {
    const table = calledOf(name)
    if (/^(?:shopping_lists?|products|product_groups|quantity_units)$/u.test(table))
      tables[table] = json(decoded(bytes))
  }
  return Array.isArray(tables['shopping_list']) && tables['products'] ? tables : null
}

function calledOf(name: string): string {
  return name.replace(/^.*\//u, '').replace(/\.[A-Za-z0-9]{1,5}$/u, '')
}

interface Reading {
  language: Language
  format: Format | undefined
  into: Collector
}

function* readOne({ name, bytes }: GivenFile, { language, format, into }: Reading): Steps<void> {
  const text = decoded(bytes)
  const called = calledOf(name)
  yield
  if (format === 'ics' || /^\s*BEGIN:VCALENDAR/iu.test(text))
    return yield* readIcs(text, called, language, into)
  const file = format === 'json' || /^\s*[[{]/u.test(text) ? json(text) : undefined
  yield
  if (file !== undefined) {
    if ((yield* readOwnJson(file, into)) || (yield* readForeignJson(file, called, into))) return
    throw new NotReadable('unknownFormat')
  }
  // Broken JSON is no list; '[' may be the box of one.
  if (format === 'json' || /^\s*\{/u.test(text) || text.includes('\0')) throw new NotReadable('unknownFormat')
  if (yield* readCsv(text, called, into)) return
  if (format === 'csv') throw new NotReadable('unknownFormat')
  yield* readText(text, called, into)
}

function json(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Decodes UTF-8 and UTF-16, and what an older Excel writes in Central Europe. */
function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1250').decode(bytes)
  }
}

function isZip([first, second]: Uint8Array): boolean {
  return first === 0x50 && second === 0x4b
}

/** Unpacks the files that may hold lists, and counts what comes out, because a small file can become any size. */
function* unpacked(bytes: Uint8Array): Steps<GivenFile[]> {
  const files: GivenFile[] = []
  let [size, count, problem] = [0, 0, null as Error | null]
  const zip = new Unzip((file) => {
    if (++count > mostFiles) problem = new NotReadable('fileTooLarge')
    if (!/\.(?:json|csv|txt|md|ics)$/iu.test(file.name)) return
    const parts: Uint8Array[] = []
    file.ondata = (error, data, isLast) => {
      problem ??= error
      size += data.length
      if (size > mostBytes) {
        problem = new NotReadable('fileTooLarge')
        file.terminate()
        return
      }
      parts.push(data)
      if (isLast) files.push({ name: file.name, bytes: joined(parts) })
    }
    file.start()
  })
  zip.register(UnzipInflate)
  try {
    for (let at = 0; at < bytes.length; at += chunk) {
      zip.push(bytes.subarray(at, at + chunk), at + chunk >= bytes.length)
      if (problem) break
      yield
    }
  } catch (error) {
    problem ??= error instanceof NotReadable ? error : new NotReadable('unknownFormat')
  }
  if (problem) throw problem instanceof NotReadable ? problem : new NotReadable('unknownFormat')
  if (files.length === 0) throw new NotReadable('nothingInFile')
  return files
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
