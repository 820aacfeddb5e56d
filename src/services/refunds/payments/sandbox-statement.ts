import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'
import { SandboxTransfer } from './sandbox-network.ts'

const PAGE = 1_000

const Row = SandboxTransfer.omit({ account_last4: true, instructed_count: true }).extend({ key: z.string() })

export type SandboxBooking = {
  type: 'transfer' | 'reversal'
  key: string
  reference: string
  status: 'succeeded' | 'rejected' | 'completed'
  amount_minor: number
  currency: string
  at: string
}

/** By key, page by page. The sandbox knows no clients: the history has the keys of a client. */
export async function* sandboxBookings(
  db: Database,
  { from, to }: { from: string; to: string },
  client_id: string | null,
): AsyncGenerator<SandboxBooking[]> {
  const ownedBy =
    client_id === null
      ? sql.fragment`true`
      : sql.fragment`exists (select from read.history as h where h.family = 'refund' and h.id = split_part(t.key, ':', 1)
          and h.revision = 0 and h.client_id = ${client_id})`
  let after = ''
  for (;;) {
    const page = await db.any(sql.type(Row)`
      select key, amount_minor, currency, reason, reference, settles_at, reversal_reference, reversal_settles_at,
        clock_timestamp() as read_at
      from ops.sandbox_transfers as t
      where key > ${after} and ${ownedBy}
        and ((settles_at >= ${from}::timestamptz and settles_at < ${to}::timestamptz)
          or (reversal_settles_at >= ${from}::timestamptz and reversal_settles_at < ${to}::timestamptz))
      order by key limit ${PAGE}`)
    const last = page.at(-1)
    if (last === undefined) return
    yield page.flatMap(row => bookingsOf(row).filter(({ at }) => isBooked(at, row.read_at, { from, to })))
    after = last.key
  }
}

function bookingsOf(row: z.infer<typeof Row>): SandboxBooking[] {
  const { key, amount_minor, currency, reason, reference, settles_at, reversal_reference, reversal_settles_at } = row
  const common = { key, amount_minor, currency }
  const status = reason === null ? ('succeeded' as const) : ('rejected' as const)
  const transfer = { ...common, type: 'transfer' as const, reference, status, at: settles_at }
  if (reversal_reference === null || reversal_settles_at === null) return [transfer]
  const reversed = { reference: reversal_reference, status: 'completed' as const, at: reversal_settles_at }
  return [transfer, { ...common, type: 'reversal', ...reversed }]
}

function isBooked(at: string, readAt: string, { from, to }: { from: string; to: string }): boolean {
  const time = Date.parse(at)
  return time >= Date.parse(from) && time < Date.parse(to) && time <= Date.parse(readAt)
}
