import type { Device } from '../../../device/device.ts'
import { useSync } from '../lists/sync.ts'
import { interactiveCall, unlessGone } from '../interactive-call.ts'
import { currentDevice } from '../session/device.ts'
import { isTrial, useSession } from '../session/session.ts'
import { categoriesHere } from './categories-here.ts'
import { keptCategories, keptTemplates } from './kept.ts'
import type { OwnCategories, OwnTemplates } from './own.ts'
import { templatesHere } from './templates-here.ts'
import { sendOwn } from './watch-own.ts'

/**
 * Returns where own templates and categories are stored: without an account on this device, else on the server. This is
 * the only place that decides it.
 */
export function ownTemplates(device: Device = currentDevice()): OwnTemplates {
  return device.isTrial ? templatesHere(device) : templatesThere(device)
}

export function ownCategories(device: Device = currentDevice()): OwnCategories {
  return device.isTrial ? categoriesHere(device) : categoriesThere(device)
}

/** Returns whether they can be changed now: on this device always, on the server only with a connection. */
export function useMayChangeOwn(): boolean {
  const onDevice = useSession(isTrial)
  const online = useSync((sync) => sync.online)
  return onDevice || online
}

function templatesThere({ db }: Device): OwnTemplates {
  return {
    create: (id, values) => interactiveCall('POST /api/v3/template', { body: { id, ...values } }),
    createFromList: (id, fromList, templateName) =>
      interactiveCall('POST /api/v3/template', { body: { id, templateName, fromList } }),
    update: (id, body) => interactiveCall('PUT /api/v3/template/:id', { params: { id }, body }),
    async remove(id) {
      // It may still be on this device, waiting to be sent.
      await keptTemplates.drop(db, id)
      await unlessGone(interactiveCall('DELETE /api/v3/template/:id', { params: { id } }))
      // There may be room now for one that was refused.
      void sendOwn()
    },
    addProduct: (id, productId, values) =>
      interactiveCall('POST /api/v3/template/:id/product', {
        params: { id },
        body: { id: productId, ...values },
      }),
    editProduct: (id, productId, body) =>
      interactiveCall('PUT /api/v3/template/:id/product/:productId', { params: { id, productId }, body }),
    removeProduct: (id, productId) =>
      unlessGone(
        interactiveCall('DELETE /api/v3/template/:id/product/:productId', { params: { id, productId } }),
      ),
  }
}

function categoriesThere({ db }: Device): OwnCategories {
  return {
    create: (idempotencyKey, body) =>
      interactiveCall('POST /api/v3/category-keywords', { body, idempotencyKey }),
    update: (id, body) => interactiveCall('PUT /api/v3/category-keywords/:id', { params: { id }, body }),
    async remove(id) {
      // Categories that wait here to be sent have an id of this device.
      const isHere = await keptCategories.drop(db, id)
      if (!isHere)
        await unlessGone(interactiveCall('DELETE /api/v3/category-keywords/:id', { params: { id } }))
      void sendOwn()
    },
  }
}
