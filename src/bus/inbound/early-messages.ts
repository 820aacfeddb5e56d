import { sql } from 'slonik'
import { z } from 'zod'
import { openSealed } from '#edge/vault/open-sealed.ts'
import { type ScheduledJob, scheduleJobs } from '#reactions/job-store.ts'
import type { Service } from '#service.ts'
import { personSubject } from '#values/person.ts'
import { placeOf, type QueuedMessage } from './queued-message.ts'

/** Permanent: jobs are stored under it. */
export const EARLY_QUEUE = 'bus-early'
const FIRST_RETRY_MS = 250

type Deps = Pick<Service, 'db' | 'vault' | 'log'>

const Row = z.object({
  client_id: z.string(),
  kind: z.string(),
  stream: z.string(),
  sequence: z.number(),
  published_at: z.string(),
  traceparent: z.string().nullable(),
  body: z.string(),
  age_ms: z.number(),
})

/** Whether a client has so many early messages that its others stay in the stream. */
export function hasTooManyEarly({ db }: Pick<Deps, 'db'>, client_id: string, max: number): Promise<boolean> {
  return db.exists(sql.type(z.object({}))`
    select from ops.bus_early where client_id = ${client_id} offset ${max - 1} limit 1`)
}

/** Stores a message, sealed, with the job that tries it again. It may be there already. */
export async function putEarly(deps: Deps, message: QueuedMessage, user_id: string | null): Promise<void> {
  const { stream, sequence, client_id, kind, published_at, traceparent = null } = message
  const place = placeOf(message)
  const subject = user_id === null ? clientSubject(client_id) : personSubject({ client_id, user_id })
  const text = new TextDecoder().decode(message.payload)
  const body = await deps.vault.seal(subject, sealContext(place), text)
  const job: ScheduledJob = {
    ...{ queue: EARLY_QUEUE, id: place, stream: EARLY_QUEUE, dueInMs: FIRST_RETRY_MS },
    ...{ correlation_id: place, causation_id: place },
  }
  await deps.db.transaction(async tx => {
    await tx.query(sql.unsafe`
      insert into ops.bus_early (stream, sequence, client_id, kind, published_at, traceparent, body)
      values (${stream}, ${sequence}, ${client_id}, ${kind}, ${published_at}, ${traceparent}, ${body})
      on conflict (stream, sequence) do nothing`)
    await scheduleJobs(tx, [job])
  })
}

/** `message` is null after the erasure of its person. `ageMs`: since it was found to be too early. */
type EarlyMessage = Pick<QueuedMessage, 'client_id' | 'kind'> & { message: QueuedMessage | null; ageMs: number }

export async function findEarly(deps: Deps, place: string): Promise<EarlyMessage | null> {
  const { stream, sequence } = partsOf(place)
  const row = await deps.db.maybeOne(sql.type(Row)`
    select client_id, kind, stream, sequence, published_at, traceparent, body,
      (extract(epoch from clock_timestamp() - first_tried_at) * 1000)::float8 as age_ms
    from ops.bus_early where stream = ${stream} and sequence = ${sequence}`)
  if (row === null) return null
  const { body, age_ms: ageMs, traceparent, ...rest } = row
  const { client_id, kind } = rest
  const text = await openSealed(deps, body, sealContext(place))
  if (text === null) return { client_id, kind, message: null, ageMs }
  const payload = new TextEncoder().encode(text)
  return { client_id, kind, ageMs, message: { ...rest, payload, ...(traceparent === null ? {} : { traceparent }) } }
}

export async function deleteEarly({ db }: Pick<Deps, 'db'>, place: string): Promise<void> {
  const { stream, sequence } = partsOf(place)
  await db.query(sql.unsafe`delete from ops.bus_early where stream = ${stream} and sequence = ${sequence}`)
}

function partsOf(place: string) {
  const at = place.lastIndexOf('-')
  return { stream: place.slice(0, at), sequence: Number(place.slice(at + 1)) }
}

function clientSubject(client_id: string): string {
  return `bus:${Buffer.from(client_id).toString('base64url')}`
}

function sealContext(place: string): string {
  return `bus|${place}`
}
