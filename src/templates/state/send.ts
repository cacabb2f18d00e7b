import type { Template } from '../../../core/contract/shapes.ts'
import { limits } from '../../../core/product/entities.ts'
import { type ProductValue, templateFields } from '../../../core/product/table.ts'
import { sameKey, wordsKey } from '../../../core/text/normalise.ts'
import type { Device } from '../../../device/device.ts'
import { ProblemError } from '../../../device/failures.ts'
import { currentLanguage } from '../../texts/i18n.ts'
import { unlessGone } from '../../sync/calls.ts'
import type { MakeWay } from '../../sync/send-unsent.ts'
import { useDevice } from '../../sync/device.ts'
import { refusal, type Waiting } from '../../account/session/unsent.ts'
import { keepTemplate, shownTemplate } from './kept.ts'
import {
  type Category,
  type CategoryFields,
  localCategories,
  localTemplates,
  readWaiting,
  type TemplateHere,
  useUnsentTemplates,
} from '../../trial/local.ts'
import { categoriesChanged, templateChanged, templatesMoved } from './queries.ts'

/** Sends the templates that an account took over from a trial. */
export const templateWay: MakeWay = (device, call) => {
  /** maps a template's stamp to how many of its products the server has */
  const reached = new Map<string, number>()

  async function send(one: Waiting<TemplateHere>): Promise<void> {
    const { id, stamp, value } = one
    const { products, ...values } = value
    const isThere = await unlessDeleted(async () => {
      if (!reached.has(stamp)) await call('POST /api/v3/template', { body: { id, ...values } })
      for (const product of products.slice(reached.get(stamp) ?? 0)) {
        const body = { ...given(product.value), id: product.id }
        await call('POST /api/v3/template/:id/product', { params: { id }, body })
        reached.set(stamp, (reached.get(stamp) ?? 0) + 1)
      }
    })
    if (!(await localTemplates.arrived(device.db, one)))
      await unlessGone(call('DELETE /api/v3/template/:id', { params: { id } }))
    else if (isThere) await taken(device, shownTemplate(one))
  }

  return {
    kind: 'template',
    send,
    nameOf: ({ templateName }: TemplateHere) => templateName,
    before: () => showWaiting(device),
    after: () => showWaiting(device),
  }
}

/** Shows what waits now. A page may have looked for it before it was moved here, also while other values were sent. */
async function showWaiting(device: Device): Promise<void> {
  const { all: before } = useUnsentTemplates.of(device).getState()
  const waiting = await readWaiting(device)
  if ([...waiting.keys()].some((id) => !before.has(id)))
    void Promise.all([templatesMoved(), categoriesChanged()])
}

/**
 * Sends the categories that an account took over from a trial. If one with that name exists already, of this account or
 * of an earlier attempt, it gets these keywords too. They go before the templates, because the server looks them up for
 * the templates' products.
 */
export const categoryWay: MakeWay = (device, call) => {
  async function send(one: Waiting<CategoryFields>): Promise<void> {
    const all = await call('GET /api/v3/category-keywords', {})
    const key = sameKey(one.value.category_name)
    const same = all.find(({ own, category_name }) => own && sameKey(category_name) === key)
    let made: string | null = null
    if (same) await join(same, one.value)
    else {
      const options = { body: one.value, idempotencyKey: one.stamp }
      made = (await call('POST /api/v3/category-keywords', options)).id
    }
    if (await localCategories.arrived(device.db, one)) await taken(device, null)
    else if (made !== null)
      await unlessGone(call('DELETE /api/v3/category-keywords/:id', { params: { id: made } }))
  }

  async function join({ id, keywords, icon }: Category, more: CategoryFields): Promise<void> {
    const names = new Set(keywords.map(wordsKey))
    const fresh = more.keywords.filter((word) => !names.has(wordsKey(word)))
    if (keywords.length + fresh.length > limits.keywordsOfCategory) throw refusal('limitReached')
    const body = {
      ...(fresh.length > 0 && { keywords: [...keywords, ...fresh] }),
      ...(icon === null && more.icon && { icon: more.icon }),
    }
    if (Object.keys(body).length > 0)
      await call('PUT /api/v3/category-keywords/:id', { params: { id }, body })
  }

  return { kind: 'category', send, nameOf: ({ category_name }: CategoryFields) => category_name }
}

/** Shows what the server has stored now; null for a category. */
async function taken(device: Device, template: Template | null): Promise<void> {
  if (template) await keepTemplate(template, currentLanguage(), device)
  await showWaiting(device)
  if (useDevice.getState().device === device)
    await (template ? templateChanged(template.id) : categoriesChanged())
}

/** Returns the fields that the user gave or the device found; the server fills in the rest. */
function given(value: ProductValue) {
  const fields = templateFields.filter((field) => value[field] !== undefined)
  const all = Object.fromEntries(fields.map((field) => [field, value[field]]))
  return { ...all, productName: value.productName }
}

/** Returns false if it was deleted on another device since it reached the server. */
async function unlessDeleted(send: () => Promise<void>): Promise<boolean> {
  try {
    await send()
    return true
  } catch (error) {
    if (error instanceof ProblemError && [404, 410].includes(error.problem.status)) return false
    throw error
  }
}
