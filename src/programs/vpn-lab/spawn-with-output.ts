import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export type ProcessOutput = ReturnType<typeof spawnWithOutput>

const MS_MAX = 60_000

type Options = { name: string; cwd?: string; env: NodeJS.ProcessEnv; onLine?: (name: string, line: string) => void }

export function spawnWithOutput(command: string, args: readonly string[], options: Options) {
  const { name, cwd, env, onLine } = options
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
    ...(cwd === undefined ? {} : { cwd }),
  })
  const lines: string[] = []
  const waiters = new Set<() => void>()
  const checkWaiters = () => {
    for (const one of waiters) one()
  }
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', line => {
      lines.push(line)
      onLine?.(name, line)
      checkWaiters()
    })
  let hasExited = false
  const exited = new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      hasExited = true
      resolve(signal ?? code)
      checkWaiters()
    })
  })

  return {
    child,
    lines,
    exited,
    /** From index `from` on. Errors: the process ended first, or it took too long. */
    waitForLine(pattern: RegExp, { from = 0, msMax = MS_MAX } = {}): Promise<string> {
      return new Promise((resolve, reject) => {
        const done = () => {
          clearTimeout(timer)
          waiters.delete(find)
        }
        const find = () => {
          const line = lines.slice(from).find(one => pattern.test(one))
          if (line === undefined && !hasExited) return
          done()
          if (line === undefined) reject(new Error(`${name} ended without printing ${pattern}:\n${lines.join('\n')}`))
          else resolve(line)
        }
        const timer = setTimeout(() => {
          done()
          reject(new Error(`${name} did not print ${pattern} within ${msMax} ms:\n${lines.join('\n')}`))
        }, msMax)
        waiters.add(find)
        find()
      })
    },
  }
}
