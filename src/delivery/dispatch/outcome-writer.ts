import { setTimeout as delay } from 'node:timers/promises'
import type { DeliveryLimits } from '#delivery/limits.ts'
import type { Service } from '#service.ts'
import { isDataException } from '#subscription/error-classification.ts'
import type { Endpoint } from './endpoints.ts'
import type { DeliveryOutcome } from './leased-delivery.ts'
import { writeOutcomes } from './write-outcomes.ts'

type QueuedOutcome = { outcome: DeliveryOutcome; endpoint: Endpoint; done: () => void }

/**
 * Writes outcomes in batches: those that arrive within `outcomeGapMs` of one statement go into the next, because a
 * statement costs as much as thirty rows. An outcome is kept until it is written; during an outage of the database
 * nothing new is claimed.
 */
export function createOutcomeWriter(
  service: Service,
  limits: DeliveryLimits,
  onWritten: (outcome: DeliveryOutcome, endpoint: Endpoint) => void,
) {
  const waiting: QueuedOutcome[] = []
  let writing: Promise<void> | null = null
  let writtenAtMs = Number.NEGATIVE_INFINITY
  let failed = false
  let closed = false

  /**
   * A response can be any bytes. When the database refuses some, that outcome is stored without its response: one
   * endpoint can't stop the deliveries of the others.
   */
  async function write(outcomes: DeliveryOutcome[]): Promise<Set<string>> {
    try {
      return await writeOutcomes(service.db, outcomes)
    } catch (error) {
      const [first, ...others] = outcomes
      if (!isDataException(error) || first === undefined) throw error
      if (others.length > 0) {
        const written = new Set<string>()
        for (const outcome of outcomes) for (const id of await write([outcome])) written.add(id)
        return written
      }
      if (first.headers === null && first.body === null) throw error
      service.log.error({ err: error, delivery: `dlv_${first.delivery.id}` }, 'webhook response not storable')
      return writeOutcomes(service.db, [{ ...first, headers: null, body: null }])
    }
  }

  async function writeAll() {
    // Responses that arrive together share a statement.
    await new Promise(resolve => setImmediate(resolve))
    while (waiting.length > 0) {
      const gapMs = writtenAtMs + limits.outcomeGapMs - performance.now()
      if (gapMs > 0 && waiting.length < limits.outcomeMax && !closed) await delay(gapMs)
      writtenAtMs = performance.now()
      const batch = waiting.slice(0, limits.outcomeMax)
      try {
        const written = await write(batch.map(({ outcome }) => outcome))
        failed = false
        waiting.splice(0, batch.length)
        for (const { outcome, endpoint, done } of batch) {
          done()
          if (written.has(outcome.delivery.id)) onWritten(outcome, endpoint)
          else
            service.log.warn({ delivery: `dlv_${outcome.delivery.id}` }, 'webhook lease was lost; outcome not recorded')
        }
      } catch (error) {
        failed = true
        service.log.error({ err: error, waiting: waiting.length }, 'webhook outcomes not written')
        if (closed) return
        await delay(limits.pauseMs)
      }
    }
  }

  function startWriting() {
    writing ??= writeAll().finally(() => {
      writing = null
      if (waiting.length > 0 && !closed) startWriting()
    })
  }

  return {
    add(outcome: DeliveryOutcome, endpoint: Endpoint): Promise<void> {
      return new Promise(resolve => {
        waiting.push({ outcome, endpoint, done: resolve })
        startWriting()
      })
    },
    isBacklogged: () => failed || waiting.length > limits.outcomeMax * 4,
    async stop(): Promise<void> {
      if (waiting.length > 0) startWriting()
      closed = true
      await writing
    },
  }
}
export type OutcomeWriter = ReturnType<typeof createOutcomeWriter>
