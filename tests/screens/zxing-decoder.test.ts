import bwipjs from 'bwip-js/node'
import sharp from 'sharp'
import { afterEach, expect, test, vi } from 'vitest'
import { barcodeKey } from '../../core/text/barcodes.ts'
import { createZxingDecoder } from '../../src/scan/camera/zxing-decoder.ts'

afterEach(() => void vi.unstubAllGlobals())

/** Draws the code as a camera sees it that is turned by so many degrees; also turned by 90° more, as the decoder draws it. */
async function filmed(bcid: string, text: string, degrees: number) {
  const drawn = await bwipjs.toBuffer({ bcid, text, scale: 3, backgroundcolor: 'ffffff', padding: 10 })
  const draw = async (more: number) => {
    const turned = sharp(drawn)
      .flatten({ background: '#fff' })
      .rotate(degrees + more, { background: '#fff' })
    return turned.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  }
  return { straight: await draw(0), turned: await draw(90) }
}

/** Gives the decoder a canvas that shows these pixels, turned or not. */
function showOnCanvas({ straight, turned }: Awaited<ReturnType<typeof filmed>>): HTMLVideoElement {
  let shown = straight
  const context = {
    setTransform: () => void (shown = turned),
    drawImage: () => undefined,
    getImageData: () => ({ data: shown.data }),
  }
  const canvas = {
    getContext: () => context,
    // A canvas forgets its transformation when it gets a size.
    set width(_: number) {
      shown = straight
    },
    get width() {
      return shown.info.width
    },
    set height(_: number) {},
    get height() {
      return shown.info.height
    },
  }
  vi.stubGlobal('document', { createElement: () => canvas })
  const { width, height } = straight.info
  return { videoWidth: width, videoHeight: height } as HTMLVideoElement
}

test.each([
  ['an EAN', 'ean13', '5901234123457', 3],
  ['an EAN that stands on end', 'ean13', '5901234123457', 90],
  ['a QR code of GS1', 'qrcode', 'https://id.gs1.org/01/15901234123454/10/A1', 3],
  ['a Data Matrix of GS1', 'gs1datamatrix', '(01)05901234123457(17)271231', 0],
])('SCAN-1 SCAN-2 %s leads to the EAN', async (_, symbol, text, degrees) => {
  const video = showOnCanvas(await filmed(symbol, text, degrees))
  const decode = createZxingDecoder()
  // Every second frame is turned.
  const reads = [await decode(video), await decode(video)]
  expect(reads.map((read) => read && barcodeKey(read))).toContain('5901234123457')
})
