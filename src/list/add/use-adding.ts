import { msg } from '@lingui/core/macro'
import { type ClipboardEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { isManyLines } from '../../../core/words/pasted.ts'
import { useDuplicates } from '../../state/lists/duplicates.ts'
import { announce } from '../announcer.tsx'
import { askAboutDuplicate } from '../duplicates/duplicate-question.ts'
import { openPasted, usePasted } from './pasted.ts'
import { type Chosen, chosenEvent } from './suggest-popup-state.ts'
import { useNewProduct } from './use-new-product.ts'

/** What the wide row and the phone's dock share: typing, choosing, pasting, and a word about what is there already. */
export function useAdding(name: RefObject<HTMLInputElement | null>) {
  const product = useNewProduct(({ id, said }) => {
    const added = said.productName
    announce(msg`Added: ${added}`)
    askAboutDuplicate(useDuplicates.getState().of.has(id) ? id : null)
    name.current?.focus()
  })
  // Whoever types the next one has seen it; the mark on the row stays.
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

  // The dialog is gone with whoever had the focus before it.
  const pasting = usePasted(({ text }) => text !== null)
  const wasPasting = useRef(pasting)
  useEffect(() => {
    if (wasPasting.current && !pasting) name.current?.focus()
    wasPasting.current = pasting
  }, [pasting, name])

  return product
}

/** A field of one line would run many together. */
export function onPaste(event: ClipboardEvent<HTMLInputElement>): void {
  const text = event.clipboardData.getData('text/plain')
  if (!isManyLines(text)) return
  event.preventDefault()
  openPasted(text)
}
