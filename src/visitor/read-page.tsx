import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Box, Button, Card, Group, Progress, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconCheck, IconCloudOff, IconPrinter } from '@tabler/icons-react'
import { useEffect, useMemo } from 'react'
import { inWordsOf, readerOf } from '../../core/product/categories.ts'
import { currencyOf } from '../../core/product/currency.ts'
import { checkedCount, groupByCategory } from '../../core/product/list.ts'
import type { List, Product } from '../../core/contract/shapes.ts'
import { sum } from '../../core/product/money.ts'
import { pictureOf } from '../../core/text/pictures.ts'
import { shownListName } from '../../core/product/list-copies.ts'
import { namesDate } from '../texts/list-name.ts'
import { formatDate, formatMoney, formatTime } from '../texts/format.ts'
import { useReadList, watchReadList } from './read-list.ts'
import { useServerQuery } from '../sync/queries.ts'
import { currentDevice } from '../sync/device.ts'
import { isSignedIn, useSession } from '../account/session/session.ts'
import { useSync } from '../sync/sync-status.ts'
import { CurrencyContext, useCaption } from '../texts/amounts.tsx'
import cards from '../ui/cards.module.css'
import { LinkAnchor, LinkButton } from '../ui/links.tsx'
import { Message } from '../ui/message.tsx'
import { CategoryIcon } from '../ui/picture/category-icon.tsx'
import { CloudPicture, SearchPicture } from '../ui/picture/picture.tsx'
import { ProductPicture } from '../ui/picture/product-picture.tsx'
import { Printed, PrintSheet } from '../ui/print/print-sheet.tsx'
import { ProductName } from '../ui/row-marks.tsx'
import classes from './read-page.module.css'
import { useLanguage } from '../texts/i18n.ts'

/** A read-only list for anybody with its link, without an account; refreshes while it is open. */
export function ReadPage({ hash }: { hash: string }) {
  useEffect(() => watchReadList(hash), [hash])
  // The time of the last request is not selected here, or every row would render again at each request.
  const list = useReadList((state) => state.list)
  const status = useReadList((state) => state.status)
  if (status === 'missing') return <WrongLink />
  if (status === 'unreachable') return <NoAnswer />
  if (!list?.products) return <Skeleton h="15rem" aria-hidden="true" />
  return (
    <CurrencyContext value={currencyOf(list)}>
      <Shown list={list} products={list.products} />
    </CurrencyContext>
  )
}

function Shown({ list: read, products: stored }: { list: List; products: readonly Product[] }) {
  const { t } = useLingui()
  const language = useLanguage()
  const list = { ...read, listName: shownListName(read.listName, read.date, language) }
  const products = useMemo(
    () => stored.map((product) => inWordsOf(product, readerOf(language))),
    [stored, language],
  )
  const checked = checkedCount(products)
  const total = products.length
  return (
    <Stack component="article" gap="sm">
      <Group gap="xs" align="start">
        <Box flex="1 1 14rem" miw={0}>
          <Title order={1}>{list.listName}</Title>
          {!namesDate(list) && <Text c="dimmed">{formatDate(list.date, language)}</Text>}
          <Member listId={list.id} />
        </Box>
        {total > 0 && (
          <Button
            variant="subtle"
            leftSection={<IconPrinter size={20} stroke={1.75} aria-hidden="true" />}
            onClick={() => print()}
          >
            <Trans>Print</Trans>
          </Button>
        )}
      </Group>
      <Printed draw={() => sheetOf(list, products)} />
      <Freshness />
      {total === 0 ? (
        <Text size="lg" c="dimmed">
          <Trans>Nothing on this list yet.</Trans>
        </Text>
      ) : (
        <div className={classes.figures}>
          <Progress value={(checked / total) * 100} aria-hidden="true" />
          <Group justify="space-between" gap="2px 16px" py="xs" className="tabular">
            <span>
              <Trans>
                {checked} of {total} bought
              </Trans>
            </span>
            <span>
              <Trans>
                Total: <strong>{formatMoney(sum(products), currencyOf(list), language)}</strong>
              </Trans>
            </span>
          </Group>
        </div>
      )}
      {groupByCategory(products, language).map(({ category, products: members }) => (
        <section key={category} aria-label={category || t`Other`}>
          <Title order={2} size="sm" c="dimmed" mb={6} px={4}>
            {category || t`Other`}
          </Title>
          <Card component="ul" p={0}>
            {members.map((product) => (
              <Row key={product.id} product={product} />
            ))}
          </Card>
        </section>
      ))}
    </Stack>
  )
}

function sheetOf({ listName }: List, products: readonly Product[]) {
  return <PrintSheet name={listName} products={products} />
}

function Row({ product }: { product: Product }) {
  const { t } = useLingui()
  const caption = useCaption({ category: false })
  const { productStatus: bought, shop_name: shop } = product
  const picture = pictureOf(product.productName)
  return (
    <li className={`${cards.row} ${classes.row}`} data-bought={bought || undefined}>
      {picture ? <ProductPicture name={picture} size={28} /> : <CategoryIcon icon={product.icon} size={28} />}
      <span className={classes.words}>
        <ProductName product={product} className={classes.name} />
        <small className="tabular">
          {caption(product)}
          {shop && ` · ${shop}`}
        </small>
      </span>
      {bought && (
        <IconCheck size={26} stroke={2.2} role="img" aria-label={t`Bought`} color="var(--app-success)" />
      )}
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
    <>
      {/* Only a lost connection is read aloud, not every request. */}
      <div role="status">
        {offline && (
          <Alert
            role="none"
            color="yellow"
            p="sm"
            icon={<IconCloudOff size={20} stroke={1.75} aria-hidden="true" />}
          >
            <Trans>No connection. This is how the list was at {time}.</Trans>
          </Alert>
        )}
      </div>
      {!offline && (
        <Text size="sm" c="dimmed" className="tabular">
          <Trans>Updated at {time}; changes appear by themselves.</Trans>
        </Text>
      )}
    </>
  )
}

/** A link into the app, for users who have the list there. */
function Member({ listId }: { listId: string }) {
  const signedIn = useSession(isSignedIn)
  const { data: listIds } = useServerQuery(['lists here'], () => currentDevice().db.listsHere(), signedIn)
  if (!signedIn || !listIds?.has(listId)) return null
  return (
    <LinkAnchor to="/app/details/$id" params={{ id: listId }} fw={600} py={10} display="inline-block">
      <Trans>Open in the app</Trans>
    </LinkAnchor>
  )
}

function WrongLink() {
  return (
    <Message
      picture={<SearchPicture />}
      title={<Trans>This link shows no list</Trans>}
      text={
        <Trans>
          The link is incomplete, or the list’s owner has switched it off or made a new one. Ask for the new
          link.
        </Trans>
      }
    >
      <LinkButton to="/">
        <Trans>Go to the start page</Trans>
      </LinkButton>
    </Message>
  )
}

function NoAnswer() {
  return (
    <Message
      picture={<CloudPicture />}
      title={<Trans>The list could not be loaded</Trans>}
      role="status"
      text={<Trans>There is no connection. The list will appear by itself as soon as there is one.</Trans>}
    />
  )
}
