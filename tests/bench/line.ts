/** One measured figure beside its bound; empty where there is none. */
export interface Line {
  group: string
  what: string
  ours: string
  bound: string
  ratio: string
  target: string
  met: boolean | null
}
