/** A fault of one line, as somebody might make it: `find` stands once in the file and becomes `replace`. */
export interface Mutant {
  name: string
  file: string
  find: string
  replace: string
  /** found sooner when people edit only a few fields, because their edits conflict more often */
  plain?: true
  /** the test that must notice it, by file and part of the title; without it, the simulation must */
  test?: { file: string; title: string }
}
