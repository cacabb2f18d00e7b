import { vi } from 'vitest'

// Every person in the server's tests has a password, which costs what it must in safety-log-in.test.ts only.
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 }
  return { ...real, hash: (password: string) => real.hash(password, cheap) }
})
