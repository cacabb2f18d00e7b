import { useAsked } from '../asked.ts'
import { currentDevice } from '../session/device.ts'
import { keptCategories, keptTemplates } from './kept.ts'

const none = { templates: 0, categories: 0 }

/** Returns how many own templates and categories are only on this device. */
export function useOwnHere(): typeof none {
  return useAsked(['own here'], countHere, true).data ?? none
}

async function countHere(): Promise<typeof none> {
  const { db } = currentDevice()
  const [templates, categories] = await Promise.all([keptTemplates.all(db), keptCategories.all(db)])
  return { templates: templates.length, categories: categories.length }
}
