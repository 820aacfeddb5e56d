import { sql } from 'slonik'
import { z } from 'zod'
import { addDays, dayOf } from '#edge/postgres/day-partitions.ts'
import type { Service } from '#service.ts'
import { openPayload } from './payload.ts'

/** `envelope`: the shared part as it was sent, as closed JSON text. `sealed`: the stored bytes. */
export type StoredPublicEvent = { envelope: string; sequence: number; sealed: Buffer }

const Row = z.object({ event: z.string(), sequence: z.int(), body: z.instanceof(Buffer) })

/**
 * The stored payloads of these events, by UUID. Missing: payloads past their retention, those enqueued more than a day
 * after the event, and those of an erased person.
 */
export async function storedEvents(
  service: Pick<Service, 'db' | 'vault'>,
  events: readonly { id: string; created_at: string }[],
): Promise<Map<string, StoredPublicEvent>> {
  const days = events.map(({ created_at }) => dayOf(new Date(created_at))).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return new Map()
  const ids = sql.array(
    events.map(({ id }) => id),
    'uuid',
  )
  // The days exclude all other partitions. A clock may have been on the other side of midnight.
  const rows = await service.db.any(sql.type(Row)`
    select event, sequence, body from ops.webhook_events
    where event = any(${ids}) and not test and day >= ${addDays(first, -1)}::date and day <= ${addDays(last, 1)}::date`)
  const opened = await Promise.all(
    rows.map(async ({ event, sequence, body }) => {
      const shared = await openPayload(service, event, body)
      return shared === null
        ? []
        : [[event, { envelope: `${shared.toString('utf8')}}`, sequence, sealed: body }] as const]
    }),
  )
  return new Map(opened.flat())
}
