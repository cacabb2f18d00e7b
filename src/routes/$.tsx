import { createFileRoute, redirect } from '@tanstack/react-router'

/** Any path that is not known, outside /app, goes to the lists. */
export const Route = createFileRoute('/$')({
  beforeLoad: () => {
    throw redirect({ to: '/app', replace: true })
  },
})
