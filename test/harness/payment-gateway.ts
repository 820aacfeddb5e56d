import { type ConnectionOptions, connect } from 'nats'

const QUESTIONS = ['available', 'instruct', 'status', 'reverse', 'reversal_status']

export type PaymentGateway = {
  /** By key, how often it was instructed to pay: it pays each once. */
  paid: ReadonlyMap<string, number>
  stop(): Promise<void>
}

/** A gateway on the bus that pays everything at once and is found again after an outage of the bus. */
export async function startPaymentGateway(url: string, options: ConnectionOptions = {}): Promise<PaymentGateway> {
  const connection = await connect({ servers: url, maxReconnectAttempts: -1, reconnectTimeWait: 500, ...options })
  const paid = new Map<string, number>()

  function answer(question: string, key: string): object {
    if (question === 'available') return { available: true }
    if (question === 'instruct') paid.set(key, (paid.get(key) ?? 0) + 1)
    if (question === 'status' && !paid.has(key)) return { status: 'unknown' }
    return { status: 'succeeded', reference: `GW-${key}` }
  }

  for (const question of QUESTIONS)
    connection.subscribe(`payments.${question}`, {
      callback: (_, message) => {
        const { key = '' } = message.json<{ key?: string }>()
        message.respond(JSON.stringify(answer(question, key)))
      },
    })
  await connection.flush()
  return { paid, stop: () => connection.close() }
}
