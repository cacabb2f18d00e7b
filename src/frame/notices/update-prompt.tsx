import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { standClear } from '../../ui/input/docked.ts'
import { offerUpdate } from '../../state/notices.ts'
import classes from './update-prompt.module.css'

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
    <div ref={stand} className={classes.prompt} role="status" data-docked="">
      <span className={classes.text}>
        <Trans>A new version is ready.</Trans>
      </span>
      <Button variant="subtle" size="sm" onClick={() => offerUpdate(null)}>
        <Trans>Later</Trans>
      </Button>
      <Button size="sm" onClick={onTake}>
        <Trans>Update now</Trans>
      </Button>
    </div>
  )
}
