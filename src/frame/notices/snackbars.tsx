import { useNotices } from '../../state/notices.ts'
import { late, useLate } from '../../app/later.tsx'

const stack = late(() => import('./snackbar-stack.tsx'))

/** The code that draws the snackbars comes with the first of them. */
export function Snackbars() {
  const newest = useNotices(({ shown }) => shown.at(-1))
  const loaded = useLate(stack, newest)
  return loaded && <loaded.SnackbarStack />
}
