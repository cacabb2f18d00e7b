import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Loader } from '@mantine/core'
import { useState } from 'react'
import type { Template } from '../../../core/contract/shapes.ts'
import { useSync } from '../../state/lists/sync.ts'
import { mergeIntoList } from '../../state/template-actions.ts'
import { useFoundTemplates } from '../../state/template-answers.ts'
import type { Shelf } from '../../state/templates.ts'
import { useLanguage } from '../../texts/use-language.ts'
import choices from '../../ui/choices.module.css'
import classes from './template-dialog.module.css'
import { Dialog } from '../../ui/dialog/dialog.tsx'

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

  async function merge(template: Template) {
    setBusy(true)
    const done = await mergeIntoList(template, listId)
    setBusy(false)
    if (done) onClose()
  }
  return (
    <Dialog opened={opened} onClose={onClose} centered title={t`Which template?`}>
      {!online && !found && (
        <p className={classes.text}>
          <Trans>You are offline. Templates will appear here as soon as there is a connection.</Trans>
        </p>
      )}
      {online && !found && !problem && <Loader size={28} className={classes.loading} />}
      {online && problem && problem !== 'missing' && (
        <div role="alert">
          <p className={classes.text}>{t(problem)}</p>
          <Button onClick={again}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      )}
      <ul className={choices.choices}>
        {found?.items.map((template) => (
          <li key={template.id}>
            <button type="button" disabled={busy} onClick={() => void merge(template)}>
              <strong>{template.templateName}</strong>
              <span>
                <Plural value={template.productCount} one="# product" other="# products" />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found && found.items.length < found.total && (
        <Button
          variant="default"
          fullWidth
          className={classes.more}
          disabled={!online}
          onClick={() => void more()}
        >
          <Trans>Show more</Trans>
        </Button>
      )}
    </Dialog>
  )
}
