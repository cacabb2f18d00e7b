import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button, Card, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { isListRow } from '../../core/contract/shapes.ts'
import { inWordsOf } from '../../core/product/categories.ts'
import { isOfProduct } from '../../core/sync/change.ts'
import type { ListField } from '../../core/product/list-fields.ts'
import type { FieldValue } from '../../core/product/fields.ts'
import { type Entry, readField } from '../../core/sync/mutation.ts'
import type { TrayItem } from '../../core/sync/replica.ts'
import { saveItem } from '../app/save-changes.ts'
import { notify } from '../state/notices.ts'
import { useReader } from '../app/use-reader.ts'
import { dismissTray } from '../state/lists/sync.ts'
import { choicesFor, isNewList, type TrayChoice } from '../state/lists/tray-choices.ts'
import { applyTray, useNames } from '../state/lists/tray.ts'
import { texts } from '../texts/texts.ts'
import { changeText, reasonText } from '../texts/change-text.ts'
import { useLanguage } from '../texts/use-language.ts'

const labels = {
  useMine: msg`Use mine`,
  putBack: msg`Put it back`,
  keepTheirs: msg`Keep theirs`,
  tryAgain: msg`Try again`,
  saveAsFile: msg`Save as a file`,
  throwAway: msg`Throw away`,
} as const

/** A refused change in the tray: the change, the reason, the current value and the choices. */
export function TrayCard({ item }: { item: TrayItem }) {
  const { t } = useLingui()
  const language = useLanguage()
  const names = useNames()
  const reader = useReader()
  const [busy, setBusy] = useState<TrayChoice | null>(null)
  const { entry, hung, row, why } = item
  const choices = choicesFor(item)
  const name = nameIn(row) ?? names.products[entry.rowId]
  const theirs =
    why === 'stale' && row ? theirsIn(isListRow(row) ? row : inWordsOf(row, reader), entry) : undefined

  async function choose(choice: TrayChoice) {
    setBusy(choice)
    try {
      if (choice === 'keepTheirs' || choice === 'throwAway') await dismissTray(item)
      else if (choice === 'saveAsFile') await saveItem(item, language)
      else await applyTray(item)
    } catch {
      notify('error', texts.storageFailed)
    }
    setBusy(null)
  }

  return (
    <Card component="li" p="sm" style={{ overflowWrap: 'anywhere' }}>
      <Text fw={600}>{t(changeText(entry, name, language))}</Text>
      {hung.map((later) => (
        <Text key={later.opId} size="sm" c="dimmed">
          {t(changeText(later, name, language))}
        </Text>
      ))}
      <Text size="sm" c="dimmed">
        {t(reasonText(why, isNewList(item)))}
        {theirs !== undefined && entry.op === 'set' && (
          <> {t(changeText({ ...entry, value: theirs } as Entry, name, language))}</>
        )}
      </Text>
      {!isNewList(item) && names.lists[item.listId] && (
        <Text size="xs" c="dimmed">
          {names.lists[item.listId]}
        </Text>
      )}
      <Group gap="xs" mt="sm">
        {choices.map((choice, i) => (
          <Button
            key={choice}
            size="sm"
            h={44}
            variant={i === 0 && choices.length > 1 ? 'filled' : 'default'}
            loading={busy === choice}
            disabled={busy !== null && busy !== choice}
            onClick={() => void choose(choice)}
          >
            {choices.length === 1 ? t`OK` : t(labels[choice])}
          </Button>
        ))}
      </Group>
    </Card>
  )
}

function nameIn(row: TrayItem['row']): string | undefined {
  if (row) return isListRow(row) ? row.listName : row.productName
  return undefined
}

function theirsIn(row: NonNullable<TrayItem['row']>, entry: Entry): FieldValue | undefined {
  if (entry.op !== 'set') return undefined
  if (isListRow(row)) return isOfProduct(entry.listId, entry) ? undefined : row[entry.field as ListField]
  return isOfProduct(entry.listId, entry) ? readField(row, entry.field) : undefined
}
