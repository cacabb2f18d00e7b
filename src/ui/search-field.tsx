import { IconSearch } from '@tabler/icons-react'
import type { Ref } from 'react'
import classes from './search-field.module.css'

interface SearchFieldProps {
  label: string
  value: string
  onChange: (text: string) => void
  id?: string
  ref?: Ref<HTMLInputElement>
}

/** Filters what the page shows; Escape clears the filter. */
export function SearchField({ label, value, onChange, id, ref }: SearchFieldProps) {
  return (
    <label className={classes.search}>
      <span className="visually-hidden">{label}</span>
      <IconSearch size={20} stroke={1.75} aria-hidden="true" />
      <input
        ref={ref}
        id={id}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        value={value}
        placeholder={label}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') {
            event.preventDefault()
            onChange('')
          }
        }}
      />
    </label>
  )
}
