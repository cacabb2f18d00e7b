import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Textarea } from '@mantine/core'
import { type ClipboardEvent, useState } from 'react'
import { useWide } from '../../ui/use-wide.ts'
import { openPasted } from '../../state/lists/pasted-text.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'

/** A dialog to paste a list into, for a list that was not pasted into the add field. Each line is then reviewed. */
export function PasteText({ opened }: { opened: boolean }) {
  const { t } = useLingui()
  const wide = useWide()
  const [text, setText] = useState('')

  // A paste into the empty field opens the review at once, without a press of the button.
  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const pasted = event.clipboardData.getData('text/plain')
    if (text.trim() !== '' || pasted.trim() === '') return
    event.preventDefault()
    openPasted(pasted)
  }
  return (
    <Dialog
      opened={opened}
      onClose={() => openPasted(null)}
      fullScreen={!wide}
      size={640}
      title={t`Paste a list`}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          openPasted(text)
        }}
      >
        <Textarea
          data-autofocus
          label={t`Your list, one product per line`}
          description={t`From a message, a note or a web page. You can review it before it is added.`}
          placeholder={t`2 kg potatoes`}
          rows={8}
          maxRows={14}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onPaste={onPaste}
        />
        <Button type="submit" fullWidth mt="md" disabled={text.trim() === ''}>
          <Trans>Review</Trans>
        </Button>
      </form>
    </Dialog>
  )
}
