import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { http } from '../../../device/network.ts'
import type { Template } from '../../../core/contract/shapes.ts'
import { useServerQuery } from '../../sync/queries.ts'
import { isSignedIn, useSession } from '../../account/session/session.ts'
import { useSync } from '../../sync/sync-status.ts'
import { notify } from '../../ui/notices.ts'
import { isMissing, type TemplateProblem } from '../../sync/shelves.ts'
import { takeReturnPath, keepReturnPath } from '../../visitor/visitor.ts'
import { errorTextOf } from '../../texts/error-text.ts'
import { templateTexts } from '../../texts/template-texts.ts'
import { GuestLinks } from './guest-links.tsx'
import { NoTemplate, TemplateView } from '../template-view.tsx'
import classes from '../templates.module.css'
import { useLanguage } from '../../texts/i18n.ts'
import { texts } from '../../texts/texts.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { useWide } from '../../lib/use-wide.ts'

/** One public list, visible to everybody. Creating a list from it asks a visitor to log in first. */
export function PublicListPage({ id }: { id: string }) {
  const { template, problem, online, again } = usePublicTemplate(id)
  return (
    <div className={classes.visitor}>
      <Group justify="space-between" gap="sm" mb="md">
        <BackLink to="/public-lists">
          <Trans>Public lists</Trans>
        </BackLink>
        <GuestLinks />
      </Group>
      {template ? (
        <Shown template={template} />
      ) : (
        <NoTemplate
          problem={problem}
          online={online}
          onAgain={again}
          back={
            <LinkButton to="/public-lists" variant={problem === 'missing' ? 'filled' : 'default'}>
              <Trans>Other public lists</Trans>
            </LinkButton>
          }
        />
      )}
    </div>
  )
}

function Shown({ template }: { template: Template }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const online = useSync((sync) => sync.online)
  const signedIn = useSession(isSignedIn)
  const wide = useWide()
  const [busy, setBusy] = useState(false)
  const { id } = template
  const path = `/public-list/${encodeURIComponent(id)}`

  const create = useCallback(async () => {
    setBusy(true)
    // Lazy, since a visitor can read the list without this code.
    const actions = await import('../state/actions.ts').catch(() => null)
    const list = await actions?.listFromTemplate(template)
    setBusy(false)
    if (!actions) notify('error', texts.noConnection)
    if (list) await navigate({ to: '/app/details/$id', params: { id: list } })
  }, [template, navigate])

  // After the login, create the list that the visitor asked for before it, once.
  useEffect(() => {
    if (signedIn)
      void takeReturnPath(path).then((wanted) => {
        if (wanted) void create()
      })
  }, [signedIn, path, create])

  async function onPress() {
    if (signedIn) return create()
    await keepReturnPath(path)
    await navigate({ to: '/auth/login', search: { redirect: path } })
  }

  return (
    <TemplateView
      template={template}
      note={online || signedIn ? undefined : t(templateTexts.offline)}
      actions={
        <>
          {!signedIn && (
            <Text c="dimmed" fz="sm" ta="center" flex={wide ? undefined : '1 0 100%'}>
              <Trans>Log in first, then the list will be created.</Trans>
            </Text>
          )}
          <Button
            leftSection={<IconListCheck size={22} stroke={1.75} aria-hidden="true" />}
            loading={busy}
            disabled={!online && !signedIn}
            onClick={() => void onPress()}
          >
            <Trans>Create a list from this</Trans>
          </Button>
        </>
      }
    />
  )
}

/** Returns one template as visitors see it; here it counts as public even for its author. */
function usePublicTemplate(id: string) {
  const online = useSync((sync) => sync.online)
  const language = useLanguage()
  const { data, error, refetch } = useServerQuery(
    ['public template', id, language],
    () => http.call('GET /api/v3/template/public/:id', { params: { id }, query: { language } }),
    online,
    true,
  )
  const problem = useProblem(error)
  return {
    template: problem === 'missing' ? undefined : data,
    problem,
    online,
    again: () => void refetch(),
  }
}

/** Returns 'missing' or the text of another error. Those texts are loaded only when there is such an error. */
function useProblem(error: Error | null): TemplateProblem | undefined {
  const [problem, setProblem] = useState<{ error: Error; text: MessageDescriptor } | null>(null)
  const missing = isMissing(error)
  useEffect(() => {
    const tell = async (error: Error) => setProblem({ error, text: await errorTextOf(error) })
    if (error && !missing) void tell(error)
  }, [error, missing])
  if (missing) return 'missing'
  return problem?.error === error ? problem?.text : undefined
}
