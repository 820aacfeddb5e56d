import { AsyncLocalStorage } from 'node:async_hooks'
import { startTimeout } from '#concurrency/timeout.ts'
import { outcomeOfError, timeoutOutcome } from './outcomes.ts'
import { type PushOutcome, SEND_MS_MAX } from './push-sender.ts'

/** What a transport and the send that it is for know of each other: the library between them hands none of it on. */
export type SendContext = {
  /** Aborted when nobody waits for the send any more. */
  signal: AbortSignal
  startedAt: number
  /** Ends the send, whatever the library makes of it. */
  end(outcome: PushOutcome): void
  /** With which token of ours the last request went. */
  authorization?: string
  /** Of the network's answer. */
  retryAfter?: string | string[] | undefined
  providerId?: string | undefined
  /** Of this send. */
  requests: number
}

const sends = new AsyncLocalStorage<SendContext>()

/** The send that the code which is running is for. */
export function currentSend(): SendContext | undefined {
  return sends.getStore()
}

/** Does one send. What is not over in time is no answer, and its request is ended. */
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
