import type { Answer } from '../../client/types.ts'

type Endpoint = Pick<Answer<'listWebhooks'>['data'][number], 'webhook_id' | 'status'>
type Totals = Pick<
  Answer<'getWebhookStatistics'>['endpoints'][number],
  'webhook_id' | 'first_try' | 'after_retries' | 'given_up' | 'waiting'
>

/** How many that are switched on took none of the deliveries that were tried. */
export function countFailing(endpoints: readonly Endpoint[], statistics: readonly Totals[]): number {
  const active = new Set(endpoints.filter(({ status }) => status === 'active').map(({ webhook_id }) => webhook_id))
  return statistics.filter(
    ({ webhook_id, first_try, after_retries, given_up, waiting }) =>
      active.has(webhook_id) && first_try + after_retries === 0 && given_up + waiting > 0,
  ).length
}
