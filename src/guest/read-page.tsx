import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconCloudOff, IconPrinter, IconSquare, IconSquareCheckFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { inWordsOf, readerOf } from '../../core/product/categories.ts'
import { checkedCount, groupByCategory } from '../../core/product/list.ts'
import type { List, Product } from '../../core/contract/shapes.ts'
import { sum } from '../../core/product/money.ts'
import { formatDate, formatMoney, formatTime } from '../texts/format.ts'
import { useLists } from '../app/use-lists.ts'
import { useReadList, watchReadList } from '../state/read-list.ts'
import { isSignedIn, useSession } from '../state/session/session.ts'
import { useSync } from '../state/lists/sync.ts'
import { useCaption } from '../texts/caption.ts'
import emptyClasses from '../ui/empty-state.module.css'
import { CloudPicture, SearchPicture } from '../ui/picture/picture.tsx'
import { Printed, PrintSheet } from '../ui/print/print-sheet.tsx'
import { ProductName } from '../ui/product-name.tsx'
import classes from './read-page.module.css'
import { useLanguage } from '../texts/use-language.ts'
import { LinkButton } from '../ui/links.tsx'

/** A read-only list for anybody with its link, without an account; refreshes while it is open. */
export function ReadPage({ hash }: { hash: string }) {
  useEffect(() => watchReadList(hash), [hash])
  // The time of the last request is not selected here, or every row would render again at each request.
  const list = useReadList((state) => state.list)
  const status = useReadList((state) => state.status)
  if (status === 'missing') return <WrongLink />
  if (status === 'unreachable') return <NoAnswer />
  if (!list?.products) return <div className={classes.skeleton} aria-hidden="true" />
  return <Shown list={list} products={list.products} />
}

function Shown({ list, products: stored }: { list: List; products: readonly Product[] }) {
  const { t } = useLingui()
  const language = useLanguage()
  const products = useMemo(
    () => stored.map((product) => inWordsOf(product, readerOf(language))),
    [stored, language],
  )
  const checked = checkedCount(products)
  const total = products.length
  return (
    <article>
      <h1 className={classes.title}>{list.listName}</h1>
      <p className={classes.meta}>{formatDate(list.date, language)}</p>
      <Member listId={list.id} />
      {total > 0 && (
        <Button
          variant="subtle"
          className={classes.print}
          leftSection={<IconPrinter size={20} stroke={1.75} aria-hidden="true" />}
          onClick={() => print()}
        >
          <Trans>Print</Trans>
        </Button>
      )}
      <Printed draw={() => sheetOf(list, products)} />
      <Freshness />
      {total > 0 && (
        <div className={classes.figures}>
          <div className={classes.track} aria-hidden="true">
            <div style={{ transform: `scaleX(${checked / total})` }} />
          </div>
          <p>
            <span>
              <Trans>
                {checked} of {total} bought
              </Trans>
            </span>
            <span>
              <Trans>
                Total: <strong>{formatMoney(sum(products), language)}</strong>
              </Trans>
            </span>
          </p>
        </div>
      )}
      {total === 0 && (
        <p className={classes.empty}>
          <Trans>Nothing on this list yet.</Trans>
        </p>
      )}
      {groupByCategory(products, language).map(({ category, products: members }) => (
        <section key={category} className={classes.group} aria-label={category || t`Other`}>
          <h2>{category || t`Other`}</h2>
          <ul>
            {members.map((product) => (
              <Row key={product.id} product={product} />
            ))}
          </ul>
        </section>
      ))}
    </article>
  )
}

function sheetOf({ listName }: List, products: readonly Product[]) {
  return <PrintSheet name={listName} products={products} />
}

function Row({ product }: { product: Product }) {
  const { t } = useLingui()
  const caption = useCaption({ category: false })
  const { productStatus: bought, shop_name: shop } = product
  return (
    <li className={classes.row} data-bought={bought || undefined}>
      {bought ? (
        <IconSquareCheckFilled size={26} role="img" aria-label={t`Bought`} />
      ) : (
        <IconSquare size={26} stroke={1.5} role="img" aria-label={t`Not bought yet`} />
      )}
      <span className={classes.words}>
        <ProductName product={product} className={classes.name} />
        <span className={classes.caption}>
          {caption(product)}
          {shop && ` · ${shop}`}
        </span>
      </span>
    </li>
  )
}

/** Says when the server last answered, and whether it can still be reached. */
function Freshness() {
  const language = useLanguage()
  const { at, stale } = useReadList()
  const online = useSync((sync) => sync.online)
  const offline = stale || !online
  const time = at === null ? '' : formatTime(at, language)
  return (
    <div className={classes.fresh} data-offline={offline || undefined}>
      {/* Only a lost connection is read aloud, not every request. */}
      <p role="status">
        {offline && (
          <>
            <IconCloudOff size={20} stroke={1.75} aria-hidden="true" />
            <Trans>No connection. This is how the list was at {time}.</Trans>
          </>
        )}
      </p>
      {!offline && (
        <p>
          <Trans>Updated at {time}; changes appear by themselves.</Trans>
        </p>
      )}
    </div>
  )
}

/** A link into the app, for users who have the list there. */
function Member({ listId }: { listId: string }) {
  const signedIn = useSession(isSignedIn)
  const mine = useLists()?.some(({ id }) => id === listId) ?? false
  if (!signedIn || !mine) return null
  return (
    <Link to="/app/details/$id" params={{ id: listId }} className={classes.open}>
      <Trans>Open in the app</Trans>
    </Link>
  )
}

function WrongLink() {
  return (
    <div className={emptyClasses.empty}>
      <SearchPicture />
      <h1>
        <Trans>This link shows no list</Trans>
      </h1>
      <p>
        <Trans>
          The link is incomplete, or the list’s owner has switched it off or made a new one. Ask for the new
          link.
        </Trans>
      </p>
      <LinkButton to="/">
        <Trans>Go to the start page</Trans>
      </LinkButton>
    </div>
  )
}

function NoAnswer() {
  return (
    <div className={emptyClasses.empty} role="status">
      <CloudPicture />
      <h1>
        <Trans>The list could not be loaded</Trans>
      </h1>
      <p>
        <Trans>There is no connection. The list will appear by itself as soon as there is one.</Trans>
      </p>
    </div>
  )
}
