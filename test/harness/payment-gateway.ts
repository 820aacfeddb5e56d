import { connect } from 'nats'

/** A gateway on the bus that pays everything at once and is found again after an outage of the bus. */
export async function startPaymentGateway(url: string): Promise<{ stop(): Promise<void> }> {
  const connection = await connect({ servers: url, maxReconnectAttempts: -1, reconnectTimeWait: 500 })
  connection.subscribe('payments.*', {
    callback: (_, message) => {
      const isQuestion = message.subject === 'payments.available'
      const { key = '' } = message.json<{ key?: string }>()
      message.respond(
        JSON.stringify(isQuestion ? { available: true } : { status: 'succeeded', reference: `GW-${key}` }),
      )
    },
  })
  await connection.flush()
  return { stop: () => connection.close() }
}
