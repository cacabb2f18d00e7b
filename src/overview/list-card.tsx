import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Avatar, Button } from '@mantine/core'
import { IconCheck, IconPinned, IconRepeat, IconSearch, IconUsers } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { memo, useState } from 'react'
import { currencyOf } from '../../core/product/currency.ts'
import { can, roleOf } from '../../core/product/permissions.ts'
import { graphemes } from '../../core/text/cut.ts'
import { pictureOf, type ProductPicture as Picture } from '../../core/text/pictures.ts'
import { shownName } from '../../core/text/tongues.ts'
import { DeleteDialog, ListMenu } from '../actions/lazy.tsx'
import { deleteList, shopAgain } from '../list/state/list-actions.ts'
import type { ListCard as Card } from '../sync/overview.ts'
import { useShoppers } from '../list/state/together.ts'
import { shownListName } from '../../core/product/list-copies.ts'
import { formatDate, formatMoney, formatShortDate } from '../texts/format.ts'
import { useLanguage } from '../texts/i18n.ts'
import linkCard from '../ui/cards.module.css'
import { ProductPicture } from '../ui/picture/product-picture.tsx'
import { WaitingMark } from '../ui/row-marks.tsx'
import { Face, useShoppingLine } from '../ui/shoppers.tsx'
import { namesDate } from '../texts/list-name.ts'
import classes from './overview.module.css'

interface ListCardProps {
  list: Card
  /** the names of its products that match the search, separated by line breaks; '' if there are none */
  found: string
  pinned: boolean
  /** on one line, because there are many */
  compact: boolean
  onGone: () => void
}

/** A list in the overview: a card, or one line among many. */
export const ListCard = memo(function ListCard({
  list: stored,
  found,
  pinned,
  compact,
  onGone,
}: ListCardProps) {
  const { t } = useLingui()
  const [deleting, setDeleting] = useState(false)
  const listName = shownListName(stored.listName, stored.date, useLanguage())
  const list = { ...stored, listName }
  const names = found === '' ? [] : found.split('\n')
  const Look = compact ? ListLine : WholeCard
  return (
    <li className={compact ? classes.line : `${linkCard.card} ${classes.card}`}>
      <Look list={list} names={names} pinned={pinned} />
      <ListMenu
        list={list}
        label={t`Actions: ${listName}`}
        className={classes.menu}
        open={false}
        onDelete={() => setDeleting(true)}
        onGone={onGone}
      />
      <DeleteDialog
        opened={deleting}
        name={listName}
        onClose={() => setDeleting(false)}
        onDelete={async () => {
          if (await deleteList(list.id)) onGone()
        }}
      />
    </li>
  )
})

interface LookProps {
  list: Card
  /** the products that match the search */
  names: readonly string[]
  pinned: boolean
}

function WholeCard({ list, names, pinned }: LookProps) {
  const language = useLanguage()
  const { waiting, sum } = list
  const isEmpty = list.productCount === 0
  const saysDate = namesDate(list)
  return (
    <>
      <ProgressRing list={list} />
      <div>
        <h2 className={linkCard.name}>
          <ListLink list={list} product={names[0]} />
        </h2>
        {(!saysDate || pinned) && (
          <p className={classes.meta}>
            {!saysDate && formatDate(list.date, language)}
            <Pinned pinned={pinned} />
          </p>
        )}
        {isEmpty && (
          <p className={classes.meta}>
            <Trans>Nothing here yet</Trans>
          </p>
        )}
        <Sharing list={list} />
        {names.length > 0 && <Hits listId={list.id} names={names} />}
      </div>
      <ToBuy names={list.toBuy} />
      {(sum > 0 || waiting > 0) && (
        <p className={`tabular ${classes.figures}`}>
          {sum > 0 && <b>{formatMoney(sum, currencyOf(list), language)}</b>}
          {waiting > 0 && (
            <span className={classes.waiting}>
              <WaitingMark silent />
              <Plural value={waiting} one="# waiting" other="# waiting" />
            </span>
          )}
        </p>
      )}
      {mayShopAgain(list) && <ShopAgain list={list} />}
    </>
  )
}

function ListLine({ list, names, pinned }: LookProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const { sum, waiting, checkedCount: checked, productCount: total } = list
  const money = sum > 0 && formatMoney(sum, currencyOf(list), language)
  return (
    <>
      <div className={classes.lineName}>
        {/* What has no room beside the name moves to a line that is not shown. */}
        <div className={classes.lineText}>
          <h2>
            <ListLink list={list} product={names[0]} />
          </h2>
          {!namesDate(list) && (
            <span className={classes.lineDate}>{formatShortDate(list.date, language)}</span>
          )}
          {money && <span className={classes.sumBelow}>{money}</span>}
        </div>
        {names.length > 0 && <Hits listId={list.id} names={names} />}
      </div>
      <div className={`tabular ${classes.lineFigures}`}>
        {waiting > 0 && <WaitingMark />}
        <Pinned pinned={pinned} />
        <SharingMark list={list} />
        {money && <span className={classes.lineSum}>{money}</span>}
        <span className={classes.lineCount} role="img" aria-label={t`${checked} of ${total} bought`}>
          {isDone(list) ? (
            <IconCheck size={20} stroke={2.25} color="var(--app-success)" aria-hidden="true" />
          ) : total === 0 ? (
            '–'
          ) : (
            `${checked}/${total}`
          )}
        </span>
      </div>
      {mayShopAgain(list) && <ShopAgain list={list} compact />}
    </>
  )
}

const mostPictures = 6

/** Pictures of what is still to buy, and how many more products there are. */
function ToBuy({ names }: { names: readonly string[] }) {
  const { t } = useLingui()
  const pictures = new Map<Picture, string>()
  for (const name of names) {
    const picture = pictureOf(name)
    if (picture && !pictures.has(picture)) pictures.set(picture, name)
    if (pictures.size === mostPictures) break
  }
  if (pictures.size === 0) return null
  const shown = [...pictures.values()].join(', ')
  const more = names.length - pictures.size
  return (
    <p className={classes.toBuy} role="img" aria-label={t`Still to buy: ${shown}`} title={shown}>
      {[...pictures.keys()].map((picture) => (
        <ProductPicture key={picture} name={picture} size={28} />
      ))}
      {more > 0 && <span className="tabular">+{more}</span>}
    </p>
  )
}

interface ListLinkProps {
  list: Card
  /** the product at whose row the list opens */
  product: string | undefined
}

function ListLink({ list, product }: ListLinkProps) {
  return (
    <Link to="/app/details/$id" params={{ id: list.id }} search={{ product }} className={linkCard.link}>
      {list.listName}
    </Link>
  )
}

function Pinned({ pinned }: { pinned: boolean }) {
  const { t } = useLingui()
  return pinned && <IconPinned size={18} stroke={1.75} role="img" aria-label={t`Pinned`} />
}

function isDone({ checkedCount, productCount }: Card): boolean {
  return productCount > 0 && checkedCount === productCount
}

function mayShopAgain(list: Card): boolean {
  return list.listStatus === 'archiwum' && can(roleOf(list), 'clone')
}

/** Makes the list anew, with nothing bought, and opens it. */
function ShopAgain({ list: { id, listName }, compact = false }: { list: Card; compact?: boolean }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const button = {
    'aria-label': t`Shop again: ${listName}`,
    className: classes.again,
    loading: busy,
    onClick: async () => {
      setBusy(true)
      const made = await shopAgain(id, false)
      if (made) await navigate({ to: '/app/details/$id', params: { id: made } })
      setBusy(false)
    },
  }
  const icon = <IconRepeat size={20} stroke={1.75} aria-hidden="true" />
  if (compact)
    return (
      <ActionIcon {...button} title={t`Shop again`}>
        {icon}
      </ActionIcon>
    )
  return (
    <Button {...button} variant="light" size="sm" leftSection={icon}>
      <Trans>Shop again</Trans>
    </Button>
  )
}

/** How many hits are shown as links; the list's name opens the list at the first hit. */
const mostHits = 4

/** The products that match the search, as links that open the list at their rows. */
function Hits({ listId, names }: { listId: string; names: readonly string[] }) {
  const { t } = useLingui()
  const language = useLanguage()
  const left = names.length - mostHits
  return (
    <p className={classes.found}>
      <IconSearch size={18} stroke={1.75} role="img" aria-label={t`On the list:`} />
      {names.slice(0, mostHits).map((product) => (
        <Link
          key={product}
          to="/app/details/$id"
          params={{ id: listId }}
          search={{ product }}
          className={classes.hit}
        >
          <span>{shownName(product, language)}</span>
        </Link>
      ))}
      {left > 0 && (
        <span>
          <Plural value={left} one="and # more" other="and # more" />
        </span>
      )}
    </p>
  )
}

function OwnerAvatar({ owner }: { owner: string }) {
  return (
    <Avatar
      component="span"
      size="22px"
      styles={{ placeholder: { fontSize: '0.8125rem' } }}
      aria-hidden="true"
    >
      {graphemes(owner.slice(0, 32))[0]?.toLocaleUpperCase()}
    </Avatar>
  )
}

function Sharing({ list }: { list: Card }) {
  const { t } = useLingui()
  const shoppers = useShoppers(list.id)
  const shopping = useShoppingLine(shoppers)
  if (shoppers[0])
    return (
      <p className={`${classes.meta} ${classes.shopping}`}>
        <Face person={shoppers[0]} size={22} shopping silent />
        {shopping}
      </p>
    )
  if (list.owner) {
    const owner = list.owner.name || list.owner.email
    return (
      <>
        <p className={classes.meta}>
          <OwnerAvatar owner={owner} />
          {t`Shared by ${owner}`}
        </p>
        {list.endsAt !== undefined && <Ends at={list.endsAt} />}
      </>
    )
  }
  if (list.sharedWith === 0) return null
  return (
    <p className={classes.meta}>
      <IconUsers size={18} stroke={1.75} aria-hidden="true" />
      <Plural value={list.sharedWith} one="Shared with # person" other="Shared with # people" />
    </p>
  )
}

/** The list goes with its owner's account, see `EndingNotice`. */
function Ends({ at }: { at: string }) {
  const day = formatShortDate(at, useLanguage())
  return (
    <p className={classes.meta}>
      <strong>
        <Trans>Ends on {day}</Trans>
      </strong>
    </p>
  )
}

/** Like `Sharing`, as a picture with a tooltip. */
function SharingMark({ list }: { list: Card }) {
  const { t } = useLingui()
  const language = useLanguage()
  const shoppers = useShoppers(list.id)
  const shopping = useShoppingLine(shoppers)
  if (shoppers[0])
    return (
      <span role="img" aria-label={shopping} title={shopping}>
        <Face person={shoppers[0]} size={22} shopping silent />
      </span>
    )
  if (list.owner) {
    const owner = list.owner.name || list.owner.email
    const day = list.endsAt === undefined ? null : formatShortDate(list.endsAt, language)
    const text = day === null ? t`Shared by ${owner}` : t`Shared by ${owner}, ends on ${day}`
    return (
      <span role="img" aria-label={text} title={text}>
        <OwnerAvatar owner={owner} />
      </span>
    )
  }
  if (list.sharedWith === 0) return null
  return (
    <span className={classes.lineShared}>
      <IconUsers size={18} stroke={1.75} aria-hidden="true" />
      <span className="visually-hidden">
        <Plural value={list.sharedWith} one="Shared with # person" other="Shared with # people" />
      </span>
    </span>
  )
}

const radius = 23
const length = 2 * Math.PI * radius

/** A ring that shows how much of a list is bought, with the numbers inside; when full it shows a tick. */
function ProgressRing({ list }: { list: Card }) {
  const { t } = useLingui()
  const { checkedCount: checked, productCount: total } = list
  const part = total === 0 ? 0 : checked / total
  const done = isDone(list)
  const colour = done ? 'var(--app-success)' : 'var(--app-primary)'
  return (
    <svg
      width="56"
      height="56"
      viewBox="0 0 52 52"
      fill="none"
      strokeWidth="3.5"
      strokeLinecap="round"
      role="img"
      aria-label={t`${checked} of ${total} bought`}
    >
      <circle cx="26" cy="26" r={radius} stroke="var(--app-tint-strong)" />
      {part > 0 && (
        <circle
          cx="26"
          cy="26"
          r={radius}
          stroke={colour}
          strokeDasharray={`${part * length} ${length}`}
          transform="rotate(-90 26 26)"
        />
      )}
      {done ? (
        <path d="m18.5 26.5 5.2 5.2 10-11" stroke={colour} strokeLinejoin="round" />
      ) : (
        <text
          x="26"
          y="26"
          dy="0.35em"
          className="tabular"
          fill="var(--app-text)"
          stroke="none"
          fontWeight="650"
          // 14 px on the screen
          fontSize="13"
          textAnchor="middle"
        >
          {total === 0 ? '–' : total < 100 ? `${checked}/${total}` : `${Math.floor(part * 100)}%`}
        </text>
      )}
    </svg>
  )
}
