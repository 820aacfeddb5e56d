/**
 * Does the same again and again, for the first time at once, and never twice at the same time. `stop` waits for what is under way.
 *
 * @param round catches what may go wrong; the next one comes anyway.
 */
export function startRounds(everyMs: number, round: () => Promise<void>): { stop(): Promise<void> } {
  let underWay: Promise<void> | undefined
  const next = () => {
    underWay ??= round().finally(() => {
      underWay = undefined
    })
  }
  const timer = setInterval(next, everyMs).unref()
  next()
  return {
    async stop() {
      clearInterval(timer)
      await underWay
    },
  }
}
