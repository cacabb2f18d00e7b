import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'

/** A folder that holds more than this is a heap: a room is missing. */
const most = 26
/** Each file has its number, and nobody looks for one by browsing. */
const numbered = ['docs/decisions']

const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
const counts = new Map<string, number>()
for (const file of stdout.split('\n').filter(Boolean))
  counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
const heaps = [...counts].filter(([folder, count]) => count > most && !numbered.includes(folder))
for (const [folder, count] of heaps)
  process.stdout.write(`${folder} holds ${count} files; more than ${most} are hard to find one's way in\n`)
process.exit(heaps.length > 0 || counts.size === 0 ? 1 : 0)
