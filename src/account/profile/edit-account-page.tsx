import { Trans, useLingui } from '@lingui/react/macro'
import { Card, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useEffect } from 'react'
import type { Profile } from '../../../core/contract/shapes.ts'
import { limits } from '../../../core/product/entities.ts'
import { parseText } from '../../../core/text/normalise.ts'
import { saveProfile } from '../state/profile.ts'
import { useSession } from '../session/session.ts'
import { languageChoices } from '../../texts/i18n.ts'
import { fieldErrorText } from '../../texts/problem-text.ts'
import { type FieldErrors, useForm } from '../../ui/input/use-form.ts'
import { Form } from '../card-page.tsx'
import { InactiveNotice, NoProfile, Page, SubmitLine } from '../page.tsx'
import { AvatarEditor } from './avatar-editor.tsx'

export function EditAccountPage() {
  const profile = useSession((session) => session.profile)
  return (
    <Page
      title={<Trans>Edit profile</Trans>}
      lead={<Trans>People you share lists with see your name, email and picture, never your city.</Trans>}
    >
      <InactiveNotice />
      {profile ? (
        <>
          <Card component="section">
            <AvatarEditor profile={profile} />
          </Card>
          <Card component="section">
            <ProfileForm key={profile.id} profile={profile} />
          </Card>
        </>
      ) : (
        <NoProfile />
      )}
    </Page>
  )
}

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
function ProfileForm({ profile }: { profile: Profile }) {
  const { t } = useLingui()
  const { name, surname, city, language } = profile
  const isLocked = profile.status !== 'A'
  const form = useForm<Values>({
    initial: { name, surname, city, language },
    check,
    submit: async (values) => {
      const changed = Object.entries(values).filter(([key]) => form.isDirty(key))
      await saveProfile(Object.fromEntries(changed))
      form.resetDirty(values)
    },
  })
  // The profile may change on another device or through the menu's language choice.
  useEffect(() => form.follow({ name, surname, city, language }))
  const labels = { name: t({ message: 'Name', context: 'person' }), surname: t`Surname`, city: t`City` }
  const autoComplete = { name: 'given-name', surname: 'family-name', city: 'address-level2' }
  const field = (key: (typeof texts)[number]) => (
    <TextInput
      {...form.field(key)}
      label={labels[key]}
      autoComplete={autoComplete[key]}
      disabled={isLocked}
    />
  )
  return (
    <Form form={form}>
      <SimpleGrid minColWidth="min(14rem, 100%)" spacing="md">
        {field('name')}
        {field('surname')}
        {field('city')}
        <NativeSelect
          {...form.field('language')}
          label={t`Language of the app and our emails`}
          data={languageChoices}
          disabled={isLocked}
        />
      </SimpleGrid>
      <SubmitLine form={form}>
        <Trans>Save</Trans>
      </SubmitLine>
    </Form>
  )
}
