import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import classes from './text-page.module.css'

/** Anybody may run this server. An operator with other rules must change this page. */
export function TermsPage() {
  return (
    <article className={classes.text}>
      <h1>
        <Trans>Terms of use</Trans>
      </h1>
      <p className={classes.lead}>
        <Trans>
          A shopping list needs few rules. These hold between you and whoever runs this server, and you accept
          them when you create an account.
        </Trans>
      </p>
      <h2>
        <Trans>Your account</Trans>
      </h2>
      <p>
        <Trans>
          An account is for one person, with an e-mail address of their own. Keep your password to yourself.
          If you think that somebody else knows it, change it: that signs out all your other devices.
        </Trans>
      </p>
      <h2>
        <Trans>What you write is yours</Trans>
      </h2>
      <p>
        <Trans>
          It is stored to be shown to you and to the people you share it with, for nothing else. A template
          that you make public may be read and copied by everybody; you can make it private again at any time,
          but copies that others have made stay theirs.
        </Trans>
      </p>
      <h2>
        <Trans>What is not allowed</Trans>
      </h2>
      <ul>
        <li>
          <Trans>Anything that breaks the law or the rights of other people.</Trans>
        </li>
        <li>
          <Trans>Sending lists or invitations to people who do not want them.</Trans>
        </li>
        <li>
          <Trans>Trying to see what belongs to others, or to disturb the service for them.</Trans>
        </li>
      </ul>
      <h2>
        <Trans>What you can rely on</Trans>
      </h2>
      <p>
        <Trans>
          What you type is kept on your device and sent as soon as there is a network. No service is free of
          faults and pauses, though, and this one comes without a guarantee. Keep a copy of what matters to
          you: your profile offers all your data as a file, at any time.
        </Trans>
      </p>
      <p>
        <Trans>Prices and sums are what people typed. What counts in the shop is what the shop says.</Trans>
      </p>
      <h2>
        <Trans>How it ends</Trans>
      </h2>
      <p>
        <Trans>
          You can delete your account whenever you like. Everything is kept for 30 days, in case you change
          your mind, and then removed for good. Whoever runs this server may close an account that breaks
          these terms, or end the service; they tell you by e-mail beforehand wherever that is possible.
        </Trans>
      </p>
      <h2>
        <Trans>Changes, and your rights</Trans>
      </h2>
      <p>
        <Trans>
          If these terms change, you are told before the change applies to you, and may leave. The rights that
          the law of your country gives you stay as they are. What is stored about you stands in the{' '}
          <Link to="/privacy">privacy policy</Link>.
        </Trans>
      </p>
    </article>
  )
}
