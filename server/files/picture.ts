import sharp from 'sharp'
import { problem } from '../http/problem.ts'
import { createQueue } from '../http/queue.ts'

const size = 256
const pixels = 40e6
const seconds = 10

sharp.cache(false)
sharp.concurrency(1)
// Whatever else the library can read (SVG, PDF, TIFF …) stays closed, whoever asks.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})

const inTurn = createQueue(2, 20)

/** A square WebP made anew from the pixels: nothing else of the file is left. Throws unsupportedImage. */
export async function avatarOf(file: Buffer): Promise<Buffer> {
  if (!isPicture(file)) throw problem('unsupportedImage')
  return inTurn(() =>
    sharp(file, { limitInputPixels: pixels, failOn: 'error' })
      // First of all: the turn is told by the metadata that goes.
      .rotate()
      .resize(size, size, { fit: 'cover' })
      .webp({ quality: 82 })
      .timeout({ seconds })
      .toBuffer()
      .catch(() => {
        throw problem('unsupportedImage')
      }),
  )
}

/** JPEG, PNG or WebP by its first bytes; names and declared types say nothing. */
function isPicture(file: Buffer): boolean {
  const starts = (hex: string) => file.subarray(0, hex.length / 2).toString('hex') === hex
  const isWebp = starts('52494646') && file.toString('latin1', 8, 12) === 'WEBP'
  return isWebp || starts('ffd8ff') || starts('89504e470d0a1a0a')
}
