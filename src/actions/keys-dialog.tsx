import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import dialogClasses from '../ui/dialog.module.css'
import { switchSingleKeys, useSingleKeys } from '../state/single-keys.ts'
import classes from './keys-dialog.module.css'

/** The list of keyboard shortcuts, with a switch for single-key shortcuts. */
export function KeysDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const on = useSingleKeys((keys) => keys.on)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t`Keys`}
      centered
      size="lg"
      closeButtonProps={{ 'aria-label': t`Close`, size: 44, iconSize: 20 }}
      classNames={{ title: dialogClasses.title, content: dialogClasses.content }}
    >
      <dl className={classes.keys}>
        <Key keys={['/']}>
          <Trans>Search</Trans>
        </Key>
        <Key keys={['n']}>
          <Trans>Type a new product</Trans>
        </Key>
        <Key keys={['?']}>
          <Trans>This sheet</Trans>
        </Key>
        <Key keys={['↑', '↓']}>
          <Trans>The same field of the row above or below</Trans>
        </Key>
        <Key keys={['Enter']}>
          <Trans>Save the field and go down</Trans>
        </Key>
        <Key keys={['Tab', 'Shift + Tab']}>
          <Trans>The next field, the one before</Trans>
        </Key>
        <Key keys={['Home', 'End']}>
          <Trans>The first or last field of the row</Trans>
        </Key>
        <Key keys={['Ctrl + Home', 'Ctrl + End']}>
          <Trans>The first or last row</Trans>
        </Key>
        <Key keys={['Esc']}>
          <Trans>Undo what was typed in the field; end selecting</Trans>
        </Key>
        <Key keys={[t`Space`, '↑', '↓']}>
          <Trans>On the handle of a row: lift, move, drop</Trans>
        </Key>
        <Key keys={[t`Space`, t`Shift + Space`]}>
          <Trans>While selecting: a row, or all from the last one on</Trans>
        </Key>
        <Key keys={['Ctrl + Z']}>
          <Trans>Press ‘Undo’ while it is offered</Trans>
        </Key>
        <Key keys={['Delete']}>
          <Trans>Delete what is selected</Trans>
        </Key>
      </dl>
      <Checkbox
        checked={on}
        onChange={(event) => switchSingleKeys(event.currentTarget.checked)}
        label={t`The single keys /, n and ? are on`}
      />
    </Modal>
  )
}

function Key({ keys, children }: { keys: readonly string[]; children: ReactNode }) {
  return (
    <div>
      <dt>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
