import { setTimeout as delay } from 'node:timers/promises'
import type { JetStreamManager } from 'nats'
import pMap from 'p-map'
import { isPaused } from '#bus/paused.ts'
import type { StreamKeeper } from '#bus/stream-keeper.ts'
import type { Nats } from '#edge/nats/connect.ts'
import type { Service } from '#service.ts'
import { type ClientPuller, deleteIfStuck, type PulledClient, startClientPuller } from './client-puller.ts'
import type { ClientRefusals } from './client-refusals.ts'
import type { PulledMessage } from './pulled-message.ts'
import { type QueuedMessage, streamIdentity } from './queued-message.ts'
import { refuseUnpulled } from './refuse-unpulled.ts'
import type { Settled } from './settle-message.ts'
import { isToken, parseInboundSubject } from './subject.ts'

/** JetStream announces no new subjects: a client's first message waits for a look. */
const LOOK_MS = 1_000
const RESPONSE_MS_MAX = 5_000
/** Longer than the broker waits for an acknowledgement. */
const STUCK_MS = 20_000
/** Clients that a look reads, of those without a puller. */
const CLIENTS_READ_MAX = 5_000
const CONCURRENCY = { concurrency: 32 }

type Deps = {
  service: Pick<Service, 'db' | 'log'> & { nats: Nats }
  streams: Pick<StreamKeeper, 'readInbound'>
  clients: ClientRefusals
  /** A message that a puller got; `stream`: the creation of the stream. */
  handle(message: PulledMessage, stream: string, signal: AbortSignal): Promise<void>
  /** A message that none gets. */
  settle(message: QueuedMessage): Promise<Settled>
}

/** Finds the clients whose messages wait, and has a puller for each that is active. */
export function startClientPullers({ service, streams, clients, handle, settle }: Deps): { stop(): Promise<void> } {
  const { db, log, nats } = service
  const stopping = new AbortController()
  const { signal } = stopping
  const pullers = new Map<string, ClientPuller>()
  /** Of the stream's creation that the pullers belong to. */
  let stream: string | null = null

  async function stopPulling(): Promise<void> {
    await Promise.all(Array.from(pullers.values(), puller => puller.stop()))
    pullers.clear()
  }

  async function look(): Promise<void> {
    const connection = nats.live()
    const info = await streams.readInbound(connection)
    const found = info === null ? null : streamIdentity(info.created)
    const isOff = info === null || (await isPaused(db, 'in'))
    if (isOff || found !== stream) await stopPulling()
    stream = found
    if (found === null || isOff) return
    for (const [client, puller] of pullers) if (puller.isEnded()) pullers.delete(client)
    const manager = await connection.jetstreamManager({ timeout: RESPONSE_MS_MAX, checkAPI: false })
    const subjects = Object.keys(info.state.subjects ?? {})
    const byClient = Map.groupBy(subjects, subject => (isDeliverable(subject) ? clientOf(subject) : null))
    const unpulled = byClient.get(null) ?? []
    byClient.delete(null)
    const isPulled = ([client]: [string | null, unknown]) => pullers.has(client ?? '')
    for (const [client] of [...byClient].filter(isPulled)) await pullFrom(manager, { client: client!, stream: found })
    const others = [...byClient].filter(one => !isPulled(one)).slice(0, CLIENTS_READ_MAX)
    const readOrPull = async ([client, subjects]: [string | null, string[]]) => {
      if ((await clients.refusalOf(client!)) === null) await pullFrom(manager, { client: client!, stream: found })
      else unpulled.push(...subjects)
    }
    await pMap(others, readOrPull, CONCURRENCY)
    await refuseUnpulled({ manager, settle }, found, unpulled)
  }

  /** Messages of this client wait. */
  async function pullFrom(manager: JetStreamManager, of: PulledClient): Promise<void> {
    const puller = pullers.get(of.client)
    if (puller !== undefined) {
      if (puller.idleMs() < STUCK_MS || !(await deleteIfStuck(manager, of))) return
      log.warn('a consumer of the bus had lost a message, and is made again')
      await puller.stop()
    }
    const onFailure = (error: unknown) => log.debug({ err: error }, 'messages of the bus were not pulled')
    pullers.set(
      of.client,
      startClientPuller(nats, of, (message, signal) => handle(message, of.stream, signal), onFailure),
    )
  }

  async function keepLooking(): Promise<void> {
    while (!signal.aborted) {
      await look().catch(error => log.debug({ err: error }, 'the stream of messages was not looked at'))
      await delay(LOOK_MS, undefined, { signal }).catch(() => undefined)
    }
    await stopPulling()
  }

  const looking = keepLooking()
  return {
    async stop() {
      stopping.abort()
      await looking
    },
  }
}

const clientOf = (subject: string) => parseInboundSubject(subject).client_id

/** Whether a client's consumer can deliver it: that of `A` has the filter `security.in.A.>`. */
function isDeliverable(subject: string): boolean {
  const { client_id, kind } = parseInboundSubject(subject)
  return isToken(client_id) && kind !== ''
}
