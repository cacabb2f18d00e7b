import { later } from '../../app/later.tsx'
import { usePasted } from './pasted.ts'

const PastedLines = later(async () => (await import('./pasted-lines.tsx')).PastedLines)

/** The dialog to review a pasted list, loaded on the first paste. */
export function Pasted() {
  const text = usePasted((pasted) => pasted.text)
  if (text === null) return null
  return <PastedLines key={text} text={text} opened />
}
