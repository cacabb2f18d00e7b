import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { Ref } from 'react'
import { useWide } from '../lib/use-wide.ts'

interface SearchFieldProps {
  label: string
  value: string
  onChange: (text: string) => void
  id?: string
  ref?: Ref<HTMLInputElement>
}

/** Filters what the page shows; Escape clears the filter. */
export function SearchField({ label, onChange, ...input }: SearchFieldProps) {
  const wide = useWide()
  return (
    <TextInput
      {...input}
      w={wide ? '20rem' : '100%'}
      miw={0}
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
