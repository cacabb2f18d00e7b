declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  /** Only what the tests use of it. */
  export default class Provider {
    constructor(issuer: string, options: object)
    Grant: new (of: object) => { addOIDCScope: (scope: string) => void; save: () => Promise<string> }
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options: object,
    ): Promise<void>
  }
}
