/** The cache in which the worker keeps files that another app shares, until the page takes them. */
const cacheName = 'shared-files'

/** Keeps these files and forgets earlier ones. */
export async function keepShared(files: readonly File[]): Promise<void> {
  await caches.delete(cacheName)
  const cache = await caches.open(cacheName)
  for (const [n, file] of files.entries())
    await cache.put(`/${n}?${new URLSearchParams({ name: file.name })}`, new Response(file))
}

/** Returns the files that another app shared, once. */
export async function takeShared(): Promise<File[]> {
  if (!(await caches.has(cacheName))) return []
  const cache = await caches.open(cacheName)
  const files = await Promise.all(
    (await cache.keys()).map(async (request) => {
      const response = await cache.match(request)
      const name = new URL(request.url).searchParams.get('name') ?? ''
      return new File([(await response?.blob()) ?? ''], name)
    }),
  )
  await caches.delete(cacheName)
  return files
}
