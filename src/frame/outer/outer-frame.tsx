import { Trans } from '@lingui/react/macro'
import { Box, Container, Group, List, Stack, Text } from '@mantine/core'
import { IconBolt, IconUsers, IconWifiOff } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import { appName } from '../../lib/app-name.ts'
import { LinkAnchor } from '../../ui/links.tsx'
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
      bg="radial-gradient(60% 50% at 0% 0%, var(--app-tint), transparent) no-repeat"
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
      <ListPicture />
    </section>
  )
}

const rows = [
  { y: 84, width: 128, hue: 140, ticked: true },
  { y: 132, width: 96, hue: 75, ticked: true },
  { y: 180, width: 152, hue: 245, ticked: true },
  { y: 228, width: 112, hue: 15, ticked: false },
  { y: 276, width: 136, hue: 190, ticked: false },
]

/** A drawing of a half-bought list, without words, so that it fits every language. */
function ListPicture() {
  const strong = 'var(--app-tint-strong)'
  return (
    <svg viewBox="0 0 420 340" className={classes.picture} fill="none" aria-hidden="true">
      <rect x="92" y="34" width="292" height="290" rx="20" fill={strong} transform="rotate(5 238 179)" />
      <rect
        x="36"
        y="16"
        width="312"
        height="308"
        rx="20"
        fill="var(--app-surface)"
        stroke="var(--app-border)"
      />
      <rect x="60" y="38" width="120" height="14" rx="7" fill="var(--app-text)" />
      <circle cx="312" cy="46" r="16" stroke={strong} strokeWidth="5" />
      <path
        d="M312 30a16 16 0 1 1-15.2 21"
        stroke="var(--app-primary)"
        strokeWidth="5"
        strokeLinecap="round"
      />
      {rows.map(({ y, width, hue, ticked }) => (
        <g key={y} opacity={ticked ? 0.55 : 1}>
          <rect
            x="60"
            y={y}
            width="26"
            height="26"
            rx="8"
            fill={ticked ? 'var(--app-primary)' : undefined}
            stroke={ticked ? undefined : 'var(--app-field-border)'}
            strokeWidth="2"
          />
          {ticked && (
            <path
              d={`m66.5 ${y + 13.5} 5 5 9-10`}
              stroke="var(--app-on-primary)"
              strokeWidth="3"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          )}
          <circle cx="110" cy={y + 13} r="9" opacity="0.5" fill={`oklch(var(--app-picture) ${hue})`} />
          <rect x="130" y={y + 7} width={width} height="12" rx="6" fill="var(--app-border)" />
          <rect x="292" y={y + 7} width="32" height="12" rx="6" fill="var(--app-border)" />
        </g>
      ))}
    </svg>
  )
}
