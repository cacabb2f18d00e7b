import { Trans, useLingui } from '@lingui/react/macro'
import type { Format } from '../../core/exchange/exchange.ts'
import { Choice, Choices } from '../ui/dialog/choices.tsx'
import { copyList, saveList } from './exchange.ts'

/** The forms in which a list can be saved as a file. `onDone`: something was chosen. */
export function SaveChoices({ listId, onDone }: { listId: string; onDone: () => void }) {
  const { t } = useLingui()
  const forms: [format: Format, name: string, more: string][] = [
    ['text', t`Text`, t`For a message, with boxes to tick`],
    ['csv', t`Spreadsheet (CSV)`, t`For Excel, Numbers and other apps`],
    ['ics', t`Calendar (iCalendar)`, t`To-dos for calendars and reminders`],
    ['md', 'Markdown', t`For notes`],
    ['json', 'JSON', t`Everything, to bring it back here`],
  ]
  return (
    <Choices>
      <Choice
        name={t`Copy as text`}
        more={<Trans>To paste it into a message</Trans>}
        disabled={false}
        onPress={() => {
          onDone()
          void copyList(listId)
        }}
      />
      {forms.map(([format, name, more]) => (
        <Choice
          key={format}
          name={name}
          more={more}
          disabled={false}
          onPress={() => {
            onDone()
            void saveList(listId, format)
          }}
        />
      ))}
    </Choices>
  )
}
