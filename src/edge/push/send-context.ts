import { AsyncLocalStorage } from 'node:async_hooks'
import { startTimeout } from '#concurrency/timeout.ts'
import { outcomeOfError, timeoutOutcome } from './outcomes.ts'
import { type PushOutcome, SEND_MS_MAX } from './push-sender.ts'

/** State shared by a send and its transport, because the library between them does not pass it on. */
export type SendContext = {
  signal: AbortSignal
  startedAt: number
  end(outcome: PushOutcome): void
  authorization?: string
  retryAfter?: string | string[] | undefined
  providerId?: string | undefined
  requests: number
}

const sends = new AsyncLocalStorage<SendContext>()

export function currentSend(): SendContext | undefined {
  return sends.getStore()
}

/** At the timeout the request is aborted. */
export async function runSend(
  work: (send: SendContext) => Promise<PushOutcome>,
  onTimeout: (send: SendContext) => void = () => {},
): Promise<PushOutcome> {
  const abortController = new AbortController()
  const { promise: ended, resolve } = Promise.withResolvers<PushOutcome>()
  const end = (outcome: PushOutcome) => {
    resolve(outcome)
    abortController.abort()
  }
  const send: SendContext = { signal: abortController.signal, startedAt: performance.now(), end, requests: 0 }
  const timeout = startTimeout(SEND_MS_MAX, () => {
    end(timeoutOutcome())
    onTimeout(send)
  })
  const sending = sends.run(send, () => work(send)).catch(outcomeOfError)
  return Promise.race([sending, ended]).finally(timeout.clear)
}
