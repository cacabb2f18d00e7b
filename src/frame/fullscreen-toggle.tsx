import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconMaximize, IconMinimize } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { notify } from '../state/notices.ts'
import { accountTexts } from '../texts/account-texts.ts'

function followFullscreen(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}

async function toggleFullscreen(): Promise<void> {
  await (document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen())
}

/** Renders nothing if the browser has no full screen, as on an iPhone. */
export function FullscreenToggle() {
  const { t } = useLingui()
  const fullscreen = useSyncExternalStore(followFullscreen, () => document.fullscreenElement !== null)
  if (!document.fullscreenEnabled) return null
  const label = fullscreen ? t`Leave full screen` : t`Full screen`
  return (
    <ActionIcon
      aria-label={label}
      title={label}
      aria-pressed={fullscreen}
      onClick={() => void toggleFullscreen().catch(() => notify('warning', accountTexts.noFullscreen))}
    >
      {fullscreen ? <IconMinimize size={22} stroke={1.75} /> : <IconMaximize size={22} stroke={1.75} />}
    </ActionIcon>
  )
}
