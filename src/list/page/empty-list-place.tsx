import { Box, Skeleton, Stack } from '@mantine/core'
import classes from './empty-list.module.css'

/** As high as an empty list's heading, tiles and buttons, so that nothing below moves when they arrive. */
export function EmptyListPlace({ opened }: { opened: boolean }) {
  if (!opened) return null
  return (
    <Stack gap={8} mb={16} aria-hidden="true">
      <Box h="2.75rem" />
      <ul className={classes.tiles}>
        {Array.from({ length: 12 }, (_, index) => (
          <li key={index}>
            <Skeleton h="4.75rem" />
          </li>
        ))}
      </ul>
      <Box h="2.75rem" mt={8} />
    </Stack>
  )
}
