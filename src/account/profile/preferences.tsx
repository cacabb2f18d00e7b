import { Trans, useLingui } from '@lingui/react/macro'
import { SegmentedControl } from '@mantine/core'
import type { ReactNode } from 'react'
import { languages } from '../../../core/product/entities.ts'
import { setLanguage } from '../../state/session/language.ts'
import { changeSettings, type Settings, useSettings } from '../../state/session/settings.ts'
import { isLanguage, languageNames } from '../../texts/i18n.ts'
import { useLanguage } from '../../texts/use-language.ts'
import classes from './preferences.module.css'
import group from './profile.module.css'

/** The language, stored with the account, and light or dark mode, stored on this device. */
export function Preferences() {
  const { t } = useLingui()
  const language = useLanguage()
  const mode = useSettings((settings) => settings.mode)
  const modes: { value: Settings['mode']; label: string }[] = [
    { value: 'light', label: t({ message: 'Light', context: 'mode' }) },
    { value: 'dark', label: t({ message: 'Dark', context: 'mode' }) },
    { value: 'auto', label: t`As the system` },
  ]
  return (
    <section className={group.group} aria-labelledby="preferences">
      <h2 id="preferences">
        <Trans>Language and appearance</Trans>
      </h2>
      <dl className={classes.rows}>
        <Row label={<Trans>Language</Trans>}>
          <SegmentedControl
            aria-label={t`Language`}
            value={language}
            data={languages.map((value) => ({ value, label: languageNames[value] }))}
            onChange={(value) => {
              if (isLanguage(value)) void setLanguage(value)
            }}
          />
        </Row>
        <Row label={<Trans>Appearance</Trans>}>
          <SegmentedControl
            aria-label={t`Appearance`}
            value={mode}
            data={modes}
            onChange={(value) => changeSettings({ mode: value })}
          />
        </Row>
      </dl>
    </section>
  )
}

function Row({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
