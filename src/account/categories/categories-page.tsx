import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Category } from '../../state/own/own.ts'
import { removeCategory, useCategories } from '../../state/session/categories.ts'
import { useMayChangeOwn } from '../../state/own/place.ts'
import { useWaits } from '../../state/own/waiting.ts'
import classes from './categories.module.css'
import { CategoryDialog } from './category-dialog.tsx'
import { CategoryIcon } from '../../ui/picture/category-icon.tsx'
import { focusPage } from '../focus.ts'
import { Page } from '../page.tsx'
import page from '../page.module.css'
import { OfflineReason } from '../sign-in/submit-line.tsx'
import { TagsPicture } from './tags-picture.tsx'
import { WaitsText } from '../../texts/waits-text.tsx'

/** The user's own categories. They take precedence over the built-in ones when a product gets its category. */
export function CategoriesPage() {
  const mayChange = useMayChangeOwn()
  const { data, isError, refetch } = useCategories(mayChange)
  const own = data?.own
  /** null: no dialog is open */
  const [edited, setEdited] = useState<{ category: Category | null } | null>(null)
  const add = (
    <Button
      disabled={!mayChange}
      leftSection={<IconPlus size={20} stroke={2} aria-hidden="true" />}
      onClick={() => setEdited({ category: null })}
    >
      <Trans>New category</Trans>
    </Button>
  )
  return (
    <Page
      title={<Trans>My categories</Trans>}
      lead={
        <Trans>
          The app knows the categories of an ordinary shop. Add your own for everything else; yours come
          first.
        </Trans>
      }
    >
      {!own &&
        (isError || !mayChange ? (
          <Unavailable online={mayChange} onAgain={() => void refetch()} />
        ) : (
          <Waiting />
        ))}
      {own?.length === 0 && (
        <div className={classes.empty}>
          <TagsPicture />
          <p>
            <Trans>Fishing gear, model trains, the garden: add categories for what you buy.</Trans>
          </p>
          {add}
        </div>
      )}
      {own && own.length > 0 && (
        <>
          <ul className={classes.categories}>
            {own.map((category) => (
              <Row
                key={category.id}
                category={category}
                locked={!mayChange}
                onEdit={() => setEdited({ category })}
              />
            ))}
          </ul>
          <div className={classes.add}>{add}</div>
        </>
      )}
      {own && !mayChange && <OfflineReason />}
      {edited && (
        <CategoryDialog
          category={edited.category}
          builtIn={data?.builtIn ?? []}
          onClose={() => setEdited(null)}
        />
      )}
    </Page>
  )
}

function Waiting() {
  return <div className={page.skeleton} aria-hidden="true" />
}

function Unavailable({ online, onAgain }: { online: boolean; onAgain: () => void }) {
  return (
    <div className={page.box}>
      <p className={page.lead}>
        {online ? (
          <Trans>Your categories could not be loaded. They are safe on the server.</Trans>
        ) : (
          <Trans>You are offline. Your categories will appear as soon as there is a connection.</Trans>
        )}
      </p>
      {online && (
        <p>
          <Button variant="default" onClick={onAgain}>
            <Trans>Try again</Trans>
          </Button>
        </p>
      )}
    </div>
  )
}

interface RowProps {
  category: Category
  locked: boolean
  onEdit: () => void
}

function Row({ category, locked, onEdit }: RowProps) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const name = category.category_name
  const waits = useWaits(category.id)

  async function remove() {
    setBusy(true)
    focusPage()
    await removeCategory(category)
    setBusy(false)
  }
  return (
    <li>
      <span className={classes.symbol}>
        <CategoryIcon icon={category.icon} size={24} />
      </span>
      <div className={classes.what}>
        <h2>{name}</h2>
        {category.keywords.length > 0 ? (
          <ul className={classes.words}>
            {category.keywords.map((word) => (
              <li key={word}>{word}</li>
            ))}
          </ul>
        ) : (
          <p>
            <Trans>No keywords yet</Trans>
          </p>
        )}
      </div>
      <ActionIcon
        aria-label={t`Edit: ${name}`}
        title={t`Edit`}
        disabled={locked || waits !== undefined}
        onClick={onEdit}
      >
        <IconPencil size={22} stroke={1.75} />
      </ActionIcon>
      <ActionIcon
        aria-label={t`Remove: ${name}`}
        title={t`Remove`}
        disabled={locked}
        loading={busy}
        onClick={() => void remove()}
      >
        <IconTrash size={22} stroke={1.75} />
      </ActionIcon>
      {waits !== undefined && (
        <p className={classes.reason}>
          <WaitsText waits={waits} />
        </p>
      )}
    </li>
  )
}
