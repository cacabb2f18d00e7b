import { createFileRoute, redirect } from '@tanstack/react-router'

/** Redirects any unknown path outside /app to the lists. */
export const Route = createFileRoute('/$')({
  beforeLoad: () => {
    throw redirect({ to: '/app', replace: true })
  },
})
