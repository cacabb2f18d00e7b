import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Center, Loader, Text } from '@mantine/core'
import { useState } from 'react'
import type { Template } from '../../core/contract/shapes.ts'
import { useSync } from '../sync/sync-status.ts'
import { mergeIntoList } from '../templates/state/actions.ts'
import { useFoundTemplates } from '../templates/state/queries.ts'
import type { Shelf } from '../sync/shelves.ts'
import { useLanguage } from '../texts/i18n.ts'
import { Choice, Choices } from '../ui/dialog/choices.tsx'
import { Dialog, DialogButtons } from '../ui/dialog/dialog.tsx'
import { PortionsField } from '../ui/input/portions-field.tsx'

export interface TemplateDialogProps {
  opened: boolean
  listId: string
  onClose: () => void
}

/** The user's own templates first, then the ready-made ones. */
const shelves: readonly Shelf[] = ['user', 'predefined']

/** Asks which template's products the open list begins with. */
export function TemplateDialog({ opened, listId, onClose }: TemplateDialogProps) {
  const { t } = useLingui()
  const online = useSync((sync) => sync.online)
  const { found, problem, again, more } = useFoundTemplates(shelves, '', useLanguage(), online)
  const [busy, setBusy] = useState(false)
  /** a template with portions, of which the user chooses how many */
  const [chosen, setChosen] = useState<{ template: Template; portions: number } | null>(null)

  async function merge(template: Template, portions?: number) {
    setBusy(true)
    const done = await mergeIntoList(template, listId, { portions })
    setBusy(false)
    if (done) onClose()
  }
  if (chosen)
    return (
      <Dialog opened={opened} onClose={onClose} title={chosen.template.templateName}>
        <PortionsField value={chosen.portions} onChange={(portions) => setChosen({ ...chosen, portions })} />
        <DialogButtons>
          <Button variant="default" onClick={() => setChosen(null)}>
            <Trans>Back</Trans>
          </Button>
          <Button
            color="orange"
            data-autofocus
            loading={busy}
            onClick={() => void merge(chosen.template, chosen.portions)}
          >
            <Trans>Add to the list</Trans>
          </Button>
        </DialogButtons>
      </Dialog>
    )
  return (
    <Dialog opened={opened} onClose={onClose} title={t`Which template?`}>
      {!online && !found && (
        <Text c="dimmed" mb="md">
          <Trans>You are offline. Templates will appear here as soon as there is a connection.</Trans>
        </Text>
      )}
      {online && !found && !problem && (
        <Center p="lg">
          <Loader />
        </Center>
      )}
      {online && problem && problem !== 'missing' && (
        <div role="alert">
          <Text c="dimmed" mb="md">
            {t(problem)}
          </Text>
          <Button onClick={again}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      )}
      <Choices>
        {found?.items.map((template) => (
          <Choice
            key={template.id}
            name={template.templateName}
            more={<Plural value={template.productCount} one="# product" other="# products" />}
            disabled={busy}
            onPress={() =>
              template.portions ? setChosen({ template, portions: template.portions }) : void merge(template)
            }
          />
        ))}
      </Choices>
      {found && found.items.length < found.total && (
        <Button variant="default" fullWidth mt="sm" disabled={!online} onClick={() => void more()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </Dialog>
  )
}
