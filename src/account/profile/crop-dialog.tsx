import 'react-easy-crop/react-easy-crop.css'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import Cropper from 'react-easy-crop'
import dialog from '../../ui/dialog/dialog.module.css'
import { errorText } from '../../texts/problem-text.ts'
import { uploadAvatar } from '../../state/session/profile.ts'
import classes from './avatar.module.css'
import { useReturnFocus } from '../focus.ts'
import { Problem } from '../problem.tsx'
import { cutOut, drawSquare, type Square } from './crop.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'

interface CropDialogProps {
  opened: boolean
  picture: HTMLImageElement
  onClose: () => void
}

/** Crops a photo to the avatar. The user moves and zooms it by pointer or keys and sees a preview. */
export function CropDialog({ opened, picture, onClose }: CropDialogProps) {
  const { t } = useLingui()
  useReturnFocus()
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [square, setSquare] = useState<Square | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<MessageDescriptor | null>(null)
  const preview = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (square && preview.current) drawSquare(preview.current, picture, square)
  }, [square, picture])

  async function save() {
    if (!square) return
    setBusy(true)
    setProblem(null)
    try {
      await uploadAvatar(await cutOut(picture, square))
      onClose()
    } catch (error) {
      setProblem(errorText(error))
    }
    setBusy(false)
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={t`Choose the part to show`} centered size={440}>
      <div className={classes.crop}>
        <Cropper
          image={picture.src}
          crop={crop}
          zoom={zoom}
          aspect={1}
          cropShape="round"
          showGrid={false}
          disableAutomaticStylesInjection
          cropperProps={{ role: 'group', 'aria-label': t`Part of the picture; the arrow keys move it` }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setSquare(pixels)}
          onCropAreaChange={(_, pixels) => setSquare(pixels)}
        />
      </div>
      <div className={classes.result}>
        <canvas ref={preview} width={160} height={160} role="img" aria-label={t`Preview`} />
        <label>
          <Trans>Zoom</Trans>
          <input
            type="range"
            data-autofocus
            min={1}
            max={3}
            step={0.05}
            value={zoom}
            onChange={({ currentTarget }) => setZoom(Number(currentTarget.value))}
          />
        </label>
      </div>
      <Problem text={problem} />
      <div className={dialog.buttons}>
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button disabled={!square} loading={busy} onClick={() => void save()}>
          <Trans>Save picture</Trans>
        </Button>
      </div>
    </Dialog>
  )
}
