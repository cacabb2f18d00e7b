import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Modal, Textarea } from '@mantine/core'
import { type ClipboardEvent, useState } from 'react'
import dialog from '../../ui/dialog.module.css'
import { useWide } from '../../ui/use-wide.ts'
import { openPasted } from '../../state/lists/pasted-text.ts'

/** A field to paste a list into, for those who have no other. What is pasted is reviewed line by line. */
export function PasteText({ opened }: { opened: boolean }) {
  const { t } = useLingui()
  const wide = useWide()
  const [text, setText] = useState('')

  // Pasting is all that was wanted here, so the review comes without a further press.
  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const pasted = event.clipboardData.getData('text/plain')
    if (text.trim() !== '' || pasted.trim() === '') return
    event.preventDefault()
    openPasted(pasted)
  }
  return (
    <Modal
      opened={opened}
      onClose={() => openPasted(null)}
      fullScreen={!wide}
      size={640}
      title={t`Paste a list`}
      closeButtonProps={{ 'aria-label': t`Close`, size: 44, iconSize: 20 }}
      classNames={{ title: dialog.title, content: dialog.content }}
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
          minRows={8}
          maxRows={14}
          autosize
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onPaste={onPaste}
        />
        <Button type="submit" fullWidth mt="md" disabled={text.trim() === ''}>
          <Trans>Review</Trans>
        </Button>
      </form>
    </Modal>
  )
}
