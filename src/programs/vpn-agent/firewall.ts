import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'

/** Addresses time out after 120 s: five refreshes may fail. */
const REFRESH_MS = 20_000
const RETRY_MS = 1_000
const ANSWER_MS_MAX = 10_000
/** How long the end of a session waits for the kernel before OpenVPN ends the client. */
const SYNC_MS_MAX = 1_000

/** The kernel drops packets of each tunnel address that the firewall does not hold. */
export type Firewall = {
  /** Sends the changes. Resolves when the kernel has them, or after SYNC_MS_MAX; a reconnection sends the rest. */
  sync(): Promise<void>
  run(): Promise<void>
}

type FirewallOptions = {
  desiredAddresses(): ReadonlySet<string> | null
  log: Logger
  ended: AbortSignal
}

export function createNoFirewall({ log }: Pick<FirewallOptions, 'log'>): Firewall {
  return {
    sync: async () => undefined,
    run: async () =>
      log.warn('no --firewall: a client that ignores the end of its session keeps its tunnel for 5 s more'),
  }
}

export function createFirewall(path: string, { desiredAddresses, log, ended }: FirewallOptions): Firewall {
  let connection: Connection | null = null
  /** Null before the first complete transfer over this connection. */
  let sentAddresses: ReadonlySet<string> | null = null

  async function sendAddresses(isWhole: boolean): Promise<void> {
    const addresses = desiredAddresses()
    if (connection === null || addresses === null) return
    const before = sentAddresses
    sentAddresses = addresses
    if (isWhole || before === null) {
      await connection.request('replace', [...addresses])
      return
    }
    const [removed, added] = [
      [...before].filter(address => !addresses.has(address)),
      [...addresses].filter(address => !before.has(address)),
    ]
    await Promise.all([
      removed.length === 0 ? null : connection.request('remove', removed),
      added.length === 0 ? null : connection.request('add', added),
    ])
  }

  const sync = (isWhole = false) => sendAddresses(isWhole).catch(() => undefined)

  async function run(): Promise<void> {
    let isLogged = false
    while (!ended.aborted) {
      try {
        const connected = await openConnection(path)
        const close = () => connected.close()
        ended.addEventListener('abort', close)
        connection = connected
        sentAddresses = null
        isLogged = false
        log.info('connected to the firewall')
        while (connected.isOpen()) {
          await sync(true)
          await Promise.race([connected.closed, delay(REFRESH_MS, undefined, { ref: false })])
        }
        ended.removeEventListener('abort', close)
        if (!ended.aborted) log.warn('the firewall closed its connection')
      } catch (error) {
        if (!isLogged)
          log.warn({ err: error }, 'the firewall is unavailable: new tunnels carry no traffic, and old ones time out')
        isLogged = true
      }
      connection = null
      await delay(RETRY_MS, undefined, { signal: ended }).catch(() => undefined)
    }
  }

  return { sync: () => Promise.race([sync(), delay(SYNC_MS_MAX, undefined, { ref: false })]), run }
}

type Connection = Awaited<ReturnType<typeof openConnection>>

async function openConnection(path: string) {
  const socket: Socket = connect(path)
  await once(socket, 'connect')
  socket.on('error', () => undefined)
  const pending: { done(): void; failed(error: Error): void }[] = []
  const closed = new Promise<void>(resolve => {
    socket.once('close', () => {
      for (const { failed } of pending.splice(0)) failed(new Error('the connection to the firewall is closed'))
      resolve()
    })
  })
  const answers = createInterface({ input: socket })
  answers.on('error', () => undefined)
  answers.on('line', answer => {
    if (answer === 'ok') pending.shift()?.done()
    else socket.destroy()
  })
  return {
    closed,
    isOpen: () => !socket.destroyed,
    close: () => void socket.destroy(),
    /** Errors: the firewall refused, does not answer, or is gone; the connection is closed then. */
    request: (verb: 'add' | 'remove' | 'replace', addresses: readonly string[]) =>
      new Promise<void>((resolve, reject) => {
        if (socket.destroyed) return reject(new Error('the connection to the firewall is closed'))
        const timer = setTimeout(() => socket.destroy(), ANSWER_MS_MAX)
        const finish = (callback: () => void) => () => {
          clearTimeout(timer)
          callback()
        }
        pending.push({ done: finish(resolve), failed: error => finish(() => reject(error))() })
        socket.write(`${[verb, ...addresses].join(' ')}\n`)
      }),
  }
}
