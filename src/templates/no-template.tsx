import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { TemplateProblem } from '../state/template-problem.ts'
import { CloudPicture, SearchPicture } from '../ui/picture/picture.tsx'
import classes from './template-view.module.css'

interface NoTemplateProps {
  problem: TemplateProblem | undefined
  online: boolean
  onAgain: () => void
  /** the link to the other templates */
  back: ReactNode
}

/** Says why there is no template to show; shows a skeleton while it loads. */
export function NoTemplate({ problem, online, onAgain, back }: NoTemplateProps) {
  const { t } = useLingui()
  if (!problem && online) return <div className={classes.skeleton} aria-hidden="true" />
  const missing = problem === 'missing'
  return (
    <div className={classes.nothing}>
      {missing ? <SearchPicture /> : <CloudPicture />}
      <h1>
        {missing ? <Trans>This template is not here</Trans> : <Trans>The template could not be loaded</Trans>}
      </h1>
      <p>
        {missing && <Trans>It was deleted, or it is not public any more.</Trans>}
        {!missing && !online && (
          <Trans>
            You are offline, and it has not been opened here yet. It will open as soon as there is a
            connection.
          </Trans>
        )}
        {!missing && online && problem && t(problem)}
      </p>
      {!missing && online && (
        <Button onClick={onAgain}>
          <Trans>Try again</Trans>
        </Button>
      )}
      {back}
    </div>
  )
}
