import { inboundKind } from '#bus/inbound/inbound-kind.ts'
import { recordTransactions, TransactionInput } from '#commands/transactions/record-transactions.ts'
import examples from './examples.json' with { type: 'json' }

/** Like `POST /transactions` with one transaction. */
export const transactionInbound = inboundKind({
  kind: 'transaction',
  name: 'InboundTransaction',
  summary: 'Record a transaction',
  description:
    'As `POST /transactions` does with one. A transaction with other content than the recorded one is refused with CONFLICT.',
  schema: TransactionInput,
  example: examples.recordTransactions.body,
  async take(service, context, { data }) {
    const { recorded } = await recordTransactions(service, context, [data])
    return recorded === 0 ? 'duplicate' : 'recorded'
  },
})
