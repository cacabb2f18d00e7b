import { msg } from '@lingui/core/macro'
import { type ClipboardEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { isManyLines } from '../../../core/words/pasted.ts'
import { useDuplicates } from '../../state/lists/duplicates.ts'
import { announce } from '../announcer.tsx'
import { askAboutDuplicate } from '../duplicates/duplicate-question.ts'
import { openPasted, usePasted } from './pasted.ts'
import { type Chosen, chosenEvent } from './suggest-popup-state.ts'
import { useNewProduct } from './use-new-product.ts'

/** Shared by the wide row and the phone's dock: typing, choosing, pasting and the duplicate question. */
export function useAdding(name: RefObject<HTMLInputElement | null>) {
  const product = useNewProduct(({ id, said }) => {
    const added = said.productName
    announce(msg`Added: ${added}`)
    askAboutDuplicate(useDuplicates.getState().of.has(id) ? id : null)
    name.current?.focus()
  })
  // Typing the next product closes the duplicate question; the mark on the row stays.
  const isTyping = product.draft.productName !== ''
  useEffect(() => {
    if (isTyping) askAboutDuplicate(null)
  }, [isTyping])
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
