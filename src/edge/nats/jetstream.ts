import { ErrorCode, type NatsConnection, NatsError, type StreamInfo } from 'nats'

const STREAM_NOT_FOUND = 10_059
const MESSAGE_NOT_FOUND = 10_037
const CONSUMER_NOT_FOUND = 10_014
const WRONG_LAST_MESSAGE_ID = 10_070
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

/**
 * Whether a publication was refused because the server no longer knows the id of the last message: it was started again
 * after the duplicate window.
 */
export function isIdForgotten(error: unknown): boolean {
  const { err_code, description = '' } = (error instanceof NatsError ? error.api_error : undefined) ?? {}
  // The id that the server knows stands at the end.
  return err_code === WRONG_LAST_MESSAGE_ID && description.trimEnd().endsWith(':')
}

/** What the server knows of a stream; `state.subjects` has the messages of each subject. */
export type StreamWithSubjects = Pick<StreamInfo, 'created' | 'state'>
type StreamInfoPage = StreamInfo & { error?: { err_code: number; description: string } }

/**
 * Null where there is no such stream. The client's own `streams.info` fails for ever once two subjects are one text, as
 * bytes that are no UTF-8 are in JSON: it waits for as many subjects as the server counts.
 */
export async function readStreamWithSubjects(
  connection: NatsConnection,
  name: string,
  timeout: number,
): Promise<StreamWithSubjects | null> {
  const subjects: Record<string, number> = {}
  for (let offset = 0; ; ) {
    const request = JSON.stringify({ subjects_filter: '>', offset })
    const { data } = await connection.request(`$JS.API.STREAM.INFO.${name}`, request, { timeout })
    const { error, created, state, total = 0, limit = 0 } = JSON.parse(new TextDecoder().decode(data)) as StreamInfoPage
    if (error?.err_code === STREAM_NOT_FOUND) return null
    if (error !== undefined) throw new NatsError(error.description, String(error.err_code))
    Object.assign(subjects, state.subjects)
    offset += limit
    if (limit === 0 || offset >= total) return { created, state: { ...state, subjects } }
  }
}
