import { ConfigError } from '../base/config.ts'
import { OperatorError } from './copy/pieces.ts'

const safe = 'What was there is as it was'

/** Converts an error into one line for the operator: what happened, what is safe, what to do. */
export function plain(error: unknown): string {
  const { code = '', message, path = '' } = error as NodeJS.ErrnoException
  if (error instanceof ConfigError || error instanceof OperatorError) return message
  if (['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100'].includes(code))
    return `The disk is full. ${safe}; make room, then repeat the command.`
  if (/^(EACCES|EPERM|EROFS|SQLITE_READONLY.*|SQLITE_PERM|SQLITE_CANTOPEN.*)$/.test(code))
    return `${path || 'The database or its folder'} may not be read or written here. ${safe}; run this as the user that runs the server, or give that user the file.`
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code))
    return `The database file is broken. Nothing was changed; keep a copy of it, then put the newest backup in its place: npm run restore -- <file> --replace`
  if (code === 'ENOENT') return `${path} is not there. Nothing was changed; is the name right?`
  if (code.startsWith('SQLITE_BUSY') || code === '55P03')
    return `The database is locked by another program. Nothing was changed; repeat the command in a minute.`
  const reason = (message || code || 'no answer').split('\n')[0]
  return `It did not work: ${reason}. ${safe}; nothing was left half done.`
}
