import { useMediaQuery } from '@mantine/hooks'

/** Whether the viewport has this min-width. Measured in em, so it scales with the user's font size. */
export function useMinWidth(pixels: number): boolean {
  return useMediaQuery(`(min-width: ${pixels / 16}em)`, false, { getInitialValueInEffect: false })
}

/** From 900 px on there is room for the desktop layout with the table. */
export function useWide(): boolean {
  return useMinWidth(900)
}

/** Whether the sidebar is open: as chosen, else where a list's table keeps each product in one line beside it. */
export function useSidebarOpen(chosen: boolean | null): boolean {
  const hasRoom = useMinWidth(1280)
  return chosen ?? hasRoom
}
