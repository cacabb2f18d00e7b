import { Trans, useLingui } from '@lingui/react/macro'
import { Button, List, Text } from '@mantine/core'
import { IconShare2, IconSquarePlus } from '@tabler/icons-react'
import { useEffect } from 'react'
import { explainInstall, refuseInstall, useInstall } from './install.ts'
import { appName } from '../lib/app-name.ts'
import { Dialog, DialogButtons } from '../ui/dialog/dialog.tsx'

/** Installation steps for iOS, where an app cannot open an installation prompt. */
export function InstallSteps() {
  const { t } = useLingui()
  const explaining = useInstall((state) => state.explaining)
  const onIos = useInstall((state) => state.way === 'ios')
  useEffect(() => {
    // Not only when the steps are shown, since users may install without them. If it fails, the start is blank for a
    // moment.
    if (onIos) addStartupImages().catch(() => undefined)
  }, [onIos])
  return (
    <Dialog opened={explaining} onClose={() => explainInstall(false)} title={t`Add to Home Screen`}>
      <List type="ordered" listStyleType="none" center spacing="sm" mb="md">
        <List.Item icon={<IconShare2 size={26} stroke={1.75} aria-hidden color="var(--app-link)" />}>
          <Trans>Tap ‘Share’ in the browser’s bar.</Trans>
        </List.Item>
        <List.Item icon={<IconSquarePlus size={26} stroke={1.75} aria-hidden color="var(--app-link)" />}>
          <Trans>Choose ‘Add to Home Screen’, then ‘Add’.</Trans>
        </List.Item>
      </List>
      <Text>
        <Trans>
          Opened from the home screen, the app keeps your lists on this device. In the browser, they may be
          cleared after a week without a visit.
        </Trans>
      </Text>
      <DialogButtons>
        <Button
          data-autofocus
          onClick={() => {
            explainInstall(false)
            refuseInstall()
          }}
        >
          <Trans>Got it</Trans>
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

/** The colours of index.html, whose first paint follows this picture. Sizes here are in CSS px. */
const looks = {
  light: { page: '#fffbf7', text: '#1f1a17' },
  dark: { page: '#171412', text: '#f3ede8' },
} as const
const iconSize = 72

/**
 * Adds the pictures that iOS shows while the app starts from the home screen; without one, the page is blank. iOS takes
 * only a picture of exactly the screen's size. There are dozens of sizes, so the pictures are drawn here, for both
 * themes in portrait and landscape.
 */
async function addStartupImages(): Promise<void> {
  if (document.querySelector('link[rel="apple-touch-startup-image"]')) return
  const icon = new Image()
  icon.src = '/icons/apple-touch-icon.png'
  await icon.decode()
  const [short, long] = [screen.width, screen.height].toSorted((a, b) => a - b) as [number, number]
  for (const [theme, look] of Object.entries(looks))
    for (const [orientation, width, height] of [
      ['portrait', short, long],
      ['landscape', long, short],
    ] as const) {
      const link = document.createElement('link')
      link.rel = 'apple-touch-startup-image'
      link.media = `screen and (prefers-color-scheme: ${theme}) and (orientation: ${orientation})`
      link.href = draw(icon, width, height, look)
      document.head.append(link)
    }
}

function draw(icon: HTMLImageElement, width: number, height: number, look: { page: string; text: string }) {
  const canvas = document.createElement('canvas')
  canvas.width = width * devicePixelRatio
  canvas.height = height * devicePixelRatio
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  pen.scale(devicePixelRatio, devicePixelRatio)
  pen.fillStyle = look.page
  pen.fillRect(0, 0, width, height)
  pen.fillStyle = look.text
  pen.font = '700 22px "Figtree Variable", sans-serif'
  pen.textAlign = 'center'
  pen.fillText(appName, width / 2, height / 2 + iconSize / 2 + 24)
  pen.beginPath()
  pen.roundRect(width / 2 - iconSize / 2, height / 2 - iconSize / 2 - 20, iconSize, iconSize, 17)
  pen.clip()
  pen.drawImage(icon, width / 2 - iconSize / 2, height / 2 - iconSize / 2 - 20, iconSize, iconSize)
  return canvas.toDataURL()
}
