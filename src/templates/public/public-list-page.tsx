import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconArrowLeft, IconListCheck } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import type { Template } from '../../../core/contract/shapes.ts'
import { isSignedIn, useSession } from '../../state/session/session.ts'
import { useSync } from '../../state/lists/sync.ts'
import { notify } from '../../state/notices.ts'
import { takeWanted, want } from '../../state/wanted.ts'
import { templateTexts } from '../../texts/template-texts.ts'
import { GuestLinks } from './guest-links.tsx'
import { NoTemplate } from '../no-template.tsx'
import classes from './public-list-page.module.css'
import { TemplateView } from '../template-view.tsx'
import { texts } from '../../texts/texts.ts'
import { usePublicTemplate } from './use-public-template.ts'
import { LinkButton } from '../../ui/links.tsx'

/** One public list, visible to everybody. Creating a list from it asks a visitor to log in first. */
export function PublicListPage({ id }: { id: string }) {
  const { template, problem, online, again } = usePublicTemplate(id)
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <Link to="/public-lists" className={classes.back}>
          <IconArrowLeft size={20} stroke={1.75} aria-hidden="true" />
          <Trans>Public lists</Trans>
        </Link>
        <GuestLinks />
      </div>
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
  const [busy, setBusy] = useState(false)
  const { id } = template
  const path = `/public-list/${encodeURIComponent(id)}`

  const create = useCallback(async () => {
    setBusy(true)
    // Lazy, since a visitor can read the list without this code.
    const actions = await import('../../state/template-actions.ts').catch(() => null)
    const list = await actions?.listFromTemplate(template)
    setBusy(false)
    if (!actions) notify('error', texts.noConnection)
    if (list) await navigate({ to: '/app/details/$id', params: { id: list } })
  }, [template, navigate])

  // After the login, create the list that the visitor asked for before it, once.
  useEffect(() => {
    if (signedIn)
      void takeWanted(path).then((wanted) => {
        if (wanted) void create()
      })
  }, [signedIn, path, create])

  async function onPress() {
    if (signedIn) return create()
    await want(path)
    await navigate({ to: '/auth/login', search: { redirect: path } })
  }

  return (
    <TemplateView
      template={template}
      note={online || signedIn ? undefined : t(templateTexts.offline)}
      actions={
        <>
          <Button
            leftSection={<IconListCheck size={22} stroke={1.75} aria-hidden="true" />}
            loading={busy}
            disabled={!online && !signedIn}
            onClick={() => void onPress()}
          >
            <Trans>Create a list from this</Trans>
          </Button>
          {!signedIn && (
            <p className={classes.hint}>
              <Trans>Log in first, then the list will be created.</Trans>
            </p>
          )}
        </>
      }
    />
  )
}
