export interface Row {
  what: string
  is: number
  most: number
  unit: 'bytes' | ''
  heaviest?: readonly [name: string, bytes: number][]
}

export const isOver = ({ is, most }: Row) => is > most

const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`

/** Formats one line per budget. Below an exceeded one it lists the largest sources. */
export function table(rows: readonly Row[]): string {
  const lines = rows.flatMap((row) => {
    const said = (value: number) => (row.unit === 'bytes' ? kb(value) : String(value)).padStart(10)
    const line = `  ${row.what.padEnd(42)}${said(row.is)} of${said(row.most)}  ${isOver(row) ? 'OVER' : 'ok'}`
    const heavy = isOver(row) ? (row.heaviest ?? []) : []
    return [line, ...heavy.map(([name, bytes]) => `    ${kb(bytes).padStart(10)}  ${name}`)]
  })
  const note = rows.some((row) => isOver(row) && row.heaviest)
    ? ['  Indented: the heaviest sources of these scripts, before they are made small.']
    : []
  return [...lines, ...note].join('\n')
}
