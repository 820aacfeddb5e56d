import { setTimeout as delay } from 'node:timers/promises'
import type { DeliveryLimits } from '#delivery/limits.ts'
import type { Service } from '#service.ts'
import { isDataException } from '#subscription/error-classification.ts'
import type { Endpoint } from './endpoints.ts'
import type { DeliveryOutcome } from './leased-delivery.ts'
import { writeOutcomes } from './write-outcomes.ts'

type QueuedOutcome = { outcome: DeliveryOutcome; endpoint: Endpoint; done: () => void }

/**
 * Gathers outcomes and writes them together: what comes in during one statement goes with the next. An outcome is kept until
 * it is written; while the database is away nothing new is claimed.
 */
export function createOutcomeWriter(
  service: Service,
  limits: DeliveryLimits,
  onWritten: (outcome: DeliveryOutcome, endpoint: Endpoint) => void,
) {
  const waiting: QueuedOutcome[] = []
  let writing: Promise<void> | null = null
  let failed = false
  let closed = false

  /**
   * What an endpoint answers is any bytes. Should the database refuse some of them, that one outcome is kept without the answer
   * and all others are kept as they are: an endpoint can't stop the deliveries of the rest.
   */
  async function write(outcomes: DeliveryOutcome[]): Promise<Set<string>> {
    try {
      return await writeOutcomes(service.db, outcomes)
    } catch (error) {
      const [first, ...others] = outcomes
      if (!isDataException(error) || first === undefined) throw error
      if (others.length > 0) {
        const written: Set<string>[] = []
        for (const outcome of outcomes) written.push(await write([outcome]))
        return new Set(written.flatMap(ids => [...ids]))
      }
      if (first.headers === null && first.body === null) throw error
      service.log.error({ err: error, delivery: `dlv_${first.row.delivery}` }, 'webhook answer not storable')
      return writeOutcomes(service.db, [{ ...first, headers: null, body: null }])
    }
  }

  async function writeAll() {
    // One turn of the loop lets answers that arrived together share a statement.
    await new Promise(resolve => setImmediate(resolve))
    while (waiting.length > 0) {
      const batch = waiting.slice(0, limits.outcomeMax)
      try {
        const written = await write(batch.map(({ outcome }) => outcome))
        failed = false
        waiting.splice(0, batch.length)
        for (const { outcome, endpoint, done } of batch) {
          done()
          if (written.has(outcome.row.delivery)) onWritten(outcome, endpoint)
          else
            service.log.warn(
              { delivery: `dlv_${outcome.row.delivery}` },
              'webhook lease was lost; outcome not recorded',
            )
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
    /** Resolves when the outcome is written. */
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
