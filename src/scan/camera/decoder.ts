import { barcodeKey } from '../../../core/text/barcodes.ts'

/** Returns the content of a product's code in the current video frame; null if there is none. */
export type Decode = (video: HTMLVideoElement) => Promise<string | null>

/** The browser's own reader, which is not in TypeScript's DOM types yet. */
interface BarcodeDetector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
interface BarcodeDetectorClass {
  new (options: { formats: string[] }): BarcodeDetector
  getSupportedFormats(): Promise<string[]>
}

const formats = ['ean_13', 'ean_8', 'upc_a', 'upc_e']
/** Optional formats: codes of cases of goods, and GS1 codes that link to a product or hold more data about it. */
const more = ['itf', 'code_128', 'qr_code', 'data_matrix']

async function nativeDecoder(): Promise<Decode | null> {
  const { BarcodeDetector: Detector } = globalThis as { BarcodeDetector?: BarcodeDetectorClass }
  if (!Detector) return null
  // Some browsers have the class even on devices where it supports no format.
  const supported = await Detector.getSupportedFormats().catch((): string[] => [])
  if (!formats.every((format) => supported.includes(format))) return null
  const detector = new Detector({ formats: [...formats, ...more.filter((one) => supported.includes(one))] })
  return async (video) => {
    const codes = await detector.detect(video)
    // A packet may have other codes too, such as one that links to an advertisement: take the product's code.
    return codes.find(({ rawValue }) => barcodeKey(rawValue) !== null)?.rawValue ?? null
  }
}

export async function createDecoder(): Promise<Decode> {
  const native = await nativeDecoder()
  if (native) return native
  const { createZxingDecoder } = await import('./zxing-decoder.ts')
  return createZxingDecoder()
}
