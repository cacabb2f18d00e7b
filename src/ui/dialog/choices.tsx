import { Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A dialog's list of things to choose from. */
export function Choices({ children }: { children: ReactNode }) {
  return (
    <Stack component="ul" gap="xs">
      {children}
    </Stack>
  )
}

interface ChoiceProps {
  name: string
  /** a line below the name */
  more: ReactNode
  disabled: boolean
  onPress: () => void
}

export function Choice({ name, more, disabled, onPress }: ChoiceProps) {
  return (
    <li>
      <Button
        variant="default"
        fullWidth
        justify="start"
        h="auto"
        mih="3.5rem"
        py="xs"
        px={14}
        disabled={disabled}
        onClick={onPress}
        styles={{ label: { whiteSpace: 'normal', overflowWrap: 'anywhere' } }}
      >
        <Text span ta="start" lh={1.4}>
          <Text span display="block" inherit fw={600}>
            {name}
          </Text>
          <Text span display="block" inherit c="dimmed" fz="xs" fw={400}>
            {more}
          </Text>
        </Text>
      </Button>
    </li>
  )
}
