import { startTimeout } from '#concurrency/timeout.ts'
import { ClientTimeout } from './errors.ts'

export type SilenceTimer = {
  /** Something has come: the time begins anew. */
  refresh(): void
  /** Aborted when nobody waits any more. */
  signal: AbortSignal
}

/** Rejects with OwnDeadline when nothing has been heard of the work for so long; work that does not look at `over` goes on. */
export async function withSilenceTimeout<T>(
  ms: number,
  doing: string,
  work: (timer: SilenceTimer) => Promise<T>,
): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const over = new AbortController()
  const deadline = startTimeout(ms, () => {
    reject(new ClientTimeout(`${doing}: no answer in ${ms} ms`))
    over.abort()
  })
  try {
    return await Promise.race([work({ refresh: deadline.refresh, signal: over.signal }), late])
  } finally {
    deadline.clear()
  }
}
