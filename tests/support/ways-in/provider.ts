import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export const oidcClient = { clientId: 'koszyk', clientSecret: 'between the two of us and nobody else' }

/** Whom the provider logs in next, and what it says of them. */
export interface Somebody {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
}

/** Starts a provider on this machine that logs in `now.who` without a question; null: it refuses. */
export async function startProvider(publicUrl: string) {
  const { default: Provider } = await import('oidc-provider')
  const now: { who: Somebody | null; asked: URL[] } = { who: null, asked: [] }
  const people = new Map<string, Somebody>()
  const server = createServer()
  await new Promise<void>((ready) => server.listen(0, 'localhost', ready))
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: oidcClient.clientId,
        client_secret: oidcClient.clientSecret,
        redirect_uris: [`${publicUrl}/auth/oidc/callback`],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['a key of the test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: async () => ({ ...people.get(id), sub: id }),
    }),
    async loadExistingGrant(context: {
      oidc: { client: { clientId: string }; session: { accountId: string } }
    }) {
      const { client, session } = context.oidc
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response)
    const { who } = now
    if (who) people.set(who.sub, who)
    const result = who
      ? { login: { accountId: who.sub, remember: false } }
      : { error: 'access_denied', error_description: 'no' }
    void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  })
  return {
    issuer,
    now,
    close: () => new Promise((closed) => server.close(closed)),
    /** Goes through the provider's pages as a browser does. Returns the address that it leads back to. */
    async visit(url: string): Promise<string> {
      const jar = new Map<string, string>()
      now.asked.push(new URL(url))
      for (let at = url; ;) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
        const reply = await fetch(at, { redirect: 'manual', headers: { cookie } })
        for (const set of reply.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
          jar.set(name, value)
        }
        const next = reply.headers.get('location')
        if (next === null) throw new Error(`${at}: ${reply.status} ${await reply.text()}`)
        at = new URL(next, at).href
        if (at.startsWith(publicUrl)) return at
      }
    },
  }
}
