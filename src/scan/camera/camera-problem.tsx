import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconCameraOff } from '@tabler/icons-react'
import type { CameraProblem as Problem } from './camera.ts'
import classes from './camera-problem.module.css'

/** Says why the camera does not work, and what to do about it. */
export function CameraProblem({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  const { t } = useLingui()
  const texts: Record<Problem, { what: string; todo: string }> = {
    insecure: {
      what: t`The camera needs a secure connection.`,
      todo: t`Open the app at its address that begins with https.`,
    },
    denied: {
      what: t`The camera is not allowed here.`,
      todo: t`Allow it for this site in the browser’s settings, next to the address, then try again.`,
    },
    missing: {
      what: t`This device has no camera.`,
      todo: t`Connect one and try again, or type in the digits printed under the bars.`,
    },
    busy: {
      what: t`The camera is being used by something else.`,
      todo: t`Close the other app or tab that is using it, then try again.`,
    },
    failed: {
      what: t`The camera could not be started.`,
      todo: t`Try again, or type in the digits printed under the bars.`,
    },
  }
  const { what, todo } = texts[problem]
  return (
    <div className={classes.problem} role="alert">
      <IconCameraOff size={36} stroke={1.5} aria-hidden="true" />
      <p>
        <strong>{what}</strong> {todo}
      </p>
      {problem !== 'insecure' && (
        <Button size="sm" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </div>
  )
}
