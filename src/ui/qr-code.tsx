import { useEffect, useRef } from 'react'
import classes from './qr-code.module.css'

/** A text as a QR code: black on white in every theme. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    void import('@zxing/browser/esm/writers/BrowserQRCodeSvgWriter').then(({ BrowserQRCodeSvgWriter }) =>
      // One unit per square; the style sheet sets the size.
      place.current?.replaceChildren(new BrowserQRCodeSvgWriter().write(text, 0, 0)),
    )
  }, [text])
  return <div ref={place} className={classes['qr']} role="img" aria-label={label} />
}
