import type { PaymentNetwork, ReversalStatus, TransferStatus } from '#services/refunds/payments/payment-network.ts'

/**
 * A payment network that says what the test tells it to, by the number of the question's attempt (`rf_…:0`) or for
 * all.
 */
export function steeredNetwork() {
  const transfers = new Map<string, TransferStatus>()
  const reversals = new Map<string, ReversalStatus>()
  const soon = { reference: 'NET-1', check_after_ms: 20 }
  const transfer = async (key: string): Promise<TransferStatus> => transfers.get(key) ?? { status: 'settling', ...soon }
  const reversal = async (key: string): Promise<ReversalStatus> => reversals.get(key) ?? { status: 'pending', ...soon }
  let hear: Parameters<PaymentNetwork['listen']>[0] = async () => {}
  const network: PaymentNetwork = {
    isAvailable: async () => true,
    instruct: ({ key }) => transfer(key),
    status: transfer,
    reverse: reversal,
    reversalStatus: reversal,
    listen(hearer) {
      hear = hearer
    },
    close: async () => {},
  }
  /** Says something without being asked. */
  const tell: typeof hear = (key, answer) => hear(key, answer)
  return { network, transfers, reversals, tell }
}
