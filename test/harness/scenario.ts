import * as assert from 'uvu/assert'
import { type Decider, type DomainEvent, fold, type Recorded } from '#event-sourcing/decider.ts'
import { Rejection } from '#values/errors.ts'

/** Gives plain events the envelope that the store would; `at` grows by one second per event. */
export function recordedOf<E extends DomainEvent>(
  events: readonly E[],
  stream = 'test-1',
  sub = 'creator',
): Recorded<E>[] {
  return events.map((event, revision) => {
    const at = new Date(Date.UTC(2026, 0, 1, 0, 0, revision)).toISOString()
    const metadata = {
      v: 1 as const,
      at,
      actor: { sub, client_id: 'clt_1', role: 'integrator' },
      request_id: 'req',
      correlation_id: 'req',
      causation_id: null,
      prev_hash: null,
      hash: '',
    }
    return { ...event, id: `${stream}-${revision}`, stream, revision, at, metadata }
  })
}

/** given(events).when(command) → what was decided: `.records(...)`, `.refuses(code)`, `.changesNothing()`. */
export function scenario<C, S, E extends DomainEvent>(decider: Decider<C, S, E>) {
  const given = (...history: E[]) => {
    const state = fold(decider, recordedOf(history))
    return {
      state,
      when: (command: C) => ({
        records: (...expected: E[]) => assert.equal(decider.decide(command, state), expected),
        changesNothing: () => assert.equal(decider.decide(command, state), []),
        refuses: (code: string, details?: object) => {
          try {
            decider.decide(command, state)
          } catch (error) {
            assert.instance(error, Rejection)
            assert.is((error as Rejection).code, code)
            if (details !== undefined)
              for (const [key, value] of Object.entries(details))
                assert.equal((error as Rejection).details[key], value, key)
            return
          }
          assert.unreachable(`not refused; ${code} was expected`)
        },
        type: (): string => {
          try {
            return (
              decider
                .decide(command, state)
                .map(event => event.type)
                .join('+') || 'replay'
            )
          } catch (error) {
            return error instanceof Rejection ? error.code : String(error)
          }
        },
      }),
    }
  }
  return { given }
}
