import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk of its own, in memory, that a test can fill. Only root may mount one. */
export class SmallDisk {
  readonly folder = mkdtempSync(join(tmpdir(), 'koszyk-disk-'))
  readonly #fillers: string[] = []
  readonly #end = () => this.end()

  private constructor() {
    // A run that is interrupted leaves no disk behind.
    process.once('exit', this.#end)
  }

  /** @returns null where it is not allowed */
  static mount(megabytes: number): SmallDisk | null {
    const disk = new SmallDisk()
    const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', disk.folder]
    if (spawnSync('mount', options).status === 0) return disk
    disk.end()
    return null
  }

  /** Leaves no byte, whatever was freed since the last time. */
  fill(): void {
    for (const blockSize of ['1M', '4k'])
      while (this.#free() >= (blockSize === '1M' ? 2 ** 20 : 1)) {
        const filler = join(this.folder, `filler-${this.#fillers.length}`)
        this.#fillers.push(filler)
        spawnSync('dd', ['if=/dev/zero', `of=${filler}`, `bs=${blockSize}`])
      }
  }

  makeRoom(): void {
    for (const filler of this.#fillers.splice(0)) rmSync(filler, { force: true })
  }

  end(): void {
    process.off('exit', this.#end)
    // Lazily, because a browser that was just killed may still hold files.
    spawnSync('umount', ['--lazy', this.folder])
    rmdirSync(this.folder)
  }

  #free(): number {
    const { bavail, bsize } = statfsSync(this.folder)
    return bavail * bsize
  }
}
