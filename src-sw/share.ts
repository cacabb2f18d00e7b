import { registerRoute } from 'workbox-routing'
import { keepShared } from '../device/shared-files.ts'

/**
 * Takes what another app shares with this one, at the address that the manifest names. Files wait for the page that
 * imports them, since a page cannot read the request that opened it; a text goes on in the address.
 */
export function takeWhatIsShared(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === '/app/share',
    async ({ request }) => {
      const form = await request.formData()
      const files = form.getAll('files').filter((file): file is File => file instanceof File && file.size > 0)
      if (files.length > 0) {
        await keepShared(files)
        return Response.redirect('/app/edit-profile/import', 303)
      }
      const texts = [...form].filter((part): part is [string, string] => typeof part[1] === 'string')
      return Response.redirect(`/app?${new URLSearchParams(texts)}`, 303)
    },
    'POST',
  )
}
