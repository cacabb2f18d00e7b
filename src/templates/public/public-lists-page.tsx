import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { SearchField } from '../../ui/search-field.tsx'
import { Results, PageHead } from '../results.tsx'
import { GuestLinks } from './guest-links.tsx'

/** The templates that visitors can see without an account. */
export function PublicListsPage() {
  const { t } = useLingui()
  const [query, setQuery] = useState('')
  return (
    <Stack gap="md">
      <PageHead title={<Trans>Public lists</Trans>}>
        <GuestLinks />
      </PageHead>
      <Text c="dimmed" maw="60ch">
        <Trans>Shopping for a barbecue, a cake or the whole week, already thought through.</Trans>
      </Text>
      <Group>
        <SearchField label={t`Search public lists`} value={query} onChange={setQuery} />
      </Group>
      <Results shelves={['visitor']} query={query} to="/public-list/$id" />
    </Stack>
  )
}
