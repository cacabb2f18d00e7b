import { useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import { type Unit, units } from '../../../core/product/entities.ts'
import classes from './fields.module.css'
import { unitNames } from '../../texts/amounts.tsx'

interface UnitSelectProps {
  value: Unit
  label: string
  onChange: (unit: Unit) => void
}

export const UnitSelect = memo(function UnitSelect({ value, label, onChange }: UnitSelectProps) {
  const { t } = useLingui()
  return (
    <span className={classes.selectBox}>
      <select
        className={classes.select}
        data-field="unit"
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value as Unit)}
      >
        {units.map((unit) => (
          <option key={unit} value={unit}>
            {t(unitNames[unit])}
          </option>
        ))}
      </select>
    </span>
  )
})
