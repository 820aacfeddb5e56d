import { AsyncLocalStorage } from 'node:async_hooks'
import { startDeadline } from '#concurrency/timeout.ts'
import { noAnswer, noAnswerInTime } from './outcomes.ts'
import { type PushOutcome, SEND_MS_MAX } from './push.ts'

/** What a transport and the send that it is for know of each other: the library between them hands none of it on. */
export type Send = {
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

const sends = new AsyncLocalStorage<Send>()

/** The send that the code which is running is for. */
export function currentSend(): Send | undefined {
  return sends.getStore()
}

/** Does one send. What is not over in time is no answer, and its request is ended. */
export async function oneSend(
  work: (send: Send) => Promise<PushOutcome>,
  late: (send: Send) => void = () => {},
): Promise<PushOutcome> {
  const over = new AbortController()
  const { promise: ended, resolve } = Promise.withResolvers<PushOutcome>()
  const end = (outcome: PushOutcome) => {
    resolve(outcome)
    over.abort()
  }
  const send: Send = { signal: over.signal, startedAt: performance.now(), end, requests: 0 }
  const deadline = startDeadline(SEND_MS_MAX, () => {
    end(noAnswerInTime())
    late(send)
  })
  const working = sends.run(send, () => work(send)).catch(noAnswer)
  return Promise.race([working, ended]).finally(deadline.clear)
}
