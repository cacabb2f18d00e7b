import { useMediaQuery } from '@mantine/hooks'

/** Measured in em, so it scales with the user's font size. */
const atLeast = (pixels: number) => `(min-width: ${pixels / 16}em)`
/** From here on there is room for the desktop layout with the table. */
const wide = atLeast(900)

/** Whether the viewport has this min-width. */
export function useMinWidth(pixels: number): boolean {
  return useMediaQuery(atLeast(pixels), false, { getInitialValueInEffect: false })
}

export function useWide(): boolean {
  return useMediaQuery(wide, false, { getInitialValueInEffect: false })
}

export const isWide = () => matchMedia(wide).matches

/** Whether the sidebar is open: as chosen, else where a list's table keeps each product in one line beside it. */
export function useSidebarOpen(chosen: boolean | null): boolean {
  const hasRoom = useMinWidth(1280)
  return chosen ?? hasRoom
}
