import { useLingui } from '@lingui/react/macro'
import { CloseButton, Group } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { findFieldId, useFind, useOverList } from '../state/use-over-list.ts'
import { SearchField } from '../../ui/search-field.tsx'

/** Safari refuses more than 100 changes of the address in 10 s, so not each letter changes it. In ms. */
const whileTyping = { delay: 150, maxWait: 300 }

/** The search field for products of the open list. `isLasting`: it stays while it is empty. */
export function FindField({ isLasting = true }: { isLasting?: boolean }) {
  const { t } = useLingui()
  const query = useFind() ?? ''
  const setQuery = useOverList('q')
  /** what is not in the address yet */
  const [typed, setTyped] = useState<string | null>(null)
  if (typed === query) setTyped(null)
  const find = useDebouncedCallback(
    (text: string) => setQuery(text === '' && isLasting ? null : text),
    whileTyping,
  )
  return (
    <SearchField
      id={findFieldId}
      label={t`Search in the list`}
      value={typed ?? query}
      onChange={(text) => {
        setTyped(text)
        find(text)
      }}
    />
  )
}

/** On a phone the search field opens on request. */
export function SmallFind() {
  const { t } = useLingui()
  const setQuery = useOverList('q')
  // This code may load only after the press that opens the field, so it focuses the field itself.
  useEffect(() => document.getElementById(findFieldId)?.focus(), [])
  return (
    <Group gap={4} wrap="nowrap" mb="sm">
      <FindField isLasting={false} />
      <CloseButton aria-label={t`Close the search`} onClick={() => setQuery(null)} />
    </Group>
  )
}
