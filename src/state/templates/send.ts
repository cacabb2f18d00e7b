import { msg } from '@lingui/core/macro'
import type { ProblemCode } from '../../../core/contract/problem-codes.ts'
import type { Template } from '../../../core/contract/shapes.ts'
import { limits } from '../../../core/product/entities.ts'
import { type ProductValue, templateFields } from '../../../core/product/table.ts'
import { sameKey, wordsKey } from '../../../core/text/normalise.ts'
import { coalesced } from '../../../device/coalesced.ts'
import type { Device } from '../../../device/device.ts'
import { ProblemError } from '../../../device/failures.ts'
import { http, locks } from '../../../device/network.ts'
import type { AccountDb } from '../../../device/storage/db.ts'
import { unlessGone, watchChancesToSend } from '../calls.ts'
import { browserClock } from '../clock.ts'
import { notify } from '../notices.ts'
import { useDevice } from '../session/device.ts'
import { isAccountOf, isSignedIn, useSession } from '../session/session.ts'
import { type Alive, refusal } from '../unsent.ts'
import { keepTemplate, shownTemplate } from './kept.ts'
import {
  type Category,
  type CategoryFields,
  localCategories,
  localTemplates,
  readWaiting,
  type TemplateHere,
  useUnsentTemplates,
} from './local.ts'
import { categoriesChanged, templateChanged, templatesMoved } from './queries.ts'
import { currentLanguage } from '../../texts/i18n.ts'

interface Ways {
  db: AccountDb
  call: typeof http.call
  /** returns whether what is sent now goes under this account */
  isOurs: () => boolean
  /** resolves after `ms` */
  rest: (ms: number) => Promise<unknown>
  /** called when the server has stored one; null for a category */
  taken: (template: Template | null) => Promise<void>
  /** called with the names that the server refuses for now; once for each reason */
  refused: (names: readonly string[]) => void
}

/** The server limits calls: after each 100 there is a pause, which leaves room for the user's own calls. */
const atOnce = 100
const pauseMs = 2_000

/**
 * Sends what an account took over from a trial to the server. Each call can be repeated, so an interruption at any
 * point creates no duplicates. Throws the error of a call that may work later.
 */
export function createSender({ db, call, isOurs, rest, taken, refused }: Ways) {
  /** maps a template's stamp to how many of its products the server has */
  const reached = new Map<string, number>()
  let calls = 0

  async function run(): Promise<void> {
    const news: string[] = []
    try {
      // Categories go before the templates, because the server looks them up for the templates' products.
      for (const one of await localCategories.all(db)) {
        const isNews = await offer(one, localCategories.refuse, () => sendCategory(one))
        if (isNews) news.push(one.value.category_name)
      }
      for (const one of await localTemplates.all(db)) {
        const isNews = await offer(one, localTemplates.refuse, () => sendTemplate(one))
        if (isNews) news.push(one.value.templateName)
      }
    } finally {
      if (news.length > 0) refused(news)
    }
  }

  /** Sends one. Returns true if the server refused it for a reason that was not reported yet. */
  async function offer(
    one: Alive<unknown>,
    refuse: (db: AccountDb, id: string, code: ProblemCode) => Promise<void>,
    send: () => Promise<void>,
  ): Promise<boolean> {
    if (!isOurs()) return false
    try {
      await send()
      return false
    } catch (error) {
      if (!isFinal(error)) throw error
      const { code } = error.problem
      await refuse(db, one.id, code)
      return one.refused !== code
    }
  }

  async function sendTemplate(one: Alive<TemplateHere>): Promise<void> {
    const { id, stamp, value } = one
    const { products, ...values } = value
    const isThere = await unlessDeleted(async () => {
      if (!reached.has(stamp)) await paced(() => call('POST /api/v3/template', { body: { id, ...values } }))
      for (const product of products.slice(reached.get(stamp) ?? 0)) {
        const body = { ...given(product.value), id: product.id }
        await paced(() => call('POST /api/v3/template/:id/product', { params: { id }, body }))
        reached.set(stamp, (reached.get(stamp) ?? 0) + 1)
      }
    })
    if (await localTemplates.sent(db, id)) {
      if (isThere) await taken(shownTemplate(one))
    } else await unlessGone(call('DELETE /api/v3/template/:id', { params: { id } }))
  }

  /**
   * Sends a category. If one with that name exists already, of this account or of an earlier attempt, it gets these
   * keywords too.
   */
  async function sendCategory(one: Alive<CategoryFields>): Promise<void> {
    const all = await paced(() => call('GET /api/v3/category-keywords', {}))
    const key = sameKey(one.value.category_name)
    const same = all.find(({ own, category_name }) => own && sameKey(category_name) === key)
    let made: string | null = null
    if (same) await join(same, one.value)
    else {
      const options = { body: one.value, idempotencyKey: one.stamp }
      made = (await paced(() => call('POST /api/v3/category-keywords', options))).id
    }
    if (await localCategories.sent(db, one.id)) await taken(null)
    else if (made !== null)
      await unlessGone(call('DELETE /api/v3/category-keywords/:id', { params: { id: made } }))
  }

  async function join({ id, keywords, icon }: Category, more: CategoryFields): Promise<void> {
    const known = new Set(keywords.map(wordsKey))
    const fresh = more.keywords.filter((word) => !known.has(wordsKey(word)))
    if (keywords.length + fresh.length > limits.keywordsOfCategory) throw refusal('limitReached')
    const body = {
      ...(fresh.length > 0 && { keywords: [...keywords, ...fresh] }),
      ...(icon === null && more.icon && { icon: more.icon }),
    }
    if (Object.keys(body).length > 0)
      await paced(() => call('PUT /api/v3/category-keywords/:id', { params: { id }, body }))
  }

  async function paced<T>(make: () => Promise<T>): Promise<T> {
    calls += 1
    if (calls % atOnce === 0) await rest(pauseMs)
    return make()
  }

  return { run }
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

/** Returns whether a retry would get the same answer unless the user changes something. */
function isFinal(error: unknown): error is ProblemError {
  return error instanceof ProblemError && [400, 403, 409, 413, 422].includes(error.problem.status)
}

const againMs = 30_000
const mostNamed = 3
/** of the account whose pages are open */
let sender: { device: Device; run: () => Promise<void> } | null = null
let stopTimer: (() => void) | null = null

function senderFor(device: Device) {
  return createSender({
    db: device.db,
    call: http.call,
    isOurs: () => isAccountOf(device.userId),
    rest: (ms) => new Promise<void>((done) => browserClock.after(ms, done)),
    async taken(template) {
      if (template) await keepTemplate(template, currentLanguage(), device)
      await readWaiting(device)
      if (useDevice.getState().device !== device) return
      await (template ? templateChanged(template.id) : categoriesChanged())
    },
    refused(all) {
      const names = all.slice(0, mostNamed).join(', ') + (all.length > mostNamed ? ', …' : '')
      const text = msg`Not taken into your account, and on this device only: ${names}. The reason stands beside each.`
      notify('warning', text, undefined, true)
    },
  })
}

/**
 * Sends what a trial left in the account's storage on this device. What cannot be sent now is sent on the next
 * occasion.
 */
export const sendTemplates = coalesced(async () => {
  const { device } = useDevice.getState()
  stopTimer?.()
  if (!device || device.isTrial) return
  try {
    const { all: before } = useUnsentTemplates.of(device).getState()
    const waiting = await readWaiting(device)
    // A page may have looked for it before it was moved.
    if ([...waiting.keys()].some((id) => !before.has(id)))
      void Promise.all([templatesMoved(), categoriesChanged()])
    if (waiting.size === 0 || !isAccountOf(device.userId)) return
    if (sender?.device !== device) sender = { device, ...senderFor(device) }
    const { run } = sender
    // Another tab may be sending. The lock waits for it, and then only the rest is sent.
    const alone = locks ? locks.request(`own:${device.userId}`, run) : run()
    await alone.finally(() => readWaiting(device))
  } catch {
    stopTimer = browserClock.after(againMs, () => void sendTemplates())
  }
})

export function watchTemplates(): void {
  const send = () => void sendTemplates()
  watchChancesToSend(send)
  useSession.subscribe((now, then) => {
    // An account that was just activated has higher limits.
    if (isSignedIn(now) && isSignedIn(then) && now.profile?.status !== then.profile?.status) send()
  })
}
