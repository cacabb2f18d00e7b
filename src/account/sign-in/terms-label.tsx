import { Trans } from '@lingui/react/macro'
import { LinkAnchor } from '../../ui/links.tsx'

/** The label of the box that accepts the terms. */
export function TermsLabel() {
  return (
    <Trans>
      I accept the <LinkAnchor to="/terms">terms of use</LinkAnchor> and have read the{' '}
      <LinkAnchor to="/privacy">privacy policy</LinkAnchor>
    </Trans>
  )
}
