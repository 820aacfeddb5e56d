import { startTimeout } from '#concurrency/timeout.ts'
import { ClientTimeout } from './errors.ts'

export type SilenceTimer = {
  refresh(): void
  signal: AbortSignal
}

/** Rejects with ClientTimeout after `ms` without a refresh. Work that ignores `signal` continues. */
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
