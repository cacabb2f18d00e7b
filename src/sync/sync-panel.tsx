import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { IconCloudCheck } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { Entry } from '../../core/sync/mutation.ts'
import { useSync } from '../state/lists/sync.ts'
import { useDevice } from '../state/session/device.ts'
import { isTrial, useSession } from '../state/session/session.ts'
import { TrialPanel } from '../trial/later-parts.tsx'
import { storageTexts } from '../texts/storage-text.ts'
import { isNewList } from '../state/lists/tray-choices.ts'
import { readNames, useNames } from '../state/lists/tray.ts'
import { changeText } from '../texts/change-text.ts'
import { SidePanel } from '../ui/dialog/side-panel.tsx'
import classes from './sync-panel.module.css'
import { TrayCard } from './tray-card.tsx'
import { useLanguage } from '../texts/use-language.ts'
import { WaitingMark } from '../ui/waiting-mark.tsx'

export interface SyncPanelProps {
  opened: boolean
  onClose: () => void
}

/** The details of the sync status: the changes in the outbox, and those in the tray. */
export function SyncPanel({ opened, onClose }: SyncPanelProps) {
  const { t } = useLingui()
  return (
    <SidePanel opened={opened} onClose={onClose} title={t`Your changes`}>
      <Changes />
    </SidePanel>
  )
}

function Changes() {
  const { t } = useLingui()
  const outbox = useSync((sync) => sync.outbox)
  const tray = useSync((sync) => sync.tray)
  const storage = useSync((sync) => sync.storage)
  const trial = useSession(isTrial)
  useEffect(() => {
    // Names are optional: a change can be shown without them.
    readNames(outbox, tray).catch(() => undefined)
  }, [outbox, tray])
  if (trial && storage === 'fine') return <TrialPanel />
  return (
    <>
      {storage !== 'fine' && (
        <p className={classes.storage} role="alert">
          {t(storageTexts[storage])}
        </p>
      )}
      {tray.length > 0 && (
        <section>
          <h3 className={classes.heading}>
            <Plural value={tray.length} one="# change needs a look" other="# changes need a look" />
          </h3>
          <ul className={classes.list}>
            {tray.map((item) => (
              <TrayCard key={item.opId} item={item} />
            ))}
          </ul>
        </section>
      )}
      {outbox.length > 0 && <Waiting outbox={outbox} />}
      {outbox.length === 0 && tray.length === 0 && storage === 'fine' && (
        <p className={classes.saved}>
          <IconCloudCheck size={28} stroke={1.75} aria-hidden="true" />
          <Trans>Everything is saved, here and on the server.</Trans>
        </p>
      )}
    </>
  )
}

const mostShown = 200

function Waiting({ outbox }: { outbox: readonly Entry[] }) {
  const { t } = useLingui()
  const language = useLanguage()
  const online = useSync((sync) => sync.online)
  const storage = useSync((sync) => sync.storage)
  const names = useNames()
  const left = outbox.length - mostShown
  const isShort = useDevice(({ device }) => device?.db.isShortOfCopies() ?? false)
  return (
    <section>
      <h3 className={classes.heading}>
        <Plural value={outbox.length} one="# change waiting" other="# changes waiting" />
      </h3>
      {storage === 'fine' && (
        <p className={classes.hint}>
          {online ? (
            <Trans>Safe on this device and on the way to the server.</Trans>
          ) : (
            <Trans>Safe on this device. Sent as soon as there is a connection.</Trans>
          )}
        </p>
      )}
      {isShort && (
        <p className={classes.hint}>
          <Trans>
            There is no more room for a second copy of everything that waits. Connect to the internet, so that
            it can be sent.
          </Trans>
        </p>
      )}
      <ul className={classes.list}>
        {outbox.slice(0, mostShown).map((entry) => (
          <li key={entry.opId} className={classes.change}>
            <WaitingMark silent />
            <span>
              {t(changeText(entry, names.products[entry.rowId], language))}
              {!isNewList({ entry }) && names.lists[entry.listId] && (
                <small>{names.lists[entry.listId]}</small>
              )}
            </span>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <p className={classes.hint}>
          <Plural value={left} one="and # more" other="and # more" />
        </p>
      )}
    </section>
  )
}
