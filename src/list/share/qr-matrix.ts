import ErrorCorrectionLevel from '@zxing/library/esm/core/qrcode/decoder/ErrorCorrectionLevel'
import Encoder from '@zxing/library/esm/core/qrcode/encoder/Encoder'

/** Returns a QR code as one SVG path of unit squares, and the number of squares per side. */
export function qrPath(text: string): { size: number; path: string } {
  const matrix = Encoder.encode(text, ErrorCorrectionLevel.M).getMatrix()
  const size = matrix.getWidth()
  let path = ''
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) if (matrix.get(x, y) === 1) path += `M${x} ${y}h1v1h-1z`
  return { size, path }
}
