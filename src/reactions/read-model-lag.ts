import { isReadable, type Position } from '#event-sourcing/event-store.ts'
import type { Service } from '#service.ts'
import { readCheckpoint } from '#subscription/checkpoint.ts'
import type { OverdueRule } from './reaction.ts'

type NextEvent = { position: bigint; at: string | null }

/** The log answers within milliseconds. A silent one is an outage that others report. */
const PROBE_MS_MAX = 5_000
/** Event times are from other processes' clocks. */
const CLOCK_SKEW_MS_MAX = 30_000

/** Compares checkpoints with the log, because the process that should report the lag may be gone. */
export function createReadModelLag(
  { store, db, now }: Pick<Service, 'store' | 'db' | 'now'>,
  models: OverdueRule['readModels'],
) {
  const waiting = new Map<string, { position: bigint; since: number }>()

  /** Read models that have not applied an event for longer than `limitMs`. */
  return async function lagging(limitMs: number): Promise<string[]> {
    const laggingNames: string[] = []
    for (const { name, prefixes } of models) {
      const position = (await readCheckpoint(db, name))?.position ?? null
      const known = waiting.get(name)
      if (known !== undefined && position !== null && position.commit >= known.position) waiting.delete(name)
      const next = waiting.has(name) ? null : await firstAfter(store, prefixes, position)
      if (next !== null) waiting.set(name, { position: next.position, since: performance.now() })
      const waitingSince = waiting.get(name)
      const isOld = next?.at != null && now().getTime() - Date.parse(next.at) > limitMs + CLOCK_SKEW_MS_MAX
      if (isOld || (waitingSince !== undefined && performance.now() - waitingSince.since > limitMs))
        laggingNames.push(name)
    }
    return laggingNames
  }
}

/** Null when there is none, or none was found before `signal`. */
export async function firstAfter(
  store: Service['store'],
  prefixes: readonly string[],
  from: Position | null,
  signal = AbortSignal.timeout(PROBE_MS_MAX),
): Promise<NextEvent | null> {
  const over = new AbortController()
  let first: NextEvent | null = null
  await store.subscribe({
    prefixes: [...prefixes],
    from,
    batchMax: 1,
    signal: AbortSignal.any([over.signal, signal]),
    onCaughtUp: () => over.abort(),
    async handle({ events: [event] }) {
      if (event === undefined) return
      first ??= { position: event.position.commit, at: isReadable(event) ? event.at : null }
      over.abort()
    },
  })
  return first
}
