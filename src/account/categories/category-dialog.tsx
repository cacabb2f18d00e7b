import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput, Textarea } from '@mantine/core'
import { parseCategory } from '../../../core/text/category-values.ts'
import dialog from '../../ui/dialog/dialog.module.css'
import { fieldErrorText } from '../../texts/problem-text.ts'
import type { Category } from '../../state/own/own.ts'
import { saveCategory } from '../../state/session/categories.ts'
import { useMayChangeOwn } from '../../state/own/place.ts'
import classes from './categories.module.css'
import { CategoryIcon } from '../../ui/picture/category-icon.tsx'
import { useReturnFocus } from '../focus.ts'
import { splitKeywords } from './keywords.ts'
import page from '../page.module.css'
import { Problem } from '../problem.tsx'
import { OfflineReason } from '../sign-in/submit-line.tsx'
import { type FieldErrors, useForm } from '../../ui/input/use-form.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'

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
  const mayChange = useMayChangeOwn()
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
  const { values, errors, set } = form
  return (
    <Dialog
      opened
      onClose={onClose}
      title={category ? t`Edit category` : t`New category`}
      centered
      size={480}
    >
      <form className={page.form} onSubmit={form.onSubmit} noValidate>
        <Problem text={form.problem} />
        <TextInput
          name="category_name"
          data-autofocus
          label={t`Name`}
          autoComplete="off"
          value={values.category_name}
          error={errors.category_name && t(errors.category_name)}
          onChange={({ currentTarget }) => set('category_name', currentTarget.value)}
        />
        <Textarea
          name="keywords"
          rows={3}
          label={t`Keywords`}
          description={t`Separated by commas. Products with a word that begins like one of these come here by themselves.`}
          placeholder={t`worm, hook, rod`}
          value={values.keywords}
          error={errors.keywords && t(errors.keywords)}
          onChange={({ currentTarget }) => set('keywords', currentTarget.value)}
        />
        {builtIn.length > 0 && (
          <Icons builtIn={builtIn} chosen={values.icon} onChoose={(icon) => set('icon', icon)} />
        )}
        {!mayChange && <OfflineReason />}
        <div className={dialog.buttons}>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" disabled={form.disabled || !mayChange} loading={form.submitting}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </form>
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
    <fieldset className={classes.icons}>
      <legend>
        <Trans>Icon</Trans>
      </legend>
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
    </fieldset>
  )
}
