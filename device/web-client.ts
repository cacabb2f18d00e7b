/**
 * The app's client id and secret at the token endpoint. The secret is not secret: a program in a browser cannot keep
 * one.
 */
export const webClient = { client_id: 'web', client_secret: 'public' } as const
