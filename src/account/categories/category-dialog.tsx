import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput, Textarea } from '@mantine/core'
import { parseCategory, splitKeywords } from '../../../core/text/category-values.ts'
import { saveCategory } from '../../templates/state/actions.ts'
import type { Category } from '../../trial/local.ts'
import { useMayChangeTemplates } from '../../templates/state/place.ts'
import { fieldErrorText } from '../../texts/problem-text.ts'
import { Dialog, DialogButtons } from '../../ui/dialog/dialog.tsx'
import { useForm } from '../../ui/input/use-form.ts'
import { CategoryIcon } from '../../ui/picture/category-icon.tsx'
import { PictureChoice } from '../../ui/picture/picture-choice.tsx'
import { Form } from '../card-page.tsx'
import { useReturnFocus } from '../fields.tsx'
import { OfflineReason } from '../page.tsx'

interface Values extends Record<string, string> {
  category_name: string
  icon: string
  keywords: string
}

function check({ category_name, keywords }: Values) {
  const { name, words } = parseCategory({ category_name, keywords: splitKeywords(keywords) })
  return {
    category_name: name?.ok === false && fieldErrorText(name.error),
    keywords: words?.error && fieldErrorText(words.error),
  }
}

interface CategoryDialogProps {
  /** null: a new category */
  category: Category | null
  /** the built-in categories, whose icons can be chosen */
  builtIn: readonly Category[]
  onClose: () => void
}

/** Edits the name, icon and keywords of one category. */
export function CategoryDialog({ category, builtIn, onClose }: CategoryDialogProps) {
  const { t } = useLingui()
  useReturnFocus()
  const mayChange = useMayChangeTemplates()
  const form = useForm<Values>({
    initial: {
      category_name: category?.category_name ?? '',
      icon: category?.icon ?? '',
      keywords: category?.keywords.join(', ') ?? '',
    },
    check,
    submit: async ({ category_name, icon, keywords }) => {
      const fields = { category_name, keywords: splitKeywords(keywords), ...(icon && { icon }) }
      await saveCategory(category?.id ?? null, fields)
      onClose()
    },
  })
  return (
    <Dialog opened onClose={onClose} title={category ? t`Edit category` : t`New category`} size={480}>
      <Form
        form={form}
        end={
          <DialogButtons>
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" disabled={form.disabled || !mayChange} loading={form.submitting}>
              <Trans>Save</Trans>
            </Button>
          </DialogButtons>
        }
      >
        <TextInput {...form.field('category_name')} data-autofocus label={t`Name`} autoComplete="off" />
        <Textarea
          {...form.field('keywords')}
          rows={3}
          label={t`Keywords`}
          description={t`Separated by commas. Products with a word that begins like one of these come here by themselves.`}
          placeholder={t`worm, hook, rod`}
        />
        {builtIn.length > 0 && (
          <PictureChoice
            legend={<Trans>Icon</Trans>}
            name="icon"
            value={form.values.icon}
            pictures={builtIn
              .filter(({ icon }) => icon)
              .map(({ icon, category_name: label }) => ({
                value: icon ?? '',
                label,
                picture: <CategoryIcon icon={icon} size={24} />,
              }))}
            onChange={(icon) => form.set('icon', icon)}
          />
        )}
        {!mayChange && <OfflineReason />}
      </Form>
    </Dialog>
  )
}
