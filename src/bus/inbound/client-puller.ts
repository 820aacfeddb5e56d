import { setTimeout as delay } from 'node:timers/promises'
import { AckPolicy, type ConsumerConfig, createInbox, type JetStreamManager } from 'nats'
import { INBOUND_STREAM, INBOUND_SUBJECT } from '#bus/streams.ts'
import { INBOX_PREFIX, type Nats } from '#edge/nats/connect.ts'
import { nullIfMissing } from '#edge/nats/jetstream.ts'
import { type PulledMessage, pulledMessage } from './pulled-message.ts'

/** Messages of one client that a process works on at once. */
const SLOTS = 128
/** A pull for fewer would cost more than it brings. */
const SLOTS_MIN = SLOTS / 2
/** A pull that a lost connection took with it is repeated after this. */
const PULL_MS = 5_000
/** How much later than the pull its end may arrive. */
const LATE_MS = 1_000
const PULL_BYTES = 4 * 2 ** 20
/** Another process takes over what a killed one had after this. */
const ACK_WAIT_MS = 15_000
const NS_PER_MS = 1_000_000
const RESPONSE_MS_MAX = 5_000
/** A client without messages is found again by the next look at the stream. */
const IDLE_MS_MAX = 60_000
const RETRY_MS = 500
const NO_RESPONDERS = 503

/** `stream`: the creation of the inbound stream. */
export type PulledClient = { client: string; stream: string }

export type ClientPuller = {
  isEnded(): boolean
  /** How long nothing has come, and nothing is worked on; milliseconds. */
  idleMs(): number
  stop(): Promise<void>
}

/**
 * Takes the messages of one client: delivery is by sequence, so a consumer for all clients would let one that floods
 * hold up the others. All processes share the consumer. `handle` keeps what it is given until it is settled.
 */
export function startClientPuller(
  nats: Nats,
  of: PulledClient,
  handle: (message: PulledMessage, signal: AbortSignal) => Promise<void>,
  onFailure: (error: unknown) => void,
): ClientPuller {
  const stopping = new AbortController()
  const { signal } = stopping
  const held = new Set<Promise<void>>()
  let isEnded = false
  let freed = Promise.withResolvers<void>()

  function hold(message: PulledMessage): void {
    if (signal.aborted) {
      message.nak()
      return
    }
    // Without this sign of life the broker gives the message to another process too.
    const signOfLife = () => {
      if (nats.isLive()) message.working()
    }
    const working = setInterval(signOfLife, ACK_WAIT_MS / 3)
    const handling = handle(message, signal)
      .catch(onFailure)
      .finally(() => {
        clearInterval(working)
        held.delete(handling)
        lastAtMs = performance.now()
        freed.resolve()
      })
    held.add(handling)
  }

  async function pull(): Promise<number> {
    const connection = nats.live()
    // A message that exceeds the bytes of a pull would never come.
    const max_bytes = Math.max(PULL_BYTES, 2 * (connection.info?.max_payload ?? 0))
    const batch = SLOTS - held.size
    const inbox = createInbox(INBOX_PREFIX)
    const pulled = connection.subscribe(inbox)
    // The broker sends nothing to a subscription that is gone.
    const end = () => pulled.unsubscribe()
    const endTimer = setTimeout(end, PULL_MS + LATE_MS)
    signal.addEventListener('abort', end, { once: true })
    try {
      const request = { batch, max_bytes, expires: PULL_MS * NS_PER_MS }
      connection.publish(`$JS.API.CONSUMER.MSG.NEXT.${INBOUND_STREAM}.${consumerOf(of)}`, JSON.stringify(request), {
        reply: inbox,
      })
      let count = 0
      for await (const message of pulled) {
        // Messages have the subject of their sender, who can give them a status too.
        if (message.subject === inbox) {
          if (message.headers?.code === NO_RESPONDERS) throw new Error('the consumer is missing')
          break
        }
        lastAtMs = performance.now()
        hold(pulledMessage(message))
        count += 1
        if (count === batch) break
      }
      return count
    } finally {
      clearTimeout(endTimer)
      signal.removeEventListener('abort', end)
      pulled.unsubscribe()
    }
  }

  let lastAtMs = performance.now()
  const idleMs = () => (held.size > 0 ? 0 : performance.now() - lastAtMs)

  async function keepPulling(): Promise<void> {
    let isThere = false
    while (!signal.aborted && idleMs() < IDLE_MS_MAX) {
      freed = Promise.withResolvers()
      if (SLOTS - held.size < SLOTS_MIN) {
        await freed.promise
        continue
      }
      try {
        if (!isThere) await ensureConsumer(nats, of)
        isThere = true
        await pull()
      } catch (error) {
        isThere = false
        onFailure(error)
        await delay(RETRY_MS, undefined, { signal }).catch(() => undefined)
      }
    }
    await Promise.all(held)
    isEnded = true
  }

  const running = keepPulling()
  return {
    isEnded: () => isEnded,
    idleMs,
    async stop() {
      stopping.abort()
      freed.resolve()
      await running
    },
  }
}

/** Another for each creation of the stream: a late acknowledgement must not remove a message of a later one. */
const consumerOf = ({ client, stream }: PulledClient) => `${client}-${stream}`

async function ensureConsumer(nats: Nats, of: PulledClient): Promise<void> {
  const manager = await nats.live().jetstreamManager({ timeout: RESPONSE_MS_MAX, checkAPI: false })
  const config: Partial<ConsumerConfig> = {
    durable_name: consumerOf(of),
    filter_subject: `${INBOUND_SUBJECT}.${of.client}.>`,
    ack_policy: AckPolicy.Explicit,
    ack_wait: ACK_WAIT_MS * NS_PER_MS,
    max_deliver: -1,
    max_ack_pending: -1,
  }
  await manager.consumers.add(INBOUND_STREAM, config)
}

/**
 * Deletes a consumer that knows of no message while the stream has some: a broker that was killed may remember an
 * acknowledgement and not the removal that followed. Then all come again, which changes nothing. False: it is in order.
 */
export async function deleteIfStuck(manager: JetStreamManager, of: PulledClient): Promise<boolean> {
  const info = await nullIfMissing(manager.consumers.info(INBOUND_STREAM, consumerOf(of)))
  if (info === null || info.num_ack_pending + info.num_pending > 0) return false
  await manager.consumers.delete(INBOUND_STREAM, consumerOf(of))
  return true
}
