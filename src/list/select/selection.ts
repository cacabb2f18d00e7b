import { accountStore } from '../../state/account-store.ts'

interface Selection {
  /** selection mode is on */
  on: boolean
  ids: ReadonlySet<string>
  /** id of the row where a range with Shift begins */
  last: string | null
}

const none: Selection = { on: false, ids: new Set(), last: null }

/** The products selected to be deleted together. */
export const useSelection = accountStore<Selection>(() => none)

export function startSelecting(id?: string): void {
  useSelection.setState({ on: true, ids: new Set(id ? [id] : []), last: id ?? null })
}

export function stopSelecting(): void {
  useSelection.setState(none)
}

/** Selects or unselects a row; with `range`, all rows from the last one on. `shown`: the ids in visible order. */
export function select(id: string, chosen: boolean, shown: readonly string[], range: boolean): void {
  useSelection.setState(({ ids, last }) => {
    const next = new Set(ids)
    for (const one of range && last ? between(shown, last, id) : [id])
      if (chosen) next.add(one)
      else next.delete(one)
    return { ids: next, last: id }
  })
}

export function selectAll(shown: readonly string[]): void {
  useSelection.setState({ ids: new Set(shown), last: null })
}

function between(shown: readonly string[], from: string, to: string): readonly string[] {
  const ends = [shown.indexOf(from), shown.indexOf(to)]
  if (ends.includes(-1)) return [to]
  return shown.slice(Math.min(...ends), Math.max(...ends) + 1)
}
