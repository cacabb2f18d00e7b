import { type Parsed, parseText } from '../text/normalise.ts'
import { limits } from './entities.ts'

export interface TemplateTexts {
  templateName?: string | undefined
  description?: string | undefined
  portions?: number | undefined
  source?: string | undefined
}

/** Validates the given texts of a template, for a form, the server and a device without an account alike. */
export function parseTemplate({ templateName, description, portions, source }: TemplateTexts): {
  name?: Parsed<string>
  text?: Parsed<string>
  portions?: Parsed<number>
  source?: Parsed<string>
} {
  return {
    ...(templateName !== undefined && { name: parseText(templateName, 1, limits.name) }),
    ...(description !== undefined && { text: parseText(description, 0, limits.description) }),
    ...(portions !== undefined && { portions: parsePortions(portions) }),
    ...(source !== undefined && { source: parseSource(source) }),
  }
}

function parsePortions(portions: number): Parsed<number> {
  if (!Number.isInteger(portions)) return { ok: false, error: 'invalidType' }
  const isInRange = portions >= 0 && portions <= limits.portions
  return isInRange ? { ok: true, value: portions } : { ok: false, error: 'outOfRange' }
}

/** The address becomes a link, so it must be one that only opens a page. */
function parseSource(source: string): Parsed<string> {
  const text = parseText(source, 0, limits.recipeSource)
  const isAddress = !text.ok || text.value === '' || /^https?:\/\/[^\s/]+\S*$/iu.test(text.value)
  return isAddress ? text : { ok: false, error: 'invalidCharacters' }
}
