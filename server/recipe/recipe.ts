import type { FastifyInstance } from 'fastify'
import type { Recipe } from '../../core/recipe/recipe.ts'
import type { SessionUser } from '../auth/session.ts'
import { invalid, problem, ProblemError } from '../base/problem.ts'
import type { Services } from '../services/services.ts'
import { bucket, byNetwork, type Limit } from '../limits/throttle.ts'
import { answers } from '../http/route.ts'
import { createPageReader, NotAPage, type PageNetwork, pageNetwork, parsePageAddress } from './fetch-page.ts'
import { recipeInPage, recipeInText } from './read-page.ts'

/** Pages that are read at a time, over all accounts; of each account one, so that its other calls are not held up. */
const atOnce = 24
const [second, minute] = [1_000, 60_000]

/** Reads recipes: of a page that the server fetches, or of a text. Stores nothing. */
export async function recipeRoutes(
  app: FastifyInstance,
  services: Services,
  network: Partial<PageNetwork> = {},
): Promise<void> {
  const readPage = createPageReader({ ...pageNetwork(), ...network })
  const reading = new Set<string>()

  const fetchRecipe = async (user: SessionUser, url: URL, address: string): Promise<Recipe | null> => {
    if (!services.config.recipes) throw problem('recipesOff')
    if (reading.has(user.id)) throw problem('tooManyRequests', { retryAfter: 8 })
    if (reading.size >= atOnce) throw problem('unavailable', { retryAfter: 5 })
    reading.add(user.id)
    try {
      await services.throttle.count([...budget(user, address), ofSite(url)])
      const countRedirect = (next: URL) => services.throttle.count([ofSite(next)])
      const page = await readPage(url, user.language, countRedirect).catch((error: unknown) => {
        if (error instanceof ProblemError) throw error
        // Whatever went wrong is the same to the caller: it must not learn what there is in other networks.
        throw problem(error instanceof NotAPage ? 'noRecipe' : 'unreachable')
      })
      return await recipeInPage(page.html, parsePageAddress(page.url.href)?.href ?? url.href)
    } finally {
      reading.delete(user.id)
    }
  }

  answers(app, services, 'readRecipe', async ({ user, body, request }) => {
    const { url, text } = body
    const address = url === undefined ? null : parsePageAddress(url)
    if (url !== undefined && !address) throw invalid({ url: 'invalidCharacters' })
    if (text !== undefined) services.throttleHere.count(pasted(user, request.ip))
    const recipe =
      text === undefined
        ? address && (await fetchRecipe(user, address, request.ip))
        : await recipeInText(text)
    if (!recipe) throw problem('noRecipe')
    return recipe
  })
}

/** The limits of what a person pastes: what takes longest costs the server 80 ms, in turns of 5 ms. */
function pasted({ id, status }: SessionUser, address: string): Limit[] {
  return [
    bucket(`recipe text ${id}`, 20, 5 * second),
    ...(status === 'A' ? [] : byNetwork('recipe text', address, 20, 10 * second)),
  ]
}

/** The limits of a fetch: of the account, and before it is activated also of its network. */
function budget({ id, status }: SessionUser, address: string): Limit[] {
  if (status === 'A') return [bucket(`recipe ${id}`, 20, 30 * second)]
  return [
    bucket(`recipe until activated ${id}`, 3, 10 * minute),
    ...byNetwork('recipe', address, 10, 2 * minute),
  ]
}

/** The limit of requests to a site, redirects to it included, so that nobody uses this server to flood one. */
function ofSite({ hostname }: URL): Limit {
  return bucket(`recipe of ${hostname.replace(/\.$/, '')}`, 30, 2 * second)
}
