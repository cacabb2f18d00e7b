import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, SegmentedControl, Stack } from '@mantine/core'
import { IconHistory, IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { templateTypes } from '../../core/product/entities.ts'
import type { Template } from '../../core/contract/shapes.ts'
import { useMayChangeTemplates } from './state/place.ts'
import { rememberTemplates, useTemplates } from '../sync/shelves.ts'
import { templateTexts } from '../texts/template-texts.ts'
import { Results, ShelfPicture, PageHead } from './results.tsx'
import { LinkAnchor } from '../ui/links.tsx'
import { Message } from '../ui/message.tsx'
import { SearchField } from '../ui/search-field.tsx'
import cards from '../ui/cards.module.css'
import { useWide } from '../lib/use-wide.ts'
import { TemplateForm } from './edit/template-form.tsx'
import { typesNames } from './card.tsx'
import classes from './templates.module.css'

/** The user's own first, since they are searched for most. */
const everyShelf = ['user', 'predefined', 'public'] as const satisfies readonly Template['type'][]

/** Templates: ready-made ones, the user's own, and those that others made public. */
export function TemplatesPage() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const type = useTemplates((templates) => templates.type)
  const wide = useWide()
  const [query, setQuery] = useState('')
  const [creating, setCreating] = useState(false)
  // A search covers all types, so the user need not know which one; choosing a type ends the search.
  const searching = query.trim() !== ''
  const create = <NewTemplate onPress={() => setCreating(true)} />
  return (
    <Stack gap="md" className={`${cards.page} ${classes.page}`}>
      <PageHead title={<Trans>Templates</Trans>}>{wide && create}</PageHead>
      <Group gap="sm" justify="space-between">
        <SegmentedControl
          miw="min(22.5rem, 100%)"
          aria-label={t`Which templates`}
          value={searching ? '' : type}
          data={templateTypes.map((value) => ({ value, label: t(typesNames[value]) }))}
          onChange={(value) => {
            setQuery('')
            rememberTemplates({ type: value as Template['type'] })
          }}
        />
        <SearchField label={t`Search templates`} value={query} onChange={setQuery} />
      </Group>
      {type === 'public' && !searching && <LastPublic />}
      <Results
        key={searching ? 'all' : type}
        shelves={searching ? everyShelf : [type]}
        query={query}
        to="/app/template/$id"
        first={
          <Message
            picture={<ShelfPicture />}
            text={
              type === 'user' ? (
                <Trans>Make a template of what you buy again and again. One tap turns it into a list.</Trans>
              ) : (
                <Trans>There are no public templates yet.</Trans>
              )
            }
          >
            {type === 'user' && <span data-first="">{create}</span>}
          </Message>
        }
      />
      {!wide && (
        <div className={cards.thumb} data-docked="">
          {create}
        </div>
      )}
      <TemplateForm
        opened={creating}
        onClose={() => setCreating(false)}
        onSaved={async (id) => {
          rememberTemplates({ type: 'user' })
          await navigate({ to: '/app/template/$id', params: { id } })
        }}
      />
    </Stack>
  )
}

function NewTemplate({ onPress }: { onPress: () => void }) {
  const { t } = useLingui()
  const mayChange = useMayChangeTemplates()
  return (
    <Button
      leftSection={<IconPlus size={22} stroke={2} aria-hidden="true" />}
      disabled={!mayChange}
      title={mayChange ? undefined : t(templateTexts.offline)}
      onClick={onPress}
    >
      {mayChange ? <Trans>New template</Trans> : <Trans>New template: needs a connection</Trans>}
    </Button>
  )
}

function LastPublic() {
  const last = useTemplates((templates) => templates.lastPublic)
  if (!last) return null
  return (
    <Group gap="xs" wrap="nowrap" mih="2.75rem" c="dimmed">
      <IconHistory size={20} stroke={1.75} aria-hidden="true" style={{ flex: 'none' }} />
      <span>
        <Trans>
          Last viewed:{' '}
          <LinkAnchor to="/app/template/$id" params={{ id: last.id }} display="inline-block" py={10}>
            {last.templateName}
          </LinkAnchor>
        </Trans>
      </span>
    </Group>
  )
}
