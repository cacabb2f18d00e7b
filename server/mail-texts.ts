import type { Language } from '../core/entities.ts'

/** What each kind of mail is told; everything here is plain text. */
export interface MailData {
  activation: { link: string }
  shared: { link: string; listName: string; ownerName: string }
}
export type MailKind = keyof MailData

interface Text {
  subject: string
  lines: string[]
  button: string
  after: string
}

const texts: { [K in MailKind]: Record<Language, (data: MailData[K]) => Text> } = {
  activation: {
    en: () => ({
      subject: 'Activate your account',
      lines: ['Welcome!', 'One press, and your shopping lists are ready to be shared.'],
      button: 'Activate my account',
      after: 'The link works for 7 days. If you did not register, you need not do anything.',
    }),
    pl: () => ({
      subject: 'Aktywuj swoje konto',
      lines: ['Witamy!', 'Jedno kliknięcie i możesz dzielić się listami zakupów.'],
      button: 'Aktywuj konto',
      after: 'Link działa przez 7 dni. Jeśli to nie Ty zakładasz konto, nie musisz nic robić.',
    }),
  },
  shared: {
    en: ({ listName, ownerName }) => ({
      subject: `${ownerName} shares a shopping list with you: ${listName}`,
      lines: [`${ownerName} shares the list “${listName}” with you.`, 'You find it under “Shared for me”.'],
      button: 'Open the list',
      after: 'You can leave the list at any time.',
    }),
    pl: ({ listName, ownerName }) => ({
      subject: `${ownerName} udostępnia Ci listę zakupów: ${listName}`,
      lines: [`${ownerName} udostępnia Ci listę „${listName}”.`, 'Znajdziesz ją w „Udostępnione dla mnie”.'],
      button: 'Otwórz listę',
      after: 'W każdej chwili możesz opuścić tę listę.',
    }),
  },
}

export function writeMail<K extends MailKind>(
  kind: K,
  language: Language,
  data: MailData[K],
): { subject: string; text: string; html: string } {
  const { subject, lines, button, after } = texts[kind][language](data)
  const text = [...lines, `${button}:\n${data.link}`, after].join('\n\n') + '\n'
  return { subject, text, html: page(language, subject, lines, button, data.link, after) }
}

export function escapeHtml(text: string): string {
  const names: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' }
  return text.replace(/[&<>"']/g, (sign) => `&${names[sign] ?? ''};`)
}

function page(
  language: Language,
  title: string,
  lines: string[],
  button: string,
  link: string,
  after: string,
): string {
  const paragraphs = lines.map((line) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`).join('')
  const href = escapeHtml(link)
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px;background:#FFFBF7;font:16px/1.5 system-ui,sans-serif;color:#1F1A17">
<div style="max-width:480px;margin:0 auto;padding:32px;background:#fff;border:1px solid #EDE3DB;border-radius:12px">
<h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(title)}</h1>${paragraphs}
<p style="margin:24px 0"><a href="${href}" style="display:inline-block;padding:12px 24px;background:#C2410C;color:#fff;border-radius:10px;text-decoration:none;font-weight:600">${escapeHtml(button)}</a></p>
<p style="margin:0 0 16px;font-size:14px;word-break:break-all">${href}</p>
<p style="margin:0;font-size:14px">${escapeHtml(after)}</p>
</div></body></html>
`
}
