import { useEffect } from 'react'
import { useLanguage } from '../texts/use-language.ts'
import { useSync } from '../state/lists/sync.ts'
import { readTemplate, seenKey, useTemplates } from '../state/templates.ts'

/** One template, from memory at once and asked for anew; `open`: as everybody sees it. */
export function useTemplate(id: string, open: boolean) {
  const language = useLanguage()
  const online = useSync((sync) => sync.online)
  const key = seenKey(id, open, language)
  const template = useTemplates((templates) => templates.seen[key])
  const problem = useTemplates((templates) => templates.problems[key])

  useEffect(() => {
    if (online) void readTemplate(id, open, language)
  }, [online, id, open, language])

  return {
    template: problem === 'missing' ? undefined : template,
    problem,
    online,
    again: () => void readTemplate(id, open, language),
  }
}
