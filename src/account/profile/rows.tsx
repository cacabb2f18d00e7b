import { Trans } from '@lingui/react/macro'
import { Box, Card, Text, Title, UnstyledButton } from '@mantine/core'
import { type Icon, IconChevronRight, IconFileImport, IconTags } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import cards from '../../ui/cards.module.css'

const rowClass = `hover-tint ${cards.row}`

interface RowsProps {
  title?: ReactNode
  /** for rows that destroy something */
  danger?: boolean
  children: ReactNode
}

/** A card of rows. */
export function Rows({ title, danger, children }: RowsProps) {
  const id = useId()
  return (
    <Card
      component="section"
      p={0}
      className={cards.rows}
      style={danger ? ({ '--row-color': 'var(--app-error)' } as object) : undefined}
      aria-labelledby={title ? id : undefined}
    >
      {title && (
        <Title order={2} id={id} px="var(--card-padding)" pt="md" pb="xs">
          {title}
        </Title>
      )}
      {children}
    </Card>
  )
}

interface RowProps {
  icon: Icon
  title: ReactNode
  /** what it does or where it leads */
  children: ReactNode
}

/** A row that does something when it is pressed. */
export function Row({ disabled, onClick, ...row }: RowProps & { disabled?: boolean; onClick: () => void }) {
  return (
    <UnstyledButton
      className={rowClass}
      style={disabled ? { color: 'var(--app-dim)', cursor: 'default' } : undefined}
      disabled={disabled}
      onClick={onClick}
    >
      <RowContent {...row} />
    </UnstyledButton>
  )
}

/** A row that leads to a subpage of the profile. */
export function LinkRow({ edit, ...row }: RowProps & { edit: string }) {
  return (
    <Link to="/app/edit-profile/$edit" params={{ edit }} className={rowClass}>
      <RowContent {...row} end />
    </Link>
  )
}

/** The link to the user's categories, shown with and without an account. */
export function CategoriesRow() {
  return (
    <LinkRow edit="user-categories" icon={IconTags} title={<Trans>My categories</Trans>}>
      <Trans>Your own categories, recognised by words in a product’s name</Trans>
    </LinkRow>
  )
}

/** The link to the page that makes lists of files, shown with and without an account. */
export function ImportRow() {
  return (
    <LinkRow edit="import" icon={IconFileImport} title={<Trans>Import lists</Trans>}>
      <Trans>From a file of this app or of another one</Trans>
    </LinkRow>
  )
}

function RowContent({ icon: Symbol, title, children, end = false }: RowProps & { end?: boolean }) {
  return (
    <>
      <Symbol
        size={24}
        stroke={1.75}
        style={{ color: 'var(--row-color, var(--app-link))' }}
        aria-hidden="true"
      />
      <Box component="span" flex={1}>
        <Text span inherit fw={650} c="var(--row-color)">
          {title}
        </Text>
        <Text span size="sm" c="dimmed" display="block">
          {children}
        </Text>
      </Box>
      {end && (
        <IconChevronRight size={20} stroke={1.75} style={{ color: 'var(--app-dim)' }} aria-hidden="true" />
      )}
    </>
  )
}
