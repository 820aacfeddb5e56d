import { delay } from './delay.ts'
import { ServiceError } from './errors.ts'
import type { components } from './openapi.ts'
import { readBody } from './read-body.ts'
import { parseRetryAfterMs } from './retry.ts'
import { createMessageParser } from './server-sent-events.ts'
import type { Session } from './session.ts'

const PATH = '/events/stream'
/** Three heartbeats. */
const SILENCE_MS_MAX = 45_000
const RECONNECT_MS = 1_000
const RECONNECT_MS_MAX = 30_000
const UNAUTHORIZED = 401

export type StreamOptions = {
  /** Continue after the `lastEventId` of an earlier item; from now on without it. */
  lastEventId?: string
  /** Ends the iteration. */
  signal?: AbortSignal
  /** Called when the stream is open, is lost, and moves, also past events of others: continue after `lastEventId`. */
  onState?(state: StreamState): void
}

export type StreamState = { isOpen: boolean; lastEventId: string | undefined }

/** `reset`: the stream can't continue where it was, so read your lists; it goes on from now. */
export type StreamItem = { lastEventId: string } & (
  | { type: 'event'; event: components['schemas']['EventRecord'] }
  | { type: 'reset'; reason: string }
)

type Deps = { url: string; fetch: typeof globalThis.fetch; session: Session }

/**
 * The events of the client as they happen. Reconnects after the last event that it got, with a new token where the old
 * one has ended, until `signal` is aborted. Throws ServiceError when the service refuses, as without the scope.
 */
export async function* streamEvents(deps: Deps, options: StreamOptions = {}): AsyncGenerator<StreamItem, void> {
  const { signal = new AbortController().signal, onState = () => undefined } = options
  let { lastEventId } = options
  let waitMs = RECONNECT_MS
  let isRenewed = false
  let token = await deps.session.token()
  while (!signal.aborted) {
    const over = new AbortController()
    let silence: ReturnType<typeof setTimeout> | undefined
    const waitForMore = () => {
      clearTimeout(silence)
      silence = setTimeout(() => over.abort(), SILENCE_MS_MAX)
    }
    waitForMore()
    try {
      const response = await openStream(deps, { token, lastEventId, signal: AbortSignal.any([signal, over.signal]) })
      if (response.status !== 200) {
        const refusal = await refusalOf(response)
        const renewed = refusal.status === UNAUTHORIZED && !isRenewed && token ? await deps.session.renew(token) : null
        if (renewed !== null) {
          token = renewed
          isRenewed = true
          continue
        }
        if (refusal.status < 500 && refusal.status !== 429) throw refusal
        const requestedMs = parseRetryAfterMs(response.headers.get('retry-after'), Date.now())
        waitMs = requestedMs ?? Math.min(waitMs * 2, RECONNECT_MS_MAX)
      } else {
        const parse = createMessageParser()
        const decoder = new TextDecoder()
        for await (const bytes of chunksOf(response)) {
          waitForMore()
          waitMs = RECONNECT_MS
          isRenewed = false
          for (const { id, event, data } of parse(decoder.decode(bytes, { stream: true }))) {
            lastEventId = id ?? lastEventId
            if (data !== null && lastEventId !== undefined)
              yield event === 'reset'
                ? { type: 'reset', lastEventId, reason: JSON.parse(data).reason }
                : { type: 'event', lastEventId, event: JSON.parse(data) }
            onState({ isOpen: true, lastEventId })
          }
        }
      }
    } catch (error) {
      if (error instanceof ServiceError) throw error
      waitMs = Math.min(waitMs * 2, RECONNECT_MS_MAX)
    } finally {
      clearTimeout(silence)
      over.abort()
    }
    onState({ isOpen: false, lastEventId })
    await delay(waitMs, signal).catch(() => undefined)
  }
}

function openStream(
  { url, fetch }: Deps,
  { token, lastEventId, signal }: { token: string | null; lastEventId: string | undefined; signal: AbortSignal },
): Promise<Response> {
  return fetch(`${url.replace(/\/+$/, '')}${PATH}`, {
    redirect: 'error',
    signal,
    headers: {
      accept: 'text/event-stream',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
  })
}

/** Not every browser iterates over a body. */
async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array, void> {
  const reader = body?.getReader()
  for (let next = await reader?.read(); next !== undefined && !next.done; next = await reader?.read()) yield next.value
}

/** A proxy's answer may be no JSON. */
async function refusalOf(response: Response): Promise<ServiceError> {
  const error = await readBody(response).catch(thrown => thrown)
  if (error instanceof ServiceError) return error
  throw error instanceof Error ? error : new Error(`${PATH} answered ${response.status}`)
}
