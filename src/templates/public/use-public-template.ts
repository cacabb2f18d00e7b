import type { MessageDescriptor } from '@lingui/core'
import { useEffect, useState } from 'react'
import { http } from '../../../device/network.ts'
import { useAsked } from '../../state/asked.ts'
import { useSync } from '../../state/lists/sync.ts'
import { isMissing, type TemplateProblem } from '../../state/template-problem.ts'
import { errorTextOf } from '../../texts/error-text.ts'
import { useLanguage } from '../../texts/use-language.ts'

/** One template as everybody sees it; its author's own one then counts as public. */
export function usePublicTemplate(id: string) {
  const online = useSync((sync) => sync.online)
  const language = useLanguage()
  const { data, error, refetch } = useAsked(
    ['public template', id, language],
    () => http.call('GET /api/v3/template/public/:id', { params: { id }, query: { language } }),
    online,
    true,
  )
  const problem = useProblem(error)
  return {
    template: problem === 'missing' ? undefined : data,
    problem,
    online,
    again: () => void refetch(),
  }
}

/** The texts of all other errors are loaded when there is one. */
function useProblem(error: Error | null): TemplateProblem | undefined {
  const [told, setTold] = useState<{ error: Error; text: MessageDescriptor } | null>(null)
  const missing = isMissing(error)
  useEffect(() => {
    const tell = async (error: Error) => setTold({ error, text: await errorTextOf(error) })
    if (error && !missing) void tell(error)
  }, [error, missing])
  if (missing) return 'missing'
  return told?.error === error ? told?.text : undefined
}
