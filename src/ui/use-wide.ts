import { useMediaQuery } from '@mantine/hooks'

/** At least so many pixels of the usual letter size. */
export function useMinWidth(pixels: number): boolean {
  return useMediaQuery(`(min-width: ${pixels / 16}em)`, false, { getInitialValueInEffect: false })
}

/** From 900 px on there is room for the table, from a desk's keyboard on. */
export function useWide(): boolean {
  return useMinWidth(900)
}
