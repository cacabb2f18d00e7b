import { templateProblem, useOneTemplate } from '../state/template-answers.ts'
import { useSync } from '../state/lists/sync.ts'
import { isTrial, useSession } from '../state/session/session.ts'
import { useLanguage } from '../texts/use-language.ts'

/** Returns one template from the cache at once, and requests it again. */
export function useTemplate(id: string) {
  const online = useSync((sync) => sync.online)
  const onDevice = useSession(isTrial)
  // Without an account it may be stored on this device, so it is requested even when offline.
  const { data, error, refetch } = useOneTemplate(id, useLanguage(), online || onDevice)
  const problem = templateProblem(error)
  return {
    template: problem === 'missing' ? undefined : data,
    problem,
    online,
    again: () => void refetch(),
  }
}
