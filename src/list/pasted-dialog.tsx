import { lazy, Suspense } from 'react'
import { usePasted } from './pasted.ts'

const PastedLines = lazy(async () => ({ default: (await import('./pasted-lines.tsx')).PastedLines }))

/** The look through a pasted list, loaded when somebody pastes one. */
export function Pasted() {
  const text = usePasted((pasted) => pasted.text)
  if (text === null) return null
  return (
    <Suspense>
      <PastedLines key={text} text={text} />
    </Suspense>
  )
}
