import { msg } from '@lingui/core/macro'
import type { Template } from '../../../core/contract/shapes.ts'
import { type Difficulty, limits } from '../../../core/product/entities.ts'
import { parseTemplate } from '../../../core/product/template-values.ts'
import { addressIn } from '../../../core/recipe/recipe.ts'
import type { TemplateValues } from '../../trial/local.ts'
import { fieldErrorText } from '../../texts/problem-text.ts'
import type { FieldErrors } from '../../ui/input/use-form.ts'

/** What is typed and chosen in the form of a template. */
export type TemplateTexts = {
  templateName: string
  description: string
  difficulty: string
  isPublic: boolean
  image: string
  /** empty: it does not say for how many it is */
  portions: string
  /** empty: it has no page */
  source: string
}

export const blankTemplate: TemplateTexts = {
  templateName: '',
  description: '',
  difficulty: 'easy',
  isPublic: false,
  image: 'basket.svg',
  portions: '',
  source: '',
}

export function textsOfTemplate(template: Template): TemplateTexts {
  const { templateName, description, difficulty, isPublic, image, portions = 0, source = '' } = template
  const shown = portions > 0 ? String(portions) : ''
  return { templateName, description, difficulty, isPublic, image, portions: shown, source }
}

const most = limits.portions
const badPortions = msg`Type a whole number from 1 to ${most}, or leave it empty.`
const badSource = msg`Type the address of a page, such as https://example.org/soup, or leave it empty.`

/** Returns typed portions as a number, 0 if there is nothing; null if they are no number that a template may have. */
function parsePortions(typed: string): number | null {
  const text = typed.trim()
  if (text === '') return 0
  const portions = /^\d{1,3}$/.test(text) ? Number(text) : 0
  return portions >= 1 && portions <= limits.portions ? portions : null
}

/** Returns the address in a text as people type and share it: without https:// too, or behind a title. */
function addressOf(typed: string): string {
  const text = typed.trim()
  if (/^[\w-]+(?:\.[\w-]+)+(?:[/?#]\S*)?$/u.test(text)) return `https://${text}`
  const shared = addressIn(text)
  return shared !== null && text.endsWith(shared) ? shared : text
}

/** Returns the values to save, and what is wrong beside each field. */
export function readTemplate(texts: TemplateTexts): {
  values: TemplateValues
  errors: FieldErrors<TemplateTexts>
} {
  const portions = parsePortions(texts.portions)
  const source = addressOf(texts.source)
  const { name, text, source: address } = parseTemplate({ ...texts, portions: undefined, source })
  const values = { ...texts, difficulty: texts.difficulty as Difficulty, portions: portions ?? 0, source }
  const errors: FieldErrors<TemplateTexts> = {}
  if (name?.ok === false) errors.templateName = fieldErrorText(name.error)
  if (text?.ok === false) errors.description = fieldErrorText(text.error)
  if (portions === null) errors.portions = badPortions
  if (address?.ok === false)
    errors.source = address.error === 'invalidCharacters' ? badSource : fieldErrorText(address.error)
  else if (source !== '' && !URL.canParse(source)) errors.source = badSource
  return { values, errors }
}
