import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { type Permission, permissions } from '../../../core/product/entities.ts'
import { permissionTexts } from '../../texts/permission-text.ts'
import classes from './share-panel.module.css'

interface PermissionChoiceProps {
  value: Permission
  online: boolean
  onChange: (permission: Permission) => void
}

/** The choice of the permission that the new member or invitation gets. */
export function PermissionChoice({ value, online, onChange }: PermissionChoiceProps) {
  const { t } = useLingui()
  const id = useId()
  return (
    <fieldset className={classes.choice} disabled={!online}>
      <legend>
        <Trans>This person</Trans>
      </legend>
      {permissions.map((permission) => (
        <div key={permission} className={classes.option}>
          <input
            id={`${id}-${permission}`}
            type="radio"
            name={id}
            checked={permission === value}
            onChange={() => onChange(permission)}
          />
          <label htmlFor={`${id}-${permission}`}>
            {t(permissionTexts[permission].may)}
            <small>{t(permissionTexts[permission].means)}</small>
          </label>
        </div>
      ))}
    </fieldset>
  )
}
