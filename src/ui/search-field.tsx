import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { Ref } from 'react'

interface SearchFieldProps {
  label: string
  value: string
  onChange: (text: string) => void
  id?: string
  ref?: Ref<HTMLInputElement>
}

/** Filters what the page shows; Escape clears the filter. */
export function SearchField({ label, onChange, ...input }: SearchFieldProps) {
  return (
    <TextInput
      {...input}
      className="search-field"
      type="search"
      enterKeyHint="search"
      autoComplete="off"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={20} stroke={1.75} aria-hidden="true" />}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && input.value !== '') {
          event.preventDefault()
          onChange('')
        }
      }}
    />
  )
}
