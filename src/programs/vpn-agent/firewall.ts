import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'

/** Addresses time out after 120 s unless they are named again: five attempts may fail. */
const REFRESH_MS = 20_000
const AGAIN_AFTER_MS = 1_000
/** A firewall that does not answer a request within this time is stuck. */
const ANSWER_MS_MAX = 10_000
/** The end of a session waits at most this long for the kernel before OpenVPN is asked to end the client. */
const SYNC_MS_MAX = 1_000

/** The kernel's part: a tunnel address that the firewall does not hold is neither forwarded nor answered. */
export type Firewall = {
  /** Hands over what has changed. Resolves when the kernel has it, or after a second; what was not handed over is so after a reconnection. */
  sync(): Promise<void>
  /** Keeps the connection, and the addresses from timing out, until the agent ends. */
  run(): Promise<void>
}

type Parts = {
  /** The addresses of all live tunnels; null while they are unknown. */
  wanted(): ReadonlySet<string> | null
  log: Logger
  ended: AbortSignal
}

/** The firewall of a server that was set up without one. */
export function noFirewall({ log }: Pick<Parts, 'log'>): Firewall {
  return {
    sync: async () => undefined,
    run: async () =>
      log.warn('no --firewall: a client that ignores the end of its session keeps its tunnel for 5 s more'),
  }
}

export function createFirewall(path: string, { wanted, log, ended }: Parts): Firewall {
  let connection: Connection | null = null
  /** What the firewall has over this connection; null before it has everything. */
  let held: ReadonlySet<string> | null = null

  async function handOver(isWhole: boolean): Promise<void> {
    const addresses = wanted()
    if (connection === null || addresses === null) return
    const before = held
    held = addresses
    if (isWhole || before === null) {
      await connection.request('replace', [...addresses])
      return
    }
    const [gone, fresh] = [
      [...before].filter(address => !addresses.has(address)),
      [...addresses].filter(address => !before.has(address)),
    ]
    await Promise.all([
      gone.length === 0 ? null : connection.request('remove', gone),
      fresh.length === 0 ? null : connection.request('add', fresh),
    ])
  }

  // A request that fails ends its connection, which is logged once below.
  const sync = (isWhole = false) => handOver(isWhole).catch(() => undefined)

  async function run(): Promise<void> {
    let isLogged = false
    while (!ended.aborted) {
      try {
        const connected = await openConnection(path)
        const close = () => connected.close()
        ended.addEventListener('abort', close)
        connection = connected
        held = null
        isLogged = false
        log.info('connected to the firewall')
        while (connected.isOpen()) {
          await sync(true)
          await Promise.race([connected.gone, delay(REFRESH_MS, undefined, { ref: false })])
        }
        ended.removeEventListener('abort', close)
        if (!ended.aborted) log.warn('the firewall closed its connection')
      } catch (error) {
        if (!isLogged)
          log.warn({ err: error }, 'the firewall is away: new tunnels carry nothing, and old ones time out')
        isLogged = true
      }
      connection = null
      await delay(AGAIN_AFTER_MS, undefined, { signal: ended }).catch(() => undefined)
    }
  }

  return { sync: () => Promise.race([sync(), delay(SYNC_MS_MAX, undefined, { ref: false })]), run }
}

type Connection = {
  /** Errors: the firewall refused, does not answer, or is gone; the connection is closed then. */
  request(verb: 'add' | 'remove' | 'replace', addresses: readonly string[]): Promise<void>
  gone: Promise<void>
  isOpen(): boolean
  close(): void
}

async function openConnection(path: string): Promise<Connection> {
  const socket: Socket = connect(path)
  await once(socket, 'connect')
  socket.on('error', () => undefined)
  const asked: { done(): void; failed(error: Error): void }[] = []
  const gone = new Promise<void>(resolve => {
    socket.once('close', () => {
      for (const { failed } of asked.splice(0)) failed(new Error('the firewall is gone'))
      resolve()
    })
  })
  const answers = createInterface({ input: socket })
  answers.on('error', () => undefined)
  answers.on('line', answer => {
    if (answer === 'ok') asked.shift()?.done()
    else socket.destroy()
  })
  return {
    gone,
    isOpen: () => !socket.destroyed,
    close: () => void socket.destroy(),
    request: (verb, addresses) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new Error('the firewall is gone'))
        const timer = setTimeout(() => socket.destroy(), ANSWER_MS_MAX)
        const settle = (settled: () => void) => () => {
          clearTimeout(timer)
          settled()
        }
        asked.push({ done: settle(resolve), failed: error => settle(() => reject(error))() })
        socket.write(`${[verb, ...addresses].join(' ')}\n`)
      }),
  }
}
