import * as assert from 'uvu/assert'
import type { Transaction } from '#edge/postgres/pool.ts'
import type { LoggedEvent, Position } from '#event-sourcing/event-store.ts'
import type { BatchHandler, CheckpointWriter } from '#subscription/batch.ts'
import { withParking } from '#subscription/parked-events.ts'
import { testLog } from '../harness/log.ts'
import { suite } from '../harness/suite.ts'

/** Where the place is after each transaction: a process can end after any of them, and goes on from there. */
const test = suite('values that PostgreSQL refuses')
const log = testLog()

/** Event n of the log, with the place of the whole batch a little further, as after what is nobody's. */
const positionOf = (n: number): Position => ({ commit: BigInt(n * 10), prepare: BigInt(n * 10) })
const events = [1, 2, 3, 4, 5].map(
  n => ({ stream: 'refund-rf_1', revision: n, type: 'RefundRequested', position: positionOf(n) }) as LoggedEvent,
)
const batch = { events, position: { commit: 57n, prepare: 57n } }

class Refusal extends Error {
  code = '22021'
}

/**
 * Takes events together, but for those that are refused; tells each transaction, with the events in it and the place
 * behind it.
 */
function takingAllBut(...refused: number[]) {
  const done: { taken: number[]; aside: number; place: bigint }[] = []
  let anew = 0
  const place: CheckpointWriter = {
    async commit(events, position, write) {
      let aside = 0
      const query = async () => {
        aside += 1
      }
      await write({ query } as unknown as Transaction)
      const taken = aside > 0 ? [] : events.map(({ revision }) => revision)
      done.push({ taken, aside, place: position.commit })
    },
  }
  const handle: BatchHandler = ({ events, position }, place) =>
    place.commit(events, position, async () => {
      if (events.some(({ revision }) => refused.includes(revision))) throw new Refusal('no NUL in a text')
    })
  const take = withParking({ subscription: 'test', log }, handle, async () => {
    anew += 1
  })
  return { take: () => take(batch, place), done, anew: () => anew }
}

test('what is taken moves the place to its own last event, and only the last to the place of the batch', async () => {
  const { take, done, anew } = takingAllBut(4)
  await take()
  assert.equal(done, [
    { taken: [1, 2], aside: 0, place: 20n },
    { taken: [3], aside: 0, place: 30n },
    { taken: [], aside: 1, place: 40n },
    { taken: [5], aside: 0, place: 57n },
  ])
  assert.is(anew(), 4, 'after each refusal')
})

test('when the last one is refused, parking it moves the position of the batch', async () => {
  const { take, done } = takingAllBut(1, 5)
  await take()
  assert.equal(done, [
    { taken: [], aside: 1, place: 10n },
    { taken: [2], aside: 0, place: 20n },
    { taken: [3], aside: 0, place: 30n },
    { taken: [4], aside: 0, place: 40n },
    { taken: [], aside: 1, place: 57n },
  ])
})

test("what is nobody's fault is thrown, with nothing set aside", async () => {
  const done: unknown[] = []
  const place: CheckpointWriter = { commit: async () => void done.push('committed') }
  const away = withParking({ subscription: 'test', log }, () => Promise.reject(new Error('connection lost')))
  const error = await away(batch, place).then(
    () => null,
    err => err,
  )
  assert.is(error?.message, 'connection lost')
  assert.equal(done, [])
})

test.run()
