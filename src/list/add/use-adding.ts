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
    // If a bought product was unticked instead (id null), its notice announces that.
    if (id !== null) announce(msg`Added: ${added}`)
    // Only if the focus is in the form: a press on a chip must not open a phone's keyboard.
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

/** Opens the review for a pasted text of several lines; a single-line field would join them into one. */
export function onPaste(event: ClipboardEvent<HTMLInputElement>): void {
  const text = event.clipboardData.getData('text/plain')
  if (!isManyLines(text)) return
  event.preventDefault()
  openPasted(text)
}
