/** What `work` comes to, or a rejection when it takes longer. The work itself goes on, and nobody hears of it. */
export function within<T>(
  ms: number,
  work: Promise<T>,
  late: () => Error = () => new Error(`no answer in ${ms} ms`),
): Promise<T> {
  const { promise: silence, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late()), ms)
  return Promise.race([work, silence]).finally(() => clearTimeout(timer))
}

/** What `work` comes to, or a rejection with the signal's reason as soon as that is aborted. The work itself goes on, and nobody hears of it. */
export function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(signal.reason)
  signal.addEventListener('abort', giveUp, { once: true })
  if (signal.aborted) giveUp()
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', giveUp))
}
