import { spawn } from 'node:child_process'

/**
 * Runs a program in Node with this process's output. Resolves to its exit code.
 *
 * Who stops this process stops the program first, gently, so that it can end the servers and browsers that it started.
 */
export async function runNode(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  let isStopped = false
  const stop = (signal: NodeJS.Signals) => {
    // Ctrl-C in a terminal reaches the child as well, and a second one would end it at once.
    if (!isStopped && signal !== 'SIGINT') child.kill('SIGINT')
    isStopped = true
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, stop)
  const code = await new Promise<number | null>((ended, failed) =>
    child.once('error', failed).once('exit', ended),
  )
  for (const signal of signals) process.off(signal, stop)
  if (isStopped) process.exit(1)
  return code ?? 1
}
