import { sql } from 'slonik'
import { refunds } from '#domain/refunds/decider.ts'
import { isRefund, type Refund } from '#domain/refunds/state.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { AlertRefundRow } from '#projections/fraud/alert-refunds.ts'
import type { Service } from '#service.ts'

/** Each costs a stream read. */
export const REFUNDS_SHOWN_MAX = 50

const Row = AlertRefundRow.pick({ refund_id: true })

/** The set of refunds may lag by milliseconds, their states do not. */
export async function listRefundsOfAlert(
  { db, execute }: Pick<Service, 'db' | 'execute'>,
  clientId: string,
  alertId: string,
): Promise<{ refunds: (Refund & { refund_id: string })[]; has_more_refunds: boolean }> {
  const rows = await rejectIfUnbuilt(
    db.any(sql.type(Row)`
      select refund_id from read.alert_refunds where alert_id = ${alertId} and client_id = ${clientId}
      order by requested_at desc, refund_id desc limit ${REFUNDS_SHOWN_MAX + 1}`),
  )
  const states = await Promise.all(
    rows.slice(0, REFUNDS_SHOWN_MAX).map(async ({ refund_id }) => {
      const { state } = await execute.load(refunds, refund_id)
      return isRefund(state) ? [{ refund_id, ...state }] : []
    }),
  )
  return { refunds: states.flat(), has_more_refunds: rows.length > REFUNDS_SHOWN_MAX }
}
