/** What this app calls itself at the token endpoint; a program in a browser keeps no secret. */
export const webClient = { client_id: 'web', client_secret: 'public' } as const
