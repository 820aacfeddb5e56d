import { setTimeout as delay } from 'node:timers/promises'
import { Events, type JetStreamManager, type NatsConnection } from 'nats'
import { raceAbort } from '#concurrency/timeout.ts'
import { type Nats, NatsUnavailable } from '#edge/nats/connect.ts'
import { readStreamWithSubjects, type StreamWithSubjects } from '#edge/nats/jetstream.ts'
import type { HealthPart } from '#http/operations-schemas.ts'
import type { Service } from '#service.ts'
import { ensureReaders, readUnread } from './outbound/readers.ts'
import { isPaused } from './paused.ts'
import { createStreamMetrics, type StreamSize } from './stream-metrics.ts'
import { sizeNotes, versionNotes, waitingNotes } from './stream-notes.ts'
import {
  DEAD_STREAM,
  deadStream,
  ensureStream,
  findStream,
  INBOUND_STREAM,
  inboundStream,
  OUTBOUND_STREAM,
  outboundStream,
  type StreamDefinition,
  StreamMismatch,
} from './streams.ts'
import { waitingIn } from './waiting-messages.ts'

const LEADER = 'bus-streams'
const POLL_MS = 10_000
/** Longer than a pause of the stores takes. */
const WAITING_MS_MAX = 60_000
/** While a stream is missing, or the broker does not answer. */
const RETRY_MS = 1_000
const RESPONSE_MS_MAX = 5_000

export type StreamKeeper = {
  /** False while the stream is missing or has another purpose, as last seen, at most 10 s ago. */
  isUsable(stream: string): boolean
  /** The stream of messages with its subjects; null while it can not be used. Also for health and metrics. */
  readInbound(connection: NatsConnection): Promise<StreamWithSubjects | null>
  /** The part `bus` of /health/ready. */
  health(): HealthPart
  stop(): Promise<void>
}

type Deps = Pick<Service, 'config' | 'db' | 'leaders' | 'log' | 'metrics' | 'now'> & { nats: Nats }

/**
 * Keeps the streams of the directions that BUS names, and the consumers of readers. The leader makes them and sets the
 * limits of streams; every process reads them, for its health and metrics.
 */
export function startStreamKeeper(service: Deps): StreamKeeper {
  const { config, db, leaders, log, nats, now } = service
  const wanted = streamsOf(config)
  const metrics = createStreamMetrics(service)
  const stopping = new AbortController()
  let usable = new Set<string>()
  let notes: string[] = []
  /** Each stream is there, or differs, which takes an operator. */
  let isComplete = false
  let oldestAt: number | null = null
  /** What waits for its end does not wait for anything else. */
  let isPausedIn = false
  let pausedUntil = Number.NEGATIVE_INFINITY
  let waiting: string[] = []
  let readInboundAtMs = Number.NEGATIVE_INFINITY
  let refused = 0
  let readingDatabase: Promise<void> | undefined

  /** Ends when the lease is lost. `isLeader` is read at each look. */
  let isLeader = false
  let leading: Promise<void> | undefined
  let standDown = new AbortController()
  let wake = new AbortController()

  function lead(): void {
    if (leading !== undefined) return
    standDown = new AbortController()
    const signal = AbortSignal.any([stopping.signal, standDown.signal])
    leading = leaders
      .runAsLeader(LEADER, signal, async lease => {
        isLeader = true
        wake.abort()
        await untilAborted(lease.signal)
      })
      .catch(err => {
        if (!signal.aborted) log.warn({ err, leader: LEADER }, 'work under a lease was interrupted; trying again')
      })
      .then(() => {
        isLeader = false
        leading = undefined
      })
  }

  async function look(): Promise<void> {
    const connection = nats.live()
    const manager = await connection.jetstreamManager({ timeout: RESPONSE_MS_MAX })
    const seen = versionNotes(connection.info?.version ?? '', config)
    const found: StreamSize[] = []
    let different = 0
    for (const definition of wanted)
      try {
        const stream = await (isLeader ? ensureStream : findStream)(manager, definition)
        if (stream === null) seen.push(`the stream ${definition.name} is missing`)
        else found.push({ name: definition.name, bytesMax: stream.config.max_bytes, ...stream.state })
      } catch (error) {
        seen.push(noteOf(definition, error))
        if (error instanceof StreamMismatch) different += 1
      }
    isComplete = found.length + different === wanted.length
    metrics.show(wanted, found)
    refused = found.find(({ name }) => name === DEAD_STREAM)?.messages ?? 0
    usable = new Set(found.map(({ name }) => name))
    // A process that takes messages reads it each second.
    if (performance.now() - readInboundAtMs >= POLL_MS / 2) await readInbound(connection)
    report([...seen, ...sizeNotes(found), ...waiting, ...(isPausedIn ? ['taking messages is paused'] : [])])
    // Not awaited: the streams are kept while PostgreSQL does not answer.
    readingDatabase ??= readDatabase(manager).finally(() => {
      readingDatabase = undefined
    })
  }

  async function readDatabase(manager: JetStreamManager): Promise<void> {
    try {
      if (config.BUS.includes('in')) await readPause()
      if (usable.has(OUTBOUND_STREAM)) await keepReaders(manager)
    } catch (err) {
      if (!stopping.signal.aborted)
        log.warn({ err }, 'the state of the bus can not be read from PostgreSQL; trying again')
    }
  }

  async function readPause(): Promise<void> {
    isPausedIn = await isPaused(db, 'in')
    metrics.showPaused(isPausedIn)
    if (isPausedIn) pausedUntil = now().getTime()
  }

  async function keepReaders(manager: JetStreamManager): Promise<void> {
    if (isLeader) await ensureReaders(db, manager)
    metrics.showUnread(await readUnread(db, manager))
  }

  async function readInbound(connection: NatsConnection): Promise<StreamWithSubjects | null> {
    waiting = []
    if (!usable.has(INBOUND_STREAM)) return null
    const info = await readStreamWithSubjects(connection, INBOUND_STREAM, RESPONSE_MS_MAX)
    if (info === null) return null
    const found = waitingIn(info)
    oldestAt = found.oldestAt === null ? null : Math.max(found.oldestAt, pausedUntil)
    metrics.showWaiting({ ...found, oldestAt }, config.BUS_IN_WAITING)
    waiting = waitingNotes(found, config.BUS_IN_WAITING)
    readInboundAtMs = performance.now()
    return info
  }

  function report(seen: string[]): void {
    const added = seen.filter(note => !notes.includes(note))
    if (added.length > 0) log.warn({ notes: added }, 'the bus is degraded')
    notes = seen
  }

  async function keepLooking(): Promise<void> {
    while (!stopping.signal.aborted) {
      wake = new AbortController()
      // Another process may have a connection.
      if (nats.isLive()) lead()
      else standDown.abort()
      await raceAbort(stopping.signal, look()).catch(error => {
        isComplete = false
        if (!stopping.signal.aborted && !(error instanceof NatsUnavailable)) report([messageOf(error)])
      })
      const signal = AbortSignal.any([stopping.signal, wake.signal])
      await delay(isComplete ? POLL_MS : RETRY_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  nats.whenConnected(async connection => {
    for await (const { type } of connection.status())
      if (type === Events.Reconnect) {
        // The broker may have lost its storage.
        usable = new Set()
        wake.abort()
      }
  })

  const looking = keepLooking()
  return {
    isUsable: stream => usable.has(stream),
    readInbound,
    health() {
      const lag_ms = oldestAt === null ? 0 : Math.max(0, now().getTime() - oldestAt)
      if (!nats.isLive()) return { state: 'down', lag_ms, note: 'NATS is not connected' }
      const problems = lag_ms < WAITING_MS_MAX ? notes : [...notes, 'messages wait for more than a minute']
      // People look into them. They are no state of the bus.
      const all =
        refused === 0 ? problems : [...problems, `${refused} refused messages, see \`npm run bus -- dead list\``]
      const isUp = problems.length === 0 && usable.size === wanted.length
      return { state: isUp ? 'up' : 'degraded', lag_ms, ...(all.length === 0 ? {} : { note: all.join('; ') }) }
    },
    async stop() {
      stopping.abort()
      await Promise.all([looking, leading, readingDatabase])
    },
  }
}

function streamsOf(config: Service['config']): StreamDefinition[] {
  return [
    ...(config.BUS.includes('in') ? [inboundStream(config), deadStream(config)] : []),
    ...(config.BUS.includes('out') ? [outboundStream(config)] : []),
  ]
}

function noteOf({ name }: StreamDefinition, error: unknown): string {
  if (error instanceof StreamMismatch) return `${error.message}: it is not used`
  return `the stream ${name} can not be kept: ${messageOf(error)}`
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await new Promise(resolve => signal.addEventListener('abort', resolve, { once: true }))
}
