import { Fieldset, SimpleGrid } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './pictures.module.css'

interface PictureChoiceProps {
  legend: ReactNode
  /** of the form's field */
  name: string
  value: string
  pictures: readonly { value: string; label: string; picture: ReactNode }[]
  onChange: (value: string) => void
}

/** Radio buttons that look like the pictures they stand for. */
export function PictureChoice({ legend, name, value: chosen, pictures, onChange }: PictureChoiceProps) {
  return (
    <Fieldset variant="unstyled" legend={legend}>
      <SimpleGrid minColWidth="3.25rem" spacing="xs">
        {pictures.map(({ value, label, picture }) => (
          <label key={value} className={classes.choice} title={label}>
            <input
              type="radio"
              name={name}
              className="visually-hidden"
              aria-label={label}
              value={value}
              checked={value === chosen}
              onChange={() => onChange(value)}
            />
            {picture}
          </label>
        ))}
      </SimpleGrid>
    </Fieldset>
  )
}
