import { late, useLate } from '../../app/later.tsx'
import { useNotices } from '../../state/notices.ts'

const prompt = late(() => import('./update-prompt.tsx'))

/** Loads the code of the update prompt once there is an update. */
export function UpdateOffer() {
  const update = useNotices((notices) => notices.update)
  const loaded = useLate(prompt, update)
  return update && loaded && <loaded.UpdatePrompt onTake={update} />
}
