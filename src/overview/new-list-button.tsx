import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { createList } from '../state/lists/list-actions.ts'
import { useSync } from '../state/lists/sync.ts'

/** Makes a list named after today and opens it. */
export function NewListButton() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const online = useSync((sync) => sync.online)
  const [busy, setBusy] = useState(false)
  return (
    <Button
      leftSection={<IconPlus size={22} stroke={2} aria-hidden="true" />}
      loading={busy}
      disabled={!online}
      title={online ? undefined : t`A new list needs a connection`}
      onClick={async () => {
        setBusy(true)
        const id = await createList()
        setBusy(false)
        if (id) await navigate({ to: '/app/details/$id', params: { id } })
      }}
    >
      {online ? <Trans>New list</Trans> : <Trans>New list: needs a connection</Trans>}
    </Button>
  )
}
