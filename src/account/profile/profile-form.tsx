import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { languages, limits } from '../../../core/product/entities.ts'
import type { Profile } from '../../../core/contract/shapes.ts'
import { parseText } from '../../../core/text/normalise.ts'
import { isLanguage, languageNames } from '../../texts/i18n.ts'
import { fieldErrorText } from '../../texts/problem-text.ts'
import { saveProfile } from '../../state/session/profile.ts'
import classes from '../page.module.css'
import { Problem } from '../problem.tsx'
import { SubmitLine } from '../sign-in/submit-line.tsx'
import { type FieldErrors, useForm } from '../../ui/input/use-form.ts'

const texts = ['name', 'surname', 'city'] as const
type Values = Pick<Profile, (typeof texts)[number] | 'language'>

function check(values: Values): FieldErrors<Values> {
  const errors: FieldErrors<Values> = {}
  for (const name of texts) {
    const parsed = parseText(values[name], 0, limits.label)
    if (!parsed.ok) errors[name] = fieldErrorText(parsed.error)
  }
  return errors
}

/** The form for name, surname, city and language; locked until the account is active. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const { t } = useLingui()
  const { name, surname, city, language } = profile
  const form = useForm<Values>({
    initial: { name, surname, city, language },
    check,
    submit: async (values) => {
      await saveProfile(changedIn(values))
      form.restart(values)
    },
  })
  function changedIn(values: Values): Partial<Values> {
    const changed = Object.entries(values).filter(([key, value]) => value !== form.start[key as keyof Values])
    return Object.fromEntries(changed)
  }
  // The profile may change on another device or through the menu's language choice.
  form.follow({ name, surname, city, language })
  const { values, errors, set } = form
  const labels = { name: t({ message: 'Name', context: 'person' }), surname: t`Surname`, city: t`City` }
  const autoComplete = { name: 'given-name', surname: 'family-name', city: 'address-level2' }
  const field = (key: (typeof texts)[number]) => (
    <TextInput
      name={key}
      label={labels[key]}
      autoComplete={autoComplete[key]}
      value={values[key]}
      error={errors[key] && t(errors[key])}
      onChange={({ currentTarget }) => set(key, currentTarget.value)}
    />
  )
  return (
    <form className={classes.form} onSubmit={form.onSubmit} noValidate>
      <Problem text={form.problem} />
      <fieldset className={classes.fields} disabled={profile.status !== 'A'}>
        <div className={classes.two}>
          {field('name')}
          {field('surname')}
        </div>
        <div className={classes.two}>
          {field('city')}
          <NativeSelect
            name="language"
            label={t`Language of the app and our emails`}
            value={values.language}
            data={languages.map((value) => ({ value, label: languageNames[value] }))}
            onChange={({ currentTarget }) => {
              if (isLanguage(currentTarget.value)) set('language', currentTarget.value)
            }}
          />
        </div>
        <SubmitLine form={form}>
          <Trans>Save</Trans>
        </SubmitLine>
      </fieldset>
    </form>
  )
}
