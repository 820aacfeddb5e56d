import { Counter } from 'prom-client'
import { isPaused } from '#bus/paused.ts'
import {
  OUTBOUND_STREAM,
  OUTBOUND_SUBJECT,
  outboundStream,
  type StreamDefinition,
  StreamMismatch,
} from '#bus/streams.ts'
import { isTestMode } from '#config/test-mode.ts'
import { type PublicEventDeclaration, publicId } from '#delivery/enqueue/public-event-declaration.ts'
import { createTranslator } from '#delivery/enqueue/translator.ts'
import type { Nats } from '#edge/nats/connect.ts'
import { isReadable, type LogEvent, type Position } from '#event-sourcing/event-store.ts'
import type { Service } from '#service.ts'
import type { Batch, CheckpointWriter } from '#subscription/batch.ts'
import { isAfter } from '#subscription/checkpoint.ts'
import { LogMismatch } from '#subscription/log-identity.ts'
import { type LogSubscription, startLogSubscription } from '#subscription/log-subscription.ts'
import { parkEvents, withParking } from '#subscription/parked-events.ts'
import { type OutboundMessage, outboundMessage } from './outbound-message.ts'
import { assertPublishedFrom, ForeignMessage, type PublishedEnd, readPublishedEnd } from './published-end.ts'
import { publishInOrder } from './publisher.ts'

/** Its checkpoint and its lease. Permanent. */
export const OUTBOUND = 'bus-out'
const BATCH_MAX = 1_024
const LATE_TRIES_MAX = 20

type Deps = Service & { nats: Nats }
type Outcome = OutboundMessage | { refused: string } | null

/** `problem`: why nothing is published, as last seen; null while nothing stands in the way. */
export type Outbound = LogSubscription & { problem(): string | null }

/**
 * Publishes every public event to the stream, in the order of the log. One process at a time leads; it publishes before
 * it moves the checkpoint. The next leader reads the last message, which has its position, and goes on after it.
 */
export function startOutbound(service: Deps, modules: readonly PublicEventDeclaration[]): Outbound {
  const { config, db, log, metrics, nats, store, tracing } = service
  const published = new Counter({
    name: 'bus_out_published_total',
    help: 'Public events that were published to the bus',
    registers: [metrics],
  })
  const test_mode = isTestMode(config)
  const stream = outboundStream(config)
  let problem: string | null = null
  let translate = createTranslator(service, modules)
  let end: PublishedEnd = { sequence: 0, last: null }

  async function reload(): Promise<void> {
    translate = createTranslator(service, modules)
    await noting(async () => {
      end = await readPublishedEnd(nats, stream)
      await assertPublishedFrom(store, end, publicId)
    })
    problem = null
  }

  async function noting(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (needsOperator(error)) problem = error.message
      throw error
    }
  }

  /** Null: nothing of this event is to be published. */
  const outcomeOf = async (events: readonly LogEvent[]): Promise<Outcome[]> => {
    const readable = events.filter(isReadable)
    const translations = new Map((await translate(readable)).map((found, index) => [readable[index], found]))
    return events.map(event => {
      // Another process published this event, or one after it, without moving the checkpoint. It decided on this one
      // too, maybe as another version: one that it could not publish is parked.
      if (!isAfter(event.position, end.last?.position ?? null)) return null
      if (!isReadable(event)) return { refused: event.unreadable }
      const translation = translations.get(event)!
      if ('refused' in translation) return translation
      return translation.draft === null ? null : outboundMessage(translation.draft, event.position, test_mode)
    })
  }

  async function publish({ events, position }: Batch, writer: CheckpointWriter): Promise<void> {
    if (await isPaused(db, 'out')) throw new Error('publishing is paused')
    const outcomes = await outcomeOf(events)
    let from = 0
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome === null || !('refused' in outcome)) continue
      // Before anything after it is published: the next leader goes on after the last message.
      if (index > from) await publishPart(from, index, events[index - 1]!.position)
      await park(events[index]!, outcome.refused)
      from = index + 1
    }
    await publishPart(from, events.length, position)

    async function publishPart(from: number, to: number, position: Position): Promise<void> {
      const messages = outcomes.slice(from, to).filter(outcome => outcome !== null && 'payload' in outcome)
      if (messages.length > 0) {
        const sequence = await publishAfterLate(messages)
        published.inc(messages.length)
        const { position, id } = messages.at(-1)!
        end = { sequence, last: { position, id, known: { position, id } } }
      }
      await writer.commit(events.slice(from, to), position, async () => {})
    }

    /**
     * A command that publishes parked events takes sequence after sequence. Its messages have the position of the last
     * message: while that stays, nothing of these was published, and only their sequences are others.
     */
    async function publishAfterLate(messages: readonly OutboundMessage[]): Promise<number> {
      for (let tries = 1; ; tries += 1)
        try {
          return await publishInOrder(nats, messages, { sequence: end.sequence, id: end.last?.id }, tracing)
        } catch (error) {
          const found = tries < LATE_TRIES_MAX ? await readPublishedEnd(nats, stream) : null
          if (found === null || found.sequence <= end.sequence || !isSamePlace(found, end)) throw error
          end = found
        }
    }

    async function park(event: LogEvent, reason: string): Promise<void> {
      await writer.commit([event], event.position, tx => parkEvents(tx, OUTBOUND, [{ event, reason }]))
      log.error({ stream: event.stream, revision: event.revision, reason }, 'event parked: it is not published')
    }
  }

  const subscription = startLogSubscription(service, {
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
      let why: string | null = null
      await noting(async () => {
        why = await whyNot()
      })
      problem = why ?? problem
      return why === null ? 'go' : 'retrying'
    },
    onLeaseAcquired: reload,
    handle: withParking({ subscription: OUTBOUND, log }, publish, reload),
  })
  return { ...subscription, problem: () => problem }

  async function whyNot(): Promise<string | null> {
    if (!(await isThere(nats, stream))) return 'NATS or the stream does not answer'
    return (await isPaused(db, 'out')) ? 'publishing is paused' : null
  }
}

/** Nothing is published until an operator has acted. */
function needsOperator(error: unknown): error is Error {
  return error instanceof ForeignMessage || error instanceof StreamMismatch || error instanceof LogMismatch
}

function isSamePlace({ last: one }: PublishedEnd, { last: other }: PublishedEnd): boolean {
  if (one === null || other === null) return false
  return one.position.commit === other.position.commit && one.position.prepare === other.position.prepare
}

const TRIES_MAX = 3
const RESPONSE_MS_MAX = 1_600

/** One answer may be lost: three questions without one in 5 s count as none. */
async function isThere(nats: Nats, stream: StreamDefinition): Promise<boolean> {
  for (let tries = 1; ; tries += 1)
    try {
      await readPublishedEnd(nats, stream, RESPONSE_MS_MAX)
      return true
    } catch (error) {
      // The log shows it; an outage of the broker is in its own part of health.
      if (needsOperator(error)) throw error
      if (tries === TRIES_MAX) return false
    }
}
