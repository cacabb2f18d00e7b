import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, NativeSelect, Stack, TextInput, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Template } from '../../../core/contract/shapes.ts'
import { difficulties, limits } from '../../../core/product/entities.ts'
import { useSession, who } from '../../account/session/session.ts'
import { createTemplate, newTemplateId, updateTemplate } from '../state/actions.ts'
import { problemText } from '../../texts/problem-text.ts'
import { templateTexts } from '../../texts/template-texts.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { PortionsInput } from '../../ui/input/portions-field.tsx'
import { useForm } from '../../ui/input/use-form.ts'
import { PictureChoice } from '../../ui/picture/picture-choice.tsx'
import { TemplatePicture, difficultyNames, pictureNames } from '../card.tsx'
import { Buttons } from './buttons.tsx'
import { blankTemplate, readTemplate, type TemplateTexts, textsOfTemplate } from './template-values.ts'

interface TemplateFormProps {
  opened: boolean
  /** absent: a new template */
  template?: Template
  onClose: () => void
  onSaved: (id: string) => Promise<void> | void
}

export function TemplateForm({ opened, ...form }: TemplateFormProps) {
  const { t } = useLingui()
  return (
    <Dialog
      opened={opened}
      onClose={form.onClose}
      closeOnClickOutside={false}
      size={520}
      title={form.template ? t`Edit template` : t`New template`}
    >
      <Fields {...form} />
    </Dialog>
  )
}

function Fields({ template, onClose, onSaved }: Omit<TemplateFormProps, 'opened'>) {
  const { t } = useLingui()
  const [id] = useState(() => template?.id ?? newTemplateId())
  const active = useSession(({ profile }) => profile?.status === 'A')
  const trial = useSession(who) === 'trial'
  const notPublic = trial
    ? templateTexts.needsAccount
    : active
      ? undefined
      : problemText('accountNotActivated')
  const form = useForm<TemplateTexts>({
    initial: template ? textsOfTemplate(template) : blankTemplate,
    check: (texts) => readTemplate(texts).errors,
    submit: async (texts) => {
      const { values } = readTemplate(texts)
      if (template) await updateTemplate(id, values)
      else await createTemplate(id, values)
      onClose()
      await onSaved(id)
    },
  })
  const { values, errors, set } = form
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <TextInput
          name="templateName"
          label={t`Name`}
          autoComplete="off"
          data-autofocus
          value={values.templateName}
          error={errors.templateName && t(errors.templateName)}
          onChange={({ currentTarget }) => set('templateName', currentTarget.value)}
        />
        <Textarea
          name="description"
          label={t`Description`}
          rows={2}
          maxLength={limits.description}
          value={values.description}
          error={errors.description && t(errors.description)}
          // One paragraph, since the server rejects line breaks.
          onChange={({ currentTarget }) => set('description', currentTarget.value.replace(/\s*\n\s*/g, ' '))}
        />
        <NativeSelect
          name="difficulty"
          label={t`Difficulty`}
          data={difficulties.map((value) => ({ value, label: t(difficultyNames[value]) }))}
          value={values.difficulty}
          onChange={({ currentTarget }) => set('difficulty', currentTarget.value)}
        />
        <PortionsInput
          name="portions"
          description={t`The quantities are for this many. Leave it empty if that does not matter.`}
          value={values.portions}
          error={errors.portions && t(errors.portions)}
          onChange={(portions) => set('portions', portions)}
        />
        <TextInput
          name="source"
          type="url"
          label={t`Address of the recipe`}
          autoComplete="off"
          value={values.source}
          error={errors.source && t(errors.source)}
          onChange={({ currentTarget }) => set('source', currentTarget.value)}
        />
        <Checkbox
          name="isPublic"
          label={t`Public: everybody can see it, with your name`}
          description={notPublic && t(notPublic)}
          disabled={notPublic !== undefined && !values.isPublic}
          checked={values.isPublic}
          onChange={({ currentTarget }) => set('isPublic', currentTarget.checked)}
        />
        <PictureChoice
          legend={<Trans context="template">Picture</Trans>}
          name="image"
          value={values.image}
          pictures={Object.entries(pictureNames).map(([image, label]) => ({
            value: image,
            label: t(label),
            picture: <TemplatePicture image={image} size={24} />,
          }))}
          onChange={(image) => set('image', image)}
        />
        <Buttons form={form} onClose={onClose}>
          {template ? <Trans>Save</Trans> : <Trans>Create</Trans>}
        </Buttons>
      </Stack>
    </form>
  )
}
