import { msg } from '@lingui/core/macro'
import { type ClipboardEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { isManyLines } from '../../../core/text/pasted.ts'
import { announce } from '../announcer.tsx'
import { openPasted, usePasted } from '../../state/lists/pasted-text.ts'
import { type Chosen, chosenEvent } from './suggest-popup-state.ts'
import { useNewProduct } from './use-new-product.ts'

/** Shared by all places where products are added: typing, choosing and pasting. */
export function useAdding(name: RefObject<HTMLInputElement | null>) {
  const product = useNewProduct(({ id, said }) => {
    const added = said.productName
    // What became part of another product is told by a notice.
    if (id !== null) announce(msg`Added: ${added}`)
    // Whoever only pressed a chip has no keyboard open, and gets none.
    const form = name.current?.closest('[data-adding]')
    if (form?.contains(document.activeElement)) name.current?.focus()
  })
  const onChosen = useEffectEvent((event: Event) => {
    event.preventDefault()
    product.choose((event as Chosen).detail)
  })
  useEffect(() => {
    const field = name.current
    const heard = (event: Event) => onChosen(event)
    field?.addEventListener(chosenEvent, heard)
    return () => field?.removeEventListener(chosenEvent, heard)
  }, [name])

  // The dialog unmounts and cannot restore the focus, so it is set here.
  const pasting = usePasted(({ text }) => text !== null)
  const wasPasting = useRef(pasting)
  useEffect(() => {
    if (wasPasting.current && !pasting) name.current?.focus()
    wasPasting.current = pasting
  }, [pasting, name])

  return product
}

/** A single-line field would join the pasted lines into one. */
export function onPaste(event: ClipboardEvent<HTMLInputElement>): void {
  const text = event.clipboardData.getData('text/plain')
  if (!isManyLines(text)) return
  event.preventDefault()
  openPasted(text)
}
