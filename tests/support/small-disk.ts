import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export interface SmallDisk {
  path: string
  /** takes all room but so many bytes */
  fill: (left: number) => void
  makeRoom: () => void
}

const mount = (path: string, megabytes: number) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path], { stdio: 'ignore' })
    .status === 0
const unmount = (path: string) => spawnSync('umount', ['--lazy', path], { stdio: 'ignore' })

/** Mounting takes root, and containers often forbid it even then. */
export function canMount(): boolean {
  const path = mkdtempSync(join(tmpdir(), 'disk-'))
  const isMounted = mount(path, 1)
  if (isMounted) unmount(path)
  rmdirSync(path)
  return isMounted
}

/** A file system of a few megabytes, unmounted after the test. */
export function smallDisk(megabytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'disk-'))
  if (!mount(path, megabytes)) throw new Error('a tmpfs cannot be mounted here')
  // Its root keeps the mode of mkdtemp; PostgreSQL runs as another user.
  chmodSync(path, 0o755)
  onTestFinished(() => {
    unmount(path)
    rmdirSync(path)
  })
  const ballast = join(path, 'ballast')
  const makeRoom = () => rmSync(ballast, { force: true })
  return {
    path,
    makeRoom,
    fill(left) {
      makeRoom()
      const { bavail, bsize } = statfsSync(path)
      const size = Math.max(0, bavail * bsize - left)
      writeFileSync(ballast, Buffer.alloc(size))
      truncateSync(ballast, size)
    },
  }
}
