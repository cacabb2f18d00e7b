/** A fault of one line, as somebody might make it: `find` stands once in the file and becomes `replace`. */
export interface Mutant {
  name: string
  file: string
  find: string
  replace: string
  /** noticed sooner where people keep to a few fields and so meet more often */
  plain?: true
  /** who has to notice: a test by its file and a part of its title; otherwise the simulator */
  test?: { file: string; title: string }
}
