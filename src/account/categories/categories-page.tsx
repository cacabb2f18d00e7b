import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Box, Button, Card, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { type Category, useWaits } from '../../trial/local.ts'
import { removeCategory } from '../../templates/state/actions.ts'
import { useCategories } from '../../templates/state/queries.ts'
import { useMayChangeTemplates } from '../../templates/state/place.ts'
import { CategoryDialog } from './category-dialog.tsx'
import { CategoryIcon } from '../../ui/picture/category-icon.tsx'
import { Picture } from '../../ui/picture/picture.tsx'
import picture from '../../ui/picture/pictures.module.css'
import { focusPage } from '../fields.tsx'
import { NotHere, OfflineReason, Page, Waiting } from '../page.tsx'
import { WaitsText } from '../../texts/waits-text.tsx'

/** The user's own categories. They take precedence over the built-in ones when a product gets its category. */
export function CategoriesPage() {
  const mayChange = useMayChangeTemplates()
  const { data, isError, refetch } = useCategories(mayChange)
  const ownCategories = data?.own
  /** null: no dialog is open */
  const [edited, setEdited] = useState<{ category: Category | null } | null>(null)
  const add = (
    <Button
      disabled={!mayChange}
      leftSection={<IconPlus size={20} stroke={2} aria-hidden="true" />}
      onClick={() => setEdited({ category: null })}
    >
      <Trans>New category</Trans>
    </Button>
  )
  return (
    <Page
      title={<Trans>My categories</Trans>}
      lead={
        <Trans>
          The app knows the categories of an ordinary shop. Add your own for everything else; yours come
          first.
        </Trans>
      }
    >
      {!ownCategories &&
        (isError || !mayChange ? (
          <NotHere onAgain={mayChange ? () => void refetch() : undefined}>
            {mayChange ? (
              <Trans>Your categories could not be loaded. They are safe on the server.</Trans>
            ) : (
              <Trans>You are offline. Your categories will appear as soon as there is a connection.</Trans>
            )}
          </NotHere>
        ) : (
          <Waiting />
        ))}
      {ownCategories?.length === 0 && (
        <Stack align="center" maw="23.75rem" mx="auto">
          <Box w="min(13.75rem, 55vw)">
            <TagsPicture />
          </Box>
          <Text fz="lg" ta="center">
            <Trans>Fishing gear, model trains, the garden: add categories for what you buy.</Trans>
          </Text>
          {add}
        </Stack>
      )}
      {ownCategories && ownCategories.length > 0 && (
        <>
          <Stack gap="sm" role="list">
            {ownCategories.map((category) => (
              <Row
                key={category.id}
                category={category}
                locked={!mayChange}
                onEdit={() => setEdited({ category })}
              />
            ))}
          </Stack>
          <Group>{add}</Group>
        </>
      )}
      {ownCategories && !mayChange && <OfflineReason />}
      {edited && (
        <CategoryDialog
          category={edited.category}
          builtIn={data?.builtIn ?? []}
          onClose={() => setEdited(null)}
        />
      )}
    </Page>
  )
}

interface RowProps {
  category: Category
  locked: boolean
  onEdit: () => void
}

function Row({ category, locked, onEdit }: RowProps) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const name = category.category_name
  const waits = useWaits(category.id)

  async function remove() {
    setBusy(true)
    focusPage()
    await removeCategory(category)
    setBusy(false)
  }
  return (
    <Card role="listitem" p="sm">
      <Group wrap="nowrap" gap="sm" align="flex-start">
        <ThemeIcon size={44} radius="50%" variant="light" color="gray">
          <CategoryIcon icon={category.icon} size={24} />
        </ThemeIcon>
        <Stack flex={1} gap={6}>
          <Title order={2} mt={8}>
            {name}
          </Title>
          <Text size="sm" c="dimmed">
            {category.keywords.join(', ') || <Trans>No keywords yet</Trans>}
          </Text>
          {waits !== undefined && (
            <Text size="sm" c="dimmed">
              <WaitsText waits={waits} />
            </Text>
          )}
        </Stack>
        <Group gap={0} wrap="nowrap">
          <ActionIcon
            aria-label={t`Edit: ${name}`}
            title={t`Edit`}
            disabled={locked || waits !== undefined}
            onClick={onEdit}
          >
            <IconPencil size={22} stroke={1.75} />
          </ActionIcon>
          <ActionIcon
            aria-label={t`Remove: ${name}`}
            title={t`Remove`}
            disabled={locked}
            loading={busy}
            onClick={() => void remove()}
          >
            <IconTrash size={22} stroke={1.75} />
          </ActionIcon>
        </Group>
      </Group>
    </Card>
  )
}

function TagsPicture() {
  return (
    <Picture>
      <path className={picture.tint} d="m138 34 44 6a8 8 0 0 1 7 7l5 40-64 64-40-40z" />
      <path
        className={picture.fill}
        d="m96 28 46 2a8 8 0 0 1 8 8l2 44-66 66a8 8 0 0 1-11 0l-43-43a8 8 0 0 1 0-11z"
      />
      <circle className={picture.accent} cx="126" cy="54" r="8" />
      <path d="m62 102 30 30M76 88l20 20" />
    </Picture>
  )
}
