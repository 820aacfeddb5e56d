/**
 * Runs `work` now and then every `everyMs`, never twice at the same time. `work` must not reject. `stop` waits for a
 * run in progress.
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
