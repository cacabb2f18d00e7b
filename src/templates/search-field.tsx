import { IconSearch } from '@tabler/icons-react'
import classes from './templates-page.module.css'

interface SearchFieldProps {
  label: string
  value: string
  onChange: (text: string) => void
}

export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <label className={classes.search}>
      <span className="visually-hidden">{label}</span>
      <IconSearch size={20} stroke={1.75} aria-hidden="true" />
      <input
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        value={value}
        placeholder={label}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}
