/** Rejects after `ms`; the work goes on. */
export function withTimeout<T>(
  ms: number,
  work: Promise<T>,
  timeoutError: () => Error = () => new Error(`no answer in ${ms} ms`),
): Promise<T> {
  const { promise: timedOut, reject } = Promise.withResolvers<never>()
  const timeout = startTimeout(ms, () => reject(timeoutError()))
  return Promise.race([work, timedOut]).finally(timeout.clear)
}

/**
 * Calls `onTimeout` after `ms`, but after the I/O that is ready by then: a process that was suspended or busy finds the
 * timer expired and the response there, and the event loop runs timers first.
 */
export function startTimeout(ms: number, onTimeout: () => void): { refresh(): void; clear(): void } {
  let immediate: NodeJS.Immediate | undefined
  const timer = setTimeout(() => {
    immediate = setImmediate(onTimeout)
  }, ms)
  return {
    refresh() {
      clearImmediate(immediate)
      timer.refresh()
    },
    clear() {
      clearTimeout(timer)
      clearImmediate(immediate)
    },
  }
}

/** Rejects with the signal's reason on abort; the work goes on. */
export function raceAbort<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', abort))
}
