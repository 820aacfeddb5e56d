import * as assert from 'uvu/assert'
import { createEntryStore } from '#programs/import/entry-store.ts'
import { suite } from '../harness/suite.ts'

const test = suite('entries of a file by their own time')

/** Each looked for in all of them would take minutes. */
const ROWS = 10_000
const TAKEN_MS_MAX = 5_000
const iso = (second: number, ms = 0) => new Date(Date.UTC(2025, 0, 1) + second * 1_000 + ms).toISOString()

test('outcomes before their transactions are taken out, however many they are', () => {
  using entries = createEntryStore()
  const told = (n: number, kind: string, at: string) =>
    entries.add({ line: 2 * n + (kind === 'outcome' ? 1 : 0), kind, at, input: { transaction_id: `t${n}` } } as never)
  for (let n = 0; n < ROWS; n += 1) {
    told(n, 'transaction', iso(n))
    told(n, 'outcome', iso(n, n === 7 ? 0 : -1))
  }
  const before = process.cpuUsage()
  const early = entries.takePrematureOutcomes()
  const { user, system } = process.cpuUsage(before)
  assert.ok((user + system) / 1_000 < TAKEN_MS_MAX, `${(user + system) / 1_000} ms`)
  assert.equal([early.length, entries.size], [ROWS - 1, ROWS + 1])
  assert.equal(early[0], {
    line: 1,
    field: 'reported_at',
    reason: `must not be before the transaction, which was made at ${iso(0)}`,
  })
  const left = [...entries.entries(null)]
  assert.equal(
    left.filter(({ kind }) => kind === 'outcome').map(({ line, at }) => [line, at]),
    [[15, iso(7)]],
  )
  assert.equal(
    left.slice(7, 9).map(({ kind }) => kind),
    ['transaction', 'outcome'],
  )
})

test.run()
