/** What `work` comes to, or a rejection when it takes longer. The work itself goes on, and nobody hears of it. */
export function within<T>(
  ms: number,
  work: Promise<T>,
  late: () => Error = () => new Error(`no answer in ${ms} ms`),
): Promise<T> {
  const { promise: silence, reject } = Promise.withResolvers<never>()
  const deadline = startDeadline(ms, () => reject(late()))
  return Promise.race([work, silence]).finally(deadline.clear)
}

/**
 * Calls `late` when so much time has passed, not before what has come by then was taken. A process that stood still, or was busy, finds its time
 * over and the answer there, and the loop looks at the time first.
 */
export function startDeadline(ms: number, late: () => void): { refresh(): void; clear(): void } {
  let turn: NodeJS.Immediate | undefined
  const timer = setTimeout(() => {
    turn = setImmediate(late)
  }, ms)
  return {
    refresh() {
      clearImmediate(turn)
      timer.refresh()
    },
    clear() {
      clearTimeout(timer)
      clearImmediate(turn)
    },
  }
}

/** What `work` comes to, or a rejection with the signal's reason as soon as that is aborted. The work itself goes on, and nobody hears of it. */
export function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(signal.reason)
  signal.addEventListener('abort', giveUp, { once: true })
  if (signal.aborted) giveUp()
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', giveUp))
}
