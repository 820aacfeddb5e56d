import { execFile, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { environmentWith } from '#config/config.ts'
import { programPath } from './lab-requirements.ts'
import { type ProcessOutput, spawnWithOutput } from './spawn-with-output.ts'

export type NamespacesOptions = { onLine?: (name: string, line: string) => void }
type SpawnOptions = { name: string; cwd?: string; env?: Readonly<Record<string, string>> }

/**
 * Network namespaces, the processes in them and a folder, named `<kind>-<pid>-…`. `close` ends all of them, and so does
 * the end of this process, also a kill. Needs root.
 */
export function createNamespaces(kind: string, { onLine }: NamespacesOptions = {}) {
  const env = environmentWith({ PATH: programPath() })
  sweep(kind, env)
  const name = `${kind}-${process.pid}-${randomBytes(2).toString('hex')}`
  const folder = join(tmpdir(), name)
  mkdirSync(folder, { mode: 0o700 })
  const cleanup = spawn('sh', [fileURLToPath(new URL('cleanup.sh', import.meta.url)), folder, name], {
    ...{ stdio: ['pipe', 'ignore', 'ignore'] as const, detached: true, env },
  })
  cleanup.stdin.on('error', () => undefined)
  const cleanedUp = once(cleanup, 'exit')
  let isClosed = false

  /** A process started while the lab closes would never be ended. */
  function assertOpen(): void {
    if (isClosed) throw new Error('the lab is closed')
  }

  const run = async (...[program = '', ...args]: string[]): Promise<string> => {
    assertOpen()
    return (await promisify(execFile)(program, args, { env })).stdout
  }
  const ip = (...args: string[]) => run('ip', ...args)

  function spawnOutside(command: string, args: readonly string[], options: SpawnOptions): ProcessOutput {
    assertOpen()
    const own = { ...options, env: { ...env, ...options.env }, ...(onLine ? { onLine } : {}) }
    const output = spawnWithOutput(command, args, own)
    const { child } = output
    cleanup.stdin.write(`began ${child.pid}\n`)
    child.once('exit', () => isClosed || cleanup.stdin.write(`ended ${child.pid}\n`))
    return output
  }

  return {
    folder,
    run,
    ip,
    runIn: (namespace: string, ...command: string[]) => run('ip', 'netns', 'exec', namespace, ...command),
    /** Returns the namespace's name. */
    async add(suffix: string): Promise<string> {
      const namespace = `${name}-${suffix}`
      await ip('netns', 'add', namespace)
      await ip('-n', namespace, 'link', 'set', 'lo', 'up')
      return namespace
    },
    spawnOutside,
    /** The process has the pid of its command. */
    spawnIn: (namespace: string, args: readonly string[], options: SpawnOptions): ProcessOutput =>
      spawnOutside('ip', ['netns', 'exec', namespace, ...args], { cwd: folder, ...options }),
    async close(): Promise<void> {
      isClosed = true
      cleanup.stdin.end()
      await cleanedUp
    },
  }
}

/** What was left where the clean-up itself was killed. */
function sweep(kind: string, env: NodeJS.ProcessEnv): void {
  const list = (...args: string[]) => execFileSync('ip', ['netns', ...args], { env, encoding: 'utf8' }).split('\n')
  for (const line of list('list')) {
    const [, namespace = '', pid = ''] = new RegExp(`^((?:${kind})-(\\d+)-\\S+)`).exec(line) ?? []
    if (namespace === '' || existsSync(`/proc/${pid}`)) continue
    for (const left of list('pids', namespace)) if (left !== '') process.kill(Number(left), 'SIGKILL')
    list('delete', namespace)
  }
}
