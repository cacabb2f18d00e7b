import { late, useLate } from '../../app/later.tsx'
import { useNotices } from '../../state/notices.ts'

const prompt = late(() => import('./update-prompt.tsx'))

/** The code of the prompt is loaded once there is something to offer. */
export function UpdateOffer() {
  const update = useNotices((notices) => notices.update)
  const loaded = useLate(prompt, update)
  return update && loaded && <loaded.UpdatePrompt onTake={update} />
}
