import { sql } from 'slonik'
import { z } from 'zod'
import { openResponse } from '#delivery/dispatch/sealed-response.ts'
import type { Service } from '#service.ts'
import { DeliveryRow, deliveryColumns, deliveryRecord } from './list-deliveries.ts'

const AttemptRow = z.object({
  number: z.number(),
  at: z.string(),
  status: z.number().nullable(),
  duration_ms: z.number(),
  error: z.string().nullable(),
  headers: z.record(z.string(), z.string()).nullable(),
  body: z.instanceof(Buffer).nullable(),
})

/** Ids are UUIDs. */
export async function getDelivery(service: Pick<Service, 'db' | 'vault'>, webhook: string, delivery: string) {
  const { db } = service
  const row = await db.maybeOne(sql.type(DeliveryRow)`
    select ${deliveryColumns} from ops.webhook_deliveries where delivery = ${delivery} and webhook = ${webhook}`)
  if (row === null) return null
  const attempts = await db.any(sql.type(AttemptRow)`
    select 1 as number, first_at as at, first_status as status, first_duration_ms as duration_ms, first_error as error,
      first_headers as headers, first_body as body
    from ops.webhook_deliveries where delivery = ${delivery} and first_at is not null
    union all
    select number, at, status, duration_ms, error, headers, body from ops.webhook_attempts where delivery = ${delivery}
    order by number`)
  const opened = attempts.map(async attempt => {
    const { number } = attempt
    return attemptRecord({ ...attempt, ...(await openResponse(service, { delivery, number }, attempt)) })
  })
  return { ...deliveryRecord(row), attempt_log: await Promise.all(opened) }
}

function attemptRecord({ number, at, status, duration_ms, error, headers, body }: z.infer<typeof AttemptRow>) {
  return {
    number,
    at,
    status_code: status,
    duration_ms,
    error_code: error,
    response: status === null ? null : { headers: headers ?? {}, ...bodyText(body ?? Buffer.alloc(0)) },
  }
}

/** A response can be any bytes; those that are not UTF-8 are shown in base64. */
function bodyText(body: Buffer) {
  const text = body.toString('utf8')
  return Buffer.from(text).equals(body)
    ? { body: text, body_encoding: 'utf8' as const }
    : { body: body.toString('base64'), body_encoding: 'base64' as const }
}
