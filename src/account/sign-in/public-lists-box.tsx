import { Trans, useLingui } from '@lingui/react/macro'
import { Button, UnstyledButton } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconChevronRight, IconClipboardList } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './public-lists-box.module.css'

/** A box that slides out from the window's edge, with a link to the public lists, which need no account. */
export function PublicListsBox() {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && setOpen(false))
  return (
    <aside className={classes.box} data-open={open || undefined} aria-label={t`Public lists`}>
      <UnstyledButton
        className={classes.tab}
        aria-expanded={open}
        aria-label={open ? t`Hide public lists` : t`Public lists`}
        title={t`Public lists`}
        onClick={() => setOpen(!open)}
      >
        {open ? (
          <IconChevronRight size={24} stroke={1.75} aria-hidden="true" />
        ) : (
          <IconClipboardList size={24} stroke={1.75} aria-hidden="true" />
        )}
      </UnstyledButton>
      <div className={classes.content} inert={!open}>
        <h2>
          <Trans>Need an idea?</Trans>
        </h2>
        <p>
          <Trans>Ready-made lists that others share with everybody. No account needed.</Trans>
        </p>
        <Button component="a" href="/public-lists" variant="light" fullWidth>
          <Trans>See public lists</Trans>
        </Button>
      </div>
    </aside>
  )
}
