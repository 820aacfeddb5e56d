import { ErrorCode, NatsError } from 'nats'

const STREAM_NOT_FOUND = 10_059
const MESSAGE_NOT_FOUND = 10_037
const CONSUMER_NOT_FOUND = 10_014
const MISSING = new Set<number | undefined>([STREAM_NOT_FOUND, MESSAGE_NOT_FOUND, CONSUMER_NOT_FOUND])

/** Null where there is no such stream, message or consumer. */
export async function nullIfMissing<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request
  } catch (error) {
    const isMissing = MISSING.has(apiErrorOf(error))
    if (isMissing || (error instanceof NatsError && error.code === ErrorCode.JetStream404NoMessages)) return null
    throw error
  }
}

/** `err_code` of JetStream (https://docs.nats.io, "JetStream API errors"); undefined for any other failure. */
export function apiErrorOf(error: unknown): number | undefined {
  return error instanceof NatsError ? error.api_error?.err_code : undefined
}
