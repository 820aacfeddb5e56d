import { can } from '../api.ts'
import { formatMoney } from '../format/money.ts'
import { formatRoute } from '../routing/route.ts'
import { StatusMark } from '../ui/status-mark.tsx'
import { Time } from '../ui/time.tsx'
import type { FraudAlertAnswer } from './alert-statuses.ts'

/** The refunds that name the alert. */
export function AlertRefunds({ alert: { refunds, has_more_refunds } }: { alert: FraudAlertAnswer }) {
  if (refunds.length === 0) return null
  return (
    <section aria-labelledby="refunds-title">
      <h2 id="refunds-title">Refunds</h2>
      <ul>
        {refunds.map(({ refund_id, status, amount, currency, created_at }) => (
          <li key={refund_id}>
            {can('refund:read') ? (
              <a href={formatRoute({ path: ['refunds', refund_id] })}>{refund_id}</a>
            ) : (
              <code>{refund_id}</code>
            )}{' '}
            <StatusMark status={status} /> {formatMoney(amount, currency)}, <Time at={created_at} />
          </li>
        ))}
      </ul>
      {has_more_refunds && <p>There are more, older refunds.</p>}
    </section>
  )
}
