import { Trans } from '@lingui/react/macro'
import { Button, Card, Group, Text } from '@mantine/core'
import { offerUpdate } from '../ui/notices.ts'
import { standClear } from '../ui/input/docked.ts'

function stand(box: HTMLElement | null) {
  if (!box) return
  return standClear(
    () => box,
    (pixels) => {
      box.style.bottom = `${pixels}px`
    },
  )
}

/** Offers the update without forcing it: after 'Later' the new version waits for the next start. */
export function UpdatePrompt({ onTake }: { onTake: () => void }) {
  return (
    <Card
      ref={stand}
      p="xs"
      ps="md"
      pos="fixed"
      left="calc(16px + env(safe-area-inset-left))"
      maw="calc(100vw - 32px)"
      style={{ zIndex: 300, boxShadow: 'var(--app-float)' }}
      role="status"
      data-docked=""
    >
      <Group gap="xs" justify="flex-end">
        <Text fw={550} flex="1 1 auto">
          <Trans>A new version is ready.</Trans>
        </Text>
        <Group gap="xs" wrap="nowrap">
          <Button variant="subtle" size="sm" h={44} onClick={() => offerUpdate(null)}>
            <Trans>Later</Trans>
          </Button>
          <Button size="sm" h={44} onClick={onTake}>
            <Trans>Update now</Trans>
          </Button>
        </Group>
      </Group>
    </Card>
  )
}
