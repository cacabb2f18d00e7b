import { Trans } from '@lingui/react/macro'
import { IconArchive, IconDevices, IconListDetails, IconUsers } from '@tabler/icons-react'
import { productName } from '../../app/product.ts'
import classes from './text-page.module.css'

export function AboutPage() {
  return (
    <article className={classes.text}>
      <h1>
        <Trans>About us</Trans>
      </h1>
      <p className={classes.lead}>
        <Trans>
          {productName} is a shopping list for a household: for the person in the shop and for the person at
          home who has just remembered the milk.
        </Trans>
      </p>
      <h2>
        <Trans>Why it exists</Trans>
      </h2>
      <p>
        <Trans>
          Shops have thick walls and a poor signal, and that is exactly where you need your list. So
          everything you write or tick is kept on your device first and sent when there is a connection. You
          never wait for it, and nothing is lost.
        </Trans>
      </p>
      <h2>
        <Trans>What it does</Trans>
      </h2>
      <ul className={classes.points}>
        <li>
          <IconListDetails size={24} stroke={1.75} aria-hidden="true" />
          <span>
            <Trans>Lists with quantities, prices, categories and shops, and the total in złoty.</Trans>
          </span>
        </li>
        <li>
          <IconUsers size={24} stroke={1.75} aria-hidden="true" />
          <span>
            <Trans>Sharing: some can only view, some can tick, some can edit.</Trans>
          </span>
        </li>
        <li>
          <IconArchive size={24} stroke={1.75} aria-hidden="true" />
          <span>
            <Trans>An archive that brings an old list back with one tap.</Trans>
          </span>
        </li>
        <li>
          <IconDevices size={24} stroke={1.75} aria-hidden="true" />
          <span>
            <Trans>English and Polish, light and dark, phone and desktop.</Trans>
          </span>
        </li>
      </ul>
      <h2>
        <Trans>What it does not do</Trans>
      </h2>
      <p>
        <Trans>There are no ads and no tracking. The app loads nothing from other companies.</Trans>
      </p>
    </article>
  )
}
