import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import type { NatsAccess } from '#config/nats-access.ts'
import { probeNats } from '#edge/nats/connect.ts'
import { freePort } from '#embedded/free-port.ts'

/** A real `nats-server` (Debian package of that name) on a port of its own. */
export type NatsServer = {
  url: string
  access: NatsAccess
  pid(): number
  stop(): Promise<void>
  /** With a `token` it refuses clients without it. */
  startAgain(token?: string): Promise<void>
}

type NatsServerOptions = {
  /** The folder of its streams; missing: no JetStream. */
  jetStreamIn?: string
  args?: readonly string[]
  /** As its `args` require it. */
  tls?: NatsAccess['tls']
  login?: NatsAccess['login']
}

/** It first reads the streams that it has. */
const START_MS_MAX = 30_000
/** Of a newer one than the package, where that is wanted. */
const SERVER = process.env.NATS_SERVER ?? 'nats-server'

/** Major and minor: [2, 9]. */
export function natsServerVersion(): [major: number, minor: number] {
  const [, major, minor] = /v(\d+)\.(\d+)/.exec(execFileSync(SERVER, ['--version'], { encoding: 'utf8' })) ?? []
  return [Number(major), Number(minor)]
}

export async function startNatsServer(options: NatsServerOptions = {}): Promise<NatsServer> {
  const { jetStreamIn, args = [], tls, login } = options
  const port = await freePort()
  const url = `nats://127.0.0.1:${port}`
  const access = { servers: [url], ...(tls === undefined ? {} : { tls }), ...(login === undefined ? {} : { login }) }
  const all = ['-a', '127.0.0.1', '-p', String(port), ...(jetStreamIn === undefined ? [] : ['-js', '-sd', jetStreamIn])]
  let child = await run([...all, ...args], access)
  const stop = () => ended(child)
  return {
    url,
    access,
    pid: () => child.pid!,
    stop,
    async startAgain(token) {
      await stop()
      child =
        token === undefined
          ? await run([...all, ...args], access)
          : await run([...all, ...args, '--auth', token], { ...access, login: { token } })
    },
  }
}

async function run(args: readonly string[], access: NatsAccess): Promise<ChildProcess> {
  const child = spawn(SERVER, args, { stdio: 'ignore' })
  const failure = new Promise<never>((_, reject) =>
    child.once('error', error => reject(new Error(`nats-server (apt package nats-server): ${error.message}`))),
  )
  await Promise.race([failure, untilReachable(access)])
  return child
}

async function untilReachable(access: NatsAccess): Promise<void> {
  const deadline = Date.now() + START_MS_MAX
  for (;;) {
    const problem = await probeNats(access)
    if (problem === undefined) return
    if (Date.now() > deadline) throw new Error(`nats-server does not start: ${problem.reason}`)
    await delay(20)
  }
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise(resolve => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}
