import { BarcodeFormat, BrowserMultiFormatOneDReader } from '@zxing/browser'
import { DecodeHintType } from '@zxing/library'
import type { Decode } from './decoder.ts'

const formats = [BarcodeFormat.EAN_13, BarcodeFormat.EAN_8, BarcodeFormat.UPC_A, BarcodeFormat.UPC_E]
/** In pixels: enough for the thinnest bar of a code that fills half of the frame. */
const longSide = 960

export function createZxingDecoder(): Decode {
  const reader = new BrowserMultiFormatOneDReader(new Map([[DecodeHintType.POSSIBLE_FORMATS, formats]]))
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  let upright = false
  return async (video) => {
    const { videoWidth, videoHeight } = video
    if (!context || videoWidth === 0) return null
    // The reader scans along rows only: every second frame is rotated, for vertical codes.
    upright = !upright
    const scale = Math.min(1, longSide / Math.max(videoWidth, videoHeight))
    const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)]
    canvas.width = upright ? width : height
    canvas.height = upright ? height : width
    if (!upright) context.setTransform(0, 1, -1, 0, height, 0)
    context.drawImage(video, 0, 0, width, height)
    try {
      return reader.decodeFromCanvas(canvas).getText()
    } catch {
      return null // nothing to read in this frame
    }
  }
}
