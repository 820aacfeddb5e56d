import { setTimeout as delay } from 'node:timers/promises'
import { connect } from 'nats'
import * as assert from 'uvu/assert'
import { OUTBOUND_STREAM } from '#bus/streams.ts'
import { nullIfMissing } from '#edge/nats/jetstream.ts'
import { type Client, until } from '../harness/client.ts'

export type Published = { id: string; type: string; data: { refund_id?: string }; metadata: { sequence: number } }

const PARALLEL = 64
const LOOK_EVERY_MS = 500

/** Every message of the stream of published events, the oldest first. */
export async function publishedOn(
  url: string,
): Promise<{ sequence: number; subject: string; traceparent: string; event: Published }[]> {
  const connection = await connect({ servers: url })
  try {
    const manager = await connection.jetstreamManager()
    const info = await nullIfMissing(manager.streams.info(OUTBOUND_STREAM))
    const found: Awaited<ReturnType<typeof publishedOn>> = []
    if (info === null || info.state.messages === 0) return found
    const { first_seq, last_seq } = info.state
    for (let from = first_seq; from <= last_seq; from += PARALLEL) {
      const sequences = Array.from({ length: Math.min(PARALLEL, last_seq - from + 1) }, (_, index) => from + index)
      const messages = await Promise.all(sequences.map(seq => manager.streams.getMessage(OUTBOUND_STREAM, { seq })))
      for (const message of messages) {
        const { seq: sequence, subject, header } = message
        found.push({ sequence, subject, traceparent: header.get('traceparent'), event: message.json<Published>() })
      }
    }
    return found
  } finally {
    await connection.close()
  }
}

export async function publishedCount(url: string): Promise<number> {
  const connection = await connect({ servers: url })
  try {
    const manager = await connection.jetstreamManager()
    return (await nullIfMissing(manager.streams.info(OUTBOUND_STREAM)))?.state.messages ?? 0
  } finally {
    await connection.close()
  }
}

/** Every event of `GET /events`, the oldest first. */
async function listed(admin: Client): Promise<Published[]> {
  const all: Published[] = []
  for (let cursor = ''; ; ) {
    const { body } = await admin.get(`/events?limit=100${cursor}`)
    all.push(...body.data)
    if (body.pagination.next_cursor === null) return all.reverse()
    cursor = `&cursor=${encodeURIComponent(body.pagination.next_cursor)}`
  }
}

/** Each event of the client is on the bus once, those of a refund in their order. */
export async function assertPublishedOnce(url: string, admin: Client, msMax: number): Promise<void> {
  const { events } = await until(
    async () => {
      await delay(LOOK_EVERY_MS)
      return { events: await listed(admin), count: await publishedCount(url) }
    },
    ({ events, count }) => count >= events.length,
    msMax,
  )
  const messages = await publishedOn(url)
  const ids = messages.map(({ event }) => event.id)
  assert.is(new Set(ids).size, ids.length, 'none is there twice')
  assert.equal(ids.toSorted(), events.map(({ id }) => id).toSorted())
  assertInOrder(messages.map(({ event }) => event))
}

/** The events of each refund, by their sequence. */
export function assertInOrder(events: readonly Published[]): void {
  for (const each of Map.groupBy(events, ({ data }) => data.refund_id ?? '').values()) {
    const order = each.map(({ metadata }) => metadata.sequence)
    assert.equal(
      order,
      order.toSorted((a, b) => a - b),
    )
  }
}
