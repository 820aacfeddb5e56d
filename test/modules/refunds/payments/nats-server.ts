import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from 'nats'
import { freePort } from '#embedded/free-port.ts'

/** A real `nats-server` (Debian package of that name) on a port of its own. */
export type NatsServer = {
  url: string
  pid(): number
  stop(): Promise<void>
  /** With a `token` it refuses whoever has none. */
  startAgain(token?: string): Promise<void>
}

const START_MS_MAX = 5_000

/** @param jetStreamIn the folder where it keeps streams; without one it keeps none. */
export async function startNatsServer(jetStreamIn?: string): Promise<NatsServer> {
  const port = await freePort()
  const url = `nats://127.0.0.1:${port}`
  const keeping = jetStreamIn === undefined ? [] : ['-js', '-sd', jetStreamIn]
  let child = await run(port, url, keeping)
  const stop = () => ended(child)
  return {
    url,
    pid: () => child.pid!,
    stop,
    async startAgain(token) {
      await stop()
      child = await run(port, url, keeping, token)
    },
  }
}

async function run(port: number, url: string, keeping: readonly string[], token?: string): Promise<ChildProcess> {
  const auth = token === undefined ? [] : ['--auth', token]
  const child = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port), ...keeping, ...auth], { stdio: 'ignore' })
  const failure = new Promise<never>((_, reject) =>
    child.once('error', error => reject(new Error(`nats-server (apt package nats-server): ${error.message}`))),
  )
  await Promise.race([failure, answering(url, token)])
  return child
}

async function answering(url: string, token?: string): Promise<void> {
  const deadline = Date.now() + START_MS_MAX
  for (;;) {
    try {
      await (await connect({ servers: url, reconnect: false, ...(token === undefined ? {} : { token }) })).close()
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      await delay(20)
    }
  }
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise(resolve => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}
