import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { createList } from '../state/lists/list-actions.ts'

/** Makes a list named after today and opens it. */
export function NewListButton() {
  const navigate = useNavigate()
  // Without this, a second press would make a second list.
  const [busy, setBusy] = useState(false)
  return (
    <Button
      leftSection={<IconPlus size={22} stroke={2} aria-hidden="true" />}
      onClick={async () => {
        if (busy) return
        setBusy(true)
        const id = await createList()
        if (id) await navigate({ to: '/app/details/$id', params: { id } })
        setBusy(false)
      }}
    >
      <Trans>New list</Trans>
    </Button>
  )
}
