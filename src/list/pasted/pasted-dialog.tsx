import { usePasted } from '../../state/lists/pasted-text.ts'
import { PastedLines, PasteText } from '../later-parts.tsx'

/** The dialog to review a pasted list, or the field to paste it into if there is no text yet. Loads on first use. */
export function Pasted() {
  const text = usePasted((pasted) => pasted.text)
  if (text === null) return null
  if (text.trim() === '') return <PasteText opened />
  return <PastedLines key={text} text={text} opened />
}
