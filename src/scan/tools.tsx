import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Group, NativeSelect, Tooltip } from '@mantine/core'
import {
  type Icon,
  IconBulb,
  IconBulbOff,
  IconDeviceMobile,
  IconDeviceMobileVibration,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react'
import { useState } from 'react'
import { setTorch } from './camera/camera.ts'
import type { Camera } from './camera/use-camera.ts'
import classes from './scan.module.css'
import { changeScannerSettings, useScannerSettings } from '../state/barcodes-camera.ts'
import { notify } from '../state/notices.ts'

interface ToolsProps {
  camera: Pick<Camera, 'stream' | 'cameras' | 'torch'>
  cameraId: string | null
  onCamera: (id: string) => void
}

/** Buttons for light, sound, vibration and the choice of camera, as far as this device has them. */
export function Tools({ camera, cameraId, onCamera }: ToolsProps) {
  const { t } = useLingui()
  const { sound, vibration } = useScannerSettings()
  const { cameras, stream } = camera
  const current = stream?.getVideoTracks()[0]?.getSettings().deviceId ?? cameraId ?? ''
  return (
    <Group gap="xs" justify="center" mt="xs" className={classes.tools}>
      {stream && camera.torch && <Torch key={stream.id} stream={stream} />}
      <Toggle
        label={t`Beep`}
        on={sound}
        icon={sound ? IconVolume : IconVolumeOff}
        onChange={(on) => changeScannerSettings({ sound: on })}
      />
      {'vibrate' in navigator && (
        <Toggle
          label={t`Vibration`}
          on={vibration}
          icon={vibration ? IconDeviceMobileVibration : IconDeviceMobile}
          onChange={(on) => changeScannerSettings({ vibration: on })}
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
    <Tooltip label={label}>
      <ActionIcon
        variant={on ? 'light' : 'subtle'}
        color={on ? 'orange' : 'gray'}
        aria-label={label}
        aria-pressed={on}
        onClick={() => onChange(!on)}
      >
        <Symbol size={22} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}

const scanTexts = {
  noTorch: msg`The camera’s light could not be switched.`,
} as const
