import type { DomainEvent, Recorded } from '#decider.ts'
import type { Service } from '#service.ts'

export type Consumer = {
  group: string
  /** Connected, as far as is known. */
  isLive(): boolean
  /** Events the group gave up on, the most of the last looks. */
  parked(): number
  /** Lets the events under way end. */
  stop(): Promise<void>
}

/** Handlers gather into batches, so many events are under way at once; the store sends no more than this unacknowledged. */
const CONCURRENCY = 200
/** With the growing pauses between them these last a few minutes: longer than a restart of a database, shorter than a night. */
const RETRIES_MAX = 50
/** Parked events are money that waits. They are tried again as often as this. */
const PARKED_LOOK_MS = 60_000
/**
 * While parked events are tried again the store does not count them, which takes as long as the retries last. The most of so
 * many looks is shown, so that an event that can't be handled at all stays visible in health and metrics.
 */
const LOOKS_SHOWN = 6

/** A reaction's persistent subscription, kept alive and watched. */
export function startConsumer(
  service: Pick<Service, 'store' | 'log'>,
  options: { group: string; prefixes: string[]; handle(event: Recorded<DomainEvent>): Promise<void> },
): Consumer {
  const { store, log } = service
  const { group } = options
  const ending = new AbortController()
  let live = false
  let looks: number[] = []

  const consuming = store
    .consume({
      ...options,
      signal: ending.signal,
      concurrency: CONCURRENCY,
      retriesMax: RETRIES_MAX,
      onState: state => {
        live = state === 'live'
        if (live) void look()
      },
      onFailure: ({ stream, revision, type }, err) =>
        log.warn({ group, stream, revision, type, err }, 'event not handled; it comes again'),
    })
    .catch(err => {
      live = false
      log.error({ group, err }, 'reaction ended')
    })

  async function look() {
    try {
      const parked = await store.parkedCount(group)
      looks = [parked, ...looks].slice(0, LOOKS_SHOWN)
      if (parked > 0) {
        log.warn({ group, parked }, 'parked events are tried again')
        await store.replayParked(group)
      }
    } catch (err) {
      log.info({ group, err }, 'parked events not counted')
    }
  }
  const looking = setInterval(() => void look(), PARKED_LOOK_MS)

  return {
    group,
    isLive: () => live,
    parked: () => Math.max(0, ...looks),
    async stop() {
      clearInterval(looking)
      ending.abort()
      await consuming
    },
  }
}
