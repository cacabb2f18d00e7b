import { useNotices } from '../../state/notices.ts'
import { late, useLate } from '../../app/later.tsx'

const stack = late(() => import('./snackbar-stack.tsx'))

/** Loads the code for snackbars when the first notice appears. */
export function Snackbars() {
  const newest = useNotices(({ shown }) => shown.at(-1))
  const loaded = useLate(stack, newest)
  return loaded && <loaded.SnackbarStack />
}
