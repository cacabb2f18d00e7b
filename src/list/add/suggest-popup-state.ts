import { type Option, closedPopup, type Popup, useListUi } from '../state/ui.ts'
import { askForProducts } from '../state/load-suggestions.ts'
import { useSuggestions } from '../../sync/suggestions.ts'
import { isSuggested, optionsFor, searchedFor } from '../state/suggested-fields.ts'

const mostOptions = 7
const mostCategories = 50

export const optionId = (at: number) => `suggestion-${at}`

/** Fired on a field with the chosen option. A listener that prevents the default sets the value itself. */
export type Chosen = CustomEvent<Option>
export const chosenEvent = 'suggestion-chosen'

let choosing = false

/** The field being typed in, until an option is chosen, Escape is pressed or the field is left. */
let typing: HTMLInputElement | null = null

/** Fields are updated through DOM attributes, so that no row renders again. */
function tellField({ field, options, active }: Popup): void {
  field?.setAttribute('aria-expanded', String(options.length > 0))
  if (field && active >= 0) field.setAttribute('aria-activedescendant', optionId(active))
  else field?.removeAttribute('aria-activedescendant')
}

function show(next: Popup): void {
  const before = useListUi.getState().popup
  if (before === next) return
  if (before.field && before.field !== next.field) tellField({ ...closedPopup, field: before.field })
  tellField(next)
  useListUi.setState({ popup: next })
}

function closePopup(): void {
  cancelOpening()
  clearTimeout(asking)
  show(closedPopup)
}

function helped(target: EventTarget | null): HTMLInputElement | null {
  const isField = target instanceof HTMLInputElement && target.getAttribute('role') === 'combobox'
  return isField && isSuggested(target.dataset['field']) && !target.disabled ? target : null
}

/** Shows the suggestions that match the field's text; `all`: every suggestion, whatever the text. */
function openFor(field: HTMLInputElement, all = false): void {
  const kind = field.dataset['field']
  if (!isSuggested(kind)) return
  const typed = all ? '' : searchedFor(kind, field.value, field.dataset['quick'] !== undefined)
  const options =
    typed === '' && !all ? [] : optionsFor(kind, typed, kind === 'productName' ? mostOptions : mostCategories)
  show(options.length > 0 ? { field, options, active: -1 } : closedPopup)
  clearTimeout(asking)
  if (kind === 'productName' && typed !== '') asking = setTimeout(() => void askForProducts(typed), restMs)
}

/** Debounce in ms, so that the server is not asked at every key press. */
const restMs = 150
let asking: ReturnType<typeof setTimeout> | undefined

/** The typed letter is painted first; suggestions are searched after that frame. */
let opening: { field: HTMLInputElement; frame: number; after?: ReturnType<typeof setTimeout> } | null = null

function openSoon(field: HTMLInputElement): void {
  cancelOpening()
  const open = useListUi.getState().popup
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

/** Adds suggestions that arrive during typing, unless an option is active already. */
function refresh(): void {
  const { active } = useListUi.getState().popup
  const kind = typing?.dataset['field']
  if (!typing || document.activeElement !== typing || active >= 0 || !isSuggested(kind)) return
  const typed = searchedFor(kind, typing.value, typing.dataset['quick'] !== undefined)
  if (typed === '') return
  const options = optionsFor(kind, typed, kind === 'productName' ? mostOptions : mostCategories)
  if (options.length > 0) show({ field: typing, options, active: -1 })
}

export function choose(at: number): void {
  const { field, options } = useListUi.getState().popup
  const option = options[at]
  if (!field || !option) return
  typing = null
  closePopup()
  const event = new CustomEvent(chosenEvent, { detail: option, cancelable: true })
  if (!field.dispatchEvent(event)) return
  choosing = true
  // React notices the value only if it is set with the native setter, not React's own.
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

/** Categories and shops are few: a click on the field shows them all. */
function onClick({ target }: Event): void {
  const field = helped(target)
  const { field: open } = useListUi.getState().popup
  if (field && field !== open && field.dataset['field'] !== 'productName') openFor(field, true)
}

function onKeyDown(event: KeyboardEvent): void {
  const field = helped(event.target)
  if (!field || event.isComposing) return
  // A key pressed before the delayed search refers to the text as typed: arrows run the search at once, Enter, Tab and
  // Escape cancel it.
  if (event.key.startsWith('Arrow')) finishOpening()
  else if (['Enter', 'Tab', 'Escape'].includes(event.key)) {
    cancelOpening()
    // A late answer from the server must not open the popup again.
    typing = null
  }
  const { field: open, options, active } = useListUi.getState().popup
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
    // The position before the first option stands for the typed text.
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

/**
 * Listens to the fields of the whole page; returns the stop function. Keys are handled before React, because Enter and
 * the arrows mean something else while no popup is open.
 */
export function watchFields(): () => void {
  const closeIfLeft = ({ target }: Event) => {
    if (target === typing) typing = null
    if (target === useListUi.getState().popup.field || target === opening?.field) closePopup()
  }
  const stopHearing = useSuggestions.subscribe(refresh)
  document.addEventListener('input', onInput)
  document.addEventListener('click', onClick)
  document.addEventListener('keydown', onKeyDown, true)
  document.addEventListener('focusout', closeIfLeft)
  // The user may have typed before this code was loaded. If Enter already led to a question, do not open the popup.
  const field = helped(document.activeElement)
  const isAsked = field?.closest('[data-adding]')?.querySelector('[role="status"]:not(:empty)')
  if (field?.value && field.dataset['quick'] !== undefined && !isAsked) {
    typing = field
    openSoon(field)
  }
  return () => {
    stopHearing()
    closePopup()
    document.removeEventListener('input', onInput)
    document.removeEventListener('click', onClick)
    document.removeEventListener('keydown', onKeyDown, true)
    document.removeEventListener('focusout', closeIfLeft)
  }
}
