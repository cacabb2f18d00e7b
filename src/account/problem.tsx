import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { IconAlertCircle } from '@tabler/icons-react'
import { texts } from '../texts/texts.ts'
import classes from './account.module.css'

/** An error about the whole form, from the server or because it did not answer. Announced when it appears. */
export function Problem({ text }: { text: MessageDescriptor | null }) {
  const { t } = useLingui()
  return (
    <div role="alert" className={classes.problems}>
      {text && (
        <p className={classes.problem}>
          <IconAlertCircle size={22} stroke={1.75} aria-hidden="true" />
          <span>
            {t(text)}
            {text === texts.noConnection && (
              <span className={classes.advice}>{t(texts.noConnectionSafe)}</span>
            )}
          </span>
        </p>
      )}
    </div>
  )
}
