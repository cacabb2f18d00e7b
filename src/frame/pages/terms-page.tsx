import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import classes from './text-page.module.css'

/** The terms of use. Anybody may run a server; an operator with other rules must change this page. */
export function TermsPage() {
  return (
    <article className={classes.text}>
      <h1>
        <Trans>Terms of use</Trans>
      </h1>
      <p className={classes.lead}>
        <Trans>
          A shopping list needs few rules. These apply between you and whoever runs this server, and you
          accept them when you create an account.
        </Trans>
      </p>
      <h2>
        <Trans>Your account</Trans>
      </h2>
      <p>
        <Trans>
          An account is for one person, with their own email address. Keep your password to yourself. If you
          think somebody else knows it, change it: that logs out all your other devices.
        </Trans>
      </p>
      <h2>
        <Trans>What you write is yours</Trans>
      </h2>
      <p>
        <Trans>
          It is stored only to be shown to you and the people you share it with. Anybody may read and copy a
          template that you make public; you can make it private again at any time, but copies that others
          have made stay theirs.
        </Trans>
      </p>
      <h2>
        <Trans>What is not allowed</Trans>
      </h2>
      <ul>
        <li>
          <Trans>Anything that breaks the law or infringes other people’s rights.</Trans>
        </li>
        <li>
          <Trans>Sending lists or invitations to people who do not want them.</Trans>
        </li>
        <li>
          <Trans>Trying to see other people’s data, or disrupting the service for them.</Trans>
        </li>
      </ul>
      <h2>
        <Trans>What you can rely on</Trans>
      </h2>
      <p>
        <Trans>
          What you type is kept on your device and sent as soon as there is a connection. No service is free
          of faults and outages, though, and this one comes without a guarantee. Keep a copy of what matters
          to you: you can download all your data from your profile at any time.
        </Trans>
      </p>
      <p>
        <Trans>Prices and totals are what people typed in. In the shop, what the shop says counts.</Trans>
      </p>
      <h2>
        <Trans>How it ends</Trans>
      </h2>
      <p>
        <Trans>
          You can delete your account whenever you like. Everything is kept for 30 days, in case you change
          your mind, and then removed for good. Whoever runs this server may close an account that breaks
          these terms, or end the service; they tell you by email beforehand wherever that is possible.
        </Trans>
      </p>
      <h2>
        <Trans>Changes, and your rights</Trans>
      </h2>
      <p>
        <Trans>
          If these terms change, you will be told before the change applies to you, and you are free to leave.
          Your rights under the law of your country stay as they are. What is stored about you is described in
          the <Link to="/privacy">privacy policy</Link>.
        </Trans>
      </p>
    </article>
  )
}
