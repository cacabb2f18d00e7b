import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import classes from './share-panel.module.css'

/** The quiet zone: a QR code needs a light margin of 4 modules around it. */
const margin = 4

/** The link as a QR code: black on white in every theme. */
export function QrCode({ text }: { text: string }) {
  const { t } = useLingui()
  const [code, setCode] = useState<{ size: number; path: string } | 'failed' | null>(null)
  useEffect(() => {
    let wanted = true
    import('./qr-matrix.ts').then(
      ({ qrPath }) => wanted && setCode(qrPath(text)),
      () => wanted && setCode('failed'),
    )
    return () => {
      wanted = false
    }
  }, [text])
  if (code === 'failed')
    return (
      <p role="alert" className={classes.text}>
        <Trans>The QR code could not be loaded. Try again when you are online.</Trans>
      </p>
    )
  if (!code) return <div className={classes.qr} aria-hidden="true" />
  const side = code.size + 2 * margin
  return (
    <svg
      className={classes.qr}
      viewBox={`${-margin} ${-margin} ${side} ${side}`}
      role="img"
      aria-label={t`QR code of the link`}
      shapeRendering="crispEdges"
    >
      <path d={code.path} fill="#000" />
    </svg>
  )
}
