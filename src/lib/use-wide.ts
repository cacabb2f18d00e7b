import { useMediaQuery } from '@mantine/hooks'

/** Media query for a min-width in px, expressed in em so that it scales with the user's font size. */
const atLeast = (pixels: number) => `(min-width: ${pixels / 16}em)`
/** From 900 px on there is room for the desktop layout with the table. */
const widePx = 900

/** Returns whether the viewport has at least this width in px. */
export function useMinWidth(pixels: number): boolean {
  return useMediaQuery(atLeast(pixels), false, { getInitialValueInEffect: false })
}

export function useWide(): boolean {
  return useMinWidth(widePx)
}

export const isWide = () => matchMedia(atLeast(widePx)).matches

/** Returns whether the sidebar is open: as the user chose, else if the table beside it has room for one-line rows. */
export function useSidebarOpen(chosen: boolean | null): boolean {
  const hasRoom = useMinWidth(1280)
  return chosen ?? hasRoom
}
