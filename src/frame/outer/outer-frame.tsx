import { Trans, useLingui } from '@lingui/react/macro'
import { Box, Container, Group, List, Stack, Text } from '@mantine/core'
import { IconBolt, IconCheck, IconUsers, IconWifiOff } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import { appName } from '../../lib/app-name.ts'
import type { ProductPicture as ProductName } from '../../../core/text/pictures.ts'
import { LinkAnchor } from '../../ui/links.tsx'
import { ProductPicture } from '../../ui/picture/product-picture.tsx'
import { useWide } from '../../lib/use-wide.ts'
import { Brand } from '../brand.tsx'
import { LanguageSelect, ModeToggle } from '../display-settings.tsx'
import { StorageBanner } from '../storage-banner.tsx'
import { usePageChange } from '../use-page-change.ts'
import classes from './outer.module.css'

/**
 * first: the first page, with the app's claim and what a newcomer can do at once;
 * welcome: a form for visitors who may not know the app, with the claim;
 * form: a form, with the claim if there is room;
 * text: with limited line length; wide: a full-width page; message: a short message
 */
export type OuterKind = 'first' | 'welcome' | 'form' | 'text' | 'wide' | 'message'

interface OuterFrameProps {
  kind: OuterKind
  /** covers a page that must not be left, so it has no links */
  closed?: boolean
  page?: Ref<HTMLElement>
  /** what a newcomer can do at once, below the claim */
  start?: ReactNode
  children: ReactNode
}

/** The frame of pages that need no account: brand, language, light or dark mode, and footer. */
export function OuterFrame({ kind, closed, page, start, children }: OuterFrameProps) {
  const width = { size: '75rem', w: '100%', px: 'clamp(16px, 3vw, 24px)' }
  const isForm = kind === 'form' || kind === 'welcome' || kind === 'first'
  return (
    <Stack
      pos="relative"
      gap={0}
      mih="100dvh"
      style={{ overflowX: 'clip' }}
      bg={
        kind === 'text' || kind === 'wide'
          ? undefined // what stays above the text would be a rectangle of another colour
          : 'radial-gradient(60% 50% at 0% 0%, var(--app-tint), transparent) no-repeat'
      }
    >
      <Container component="header" {...width} pt="calc(12px + env(safe-area-inset-top))" pb="sm">
        <Group justify="space-between" gap="xs">
          {closed ? (
            <Brand />
          ) : (
            <LinkAnchor to="/" py={6} underline="never">
              <Brand />
            </LinkAnchor>
          )}
          <Group gap={4} wrap="nowrap">
            <LanguageSelect width="8.625rem" />
            <ModeToggle />
          </Group>
        </Group>
      </Container>
      {!closed && <StorageBanner />}
      <Container
        className={classes.body}
        data-kind={kind}
        data-form={isForm || undefined}
        {...width}
        size={kind === 'text' ? '47.5rem' : width.size}
        pt="md"
        pb={48}
      >
        {isForm && <Pitch>{start}</Pitch>}
        <Box
          component="main"
          id={closed ? undefined : 'page'}
          tabIndex={-1}
          ref={page}
          miw={0}
          {...(isForm && { w: '100%', maw: '27.5rem', mx: 'auto' })}
        >
          {children}
        </Box>
      </Container>
      <Container component="footer" {...width} pt="sm" pb="calc(16px + env(safe-area-inset-bottom))">
        <Group justify="space-between" gap="4px 24px" c="dimmed" fz="sm">
          <span>© 2018-2021 {appName}</span>
          {!closed && (
            <Group component="nav" gap="0 24px">
              <FooterLink to="/about-us">
                <Trans>About us</Trans>
              </FooterLink>
              <FooterLink to="/terms">
                <Trans>Terms of use</Trans>
              </FooterLink>
              <FooterLink to="/privacy">
                <Trans>Privacy policy</Trans>
              </FooterLink>
            </Group>
          )}
        </Group>
      </Container>
    </Stack>
  )
}

function FooterLink({ to, children }: { to: '/about-us' | '/terms' | '/privacy'; children: ReactNode }) {
  return (
    <LinkAnchor to={to} c="dimmed" fw={400} inherit py={11}>
      {children}
    </LinkAnchor>
  )
}

type OuterLayoutProps = Pick<OuterFrameProps, 'kind' | 'start' | 'children'>

/** The frame of a page that needs no account; sets the title and the focus at each page change. */
export function OuterLayout(props: OuterLayoutProps) {
  return <OuterFrame {...props} page={usePageChange()} />
}

/** The product's benefits, beside the form on a wide screen. */
function Pitch({ children }: { children: ReactNode }) {
  const wide = useWide()
  const icon = { size: 24, stroke: 1.75, 'aria-hidden': true, color: 'var(--app-text)' } as const
  return (
    <section className={classes.pitch}>
      <Text className={classes.claim} fw={750}>
        <Trans>The shopping list that works where the signal does not.</Trans>
      </Text>
      {wide && (
        <List mb="xl" listStyleType="none" spacing="sm" center c="dimmed">
          <List.Item icon={<IconWifiOff {...icon} />}>
            <Trans>Write and tick without a connection. Nothing gets lost.</Trans>
          </List.Item>
          <List.Item icon={<IconUsers {...icon} />}>
            <Trans>One list for the whole household, everybody sees the same.</Trans>
          </List.Item>
          <List.Item icon={<IconBolt {...icon} />}>
            <Trans>Made for one hand, bad light and a full trolley.</Trans>
          </List.Item>
        </List>
      )}
      {children && <div className={classes.start}>{children}</div>}
      {wide && <ListPicture />}
    </section>
  )
}

/** A half-bought list, as the app shows it. */
function ListPicture() {
  const { t } = useLingui()
  const rows: [picture: ProductName, name: string, amount: string][] = [
    ['bread', t({ message: 'Bread', context: 'staple' }), '2'],
    ['tomato', t({ message: 'Tomatoes', context: 'staple' }), '1 kg'],
    ['glass-of-milk', t({ message: 'Milk', context: 'staple' }), '2 l'],
    ['egg', t({ message: 'Eggs', context: 'staple' }), '10'],
    ['banana', t({ message: 'Bananas', context: 'staple' }), '6'],
    ['hot-beverage', t({ message: 'Coffee', context: 'staple' }), '500 g'],
  ]
  return (
    <ul className={classes.picture} aria-hidden="true">
      {rows.map(([picture, name, amount], index) => (
        <li key={picture} data-bought={index < 2 || undefined}>
          <span className={classes.box}>
            {index < 2 && <IconCheck size={18} stroke={3} color="var(--app-on-primary)" />}
          </span>
          <ProductPicture name={picture} size={28} />
          <span className={classes.name}>{name}</span>
          <span className={classes.amount}>{amount}</span>
        </li>
      ))}
    </ul>
  )
}
