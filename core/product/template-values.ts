import { type Parsed, parseText } from '../text/normalise.ts'
import { limits } from './entities.ts'

export interface TemplateTexts {
  templateName?: string | undefined
  description?: string | undefined
}

/** Validates the given texts of a template, for a form, the server and a device without an account alike. */
export function parseTemplate({ templateName, description }: TemplateTexts): {
  name?: Parsed<string>
  text?: Parsed<string>
} {
  return {
    ...(templateName !== undefined && { name: parseText(templateName, 1, limits.name) }),
    ...(description !== undefined && { text: parseText(description, 0, limits.description) }),
  }
}
