export interface Found {
  /** its centre, in viewport coordinates */
  x: number
  y: number
  value: string
  checked: boolean
  /** nothing covers its centre, and it is enabled */
  pressable: boolean
}

/**
 * Runs in the page: finds everything visible of this role with this name, or with a name that the expression
 * matches. `reach`: scrolls the first of them to the centre of the viewport, where no bar covers it.
 */
export function look(role: string, name: string, pattern: string | null, reach: boolean): Found[] {
  const kinds: Record<string, string> = {
    button: 'button, [role=button]',
    checkbox: 'input[type=checkbox], [role=checkbox]',
    combobox: '[role=combobox], select',
    heading: 'h1, h2, h3',
    link: 'a[href]',
    menuitem: '[role=menuitem]',
    text: 'body *',
    textbox: 'input:not([type=checkbox], [role=combobox]), textarea',
  }
  const own = (element: Element) =>
    [...element.childNodes].flatMap((node) => (node instanceof Text ? [node.data] : [])).join('')
  const nameOf = (element: HTMLElement): string => {
    if (role === 'text') return own(element)
    const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
    const labels = isField ? [...(element.labels ?? [])] : []
    return element.ariaLabel ?? (labels.map((label) => label.textContent).join(' ') || element.innerText)
  }
  const isMeant = (said: string) => (pattern === null ? said === name : new RegExp(pattern).test(said))
  const found = [...document.querySelectorAll<HTMLElement>(kinds[role] ?? role)].filter(
    (element) => isMeant(nameOf(element).trim()) && element.checkVisibility(),
  )
  if (reach) found[0]?.scrollIntoView({ block: 'center', behavior: 'instant' })
  if (reach) Object.assign(window, { aimed: found[0] })
  return found.map((element) => {
    const { value = '', checked = false, disabled = false } = element as HTMLInputElement
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const hit = document.elementFromPoint(x, y)
    const isOn = !disabled && element.ariaDisabled !== 'true'
    return { x, y, value, checked, pressable: isOn && (element.contains(hit) || !!hit?.contains(element)) }
  })
}

/** Runs in the page: blocks a press on anything but the element brought into reach, and records where it landed. */
export function aim(): boolean {
  const { aimed } = window as { aimed?: Element }
  if (!aimed) return false
  let missed = false
  Object.assign(window, { pressed: undefined })
  // A hidden box is pressed through its label. Any other element around it means that it moved under the press.
  const { left, top, width, height } = aimed.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  const around = hit?.contains(aimed) ? hit : aimed
  const done = new AbortController()
  const guard = (event: Event) => {
    if (event.target !== around && !aimed.contains(event.target as Node)) {
      event.preventDefault()
      event.stopImmediatePropagation()
      missed = true
    }
    if (event.type !== 'click') return
    Object.assign(window, { pressed: missed ? 'beside' : 'hit' })
    done.abort()
  }
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
    addEventListener(type, guard, { capture: true, signal: done.signal })
  return true
}
