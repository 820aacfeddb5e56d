import { startTimeout } from '#concurrency/timeout.ts'
import { ClientTimeout } from './errors.ts'

export type SilenceTimer = {
  refresh(): void
  /** Sets what is called when there was no answer. */
  onTimeout(cancel: () => void): void
}

/** Rejects with ClientTimeout after `ms` without a refresh. Work without an `onTimeout` continues. */
export async function withSilenceTimeout<T>(
  ms: number,
  doing: string,
  work: (timer: SilenceTimer) => Promise<T>,
): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  let onTimeout: (() => void) | undefined
  const deadline = startTimeout(ms, () => {
    reject(new ClientTimeout(`${doing}: no answer in ${ms} ms`))
    onTimeout?.()
  })
  const timer = {
    refresh: deadline.refresh,
    onTimeout(cancel: () => void) {
      onTimeout = cancel
    },
  }
  try {
    return await Promise.race([work(timer), late])
  } finally {
    deadline.clear()
  }
}
