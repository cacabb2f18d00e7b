import { Trans, useLingui } from '@lingui/react/macro'
import { Card, List, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { deleteAccount } from '../state/profile.ts'
import { texts } from '../../texts/texts.ts'
import { Page, SubmitLine } from '../page.tsx'
import { Form } from '../card-page.tsx'
import { useForm } from '../../ui/input/use-form.ts'
import { PasswordField } from '../fields.tsx'

export function DeleteAccountPage() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => ({ password: password === '' && texts.required }),
    submit: async ({ password }) => {
      // Clear `search`, so that the next login does not lead back to this page.
      if (await deleteAccount(password)) await navigate({ to: '/auth/login', search: {}, replace: true })
    },
    about: { incorrectPassword: 'password' },
  })
  return (
    <Page
      title={<Trans>Delete account</Trans>}
      lead={<Trans>Nothing is deleted right away, and you can change your mind.</Trans>}
    >
      <Card>
        <Title order={2} mb="sm">
          <Trans>What happens</Trans>
        </Title>
        <List spacing="xs">
          <List.Item>
            <Trans>You are logged out on all devices at once.</Trans>
          </List.Item>
          <List.Item>
            <Trans>
              Everything is kept for 30 days. <strong>Log in again to get your account back</strong>, with all
              its lists.
            </Trans>
          </List.Item>
          <List.Item>
            <Trans>You leave the lists that others share with you, also if you come back.</Trans>
          </List.Item>
          <List.Item>
            <Trans>
              The people you share lists with are told by email. Who may edit a list can take it over: then it
              is theirs and stays, and you can edit it if you come back.
            </Trans>
          </List.Item>
          <List.Item>
            <Trans>
              After 30 days your account, lists and picture are deleted for good, also for the people you
              shared the lists with.
            </Trans>
          </List.Item>
        </List>
      </Card>
      <Card>
        <Form form={form}>
          <PasswordField
            {...form.field('password')}
            label={t`Your password, to make sure that it is you`}
            autoComplete="current-password"
          />
          <SubmitLine form={form} color="red">
            <Trans>Delete my account</Trans>
          </SubmitLine>
        </Form>
      </Card>
    </Page>
  )
}
