import type { Logger } from 'pino'

/** A slower step is logged again and again, so that an operator sees what the end waits for. */
const SLOW_MS = 5_000

export type OnShutdown = (part: string, step: () => Promise<unknown>) => void

/** Runs steps in reverse order. A failing step is logged; the others still run, then `shutDown` rejects. */
export function createShutdownStack(log: Logger): { onShutdown: OnShutdown; shutDown(): Promise<void> } {
  const steps: { part: string; step: () => Promise<unknown> }[] = []
  const failures: unknown[] = []

  async function end({ part, step }: (typeof steps)[number]): Promise<void> {
    const since = performance.now()
    const slow = setInterval(
      () => log.warn({ part, ms: Math.round(performance.now() - since) }, 'still stopping'),
      SLOW_MS,
    )
    try {
      await step()
    } catch (error) {
      log.error({ part, err: error }, 'shutdown step failed')
      failures.push(error)
    } finally {
      clearInterval(slow)
    }
  }

  return {
    onShutdown: (part, step) => void steps.push({ part, step }),
    async shutDown() {
      for (const ended of steps.reverse()) await end(ended)
      if (failures.length > 0) throw failures[0]
    },
  }
}
