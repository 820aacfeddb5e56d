import * as assert from 'uvu/assert'
import type { Written } from '#embedded/eventstore/store/decide.ts'
import { createWriter, type Transactions } from '#embedded/eventstore/store/writer.ts'
import { suite } from '../../harness/suite.ts'

/** The writer against disks that no test machine has: ones that fail at a chosen commit. */

const test = suite('event store writer')

const FULL = 13
const FSYNC_FAILED = 1034

/** A database whose commits fail with these codes, one after the other (0: it succeeds). */
function disk(codes: number[]): Transactions & { readonly log: string[] } {
  const log: string[] = []
  const run = (sql: string): void => {
    const code = sql === 'COMMIT' ? (codes.shift() ?? 0) : 0
    log.push(code === 0 ? sql : `${sql} ${code}`)
    if (code !== 0) throw Object.assign(new Error('the disk says no'), { errcode: code })
  }
  return { log, isTransaction: true, exec: run, prepare: sql => ({ run: () => run(sql) }) }
}

function writerOn(codes: number[]) {
  const database = disk(codes)
  const broken: unknown[] = []
  let entered = 0
  const journal = {
    enter: (): Written => ({ outcome: 'stored', revision: entered++, position: undefined }),
    confirm: () => [],
    forget: () => {
      entered = 0
    },
  }
  return {
    database,
    broken,
    writer: createWriter(
      database,
      journal,
      () => {},
      error => broken.push(error),
    ),
  }
}

const request = { kind: 'delete', stream: 's', expected: 'any' } as const

test('appends that arrive together share one flush', async () => {
  const { database, writer } = writerOn([])
  const written = await Promise.all([1, 2, 3].map(() => writer.write(request)))
  assert.equal(
    written.map(answer => answer.outcome),
    ['stored', 'stored', 'stored'],
  )
  assert.equal(database.log, ['BEGIN IMMEDIATE', 'COMMIT'])
})

test('a group commit waits two turns at most while each brings more; a single append does not wait', async () => {
  const { database, writer } = writerOn([])
  const turn = () => new Promise(resolve => setImmediate(resolve))
  const written: Promise<Written>[] = []
  const write = (count: number) => {
    for (let i = 0; i < count; i++) written.push(writer.write(request))
  }
  const commits = () => database.log.filter(sql => sql === 'COMMIT').length
  write(1)
  await turn()
  assert.is(commits(), 1)
  write(2)
  await turn()
  assert.is(commits(), 1, 'more may come')
  await turn()
  assert.is(commits(), 2, 'no more has come')
  for (let turns = 0; turns < 3; turns++) {
    write(2)
    await turn()
    assert.is(commits(), turns < 2 ? 2 : 3)
  }
  await Promise.all(written)
  assert.is(commits(), 3)
})

test('a flush that failed acknowledges no append and ends the process', async () => {
  const { broken, writer } = writerOn([FSYNC_FAILED])
  const outcomes = await Promise.allSettled([writer.write(request), writer.write(request)])
  assert.equal(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.is(broken.length, 1)
})

test('when a group finds no room each of its appends has a try of its own', async () => {
  const { database, broken, writer } = writerOn([FULL, 0, FULL])
  const outcomes = await Promise.allSettled([writer.write(request), writer.write(request)])
  assert.equal(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected'],
  )
  assert.is(broken.length, 0)
  assert.is(database.log.filter(sql => sql === 'ROLLBACK').length, 2)
})

test.run()
