import { Trans } from '@lingui/react/macro'
import { Button, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useMoney } from '../../texts/amounts.tsx'
import { formatHour } from '../../texts/format.ts'
import { useLanguage } from '../../texts/i18n.ts'
import { DonePicture } from '../../ui/picture/pictures.tsx'

export interface CompleteDialogProps {
  opened: boolean
  onClose: () => void
  /** what the list costs, in zł */
  sum: number
  /** when the last product was ticked, epoch ms */
  at: number
  /** null: the user may not archive the list */
  onArchive: (() => Promise<void>) | null
  /** archives the list and opens a new one like it; null: the user may not */
  onAgain: (() => Promise<void>) | null
  /** ends the trip: what was bought leaves the list; null: the user may not */
  onDone: (() => Promise<void>) | null
  fullScreen: boolean
}

/**
 * Shown when all is bought, full-screen in shopping mode. The title gets the focus, so that a hasty key press does not
 * end the trip.
 */
export function CompleteDialog({
  opened,
  onClose,
  sum,
  at,
  onArchive,
  onAgain,
  onDone,
  fullScreen,
}: CompleteDialogProps) {
  const language = useLanguage()
  const [busy, setBusy] = useState(false)
  const running = (run: () => Promise<void>) => async () => {
    if (busy) return
    setBusy(true)
    await run()
    setBusy(false)
    onClose()
  }
  const money = useMoney()(sum)
  const time = formatHour(at, language)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      fullScreen={fullScreen}
      withCloseButton={false}
      transitionProps={{ transition: 'fade', duration: 200 }}
    >
      <Stack
        align="center"
        justify="center"
        gap="xs"
        px="md"
        ta="center"
        mih={fullScreen ? 'calc(100dvh - 4rem - env(safe-area-inset-bottom))' : undefined}
      >
        <div className="if-high">
          <DonePicture />
        </div>
        <Modal.Title data-autofocus tabIndex={-1} fz="1.75rem" style={{ outline: 'none' }}>
          <Trans>All bought</Trans>
        </Modal.Title>
        <Text fz="lg" fw={650} className="tabular">
          {sum > 0 ? (
            <Trans>
              {money} at {time}
            </Trans>
          ) : (
            <Trans>At {time}</Trans>
          )}
        </Text>
        <Stack gap="xs" w="min(20rem, 100%)" mt="md">
          {onDone && (
            <Button fullWidth onClick={running(onDone)}>
              <Trans>Done</Trans>
            </Button>
          )}
          {onArchive && (
            <Button variant="default" fullWidth onClick={running(onArchive)}>
              <Trans>Put the list away</Trans>
            </Button>
          )}
          {onAgain && (
            <Button variant="default" fullWidth onClick={running(onAgain)}>
              <Trans>Shop again</Trans>
            </Button>
          )}
          <Button variant={onDone ? 'subtle' : 'filled'} fullWidth onClick={onClose}>
            {onDone ? <Trans>Cancel</Trans> : <Trans>Close</Trans>}
          </Button>
        </Stack>
      </Stack>
    </Modal>
  )
}
