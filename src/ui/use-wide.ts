import { useMediaQuery } from '@mantine/hooks'

/** Whether the viewport has this min-width. Measured in em, so it scales with the user's font size. */
export function useMinWidth(pixels: number): boolean {
  return useMediaQuery(`(min-width: ${pixels / 16}em)`, false, { getInitialValueInEffect: false })
}

/** From 900 px on there is room for the desktop layout with the table. */
export function useWide(): boolean {
  return useMinWidth(900)
}
