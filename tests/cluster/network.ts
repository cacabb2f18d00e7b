import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The network of the machines; this machine has the first address in it. */
export const subnet = '10.77.0'
export const bridge = 'koszyk0'
const here = `${subnet}.1`

export const numbers = [1, 2, 3] as const
export const names = ['one', 'two', 'three'] as const
export const addressOf = (number: number) => `${subnet}.${10 + number}`

export function system(command: string, ...args: string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

function quietly(command: string, ...args: string[]): void {
  try {
    system(command, ...args)
  } catch {
    // It was not there.
  }
}

/** Returns the user and group that PostgreSQL and the others run as. They refuse to run as root. */
export function userOf(name: string): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${name}:`))
  const [, , uid = '', gid = ''] = line?.split(':') ?? []
  if (uid === '') throw new Error(`There is no user ${name}. Install Debian's package.`)
  return { uid: Number(uid), gid: Number(gid) }
}

/** Returns the beginning of a command that runs as this user. */
export function asUser(name: string): string[] {
  const { uid, gid } = userOf(name)
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
}

/** Makes the network that the machines are in. */
export function makeNetwork(): void {
  removeNetwork()
  system('ip', 'link', 'add', bridge, 'type', 'bridge')
  system('ip', 'addr', 'add', `${here}/24`, 'dev', bridge)
  system('ip', 'link', 'set', bridge, 'up')
}

/** Ends what still runs on the machines, also of a run that was broken off. */
export function removeNetwork(): void {
  for (const number of numbers) {
    quietly('sh', '-c', `ip netns pids koszyk${number} | xargs -r kill -KILL`)
    quietly('ip', 'netns', 'del', `koszyk${number}`)
    // The kernel keeps a network with unfinished connections for a while.
    quietly('ip', 'link', 'del', `koszyk${number}h`)
  }
  quietly('ip', 'link', 'del', bridge)
}
