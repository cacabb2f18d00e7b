import 'react-easy-crop/react-easy-crop.css'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Box, Button, Group } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import Cropper from 'react-easy-crop'
import { errorText } from '../../texts/problem-text.ts'
import { uploadAvatar } from '../state/profile.ts'
import { useReturnFocus } from '../fields.tsx'
import { Problem } from '../card-page.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog/dialog.tsx'

/** A square of a picture, in pixels of the picture. */
interface Square {
  x: number
  y: number
  width: number
  height: number
}

/** Draws the square so that it fills the canvas. */
function drawSquare(canvas: HTMLCanvasElement, picture: HTMLImageElement, square: Square): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { x, y, width, height } = square
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height)
}

/** In px; twice the size that the server keeps, so that even a large photo is a small upload. */
const uploadSize = 512

/** Returns the square as a picture for upload: WebP if the browser can write it, else PNG. */
function cutOut(picture: HTMLImageElement, square: Square): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = uploadSize
  canvas.height = uploadSize
  drawSquare(canvas, picture, square)
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('no picture came out')))
    canvas.toBlob(done, 'image/webp', 0.9)
  })
}

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
    <Dialog opened={opened} onClose={onClose} title={t`Choose the part to show`} size={440}>
      <Box pos="relative" h="min(20rem, 45dvh)" bg="#171412" style={{ overflow: 'hidden', borderRadius: 12 }}>
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
      </Box>
      <Group wrap="nowrap" gap="lg" my="md">
        <canvas
          ref={preview}
          width={160}
          height={160}
          style={{ width: 80, height: 80, borderRadius: '50%' }}
          role="img"
          aria-label={t`Preview`}
        />
        <Box component="label" flex={1}>
          <Trans>Zoom</Trans>
          <input
            type="range"
            style={{ width: '100%', height: '2.75rem', margin: 0, accentColor: 'var(--app-primary)' }}
            data-autofocus
            min={1}
            max={3}
            step={0.05}
            value={zoom}
            onChange={({ currentTarget }) => setZoom(Number(currentTarget.value))}
          />
        </Box>
      </Group>
      <Problem text={problem} />
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button disabled={!square} loading={busy} onClick={() => void save()}>
          <Trans>Save picture</Trans>
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
