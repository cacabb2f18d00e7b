import { useLingui } from '@lingui/react/macro'
import { useFullscreenDocument } from '@mantine/hooks'
import { IconMaximize, IconMinimize } from '@tabler/icons-react'
import { notify } from '../../state/notices.ts'
import { accountTexts } from '../../texts/account-texts.ts'
import { IconButton } from '../../ui/control/icon-button.tsx'

/** Renders nothing where the browser has no full screen, as on an iPhone. */
export function FullscreenToggle() {
  const { t } = useLingui()
  const { fullscreen, toggle } = useFullscreenDocument()
  if (!document.fullscreenEnabled) return null
  const label = fullscreen ? t`Leave full screen` : t`Full screen`
  return (
    <IconButton
      aria-label={label}
      title={label}
      aria-pressed={fullscreen}
      onClick={() => void toggle().catch(() => notify('warning', accountTexts.noFullscreen))}
    >
      {fullscreen ? <IconMinimize size={22} stroke={1.75} /> : <IconMaximize size={22} stroke={1.75} />}
    </IconButton>
  )
}
