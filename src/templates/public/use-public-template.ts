import type { MessageDescriptor } from '@lingui/core'
import { useEffect, useState } from 'react'
import { http } from '../../../device/network.ts'
import { useAsked } from '../../state/asked.ts'
import { useSync } from '../../state/lists/sync.ts'
import { isMissing, type TemplateProblem } from '../../state/template-problem.ts'
import { errorTextOf } from '../../texts/error-text.ts'
import { useLanguage } from '../../texts/use-language.ts'

/** Returns one template as visitors see it; here it counts as public even for its author. */
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

/** Returns 'missing' or the text of another error. Those texts are loaded only when there is such an error. */
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
