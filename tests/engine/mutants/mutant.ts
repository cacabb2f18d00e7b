import { readFileSync } from 'node:fs'

/** A fault of one place, as somebody might make it: `find` matches once in the file and becomes `replace`. */
export interface Mutant {
  name: string
  file: string
  find: RegExp
  replace: string
  /** found sooner when people edit only a few fields, because their edits conflict more often */
  plain?: boolean
  /** the test that must notice it, by file and part of the title; without it, the simulation must */
  test?: { file: string; title: string }
}

/** Matches this code, however it is indented and broken into lines. */
export function code(...lines: readonly string[]): RegExp {
  const escaped = lines.map((line) => line.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(escaped.join('\\s+'), 'g')
}

/**
 * Reads faults written like a diff: `--- file`, and for each fault in it `@@ name`, the code that is replaced behind '-',
 * what takes its place behind '+', and `? test file: part of the title`. A name may end with '(plain)'.
 */
export function readFaults(path: string): Mutant[] {
  const faults: Mutant[] = []
  let file = ''
  for (const block of readFileSync(path, 'utf8').split(/\n(?=@@ |--- )/)) {
    const [head = '', ...lines] = block.split('\n')
    if (head.startsWith('--- ')) file = head.slice(4)
    if (!head.startsWith('@@ ')) continue
    const marked = (mark: string) => lines.flatMap((line) => (line.startsWith(mark) ? [line.slice(1)] : []))
    const [test, title] = marked('?')[0]?.trim().split(': ') ?? []
    faults.push({
      name: head.slice(3).replace(' (plain)', ''),
      file,
      find: code(...marked('-')),
      replace: marked('+').join('\n'),
      plain: head.endsWith(' (plain)'),
      ...(test && title && { test: { file: test, title } }),
    })
  }
  return faults
}
