import { useNotices } from '../../state/notices.ts'
import { useLoaded } from '../use-loaded.ts'

const load = () => import('./snackbar-stack.tsx')

/** The code that draws the snackbars comes with the first of them. */
export function Snackbars() {
  const newest = useNotices(({ shown }) => shown.at(-1))
  const loaded = useLoaded(newest, load)
  return loaded && <loaded.SnackbarStack />
}
