import { startDeadline } from '#concurrency/timeout.ts'
import { OwnDeadline } from './errors.ts'

export type SilenceTimer = {
  /** Something has come: the time begins anew. */
  heard(): void
  /** Aborted when nobody waits any more. */
  over: AbortSignal
}

/** Rejects with OwnDeadline when nothing has been heard of the work for so long; work that does not look at `over` goes on. */
export async function withDeadline<T>(
  ms: number,
  doing: string,
  work: (waiting: SilenceTimer) => Promise<T>,
): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const over = new AbortController()
  const deadline = startDeadline(ms, () => {
    reject(new OwnDeadline(`${doing}: no answer in ${ms} ms`))
    over.abort()
  })
  try {
    return await Promise.race([work({ heard: deadline.refresh, over: over.signal }), late])
  } finally {
    deadline.clear()
  }
}
