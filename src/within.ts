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
