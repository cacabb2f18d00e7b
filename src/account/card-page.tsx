import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { Alert, Card, Loader, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { type Icon, IconAlertCircle } from '@tabler/icons-react'
import type { FormEvent, ReactNode } from 'react'
import { texts } from '../texts/texts.ts'
import classes from './account.module.css'

export interface CardPageProps {
  title: ReactNode
  lead?: ReactNode
  /** a symbol above the title; 'busy' is a spinner */
  icon?: Icon | 'busy'
  /** shows the symbol as a success */
  good?: boolean
  children?: ReactNode
}

/** A page that consists of one card, for visitors with or without an account. */
export function CardPage({ title, lead, icon: Symbol, good, children }: CardPageProps) {
  return (
    <Card component="section" padding="clamp(20px, 5vw, 32px)" className={classes.words}>
      <Stack gap="md">
        {Symbol && (
          <ThemeIcon size="4rem" radius="50%" variant="light" color={good ? 'green' : 'gray'}>
            {Symbol === 'busy' ? <Loader /> : <Symbol size={32} stroke={1.75} aria-hidden="true" />}
          </ThemeIcon>
        )}
        <Heading title={title} lead={lead} />
        {children}
      </Stack>
    </Card>
  )
}

/** A page's title and the sentence below it. */
export function Heading({ title, lead }: { title: ReactNode; lead?: ReactNode }) {
  return (
    <div>
      <Title>{title}</Title>
      {lead && (
        <Text c="dimmed" mt={4}>
          {lead}
        </Text>
      )}
    </div>
  )
}

interface FormProps {
  form: { problem: MessageDescriptor | null; onSubmit: (event: FormEvent<HTMLFormElement>) => void }
  children: ReactNode
  /** the buttons of a dialog */
  end?: ReactNode
}

/** A form with its problem above its fields. */
export function Form({ form, children, end }: FormProps) {
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="md">
        <Problem text={form.problem} />
        {children}
      </Stack>
      {end}
    </form>
  )
}

/** An error about the whole form, from the server or because it did not answer. Announced when it appears. */
export function Problem({ text }: { text: MessageDescriptor | null }) {
  const { t } = useLingui()
  if (!text) return null
  return (
    <Alert role="alert" color="red" icon={<IconAlertCircle size={22} stroke={1.75} aria-hidden="true" />}>
      {t(text)}
      {text === texts.noConnection && <Text c="dimmed">{t(texts.noConnectionSafe)}</Text>}
    </Alert>
  )
}
