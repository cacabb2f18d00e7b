import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Makes a certificate for these names that no authority signed, with openssl. Returns the paths of both files. */
export function makeCertificate(folder: string, ...names: `${'DNS' | 'IP'}:${string}`[]) {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=koszyk'
  const args = [
    ...request.split(' '),
    '-addext',
    `subjectAltName=${names.join(',')}`,
    '-keyout',
    key,
    '-out',
    cert,
  ]
  const made = spawnSync('openssl', args, { encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`openssl is needed for a certificate: ${made.stderr}`)
  return { key, cert }
}
