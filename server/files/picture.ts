import { problem } from '../base/problem.ts'
import { createQueue, createQueuesBy } from '../limits/queue.ts'

const size = 256
const pixels = 40e6
const seconds = 10

/** Loads sharp with the first picture: it takes memory and time, and most server runs have no picture. */
const library = async () => {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  // All other formats that the library can read (SVG, PDF, TIFF …) are blocked in the whole process.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  })
  return sharp
}
let loaded: ReturnType<typeof library> | undefined

const inTurn = createQueue(2, 20)
/** An account and a site may each use only 1 of the 2 places, so that many pictures do not delay others. */
const inTurnOf = createQueuesBy(1, 2)
const inTurnAt = createQueuesBy(1, 8)

/** Re-encodes the pixels as a square WebP; nothing else of the file is kept. Throws unsupportedImage. */
export async function avatarOf(file: Buffer, caller: { id: string; site: string }): Promise<Buffer> {
  if (!isPicture(file)) throw problem('unsupportedImage')
  const sharp = await (loaded ??= library())
  const encode = () =>
    sharp(file, { limitInputPixels: pixels, failOn: 'error' })
      // Must be first: the orientation is in the metadata, which is dropped afterwards.
      .rotate()
      .resize(size, size, { fit: 'cover' })
      .webp({ quality: 82 })
      .timeout({ seconds })
      .toBuffer()
      .catch(() => {
        throw problem('unsupportedImage')
      })
  return inTurnOf(caller.id, () => inTurnAt(caller.site, () => inTurn(encode)))
}

/** Returns whether the first bytes are those of JPEG, PNG or WebP; file names and declared types are not trusted. */
function isPicture(file: Buffer): boolean {
  const starts = (hex: string) => file.subarray(0, hex.length / 2).toString('hex') === hex
  const isWebp = starts('52494646') && file.toString('latin1', 8, 12) === 'WEBP'
  return isWebp || starts('ffd8ff') || starts('89504e470d0a1a0a')
}
