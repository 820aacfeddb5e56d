/**
 * Does the same again and again, for the first time at once, and never twice at the same time. `stop` waits for what is under way.
 *
 * @param work catches what may go wrong; the next one comes anyway.
 */
export function startInterval(everyMs: number, work: () => Promise<void>): { stop(): Promise<void> } {
  let underWay: Promise<void> | undefined
  const runNext = () => {
    underWay ??= work().finally(() => {
      underWay = undefined
    })
  }
  const timer = setInterval(runNext, everyMs).unref()
  runNext()
  return {
    async stop() {
      clearInterval(timer)
      await underWay
    },
  }
}
