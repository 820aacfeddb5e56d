import { type ConnectionOptions, connect } from 'nats'

const QUESTIONS = ['available', 'instruct', 'status', 'reverse', 'reversal_status']

/** A gateway on the bus that pays everything at once and is found again after an outage of the bus. */
export async function startPaymentGateway(
  url: string,
  options: ConnectionOptions = {},
): Promise<{ stop(): Promise<void> }> {
  const connection = await connect({ servers: url, maxReconnectAttempts: -1, reconnectTimeWait: 500, ...options })
  for (const question of QUESTIONS)
    connection.subscribe(`payments.${question}`, {
      callback: (_, message) => {
        const { key = '' } = message.json<{ key?: string }>()
        message.respond(
          JSON.stringify(
            question === 'available' ? { available: true } : { status: 'succeeded', reference: `GW-${key}` },
          ),
        )
      },
    })
  await connection.flush()
  return { stop: () => connection.close() }
}
