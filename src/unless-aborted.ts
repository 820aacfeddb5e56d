/** What `work` comes to, or a rejection with the signal's reason as soon as that is aborted. The work itself goes on, and nobody hears of it. */
export function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(signal.reason)
  signal.addEventListener('abort', giveUp, { once: true })
  if (signal.aborted) giveUp()
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', giveUp))
}
