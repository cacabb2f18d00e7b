import { useLingui } from '@lingui/react/macro'
import { IconBuildingStore } from '@tabler/icons-react'
import { type CSSProperties, useEffect, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { type Option, useListUi } from '../state/ui.ts'
import { loadSuggestions } from '../state/load-suggestions.ts'
import { CategoryMark, ProductMark } from '../picture/product-mark.tsx'
import { usePrice, unitNames } from '../../texts/amounts.tsx'
import { choose, optionId, watchFields } from './suggest-popup-state.ts'
import fields from '../rows/fields.module.css'
import classes from './add.module.css'

// Decision 120: one list for all fields, because a Combobox around each takes 100 ms more.
/**
 * Suggestions for the field being typed in, once for the whole page: a part of the add form if the field is in it, else
 * a popup.
 */
export function SuggestPopup() {
  const field = useListUi(({ popup }) => popup.field)
  useEffect(() => {
    void loadSuggestions()
    return watchFields()
  }, [])
  if (!field) return null
  const part = field.closest('[data-adding]')?.querySelector('[data-suggestions]')
  return part
    ? createPortal(<Part field={field} />, part)
    : createPortal(<Popup field={field} />, document.body)
}

interface FieldProps {
  field: HTMLInputElement
}

function Popup({ field }: FieldProps) {
  const place = usePlace(field)
  return <Listbox field={field} className={classes.popup} style={place} />
}

function Part({ field }: FieldProps) {
  // On a low screen the form scrolls, and the suggestions may have come over the field.
  useEffect(() => {
    field.scrollIntoView({ block: 'nearest' })
  }, [field])
  return <Listbox field={field} className={classes.part} />
}

interface ListboxProps extends FieldProps {
  className: string | undefined
  style?: CSSProperties
}

function Listbox({ field, className, style }: ListboxProps) {
  const { t } = useLingui()
  const options = useListUi(({ popup }) => popup.options)
  const active = useListUi(({ popup }) => popup.active)
  useEffect(() => {
    document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    // The focus stays in the field, so that a phone's keyboard stays open.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the field points at the active option
    <div
      id="suggestions"
      role="listbox"
      aria-label={t`Suggestions`}
      className={className}
      style={style}
      onMouseDown={(event) => event.preventDefault()}
    >
      {options.map((option, at) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field handles the keys
        <div
          key={option.name}
          id={optionId(at)}
          role="option"
          aria-selected={at === active}
          className={classes.option}
          onClick={() => choose(at)}
        >
          <OptionText option={option} field={field.dataset['field'] ?? ''} />
        </div>
      ))}
    </div>
  )
}

function OptionText({ option, field }: { option: Option; field: string }) {
  const { t } = useLingui()
  const priceOf = usePrice()
  const { name, product, category } = option
  const unit = product && product.unit !== 'pcs' ? t(unitNames[product.unit]) : ''
  const price =
    product?.price === undefined ? '' : priceOf({ price: product.price, unit: product.unit, quantity: 1 })
  return (
    <>
      {field === 'shop' ? (
        <IconBuildingStore size={20} stroke={1.75} color="var(--app-dim)" aria-hidden="true" />
      ) : field === 'productName' ? (
        <ProductMark productName={name} category={category} />
      ) : (
        <CategoryMark name={category} />
      )}
      <span className={fields.fill}>{name}</span>
      {product && <span className={classes.detail}>{price || unit}</span>}
    </>
  )
}

const gap = 4
const edge = 8
const leastWidth = 260

/** Places the popup below the field or its add form if there is room, else above; never under the keyboard. */
function placeOf(field: HTMLInputElement): CSSProperties {
  const around = (field.closest('[data-adding]') ?? field).getBoundingClientRect()
  const fieldRect = field.getBoundingClientRect()
  const view = window.visualViewport
  const top = (view?.offsetTop ?? 0) + edge
  const bottom = (view?.offsetTop ?? 0) + (view?.height ?? window.innerHeight) - edge
  const width = Math.min(Math.max(fieldRect.width, leastWidth), window.innerWidth - 2 * edge)
  const left = Math.max(edge, Math.min(fieldRect.left, window.innerWidth - width - edge))
  const below = bottom - around.bottom - gap
  const above = around.top - gap - top
  if (below >= Math.min(above, 280))
    return { left, width, top: around.bottom + gap, maxHeight: Math.min(below, 360) }
  return { left, width, bottom: window.innerHeight - around.top + gap, maxHeight: Math.min(above, 360) }
}

function usePlace(field: HTMLInputElement): CSSProperties {
  const [place, setPlace] = useState(() => placeOf(field))
  useLayoutEffect(() => {
    const move = () => setPlace(placeOf(field))
    move()
    const sizes = new ResizeObserver(move)
    sizes.observe(field.closest('[data-adding]') ?? field)
    addEventListener('scroll', move, true)
    addEventListener('resize', move)
    window.visualViewport?.addEventListener('resize', move)
    window.visualViewport?.addEventListener('scroll', move)
    return () => {
      sizes.disconnect()
      removeEventListener('scroll', move, true)
      removeEventListener('resize', move)
      window.visualViewport?.removeEventListener('resize', move)
      window.visualViewport?.removeEventListener('scroll', move)
    }
  }, [field])
  return place
}
