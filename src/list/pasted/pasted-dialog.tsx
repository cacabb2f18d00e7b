import { later } from '../../app/later.tsx'
import { usePasted } from '../../state/lists/pasted-text.ts'

const PastedLines = later(async () => (await import('./pasted-lines.tsx')).PastedLines)
const PasteText = later(async () => (await import('../add/paste-text.tsx')).PasteText)

/** The dialog to review a pasted list, loaded on the first paste; without a text yet, the field to paste it into. */
export function Pasted() {
  const text = usePasted((pasted) => pasted.text)
  if (text === null) return null
  if (text.trim() === '') return <PasteText opened />
  return <PastedLines key={text} text={text} opened />
}
