import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button } from '@mantine/core'
import { IconListCheck, IconPencil, IconPlaylistAdd, IconPlus, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import type { Template } from '../../core/contract/shapes.ts'
import { currencyOf } from '../../core/product/currency.ts'
import { ConfirmDialog } from '../ui/dialog/dialog.tsx'
import { useSync } from '../sync/sync-status.ts'
import { useMayChangeTemplates } from './state/place.ts'
import { useWaits } from '../trial/local.ts'
import { useSession, who } from '../account/session/session.ts'
import { deleteTemplate, listFromTemplate, type TemplateProduct } from './state/actions.ts'
import { templateProblem, useOneTemplate } from './state/queries.ts'
import { CurrencyContext } from '../texts/amounts.tsx'
import { templateTexts } from '../texts/template-texts.ts'
import { useLanguage } from '../texts/i18n.ts'
import { WaitsText } from '../texts/waits-text.tsx'
import { MergeDialog } from './edit/merge-dialog.tsx'
import { ProductForm } from './edit/product-form.tsx'
import { TemplateForm } from './edit/template-form.tsx'
import { NoTemplate, TemplateView } from './template-view.tsx'
import { LinkButton } from '../ui/links.tsx'

/** One template in the app: it can become a list or be merged into one, and its author can edit it. */
export function TemplatePage({ id }: { id: string }) {
  const { template, problem, online, again } = useTemplate(id)
  if (template) return <Shown template={template} />
  const back = (
    <LinkButton to="/app/templates" variant={problem === 'missing' ? 'filled' : 'default'}>
      <Trans>Go to templates</Trans>
    </LinkButton>
  )
  return <NoTemplate problem={problem} online={online} onAgain={again} back={back} />
}

type Dialog = 'merge' | 'edit' | 'delete' | 'add' | 'product' | null

function Shown({ template }: { template: Template }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const mayChange = useMayChangeTemplates()
  const [dialog, setDialog] = useState<Dialog>(null)
  // Kept while the dialog plays its closing animation.
  const [product, setProduct] = useState<TemplateProduct>()
  const addButton = useRef<HTMLButtonElement>(null)
  const [busy, setBusy] = useState(false)
  const { id, templateName } = template
  const [chosen, setPortions] = useState<number>()
  const portions = template.portions && (chosen ?? template.portions)
  const isOwn = template.type === 'user'
  const waits = useWaits(id)
  const mayEdit = isOwn && waits === undefined
  const close = () => setDialog(null)

  function editProduct(chosen: TemplateProduct) {
    setProduct(chosen)
    setDialog('product')
  }

  async function toList() {
    setBusy(true)
    const list = await listFromTemplate(template, portions)
    setBusy(false)
    if (list) await navigate({ to: '/app/details/$id', params: { id: list } })
  }

  return (
    <>
      <TemplateView
        template={template}
        note={
          waits !== undefined ? (
            <WaitsText waits={waits} />
          ) : isOwn && !mayChange ? (
            t(templateTexts.offline)
          ) : undefined
        }
        tools={
          isOwn && (
            <>
              {mayEdit && (
                <Tool label={t`Edit template`} onPress={() => setDialog('edit')}>
                  <IconPencil size={22} stroke={1.75} />
                </Tool>
              )}
              <Tool label={t`Delete template`} onPress={() => setDialog('delete')}>
                <IconTrash size={22} stroke={1.75} />
              </Tool>
            </>
          )
        }
        portions={portions}
        onPortions={setPortions}
        above={
          mayEdit && (
            <Button
              ref={addButton}
              variant="light"
              mb="sm"
              style={{ alignSelf: 'flex-start' }}
              leftSection={<IconPlus size={20} stroke={2} aria-hidden="true" />}
              disabled={!mayChange}
              onClick={() => setDialog('add')}
            >
              <Trans>Add products</Trans>
            </Button>
          )
        }
        onOpenProduct={mayEdit && mayChange ? editProduct : undefined}
        actions={
          <>
            <Button
              leftSection={<IconListCheck size={22} stroke={1.75} aria-hidden="true" />}
              loading={busy}
              onClick={() => void toList()}
            >
              <Trans>Create a list</Trans>
            </Button>
            <Button
              variant="default"
              leftSection={<IconPlaylistAdd size={22} stroke={1.75} aria-hidden="true" />}
              onClick={() => setDialog('merge')}
            >
              <Trans>Add to a list</Trans>
            </Button>
          </>
        }
      />
      <MergeDialog opened={dialog === 'merge'} template={template} portions={portions} onClose={close} />
      <TemplateForm
        opened={dialog === 'edit'}
        template={template}
        onClose={close}
        onSaved={() => {
          // What was chosen was meant for the portions before.
          setPortions(undefined)
          close()
        }}
      />
      <CurrencyContext value={currencyOf(template)}>
        <ProductForm opened={dialog === 'add'} templateId={id} onClose={close} />
        <ProductForm
          opened={dialog === 'product'}
          templateId={id}
          product={product}
          onClose={close}
          onDeleted={() => {
            // The pressed row is removed with its product, so move the focus.
            addButton.current?.focus()
            close()
          }}
        />
      </CurrencyContext>
      <ConfirmDialog
        opened={dialog === 'delete'}
        onClose={close}
        title={t`Delete template?`}
        confirm={t`Delete`}
        reason={!mayChange && t(templateTexts.offline)}
        onConfirm={async () => {
          if (await deleteTemplate(id)) await navigate({ to: '/app/templates' })
        }}
      >
        <Trans>
          The template <strong>{templateName}</strong> will be deleted. Lists made from it stay as they are.
        </Trans>
      </ConfirmDialog>
    </>
  )
}

interface ToolProps {
  label: string
  onPress: () => void
  children: ReactNode
}

function Tool({ label, onPress, children }: ToolProps) {
  const { t } = useLingui()
  const mayChange = useMayChangeTemplates()
  return (
    <ActionIcon
      aria-label={label}
      title={mayChange ? label : t(templateTexts.offline)}
      disabled={!mayChange}
      onClick={onPress}
    >
      {children}
    </ActionIcon>
  )
}

/** Returns one template from the cache at once, and requests it again. */
function useTemplate(id: string) {
  const online = useSync((sync) => sync.online)
  const onDevice = useSession(who) === 'trial'
  // Without an account it may be stored on this device, so it is requested even when offline.
  const { data, error, refetch } = useOneTemplate(id, useLanguage(), online || onDevice)
  const problem = templateProblem(error)
  return {
    template: problem === 'missing' ? undefined : data,
    problem,
    online,
    again: () => void refetch(),
  }
}
