import { setTimeout as delay } from 'node:timers/promises'
import type { JetStreamManager } from 'nats'
import { isPaused } from '#bus/paused.ts'
import type { StreamKeeper } from '#bus/stream-keeper.ts'
import { INBOUND_STREAM, INBOUND_SUBJECT } from '#bus/streams.ts'
import type { Nats } from '#edge/nats/connect.ts'
import { nullIfMissing } from '#edge/nats/jetstream.ts'
import type { JobParts } from '#reactions/reaction.ts'
import type { Service } from '#service.ts'
import { type ClientPuller, deleteIfStuck, type PulledClient, startClientPuller } from './client-puller.ts'
import { createDeadLetters } from './dead-letters.ts'
import { EARLY_QUEUE } from './early-messages.ts'
import type { InboundKind } from './inbound-kind.ts'
import { createInboundMetrics } from './metrics.ts'
import { refuseNameless } from './nameless-clients.ts'
import type { PulledMessage } from './pulled-message.ts'
import { queuedMessage, streamIdentity } from './queued-message.ts'
import { isOutage, type SettleDeps, settleEarly, settleReceived } from './settle-message.ts'
import { isToken, parseInboundSubject } from './subject.ts'
import { createTakeMessage } from './take-message.ts'

/** JetStream announces no new subjects: a client's first message waits for a look. */
const LOOK_MS = 1_000
const RESPONSE_MS_MAX = 5_000
/** Longer than the broker waits for an acknowledgement. */
const STUCK_MS = 20_000
const OUTAGE_RETRY_MS_MIN = 250
const OUTAGE_RETRY_MS_MAX = 10_000
const EARLY_LAG_MS_MAX = 60_000

export type Inbound = { jobs: JobParts; stop(): Promise<void> }

export const NOTHING_INBOUND: Inbound = { jobs: { queues: [], overdueRules: [] }, async stop() {} }

/** Whether a client's consumer delivers it: that of `A` has the filter `security.in.A.>`. */
function hasNames(subject: string): boolean {
  const { client_id, kind } = parseInboundSubject(subject)
  return isToken(client_id) && kind !== ''
}

/** Takes the messages of all clients. Any number of processes may: they share the consumers. */
export function startInbound(
  service: Service & { nats: Nats },
  streams: Pick<StreamKeeper, 'isUsable'>,
  kinds: readonly InboundKind[],
): Inbound {
  const { log, db, nats } = service
  const metrics = createInboundMetrics(
    service.metrics,
    kinds.map(({ kind }) => kind),
  )
  const deadLetters = createDeadLetters(nats, count => {
    log.warn({ count }, 'refused messages of a client that has too many were deleted')
    metrics.purged(count)
  })
  const deps: SettleDeps = { service, take: createTakeMessage(service, kinds), deadLetters, metrics }
  const stopping = new AbortController()
  const { signal } = stopping
  const pullers = new Map<string, ClientPuller>()

  /** Tried for ever while a store or the bus is away: the message stays here, so its end brings no storm. */
  async function handle(message: PulledMessage, stream: string, signal: AbortSignal): Promise<void> {
    const received = queuedMessage(message, stream)
    for (let pauseMs = OUTAGE_RETRY_MS_MIN; !signal.aborted; pauseMs = Math.min(pauseMs * 2, OUTAGE_RETRY_MS_MAX))
      try {
        const settled = await settleReceived(deps, received)
        if (settled === 'done') message.ack()
        else message.nak(settled.againInMs)
        return
      } catch (error) {
        if (!isOutage(error)) throw error
        const jitteredMs = pauseMs * (0.5 + Math.random())
        await delay(jitteredMs, undefined, { signal }).catch(() => undefined)
      }
    // Another process need not wait until the broker gives up on this one.
    message.nak()
  }

  async function stopPulling(): Promise<void> {
    await Promise.all(Array.from(pullers.values(), puller => puller.stop()))
    pullers.clear()
  }

  /** Of the stream's creation that the pullers belong to. */
  let stream: string | null = null

  async function look(): Promise<void> {
    const manager = await nats.live().jetstreamManager({ timeout: RESPONSE_MS_MAX, checkAPI: false })
    const info = streams.isUsable(INBOUND_STREAM)
      ? await nullIfMissing(manager.streams.info(INBOUND_STREAM, { subjects_filter: `${INBOUND_SUBJECT}.>` }))
      : null
    const found = info === null ? null : streamIdentity(info.created)
    const isOff = info === null || (await isPaused(db, 'in'))
    if (isOff || found !== stream) await stopPulling()
    stream = found
    if (found === null || isOff) return
    for (const [client, puller] of pullers) if (puller.isEnded()) pullers.delete(client)
    const subjects = Object.keys(info.state.subjects ?? {})
    const named = subjects.filter(hasNames)
    const clients = new Set(named.map(subject => parseInboundSubject(subject).client_id))
    for (const client of clients) await pullFrom(manager, { client, stream: found })
    const nameless = subjects.filter(subject => !hasNames(subject))
    if (nameless.length > 0) await refuseNameless({ manager, deadLetters, metrics }, found, nameless)
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
    jobs: {
      queues: [
        {
          name: EARLY_QUEUE,
          lagMsMax: EARLY_LAG_MS_MAX,
          async handler({ id, attempts }) {
            const settled = await settleEarly(deps, id, attempts)
            return settled === 'done' ? { done: true } : { inMs: settled.againInMs, attempts: attempts + 1 }
          },
        },
      ],
      overdueRules: [],
    },
    async stop() {
      stopping.abort()
      await looking
    },
  }
}
