import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Avatar, Button } from '@mantine/core'
import { IconPinned, IconRepeat, IconSearch, IconUsers } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { memo, useState } from 'react'
import { formatDate, formatMoney } from '../texts/format.ts'
import linkCard from '../ui/cards.module.css'
import { can, roleOf } from '../../core/product/permissions.ts'
import { deleteList, shopAgain } from '../state/lists/list-actions.ts'
import type { ListCard as Card } from '../state/lists/overview.ts'
import classes from './overview.module.css'
import { DeleteDialog, ListMenu } from '../actions/lazy.tsx'
import { useLanguage } from '../texts/i18n.ts'
import { WaitingMark } from '../ui/row-marks.tsx'

interface ListCardProps {
  list: Card
  /** the names of its products that match the search, separated by line breaks; '' if there are none */
  found: string
  pinned: boolean
  onGone: () => void
}

export const ListCard = memo(function ListCard({ list, found, pinned, onGone }: ListCardProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const [deleting, setDeleting] = useState(false)
  const { listName } = list
  const names = found === '' ? [] : found.split('\n')
  return (
    <li className={`${linkCard.card} ${classes.card}`}>
      <ProgressRing checked={list.checkedCount} total={list.productCount} />
      <div>
        <h2 className={linkCard.name}>
          <Link
            to="/app/details/$id"
            params={{ id: list.id }}
            search={{ product: names[0] }}
            className={linkCard.link}
          >
            {listName}
          </Link>
        </h2>
        <p className={classes.meta}>
          {formatDate(list.date, language)}
          {pinned && <IconPinned size={18} stroke={1.75} role="img" aria-label={t`Pinned`} />}
        </p>
        <Sharing list={list} />
        {names.length > 0 && <Hits listId={list.id} names={names} />}
      </div>
      <ListMenu
        list={list}
        label={t`Actions: ${listName}`}
        className={classes.menu}
        open={false}
        onDelete={() => setDeleting(true)}
        onGone={onGone}
      />
      <p className={`tabular ${classes.figures}`}>
        {list.productCount > 0 && <b>{formatMoney(list.sum, language)}</b>}
        <span>
          {list.productCount === 0 ? (
            <Trans>Nothing here yet</Trans>
          ) : (
            <Trans>
              {list.checkedCount} of {list.productCount} bought
            </Trans>
          )}
        </span>
        {list.waiting > 0 && (
          <span className={classes.waiting}>
            <WaitingMark silent />
            <Plural value={list.waiting} one="# waiting" other="# waiting" />
          </span>
        )}
      </p>
      {list.listStatus === 'archiwum' && can(roleOf(list), 'clone') && <ShopAgain list={list} />}
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

/** Makes the list anew, with nothing bought, and opens it. */
function ShopAgain({ list: { id, listName } }: { list: Card }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  return (
    <Button
      variant="light"
      size="sm"
      className={classes.again}
      leftSection={<IconRepeat size={20} stroke={1.75} aria-hidden="true" />}
      aria-label={t`Shop again: ${listName}`}
      loading={busy}
      onClick={async () => {
        setBusy(true)
        const made = await shopAgain(id, false)
        if (made) await navigate({ to: '/app/details/$id', params: { id: made } })
        setBusy(false)
      }}
    >
      <Trans>Shop again</Trans>
    </Button>
  )
}

/** How many hits are shown as links; the list's name opens the list at the first hit. */
const mostHits = 4

/** The products that match the search, as links that open the list at their rows. */
function Hits({ listId, names }: { listId: string; names: readonly string[] }) {
  const { t } = useLingui()
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
          <span>{product}</span>
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

function Sharing({ list }: { list: Card }) {
  const { t } = useLingui()
  if (list.owner) {
    const owner = list.owner.name || list.owner.email
    return (
      <p className={classes.meta}>
        <Avatar
          component="span"
          size="22px"
          styles={{ placeholder: { fontSize: '0.8125rem' } }}
          aria-hidden="true"
        >
          {[...owner][0]?.toLocaleUpperCase()}
        </Avatar>
        {t`Shared by ${owner}`}
      </p>
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

const radius = 20
const length = 2 * Math.PI * radius

/** A ring that shows how much of a list is bought; when full it shows a tick. */
function ProgressRing({ checked, total }: { checked: number; total: number }) {
  const { t } = useLingui()
  const part = total === 0 ? 0 : checked / total
  const done = total > 0 && checked === total
  const colour = done ? 'var(--app-success)' : 'var(--app-primary)'
  return (
    <svg
      width="52"
      height="52"
      viewBox="0 0 48 48"
      fill="none"
      strokeWidth="4"
      strokeLinecap="round"
      role="img"
      aria-label={t`${checked} of ${total} bought`}
    >
      <circle cx="24" cy="24" r={radius} stroke="var(--app-tint-strong)" />
      {part > 0 && (
        <circle
          cx="24"
          cy="24"
          r={radius}
          stroke={colour}
          strokeDasharray={`${part * length} ${length}`}
          transform="rotate(-90 24 24)"
        />
      )}
      {done ? (
        <path d="m16.5 24.5 5.2 5.2 10-11" stroke={colour} strokeLinejoin="round" />
      ) : (
        <text
          x="24"
          y="24"
          dy="0.35em"
          fill="var(--app-text)"
          stroke="none"
          fontWeight="650"
          textAnchor="middle"
        >
          {total === 0 ? '–' : total - checked > 99 ? '99+' : total - checked}
        </text>
      )}
    </svg>
  )
}
