import { BarcodeFormat, BrowserMultiFormatOneDReader, BrowserMultiFormatReader } from '@zxing/browser'
import { DecodeHintType } from '@zxing/library'
import type { Decode } from './decoder.ts'

const { EAN_13, EAN_8, UPC_A, UPC_E, ITF, CODE_128, QR_CODE, DATA_MATRIX } = BarcodeFormat
const bars = [EAN_13, EAN_8, UPC_A, UPC_E, ITF, CODE_128]
const squares = [QR_CODE, DATA_MATRIX]
/** Longer side of the scaled frame in px: enough for the thinnest bar of a code that fills half of the frame. */
const longSide = 960

export function createZxingDecoder(): Decode {
  const hints = (formats: BarcodeFormat[]) => new Map([[DecodeHintType.POSSIBLE_FORMATS, formats]])
  const turned = new BrowserMultiFormatOneDReader(hints(bars))
  // This one reads 2D codes too, after trying the bars. A 2D code can be read in any rotation, so `turned` skips it.
  const straight = new BrowserMultiFormatReader(hints([...bars, ...squares]))
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  let upright = false
  return async (video) => {
    const { videoWidth, videoHeight } = video
    if (!context || videoWidth === 0) return null
    // Bars are read along rows only, so every second frame is rotated to find vertical codes.
    upright = !upright
    const scale = Math.min(1, longSide / Math.max(videoWidth, videoHeight))
    const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)]
    canvas.width = upright ? width : height
    canvas.height = upright ? height : width
    if (!upright) context.setTransform(0, 1, -1, 0, height, 0)
    context.drawImage(video, 0, 0, width, height)
    try {
      return (upright ? straight : turned).decodeFromCanvas(canvas).getText()
    } catch {
      return null // nothing to read in this frame
    }
  }
}
