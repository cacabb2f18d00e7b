import { directionOf, type Language } from '../../core/text/language.ts'

/** The content of a mail without layout; all of it is plain text. */
export interface Letter {
  subject: string
  lines: string[]
  /** the rows of the list; `done` draws a checkbox */
  rows?: { text: string; amount: string; done?: boolean }[]
  total?: string
  button?: { text: string; link: string }
  after: string
}

export function escapeHtml(text: string): string {
  const names: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' }
  return text.replace(/[&<>"']/g, (sign) => `&${names[sign] ?? ''};`)
}

// Inline styles make the light page: every mail program understands them. Programs that support style elements make it
// dark by the classes. Programs that invert colours by themselves can do so.
const dark = `@media (prefers-color-scheme:dark){
.page{background:#171311!important;color:#F3EAE4!important}
.card{background:#221C19!important;border-color:#3A302B!important}
.quiet{color:#C9BBB2!important}.line{border-color:#3A302B!important}.link{color:#FFB38A!important}
}`

/** Returns the HTML of a mail: one column that fits a phone, without pictures and external resources. */
export function page(
  language: Language,
  { subject, lines, rows = [], total, button, after }: Letter,
): string {
  const title = escapeHtml(subject)
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${title}</title><style>${dark}</style></head>
<body class="page" style="margin:0;padding:0;background:#FFFBF7;color:#1F1A17;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(lines.at(-1) ?? '')}</div>
<div class="page" style="padding:24px 12px;background:#FFFBF7;color:#1F1A17">
<div class="card" style="max-width:520px;margin:0 auto;padding:28px 24px;box-sizing:border-box;background:#FFFFFF;border:1px solid #EDE3DB;border-radius:14px">
<p class="link" style="margin:0 0 20px;font-size:14px;font-weight:700;color:#C2410C">Koszyk</p>
<h1 style="margin:0 0 16px;font-size:21px;line-height:1.3;overflow-wrap:anywhere">${title}</h1>
${lines.map((line) => `<p style="margin:0 0 16px;overflow-wrap:anywhere">${escapeHtml(line)}</p>`).join('\n')}
${rows.length > 0 ? table(rows, total) : ''}
${button ? action(button) : ''}
<p class="quiet" style="margin:20px 0 0;font-size:14px;color:#6B5D54;overflow-wrap:anywhere">${escapeHtml(after)}</p>
</div></div></body></html>
`
}

function action({ text, link }: NonNullable<Letter['button']>): string {
  const href = escapeHtml(link)
  return `<p style="margin:24px 0 16px"><a href="${href}" style="display:inline-block;padding:14px 26px;background:#C2410C;color:#FFFFFF;border-radius:10px;text-decoration:none;font-weight:600">${escapeHtml(text)}</a></p>
<p style="margin:0;font-size:13px;word-break:break-all"><a class="link" href="${href}" style="color:#C2410C">${href}</a></p>`
}

function table(rows: NonNullable<Letter['rows']>, total: string | undefined): string {
  const cell = 'padding:9px 0;border-bottom:1px solid #EDE3DB;vertical-align:top'
  const lines = rows.map(({ text, amount, done }) => {
    const struck = done ? ';text-decoration:line-through;color:#6B5D54' : ''
    const box = done === undefined ? '' : done ? '&#9745;' : '&#9744;'
    return `<tr${done ? ' class="quiet"' : ''}><td class="line" style="${cell};width:28px">${box}</td><td class="line${done ? ' quiet' : ''}" style="${cell};overflow-wrap:anywhere${struck}">${escapeHtml(text)}</td><td class="line quiet" style="${cell};padding-left:12px;text-align:right;white-space:nowrap;color:#6B5D54">${escapeHtml(amount)}</td></tr>`
  })
  const sum = total
    ? `<p style="margin:12px 0 0;text-align:right;font-weight:600">${escapeHtml(total)}</p>`
    : ''
  return `<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="border-collapse:collapse;table-layout:auto">${lines.join('\n')}</table>${sum}`
}
