import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { migrations } from '../../db/migrations/index.ts'
import { privateFile } from '../../db/private-files.ts'
import { format, type Header, OperatorError, type Piece } from './pieces.ts'
import { headBytes, isSealed, opened, sealed, WrongPassphrase } from './sealed.ts'

// Decision 070: one format for backups, restores and moves.
/**
 * Writes a backup: gzip of lines, each a piece as JSON, and a last line with the SHA-256 of all lines before it. With a
 * passphrase, the gzip is encrypted. The file gets its final name only once all of it is on the disk.
 */
export async function writeArchive(
  path: string,
  pieces: AsyncIterable<Piece>,
  passphrase = '',
): Promise<void> {
  const partial = `${path}.partial`
  try {
    const file = await open(partial, 'wx', privateFile)
    try {
      await pipeline(Readable.from(linesOf(pieces)), createGzip({ level: 5 }), async (zipped) => {
        const plain = zipped as AsyncIterable<Buffer>
        for await (const bytes of passphrase === '' ? plain : sealed(plain, passphrase))
          await file.appendFile(bytes)
      })
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(partial, path)
    await syncFolder(dirname(path))
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

/** Syncs a folder: a new name in it survives a power cut only after that. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}

async function* linesOf(pieces: AsyncIterable<Piece>): AsyncGenerator<string> {
  const hash = createHash('sha256')
  for await (const piece of pieces) {
    const line = `${JSON.stringify(piece)}\n`
    hash.update(line)
    yield line
  }
  yield `${JSON.stringify({ kind: 'last', sha256: hash.digest('hex') })}\n`
}

/** Yields the bytes of a file, decrypted if it is encrypted. */
async function* plainBytes(path: string, passphrase: string): AsyncGenerator<Buffer> {
  const file = await open(path)
  let head: Buffer
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    head = buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
  if (!isSealed(head)) return yield* createReadStream(path) as AsyncIterable<Buffer>
  if (head.length < headBytes) throw broken(path)
  if (passphrase === '')
    throw new OperatorError(
      `${path} is encrypted. Nothing was changed; put its passphrase into BACKUP_PASSPHRASE, or into a file named by ` +
        'BACKUP_PASSPHRASE_FILE.',
    )
  const rest = createReadStream(path, { start: headBytes }) as AsyncIterable<Buffer>
  try {
    for await (const bytes of opened(head, rest, passphrase)) {
      if (bytes === null) throw broken(path)
      yield bytes
    }
  } catch (error) {
    if (!(error instanceof WrongPassphrase)) throw error
    throw new OperatorError(`This is not the passphrase of ${path}. Nothing was changed.`)
  }
}

/**
 * Reads the pieces of a backup. Throws an OperatorError if the file is cut short, changed, not a backup, or encrypted
 * with another passphrase. It may be thrown after all pieces.
 * @param onBytes gets how many bytes of the file have been read
 */
export async function* readArchive(
  path: string,
  passphrase = '',
  onBytes?: (read: number) => void,
): AsyncGenerator<Piece> {
  const hash = createHash('sha256')
  const file = Readable.from(reportBytes(plainBytes(path, passphrase), onBytes))
  const text = file.pipe(createGunzip()).setEncoding('utf8')
  file.on('error', (error) => text.destroy(error))
  let isWhole = false
  let rest = ''
  try {
    for await (const chunk of text) {
      const lines = (rest + String(chunk)).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const piece = JSON.parse(line) as Piece | { kind: 'last'; sha256: string }
        if (piece.kind === 'last') isWhole = piece.sha256 === hash.copy().digest('hex')
        else {
          hash.update(`${line}\n`)
          yield piece
        }
      }
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (error instanceof SyntaxError || code?.startsWith('Z_')) throw broken(path)
    throw error
  } finally {
    file.destroy()
  }
  if (!isWhole || rest !== '') throw broken(path)
}

/** Returns the header of a backup, or null if the file is none. The rest of the file is not read. */
export async function headerOf(path: string): Promise<Header | null> {
  try {
    for await (const piece of readArchive(path)) return piece.kind === 'header' ? piece : null
  } catch {
    // Broken or encrypted.
  }
  return null
}

async function* reportBytes(
  source: AsyncIterable<Buffer>,
  onBytes?: (read: number) => void,
): AsyncGenerator<Buffer> {
  let read = 0
  for await (const bytes of source) {
    onBytes?.((read += bytes.length))
    yield bytes
  }
}

function broken(path: string): OperatorError {
  return new OperatorError(
    `${path} is no whole backup of Koszyk: it was cut short, changed or made by something else. ` +
      'Nothing was changed; take another backup.',
  )
}

/**
 * Reads the whole backup, so that it is checked before anything is changed. Returns its header and the number of its
 * files. Throws an OperatorError if it is unusable.
 */
export async function checkArchive(
  path: string,
  passphrase = '',
  onBytes?: (read: number) => void,
): Promise<Header & { files: number }> {
  let files = 0
  let header: Header | undefined
  for await (const piece of readArchive(path, passphrase, onBytes)) {
    if (piece.kind === 'header') header = piece
    if (piece.kind === 'file') files++
    if (!header) throw broken(path)
    if (header.format !== format || !(header.schema in migrations))
      throw new OperatorError(
        `${path} was made by a newer Koszyk (${header.schema}) than this one. Nothing was changed; update this one first.`,
      )
  }
  if (!header) throw broken(path)
  return { ...header, files }
}
