import { type Client, until } from '../../harness/client.ts'
import { ACCOUNTS, refundOf, transactionOf } from '../../harness/samples.ts'

/** A line of a statement, as the sandbox writes it. */
export type Line = {
  type: string
  key?: string | null
  reference: string
  status: string
  amount: number | string
  currency: string
  at: string
}

/** A refund that is over, in one of the ways in which it can be. */
export const FATES = ['paid', 'refused', 'retried', 'voided', 'cancelled'] as const
export type Fate = (typeof FATES)[number]

/** Asks for a refund and sees to it that it comes to this end; answers its id. */
export async function refundWith(client: Client, fate: Fate, amount = 12.5, currency = 'EUR'): Promise<string> {
  const transaction = transactionOf(amount, currency)
  await client.post('/transactions', transaction)
  const account = fate === 'refused' || fate === 'retried' ? ACCOUNTS.invalid : ACCOUNTS.paidAtOnce
  const { body } = await client.requestRefund(refundOf(transaction, amount, account))
  const id: string = body.refund_id
  const ends = (status: string, more: (refund: Record<string, unknown>) => boolean = () => true) =>
    until(
      () => client.get(`/refund/${id}`),
      answer => answer.body.status === status && more(answer.body),
      30_000,
    )
  if (fate === 'cancelled') {
    const { status } = await client.post(`/refund/${id}/cancel`)
    // It may have been too late.
    await ends(status === 200 ? 'cancelled' : 'completed')
  }
  if (fate === 'paid' || fate === 'voided') await ends('completed')
  if (fate === 'refused' || fate === 'retried') await ends('failed')
  if (fate === 'retried') {
    await client.post(`/refund/${id}/retry`, {
      update_beneficiary: { account_number: ACCOUNTS.paidAtOnce, bank_code: 'COBADEFF' },
    })
    await ends('completed')
  }
  if (fate === 'voided') {
    await client.post(`/refund/${id}/void`, { reason: 'duplicate_refund' })
    await ends('voided', ({ reversal_status }) => reversal_status === 'completed')
  }
  return id
}

const JSON_LINES = { 'content-type': 'application/x-ndjson' }
export type Period = { from: string; to: string }

/** From the past up to now: what is over is within. */
export const upToNow = (): Period => ({ from: '2020-01-01T00:00:00.000Z', to: new Date().toISOString() })

export function linesOf(text: string): Line[] {
  return text
    .split('\n')
    .filter(line => line !== '')
    .slice(1, -1)
    .map(line => JSON.parse(line))
}

export function statementOf(lines: readonly Line[], period: Period): string {
  const all = [{ format: 'payment-statement/1', ...period }, ...lines, { end: true, lines: lines.length }]
  return all.map(line => `${JSON.stringify(line)}\n`).join('')
}

/** What the sandbox says that it did for the client. */
export async function sandboxLines(client: Client, { from, to }: Period): Promise<Line[]> {
  return linesOf((await client.get(`/reconciliation/sandbox-statement?from=${from}&to=${to}`)).text)
}

/** Without a leeway: everything is over. */
export function sendStatement(client: Client, text: string, query = '', type = JSON_LINES) {
  return client.send('POST', `/reconciliation/statements?leeway_s=0${query}`, text, type)
}
