import { useLingui } from '@lingui/react/macro'
import {
  type Icon,
  IconArchive,
  IconArchiveOff,
  IconBasketShare,
  IconCopy,
  IconDoorExit,
  IconPin,
  IconPinnedOff,
  IconRepeat,
  IconTemplate,
  IconTrash,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { List } from '../../core/contract/shapes.ts'
import { listSetting } from '../../core/product/account-settings.ts'
import { can, roleOf } from '../../core/product/permissions.ts'
import {
  cloneUnbought,
  duplicateList,
  archiveList,
  restoreList,
  shopAgain,
} from '../list/state/list-actions.ts'
import { leaveList } from '../list/share/sharing.ts'
import { pinList, useAccountSettings } from '../account/state/settings.ts'
import { useSession, who } from '../account/session/session.ts'
import { isMakingList, useSync } from '../sync/sync-status.ts'
import { attempt } from '../sync/calls.ts'
import { texts } from '../texts/texts.ts'

export interface ListAction {
  key:
    | 'pin'
    | 'copy'
    | 'again'
    | 'archive'
    | 'restore'
    | 'clone'
    | 'duplicate'
    | 'template'
    | 'leave'
    | 'delete'
    | 'print'
    | 'history'
  label: string
  icon: Icon
  danger?: boolean
  /** works without a network */
  offline?: boolean
  /** disabled until the list is on the server */
  waits?: boolean
  run: () => Promise<void>
}

/** Returns whether the action waits for the network. */
export function isResting({ offline, waits }: ListAction, online: boolean): boolean {
  return online ? waits === true : !offline
}

export interface ListActionOptions {
  /** true on the list's own page, where copies are opened and more actions are offered */
  open: boolean
  onDelete: () => void
  /** called when the list has left the overview it was shown in */
  onGone?: () => void
}

/** Returns the actions for a whole list; few of them need the server. */
export function useListActions(list: List, { open, onDelete, onGone }: ListActionOptions) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [busy, setBusy] = useState<ListAction['key'] | null>(null)
  const role = roleOf(list)
  const archived = list.listStatus === 'archiwum'
  const pinned = useAccountSettings(({ settings }) => listSetting(settings, list.id).pinned)
  const { id } = list
  // Without an account a template is made on the device, from the products stored there, so it needs no server.
  const onDevice = useSession(who) === 'trial'
  // Whatever is made of a list needs an account, and the storage.
  const guest = useSession(who) === 'guest'
  const isOfNewer = useSync((sync) => sync.storage === 'newer')
  const isNew = useSync((sync) => open && isMakingList(sync, id))

  function running(key: ListAction['key'], run: () => Promise<void>): () => Promise<void> {
    return async () => {
      if (busy) return
      setBusy(key)
      await run()
      setBusy(null)
    }
  }
  async function show(copy: string | null) {
    if (copy && open) await navigate({ to: '/app/details/$id', params: { id: copy } })
  }

  const actions: ListAction[] = []
  if (!open)
    actions.push({
      key: 'pin',
      label: pinned ? t`Unpin` : t`Pin to the top`,
      icon: pinned ? IconPinnedOff : IconPin,
      offline: true,
      run: async () => pinList(id, !pinned),
    })
  if (can(role, 'clone') && archived && open)
    actions.push({
      key: 'again',
      label: t`Shop again`,
      icon: IconRepeat,
      offline: true,
      run: running('again', async () => show(await shopAgain(id, false))),
    })
  if (can(role, 'archive') && archived)
    actions.push({
      key: 'restore',
      label: t`Restore`,
      icon: IconArchiveOff,
      offline: true,
      run: running('restore', async () => {
        if (await restoreList(id)) onGone?.()
      }),
    })
  if (can(role, 'archive') && !archived)
    actions.push({
      key: 'archive',
      label: t`Archive`,
      icon: IconArchive,
      offline: true,
      run: running('archive', async () => {
        if (await archiveList(id)) onGone?.()
      }),
    })
  if (can(role, 'clone') && !archived && open)
    actions.push({
      key: 'clone',
      label: t`Archive and copy unbought`,
      icon: IconBasketShare,
      offline: true,
      run: running('clone', async () => show(await cloneUnbought(id))),
    })
  if (can(role, 'duplicate'))
    actions.push({
      key: 'duplicate',
      label: t`Duplicate`,
      icon: IconCopy,
      offline: true,
      run: running('duplicate', async () => show(await duplicateList(id))),
    })
  if (can(role, 'makeTemplate') && open)
    actions.push({
      key: 'template',
      label: t`Create template from list`,
      icon: IconTemplate,
      offline: onDevice,
      waits: isNew && !onDevice,
      run: running('template', async () => {
        // Lazy, since a list is shown without this code.
        const loaded = await attempt(() => import('../templates/state/actions.ts'), texts.serverError)
        const template = await loaded?.done.templateFromList(id, list.listName)
        if (template) await navigate({ to: '/app/template/$id', params: { id: template } })
      }),
    })
  // If the page has a share panel, that offers and explains this action.
  if (can(role, 'leave') && (!open || role === 'view'))
    actions.push({
      key: 'leave',
      label: t`Leave the list`,
      icon: IconDoorExit,
      run: running('leave', async () => {
        if (!(await leaveList(id))) return
        if (open) await navigate({ to: '/app/shared' })
        else onGone?.()
      }),
    })
  if (can(role, 'delete'))
    actions.push({
      key: 'delete',
      label: t`Delete permanently`,
      icon: IconTrash,
      danger: true,
      offline: true,
      run: async () => onDelete(),
    })
  return { actions: guest || isOfNewer ? [] : actions, busy }
}
