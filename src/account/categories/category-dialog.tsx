import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Fieldset, SimpleGrid, TextInput, Textarea } from '@mantine/core'
import { parseCategory, splitKeywords } from '../../../core/text/category-values.ts'
import { fieldErrorText } from '../../texts/problem-text.ts'
import type { Category } from '../../state/templates/local.ts'
import { saveCategory } from '../../state/templates/actions.ts'
import { useMayChangeTemplates } from '../../state/templates/place.ts'
import classes from '../account.module.css'
import { CategoryIcon } from '../../ui/picture/category-icon.tsx'
import { useReturnFocus } from '../fields.tsx'
import { Form } from '../card-page.tsx'
import { OfflineReason } from '../page.tsx'
import { type FieldErrors, useForm } from '../../ui/input/use-form.ts'
import { Dialog, DialogButtons } from '../../ui/dialog/dialog.tsx'

interface Values extends Record<string, string> {
  category_name: string
  icon: string
  keywords: string
}

function check({ category_name, keywords }: Values): FieldErrors<Values> {
  const { name, words } = parseCategory({ category_name, keywords: splitKeywords(keywords) })
  return {
    ...(name?.ok === false && { category_name: fieldErrorText(name.error) }),
    ...(words?.error && { keywords: fieldErrorText(words.error) }),
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
          <Icons builtIn={builtIn} chosen={form.values.icon} onChoose={(icon) => form.set('icon', icon)} />
        )}
        {!mayChange && <OfflineReason />}
      </Form>
    </Dialog>
  )
}

interface IconsProps {
  builtIn: readonly Category[]
  chosen: string
  onChoose: (icon: string) => void
}

function Icons({ builtIn, chosen, onChoose }: IconsProps) {
  return (
    <Fieldset variant="unstyled" legend={<Trans>Icon</Trans>}>
      <SimpleGrid minColWidth="3rem" spacing={6} mt={6} className={classes.icons}>
        {builtIn.map(
          ({ id, icon, category_name }) =>
            icon && (
              <label key={id} title={category_name}>
                <input
                  type="radio"
                  name="icon"
                  className="visually-hidden"
                  aria-label={category_name}
                  checked={chosen === icon}
                  onChange={() => onChoose(icon)}
                />
                <CategoryIcon icon={icon} size={24} />
              </label>
            ),
        )}
      </SimpleGrid>
    </Fieldset>
  )
}
