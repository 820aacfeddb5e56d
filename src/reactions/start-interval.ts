/** Runs `work` now and every `everyMs`, never concurrently. It must not reject. `stop` waits for it. */
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
