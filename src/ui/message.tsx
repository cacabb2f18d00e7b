import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode, Ref } from 'react'

interface MessageProps {
  picture: ReactNode
  title?: ReactNode
  /** for a caller that moves the focus to the title */
  titleRef?: Ref<HTMLHeadingElement>
  text: ReactNode
  /** a change of the text is read aloud; 'alert': at once */
  role?: 'status' | 'alert' | undefined
  /** the buttons */
  children?: ReactNode
}

/** What a page shows instead of its content: a picture, a sentence and the ways on. */
export function Message({ picture, title, titleRef, text, role, children }: MessageProps) {
  return (
    <Stack align="center" justify="center" gap="lg" mih="60dvh" py="md" ta="center">
      {/* On a phone in landscape the buttons come first. */}
      <div className="if-high">{picture}</div>
      <Stack gap="xs" maw="28rem">
        {title && (
          <Title order={1} ref={titleRef} tabIndex={titleRef ? -1 : undefined}>
            {title}
          </Title>
        )}
        <Text role={role} size="lg" c={title ? 'dimmed' : undefined} style={{ textWrap: 'balance' }}>
          {text}
        </Text>
      </Stack>
      <Group justify="center" gap="sm">
        {children}
      </Group>
    </Stack>
  )
}
