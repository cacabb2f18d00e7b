import { later } from '../../app/later.tsx'
import { usePasted } from './pasted.ts'

const PastedLines = later(async () => (await import('./pasted-lines.tsx')).PastedLines)

/** The look through a pasted list, loaded when somebody pastes one. */
export function Pasted() {
  const text = usePasted((pasted) => pasted.text)
  if (text === null) return null
  return <PastedLines key={text} text={text} opened />
}
