/** Reads a barcode's digits from the current video frame; null: none found. */
export type Decode = (video: HTMLVideoElement) => Promise<string | null>

/** The browser's own reader, not in TypeScript's DOM types yet. */
interface BarcodeDetector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
interface BarcodeDetectorClass {
  new (options: { formats: string[] }): BarcodeDetector
  getSupportedFormats(): Promise<string[]>
}

const formats = ['ean_13', 'ean_8', 'upc_a', 'upc_e']

async function nativeDecoder(): Promise<Decode | null> {
  const { BarcodeDetector: Detector } = globalThis as { BarcodeDetector?: BarcodeDetectorClass }
  if (!Detector) return null
  // Some browsers have the class on devices where it supports no format.
  const supported = await Detector.getSupportedFormats().catch((): string[] => [])
  if (!formats.every((format) => supported.includes(format))) return null
  const detector = new Detector({ formats })
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? null
}

export async function createDecoder(): Promise<Decode> {
  const native = await nativeDecoder()
  if (native) return native
  const { createZxingDecoder } = await import('./zxing-decoder.ts')
  return createZxingDecoder()
}
