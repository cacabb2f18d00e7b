import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Template } from '../../../core/contract/shapes.ts'
import { can, roleOf } from '../../../core/product/permissions.ts'
import { formatDate } from '../../texts/format.ts'
import { useLanguage } from '../../texts/i18n.ts'
import { useShownLists } from '../../sync/use-lists.ts'
import { mergeIntoList } from '../state/actions.ts'
import { Choice, Choices } from '../../ui/dialog/choices.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'

interface MergeDialogProps {
  opened: boolean
  template: Template
  /** for so many portions; left out if the template does not say for how many it is */
  portions: number | undefined
  onClose: () => void
}

/** Asks which list gets the products; offers all lists that are not archived and that the user may edit. */
export function MergeDialog({ opened, template, portions, onClose }: MergeDialogProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const navigate = useNavigate()
  const all = useShownLists()
  const [busy, setBusy] = useState(false)
  const lists = (all ?? []).filter(
    (list) => list.listStatus !== 'archiwum' && can(roleOf(list), 'editProducts'),
  )

  async function merge(listId: string) {
    if (busy) return
    setBusy(true)
    const showList = {
      label: msg`Open the list`,
      run: () => void navigate({ to: '/app/details/$id', params: { id: listId } }),
    }
    const done = await mergeIntoList(template, listId, { showList, portions })
    setBusy(false)
    if (done) onClose()
  }

  return (
    <Dialog opened={opened} onClose={onClose} title={t`Add to which list?`}>
      <Text c="dimmed" mb="md">
        {lists.length > 0 ? (
          <Trans>Products already on the list get a larger quantity; the rest go at the end.</Trans>
        ) : (
          <Trans>You have no list yet that you can edit. Create one from the template instead.</Trans>
        )}
      </Text>
      <Choices>
        {lists.map((list) => (
          <Choice
            key={list.id}
            name={list.listName}
            more={
              <>
                {formatDate(list.date, language)}
                {' · '}
                <Plural value={list.productCount} one="# product" other="# products" />
                {list.owner && ` · ${list.owner.name || list.owner.email}`}
              </>
            }
            disabled={busy}
            onPress={() => void merge(list.id)}
          />
        ))}
      </Choices>
    </Dialog>
  )
}
