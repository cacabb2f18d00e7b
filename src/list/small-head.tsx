import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { List } from '../../core/contract/shapes.ts'
import { formatDate } from '../texts/format.ts'
import { useLanguage } from '../texts/use-language.ts'
import { InHeader } from '../ui/header-slot.tsx'
import classes from './list.module.css'

interface SmallHeadProps {
  list: List
  title: ReactNode
  sharing: boolean
  onSharing: (() => void) | null
}

/** On a phone: puts the list's name, its owner and the share button into the header. */
export function SmallHead({ list, title, sharing, onSharing }: SmallHeadProps) {
  const { t } = useLingui()
  return (
    <InHeader at="title">
      <div className={classes.names}>
        {title}
        <p className={classes.facts}>
          <Facts list={list} />
        </p>
      </div>
      {onSharing && (
        <ActionIcon aria-label={t`Sharing`} aria-expanded={sharing} onClick={onSharing}>
          <IconUsers size={22} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      )}
    </InHeader>
  )
}

/** For a shared list its owner and the user's permission; for the user's own list its date. */
function Facts({ list }: { list: List }) {
  const language = useLanguage()
  const archived = list.listStatus === 'archiwum'
  const owner = list.owner?.name || list.owner?.email
  if (owner)
    return (
      <>
        {archived && <Trans>archived · </Trans>}
        {list.permissions === 'edit' && <Trans>{owner} · you can edit</Trans>}
        {list.permissions === 'shopping' && <Trans>{owner} · you can tick</Trans>}
        {list.permissions === 'view' && <Trans>{owner} · you can view</Trans>}
      </>
    )
  return (
    <>
      {archived && <Trans>archived · </Trans>}
      {formatDate(list.date, language)}
    </>
  )
}
