import { connect, type JetStreamClient, type JetStreamManager, NatsError } from 'nats'
import type { Config } from '#config/config.ts'
import { natsOptions } from '#edge/nats/connect.ts'
import { CommandError } from '#terminal/command-line.ts'

const RESPONSE_MS_MAX = 5_000

/** Works on NATS_URL, and closes the connection afterwards. */
export async function withJetStream<T>(
  { nats }: Pick<Config, 'nats'>,
  work: (jetStream: { manager: JetStreamManager; stream: JetStreamClient }) => Promise<T>,
): Promise<T> {
  if (nats === undefined) throw new CommandError('NATS_URL is not set')
  const options = { ...natsOptions(nats, 'security-service-bus'), reconnect: false, timeout: RESPONSE_MS_MAX }
  const connection = await connect(options).catch(asCommandError)
  try {
    const manager = await connection.jetstreamManager({ timeout: RESPONSE_MS_MAX })
    return await work({ manager, stream: connection.jetstream({ timeout: RESPONSE_MS_MAX }) })
  } catch (error) {
    return asCommandError(error)
  } finally {
    await connection.close()
  }
}

function asCommandError(error: unknown): never {
  if (error instanceof NatsError) throw new CommandError(`NATS: ${error.message}`)
  throw error
}
