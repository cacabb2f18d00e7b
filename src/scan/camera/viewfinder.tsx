import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Box, Button, Card, Stack, Text, ActionIcon, Group, NativeSelect } from '@mantine/core'
import {
  IconCameraOff,
  type Icon,
  IconBulb,
  IconBulbOff,
  IconDeviceMobile,
  IconDeviceMobileVibration,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react'
import { useState } from 'react'
import { changeSettings, useDeviceSettings } from '../../account/session/device-settings.ts'
import { notify } from '../../ui/notices.ts'
import { useWide } from '../../lib/use-wide.ts'
import classes from '../scan.module.css'
import { type CameraProblem as Problem, setTorch, useCamera, type Camera } from './camera.ts'
import { useDecoding } from './decoding.ts'

interface ViewfinderProps {
  /** the page is not ready, so nothing is decoded */
  paused: boolean
  /** the answer form is open: nothing is decoded, and the picture is smaller to make room */
  asking: boolean
  onCode: (code: string) => void
}

/** The camera picture and its few settings. */
export function Viewfinder({ paused, asking, onCode }: ViewfinderProps) {
  const { t } = useLingui()
  const [broken, setBroken] = useState(false)
  const wide = useWide()
  // The answer form and the keyboard need the room.
  const small = asking && !wide
  const cameraId = useDeviceSettings(({ scanner }) => scanner.cameraId)
  const { video, retry: startAgain, ...camera } = useCamera(cameraId)
  const problem = broken ? 'failed' : camera.problem
  useDecoding(video, camera.stream !== null && !paused && !asking && !broken, onCode, () => setBroken(true))
  function retry() {
    setBroken(false)
    startAgain()
  }
  return (
    <section aria-label={t`Camera`}>
      {problem && <CameraProblem problem={problem} onRetry={retry} />}
      <Box
        className={classes.view}
        display={problem ? 'none' : undefined}
        h={small ? '4.5rem' : wide ? 'min(36vw, 56dvh)' : 'min(62vw, 42dvh)'}
        mih={small ? 0 : '13.75rem'}
      >
        <video ref={video} muted playsInline aria-hidden="true" />
        {!camera.stream && (
          <Text pos="relative">
            <Trans>Starting the camera…</Trans>
          </Text>
        )}
        {camera.stream && !small && (
          <div className={classes.sight} data-paused={paused || asking || undefined} aria-hidden="true" />
        )}
      </Box>
      {camera.stream && !problem && (
        <>
          <Text c="dimmed" fz="sm" ta="center" mt="xs">
            {asking ? (
              <Trans>Paused while you answer.</Trans>
            ) : (
              <Trans>Hold the barcode inside the frame, a hand’s width away.</Trans>
            )}
          </Text>
          {!small && (
            <Tools
              camera={camera}
              cameraId={cameraId}
              onCamera={(id) => changeSettings('scanner', { cameraId: id })}
            />
          )}
        </>
      )}
    </section>
  )
}

/** Says why the camera does not work, and what to do about it. */
function CameraProblem({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  const { t } = useLingui()
  const texts: Record<Problem, { what: string; todo: string }> = {
    insecure: {
      what: t`The camera needs a secure connection.`,
      todo: t`Open the app at its address that begins with https.`,
    },
    denied: {
      what: t`The camera is not allowed here.`,
      todo: t`Allow it for this site in the browser’s settings, next to the address, then try again.`,
    },
    missing: {
      what: t`This device has no camera.`,
      todo: t`Connect one and try again, or type in the digits printed under the bars.`,
    },
    busy: {
      what: t`The camera is being used by something else.`,
      todo: t`Close the other app or tab that is using it, then try again.`,
    },
    failed: {
      what: t`The camera could not be started.`,
      todo: t`Try again, or type in the digits printed under the bars.`,
    },
  }
  const { what, todo } = texts[problem]
  return (
    <Card ta="center" role="alert">
      <Stack align="center" gap="sm" maw="25rem" mx="auto">
        <IconCameraOff size={36} stroke={1.5} color="var(--app-dim)" aria-hidden="true" />
        <div>
          <Text fz="lg" fw={650}>
            {what}
          </Text>
          {todo}
        </div>
        {problem !== 'insecure' && (
          <Button onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        )}
      </Stack>
    </Card>
  )
}

interface ToolsProps {
  camera: Pick<Camera, 'stream' | 'cameras' | 'torch'>
  cameraId: string | null
  onCamera: (id: string) => void
}

/** Buttons for light, sound, vibration and the choice of camera, as far as this device has them. */
function Tools({ camera, cameraId, onCamera }: ToolsProps) {
  const { t } = useLingui()
  const { sound, vibration } = useDeviceSettings(({ scanner }) => scanner)
  const { cameras, stream } = camera
  const current = stream?.getVideoTracks()[0]?.getSettings().deviceId ?? cameraId ?? ''
  return (
    <Group gap="xs" justify="center" mt="xs">
      {stream && camera.torch && <Torch key={stream.id} stream={stream} />}
      <Toggle
        label={t`Beep`}
        on={sound}
        icon={sound ? IconVolume : IconVolumeOff}
        onChange={(on) => changeSettings('scanner', { sound: on })}
      />
      {'vibrate' in navigator && (
        <Toggle
          label={t`Vibration`}
          on={vibration}
          icon={vibration ? IconDeviceMobileVibration : IconDeviceMobile}
          onChange={(on) => changeSettings('scanner', { vibration: on })}
        />
      )}
      {cameras.length > 1 && (
        <NativeSelect
          flex={1}
          miw={0}
          maw="16.25rem"
          aria-label={t`Which camera`}
          value={current}
          data={cameras.map(({ deviceId, label }, i) => {
            const number = i + 1
            return { value: deviceId, label: label || t`Camera ${number}` }
          })}
          onChange={(event) => onCamera(event.target.value)}
        />
      )}
    </Group>
  )
}

function Torch({ stream }: { stream: MediaStream }) {
  const { t } = useLingui()
  const [on, setOn] = useState(false)
  async function change(wanted: boolean) {
    if (await setTorch(stream, wanted)) setOn(wanted)
    else notify('warning', scanTexts.noTorch)
  }
  return (
    <Toggle
      label={t`Light`}
      on={on}
      icon={on ? IconBulb : IconBulbOff}
      onChange={(wanted) => void change(wanted)}
    />
  )
}

interface ToggleProps {
  label: string
  on: boolean
  icon: Icon
  onChange: (on: boolean) => void
}

function Toggle({ label, on, icon: Symbol, onChange }: ToggleProps) {
  return (
    <ActionIcon
      variant={on ? 'light' : 'subtle'}
      color={on ? 'orange' : 'gray'}
      aria-label={label}
      title={label}
      aria-pressed={on}
      onClick={() => onChange(!on)}
    >
      <Symbol size={22} stroke={1.75} />
    </ActionIcon>
  )
}

const scanTexts = {
  noTorch: msg`The camera’s light could not be switched.`,
} as const
