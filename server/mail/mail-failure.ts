import type { SmtpServer } from '../base/config.ts'

/** What nodemailer and the file system say about a mail that could not be sent. */
export interface MailError extends Error {
  code?: string
  /** the system's or OpenSSL's code, where nodemailer replaced it */
  originalCode?: string
  /** the mail server's reply code */
  responseCode?: number
  /** what was being said to the mail server */
  command?: string
}

/** Returns the codes of a failure for the log. The server's own words are left out: they quote addresses. */
export function mailErrorCode({ code, originalCode, responseCode }: MailError): string {
  return [code, originalCode, responseCode].filter(Boolean).join(' ') || 'unknown'
}

const certificate: Record<string, string> = {
  CERT_HAS_EXPIRED: 'has expired: it must be renewed there',
  CERT_NOT_YET_VALID: 'is not valid yet: is the clock of this machine right?',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another name: SMTP_URL must have the name that the certificate has',
  CERT_REVOKED: 'was revoked: it must be replaced there',
}
const untrusted =
  'is not trusted by this machine: nobody signed it, or an authority that is unknown here. The certificate of an ' +
  'authority of your own can be named in NODE_EXTRA_CA_CERTS'

/**
 * Says why a mail could not be sent, and what the operator can do, as the second half of a sentence. Names no person
 * and quotes nothing that the mail server said.
 */
export function mailFailure(error: MailError, smtp: SmtpServer | undefined): string {
  const { code = '', originalCode = code, responseCode = 0, command = '' } = error
  if (/^(ENOSPC|EDQUOT)$/.test(originalCode)) return 'the disk is full. Mails go on when there is room.'
  if (!smtp)
    return `the folder mails in DATA_DIR cannot be written (${mailErrorCode(error)}). Does it belong to the server's user?`
  const host = smtp.host.replace(/^\[|]$/g, '')
  const place = `${host}, port ${smtp.port}`
  const about = certificate[originalCode] ?? (isOfCertificate(originalCode) ? untrusted : undefined)
  if (about) return `the certificate of the mail server ${host} ${about}.`
  if (code === 'EDNS' || /^E(AI_AGAIN|NOTFOUND)$/.test(originalCode))
    return `the name of the mail server, ${host}, was not found. Is SMTP_URL right, and does this machine resolve names?`
  if (originalCode === 'ECONNREFUSED')
    return `${place} refuses connections. Are host and port in SMTP_URL right, and is the mail server running?`
  if (/^E(TIMEDOUT|HOSTUNREACH|NETUNREACH)$/.test(originalCode))
    return `${place} does not answer. Are host and port in SMTP_URL right, and do the firewalls let this machine reach it?`
  if (smtp.secure && /^(ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)|EPROTO)$/.test(originalCode))
    return `${place} does not begin with TLS. With smtp:// in SMTP_URL the server uses STARTTLS.`
  if (originalCode.startsWith('ERR_SSL_'))
    return `${place} offers no encryption that this machine accepts (${originalCode}).`
  // The server does not know STARTTLS, or nothing beyond HELO, which has no STARTTLS.
  if (responseCode >= 400 && responseCode !== 421 && /^(STARTTLS|EHLO)$/.test(command))
    return (
      `${place} does not encrypt (no STARTTLS). Use smtps:// in SMTP_URL, or put ?tls=optional behind it where the way ` +
      'there is safe.'
    )
  if (code === 'EAUTH' && responseCode >= 500) return `${place} refuses the user or the password in SMTP_URL.`
  if (code === 'EAUTH' && responseCode === 0)
    return `${place} offers no log-in with a password, which SMTP_URL asks for.`
  if (responseCode === 530 || code === 'ENOAUTH')
    return `${place} asks for a log-in. Put user and password into SMTP_URL.`
  if (responseCode >= 500 && command === 'MAIL FROM') return `${place} does not take mails from MAIL_FROM.`
  if (responseCode >= 500 && isOfMail(error)) return `${place} refuses this mail (${responseCode}).`
  if (responseCode >= 400) return `${place} cannot take mails now (${responseCode}).`
  if (code === 'EPROTOCOL') return `${place} does not speak SMTP. Is the port in SMTP_URL right?`
  if (/^E(CONNECTION|CONNRESET|PIPE|SOCKET|TLS)$/.test(originalCode))
    return smtp.secure
      ? `${place} ended the connection.`
      : `${place} ended the connection. If it encrypts from the start, SMTP_URL needs smtps://.`
  return `it failed with ${mailErrorCode(error)}.`
}

/** Returns whether the mail server refused this one mail: its address or its content. */
export function isOfMail({ command = '', responseCode = 0 }: MailError): boolean {
  return /^(RCPT TO|DATA)$/.test(command) && responseCode >= 500
}

/** The names that Node gives to what OpenSSL says about a chain of certificates. */
function isOfCertificate(code: string): boolean {
  return /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_CA|PATH_LENGTH_|HOSTNAME_MISMATCH|CRL_|ERR_TLS_CERT_)/.test(
    code,
  )
}
