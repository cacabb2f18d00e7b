import { useNotices } from '../state/notices.ts'
import { useLoaded } from './use-loaded.ts'

const load = async () => (await import('./snackbar-stack.tsx')).SnackbarStack

/** The code that draws the snackbars comes with the first of them. */
export function Snackbars() {
  const newest = useNotices(({ shown }) => shown.at(-1))
  const Stack = useLoaded(newest, load)
  return Stack && <Stack />
}
