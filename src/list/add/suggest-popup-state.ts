import { create } from 'zustand'
import { askForProducts, useSuggestions } from '../../state/lists/suggestions.ts'
import { isSuggested, type Option, optionsFor, searchedFor } from './suggestions.ts'

interface Popup {
  /** the field that has the focus and is being helped */
  field: HTMLInputElement | null
  options: readonly Option[]
  /** -1: what was typed stands as it is */
  active: number
}

const closed: Popup = { field: null, options: [], active: -1 }
const mostOptions = 7
const mostCategories = 50

/** The one popup of the page. The fields themselves are told by attributes, so that no row is drawn again. */
export const usePopup = create<Popup>(() => closed)

export const optionId = (at: number) => `suggestion-${at}`

/** Told a field of what was chosen for it; whoever prevents the default puts it in by itself. */
export type Chosen = CustomEvent<Option>
export const chosenEvent = 'suggestion-chosen'

let choosing = false

/** The field that is being typed in and has not been answered by a choice, Escape or leaving it. */
let typing: HTMLInputElement | null = null

function tellField({ field, options, active }: Popup): void {
  field?.setAttribute('aria-expanded', String(options.length > 0))
  if (field && active >= 0) field.setAttribute('aria-activedescendant', optionId(active))
  else field?.removeAttribute('aria-activedescendant')
}

function show(next: Popup): void {
  const before = usePopup.getState()
  if (before === next) return
  if (before.field && before.field !== next.field) tellField({ ...closed, field: before.field })
  tellField(next)
  usePopup.setState(next, true)
}

export function closePopup(): void {
  cancelOpening()
  clearTimeout(asking)
  show(closed)
}

function helped(target: EventTarget | null): HTMLInputElement | null {
  const isField = target instanceof HTMLInputElement && target.getAttribute('role') === 'combobox'
  return isField && isSuggested(target.dataset['field']) && !target.disabled ? target : null
}

/** Shows what fits the text of the field; `all`: whatever may stand in it. */
function openFor(field: HTMLInputElement, all = false): void {
  const kind = field.dataset['field']
  if (!isSuggested(kind)) return
  const typed = all ? '' : searchedFor(kind, field.value, field.dataset['quick'] !== undefined)
  const options =
    typed === '' && !all ? [] : optionsFor(kind, typed, kind === 'productName' ? mostOptions : mostCategories)
  show(options.length > 0 ? { field, options, active: -1 } : closed)
  clearTimeout(asking)
  if (kind === 'productName' && typed !== '') asking = setTimeout(() => void askForProducts(typed), calmMs)
}

/** The server is asked when the fingers rest, not at every letter. */
const calmMs = 150
let asking: ReturnType<typeof setTimeout> | undefined

/** A letter is on the screen first; what fits it is looked for after that frame. */
let opening: { field: HTMLInputElement; frame: number; after?: ReturnType<typeof setTimeout> } | null = null

function openSoon(field: HTMLInputElement): void {
  cancelOpening()
  const open = usePopup.getState()
  if (open.active >= 0) show({ ...open, active: -1 })
  const frame = requestAnimationFrame(() => {
    if (opening) opening.after = setTimeout(finishOpening)
  })
  opening = { field, frame }
}

function cancelOpening(): void {
  if (!opening) return
  cancelAnimationFrame(opening.frame)
  clearTimeout(opening.after)
  opening = null
}

function finishOpening(): void {
  if (!opening) return
  const { field } = opening
  cancelOpening()
  openFor(field)
}

/** What comes while somebody types is added to what is there, unless they are choosing already. */
function refresh(): void {
  const { active } = usePopup.getState()
  const kind = typing?.dataset['field']
  if (!typing || document.activeElement !== typing || active >= 0 || !isSuggested(kind)) return
  const typed = searchedFor(kind, typing.value, typing.dataset['quick'] !== undefined)
  if (typed === '') return
  const options = optionsFor(kind, typed, kind === 'productName' ? mostOptions : mostCategories)
  if (options.length > 0) show({ field: typing, options, active: -1 })
}

export function choose(at: number): void {
  const { field, options } = usePopup.getState()
  const option = options[at]
  if (!field || !option) return
  typing = null
  closePopup()
  const told = new CustomEvent(chosenEvent, { detail: option, cancelable: true })
  if (!field.dispatchEvent(told)) return
  choosing = true
  // React hears of a value only when it is set past its own setter.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, option.name)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  choosing = false
}

function onInput({ target }: Event): void {
  const field = helped(target)
  if (!field || choosing) return
  typing = field
  openSoon(field)
}

/** Categories and shops are few: a press on the field shows them all. */
function onClick({ target }: Event): void {
  const field = helped(target)
  const { field: open } = usePopup.getState()
  if (field && field !== open && field.dataset['field'] !== 'productName') openFor(field, true)
}

function onKeyDown(event: KeyboardEvent): void {
  const field = helped(event.target)
  if (!field || event.isComposing) return
  // Fingers that are quicker than a frame mean what they typed.
  if (event.key.startsWith('Arrow')) finishOpening()
  else if (['Enter', 'Tab', 'Escape'].includes(event.key)) cancelOpening()
  const { field: open, options, active } = usePopup.getState()
  const { key } = event
  const take = () => {
    event.preventDefault()
    event.stopPropagation()
  }
  if (open !== field) {
    if (event.altKey && key === 'ArrowDown') {
      take()
      openFor(field, field.value === '')
    }
    return
  }
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    take()
    // One place before the first is the text itself.
    const count = options.length + 1
    const step = key === 'ArrowDown' ? 1 : -1
    show({ field, options, active: ((active + 1 + step + count) % count) - 1 })
  } else if (key === 'Enter' && active >= 0) {
    take()
    choose(active)
  } else if (key === 'Escape') {
    take()
    typing = null
    closePopup()
  } else if (key === 'Enter' || key === 'Tab') closePopup()
}

/** Before React hears of a key, since Enter and the arrows mean something else when nothing is open. */
export function watchFields(): () => void {
  const closeIfLeft = ({ target }: Event) => {
    if (target === typing) typing = null
    if (target === usePopup.getState().field || target === opening?.field) closePopup()
  }
  const stopHearing = useSuggestions.subscribe(refresh)
  document.addEventListener('input', onInput)
  document.addEventListener('click', onClick)
  document.addEventListener('keydown', onKeyDown, true)
  document.addEventListener('focusout', closeIfLeft)
  return () => {
    stopHearing()
    closePopup()
    document.removeEventListener('input', onInput)
    document.removeEventListener('click', onClick)
    document.removeEventListener('keydown', onKeyDown, true)
    document.removeEventListener('focusout', closeIfLeft)
  }
}
