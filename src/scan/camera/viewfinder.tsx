import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { changeScannerSettings, useScannerSettings } from '../../state/barcodes-camera.ts'
import { CameraProblem } from './camera-problem.tsx'
import classes from './viewfinder.module.css'
import { Tools } from '../tools.tsx'
import { useCamera } from './use-camera.ts'
import { useDecoding } from './use-decoding.ts'

interface ViewfinderProps {
  /** the page is not ready, so nothing is decoded */
  paused: boolean
  /** the answer form is open: nothing is decoded, and the picture is smaller to make room */
  asking: boolean
  onCode: (code: string) => void
}

/** The camera picture and its few settings. */
export function Viewfinder({ paused, asking, onCode }: ViewfinderProps) {
  const { t } = useLingui()
  const [broken, setBroken] = useState(false)
  const cameraId = useScannerSettings((settings) => settings.cameraId)
  const { video, retry: startAgain, ...camera } = useCamera(cameraId)
  const problem = broken ? 'failed' : camera.problem
  useDecoding(video, camera.stream !== null && !paused && !asking && !broken, onCode, () => setBroken(true))
  function retry() {
    setBroken(false)
    startAgain()
  }
  return (
    <section className={classes.camera} data-asking={asking || undefined} aria-label={t`Camera`}>
      <div
        className={classes.view}
        data-running={(camera.stream !== null && !problem) || undefined}
        data-problem={problem ? '' : undefined}
      >
        <video ref={video} muted playsInline aria-hidden="true" />
        {problem ? (
          <CameraProblem problem={problem} onRetry={retry} />
        ) : camera.stream ? (
          <div className={classes.sight} data-paused={paused || asking || undefined} aria-hidden="true" />
        ) : (
          <p className={classes.starting}>
            <Trans>Starting the camera…</Trans>
          </p>
        )}
      </div>
      {camera.stream && !problem && (
        <>
          <p className={classes.hint}>
            {asking ? (
              <Trans>Paused while you answer.</Trans>
            ) : (
              <Trans>Hold the barcode inside the frame, a hand’s width away.</Trans>
            )}
          </p>
          <Tools
            camera={camera}
            cameraId={cameraId}
            onCamera={(id) => changeScannerSettings({ cameraId: id })}
          />
        </>
      )}
    </section>
  )
}
