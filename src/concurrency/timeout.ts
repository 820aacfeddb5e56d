/** What `work` comes to, or a rejection when it takes longer. The work itself goes on, and nobody hears of it. */
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
 * Calls `late` when so much time has passed, not before what has come by then was taken. A process that stood still, or was busy, finds its time
 * over and the answer there, and the loop looks at the time first.
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

/** What `work` comes to, or a rejection with the signal's reason as soon as that is aborted. The work itself goes on, and nobody hears of it. */
export function raceAbort<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', abort))
}
