import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, List, Text } from '@mantine/core'
import { IconArrowsTransferDown } from '@tabler/icons-react'
import { useShownLists } from '../../sync/use-lists.ts'
import { useServerQuery } from '../../sync/queries.ts'
import { currentDevice } from '../../sync/device.ts'
import { useSession } from '../session/session.ts'
import { localCategories, localTemplates } from '../../trial/local.ts'
import { Dialog, DialogButtons } from '../../ui/dialog/dialog.tsx'

/**
 * Above the login or registration form during a trial: says that the user will be asked about the lists on this device.
 * After the login, asks whether to move them into the account.
 */
export function TrialNotice() {
  const lists = useShownLists()?.map(({ listName }) => listName) ?? []
  const { templates, categories } = useOwnHere()
  return (
    <>
      {lists.length + templates + categories > 0 && (
        <Alert icon={<IconArrowsTransferDown size={22} stroke={1.75} aria-hidden="true" />}>
          <Made lists={lists.length} /> <Trans>You will be asked whether it goes into your account.</Trans>
        </Alert>
      )}
      <Question lists={lists} templates={templates} categories={categories} />
    </>
  )
}

function Made({ lists }: { lists: number }) {
  if (lists === 0) return <Trans>Something was made on this device without an account.</Trans>
  return (
    <Plural
      value={lists}
      one="# list was made on this device without an account."
      other="# lists were made on this device without an account."
    />
  )
}

const mostNames = 5

/** Asks whose lists these are, since somebody else may have tried the app here. Nothing moves before the answer. */
function Question(props: { lists: string[]; templates: number; categories: number }) {
  const { lists, templates, categories } = props
  const { t } = useLingui()
  const question = useSession(({ question: open }) => (open?.about === 'trial' ? open : null))
  const names = lists.slice(0, mostNames)
  const more = lists.length - names.length
  return (
    <Dialog opened={question !== null} onClose={() => question?.answer(false)} title={t`Is this yours?`}>
      <Text mb="xs">
        <Made lists={lists.length} />
      </Text>
      <List mb="xs">
        {names.map((name, i) => (
          // The index is a safe key: names may repeat, and the items never change places.
          <List.Item key={i}>{name}</List.Item>
        ))}
        {more > 0 && (
          <List.Item>
            <Trans>and {more} more</Trans>
          </List.Item>
        )}
        {templates > 0 && (
          <List.Item>
            <Plural value={templates} one="# template" other="# templates" />
          </List.Item>
        )}
        {categories > 0 && (
          <List.Item>
            <Plural value={categories} one="# category" other="# categories" />
          </List.Item>
        )}
      </List>
      <Text>
        <Trans>If it is, it moves into your account. If not, it stays here, and is not lost.</Trans>
      </Text>
      <DialogButtons>
        <Button variant="default" onClick={() => question?.answer(false)}>
          <Trans>Leave it here</Trans>
        </Button>
        <Button onClick={() => question?.answer(true)} data-autofocus>
          <Trans>Move into my account</Trans>
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

const none = { templates: 0, categories: 0 }

/** Returns how many own templates and categories are only on this device. */
function useOwnHere(): typeof none {
  return useServerQuery(['own here'], countHere, true).data ?? none
}

async function countHere(): Promise<typeof none> {
  const { db } = currentDevice()
  const [templates, categories] = await Promise.all([localTemplates.all(db), localCategories.all(db)])
  return { templates: templates.length, categories: categories.length }
}
