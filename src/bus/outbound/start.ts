import { Counter } from 'prom-client'
import { isPaused } from '#bus/paused.ts'
import { OUTBOUND_STREAM, OUTBOUND_SUBJECT } from '#bus/streams.ts'
import { isTestMode } from '#config/test-mode.ts'
import { type PublicEventDeclaration, publicId } from '#delivery/enqueue/public-event-declaration.ts'
import { createTranslator } from '#delivery/enqueue/translator.ts'
import type { Nats } from '#edge/nats/connect.ts'
import { isReadable } from '#event-sourcing/event-store.ts'
import type { Service } from '#service.ts'
import type { Batch, CheckpointWriter } from '#subscription/batch.ts'
import { isAfter } from '#subscription/checkpoint.ts'
import { type LogSubscription, startLogSubscription } from '#subscription/log-subscription.ts'
import { type ParkedEvent, parkEvents, withParking } from '#subscription/parked-events.ts'
import { type OutboundMessage, outboundMessage } from './outbound-message.ts'
import { assertPublishedFrom, ForeignMessage, type PublishedEnd, readPublishedEnd } from './published-end.ts'
import { publishInOrder } from './publisher.ts'

/** Its checkpoint and its lease. Permanent. */
export const OUTBOUND = 'bus-out'
const BATCH_MAX = 1_024

type Deps = Service & { nats: Nats }

/**
 * Publishes every public event to the stream, in the order of the log. One process at a time leads; it publishes before
 * it moves the checkpoint. The next leader reads the last message, which has its position, and goes on after it.
 */
export function startOutbound(service: Deps, modules: readonly PublicEventDeclaration[]): LogSubscription {
  const { config, db, log, metrics, nats, store } = service
  const published = new Counter({
    name: 'bus_out_published_total',
    help: 'Public events that were published to the bus',
    registers: [metrics],
  })
  const test_mode = isTestMode(config)
  let translate = createTranslator(service, modules)
  let end: PublishedEnd = { sequence: 0, last: null }

  async function reload(): Promise<void> {
    translate = createTranslator(service, modules)
    end = await readPublishedEnd(nats)
    await assertPublishedFrom(store, end, publicId)
  }

  async function publish({ events, position }: Batch, writer: CheckpointWriter): Promise<void> {
    if (await isPaused(db, 'out')) throw new Error('publishing is paused')
    const parked: ParkedEvent[] = []
    const messages: OutboundMessage[] = []
    const readable = events.filter(isReadable)
    const translations = await translate(readable)
    for (const event of events) if (!isReadable(event)) parked.push({ event, reason: event.unreadable })
    for (const [index, event] of readable.entries()) {
      const translation = translations[index]!
      if ('refused' in translation) parked.push({ event, reason: translation.refused })
      // What another process published without moving the checkpoint is there already.
      else if (translation.draft !== null && isAfter(event.position, end.last?.position ?? null))
        messages.push(outboundMessage(translation.draft, event.position, test_mode))
    }
    if (messages.length > 0) {
      const sequence = await publishInOrder(nats, messages, end.sequence)
      published.inc(messages.length)
      const last = messages.at(-1)!
      end = { sequence, last: { position: last.position, eventPosition: last.position, id: last.id } }
    }
    await writer.commit(events, position, tx => parkEvents(tx, OUTBOUND, parked))
    for (const { event, reason } of parked)
      log.error({ stream: event.stream, revision: event.revision, reason }, 'event parked: it is not published')
  }

  return startLogSubscription(service, {
    name: OUTBOUND,
    prefixes: modules.flatMap(({ prefixes }) => prefixes),
    batchMax: BATCH_MAX,
    from: 'end',
    restoreAdvice: `set commit_position, prepare_position and last_event of the row "${OUTBOUND}" of ops.checkpoints: to the position after which events are to be published`,
    async onFirstCheckpoint() {
      log.warn(
        { subjects: `${OUTBOUND_SUBJECT}.>`, hours: config.BUS_OUT_HOURS },
        `public events are published in clear to the stream ${OUTBOUND_STREAM} of NATS from now on, because BUS names out`,
      )
    },
    // Who has no line to the broker leaves the lease to others. The first checkpoint is put without one.
    async prepare(checkpoint) {
      if (checkpoint === null) return 'go'
      return (await isThere(nats)) && !(await isPaused(db, 'out')) ? 'go' : 'retrying'
    },
    onLeaseAcquired: reload,
    handle: withParking({ subscription: OUTBOUND, log }, publish, reload),
  })
}

const TRIES_MAX = 3
const RESPONSE_MS_MAX = 1_600

/** One answer may be lost: three questions without one in 5 s count as none. */
async function isThere(nats: Nats): Promise<boolean> {
  for (let tries = 1; ; tries += 1)
    try {
      await readPublishedEnd(nats, RESPONSE_MS_MAX)
      return true
    } catch (error) {
      // An operator has to act, so the log shows it; an outage of the broker is in its own part of health.
      if (error instanceof ForeignMessage) throw error
      if (tries === TRIES_MAX) return false
    }
}
