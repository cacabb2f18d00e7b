import { useMediaQuery } from '@mantine/hooks'

/** From 900 px on there is room for the table; from 1280 px on for the share panel beside it. */
export function useWide(): boolean {
  return useMediaQuery('(min-width: 56.25em)', false, { getInitialValueInEffect: false })
}

export function useRoomAside(): boolean {
  return useMediaQuery('(min-width: 80em)', false, { getInitialValueInEffect: false })
}
