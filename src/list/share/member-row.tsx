import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconUserMinus } from '@tabler/icons-react'
import { useState } from 'react'
import { type Permission, permissions } from '../../../core/product/entities.ts'
import type { Member } from '../../../core/contract/shapes.ts'
import { setPermission } from '../../state/lists/sharing.ts'
import { membersChanged } from '../../state/lists/members.ts'
import { permissionTexts } from '../../texts/permission-text.ts'
import fieldClasses from '../rows/field.module.css'
import { AddressText } from '../../ui/person.tsx'
import classes from './share-panel.module.css'

interface MemberRowProps {
  listId: string
  member: Member
  online: boolean
  /** asks for confirmation first */
  onRemove: () => void
}

export function MemberRow({ listId, member, online, onRemove }: MemberRowProps) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const name = member.name || member.email

  async function change(run: () => Promise<boolean>) {
    setBusy(true)
    if (await run()) await membersChanged(listId)
    setBusy(false)
  }

  return (
    <li className={classes.member}>
      <span className={classes.who}>
        <strong>
          <AddressText>{name}</AddressText>
        </strong>
        {member.name && (
          <span>
            <AddressText>{member.email}</AddressText>
          </span>
        )}
        {!member.accepted && (
          <span>
            <Trans>has not opened it yet</Trans>
          </span>
        )}
      </span>
      <span className={`${classes.permission} ${fieldClasses.boxed}`}>
        <span className={fieldClasses.selectBox}>
          <select
            className={fieldClasses.select}
            aria-label={t`Permission for ${name}`}
            value={member.permission}
            disabled={!online || busy}
            onChange={(event) => {
              const permission = event.target.value as Permission
              if (permission !== member.permission)
                void change(() => setPermission(listId, member.email, permission))
            }}
          >
            {permissions.map((permission) => (
              <option key={permission} value={permission}>
                {t(permissionTexts[permission].may)}
              </option>
            ))}
          </select>
        </span>
        <ActionIcon
          aria-label={t`Remove ${name} from the list`}
          disabled={!online || busy}
          onClick={onRemove}
        >
          <IconUserMinus size={20} stroke={1.75} />
        </ActionIcon>
      </span>
    </li>
  )
}
