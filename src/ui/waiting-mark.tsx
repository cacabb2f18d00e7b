import { useLingui } from '@lingui/react/macro'

/** A thin dotted line beside what is not on the server yet; `silent`: a text nearby says so already. */
export function WaitingMark({ silent = false }: { silent?: boolean }) {
  const { t } = useLingui()
  const text = t`Waiting to be saved`
  return (
    <span className="waiting-mark" title={silent ? undefined : text}>
      {!silent && <span className="visually-hidden">{text}</span>}
    </span>
  )
}
