import * as assert from 'uvu/assert'
import { loadStatement } from '#modules/refunds/reconciliation/load-statement.ts'
import { reconcile } from '#modules/refunds/reconciliation/reconcile.ts'
import { suite } from '../../harness/suite.ts'
import { statementOf } from './reconciled.ts'

/** A large statement takes long: whoever else asks the process is answered meanwhile. */
const test = suite('other work beside a statement')
const LINES = 5_000
const period = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }
const lines = Array.from({ length: LINES }, (_, index) => ({
  ...{ type: 'transfer', key: 'FEE', reference: `FEE-${index}`, status: 'succeeded' },
  ...{ amount: 1, currency: 'EUR', at: '2026-01-01T12:00:00Z' },
}))

/** How often other work has its turn until this is done. */
async function turnsBeside(work: Promise<unknown>): Promise<number> {
  let turns = 0
  let isOver = false
  const take = () => {
    turns += 1
    if (!isOver) setImmediate(take)
  }
  setImmediate(take)
  await work
  isOver = true
  return turns
}

test('has its turn while it is read and while it is compared, although no store is asked', async () => {
  const file = Buffer.from(statementOf(lines, period))
  const gathering = loadStatement(
    (async function* () {
      yield file
    })(),
    {},
    new Date(),
  )
  assert.ok((await turnsBeside(gathering)) >= file.length / 32_768)
  const statement = await gathering
  const deps = { store: { read: async () => [] }, async *settled() {}, now: () => new Date() }
  const found = async () => {}
  const options = { client_id: 'clt_1', leewayMs: 0, signal: new AbortController().signal, found }
  const comparing = reconcile(deps, statement, options)
  assert.ok((await turnsBeside(comparing)) >= LINES / 64)
  assert.is((await comparing).counts.missing_here, LINES)
  statement.close()
})

test('a caller who is gone ends it', async () => {
  const gone = new AbortController()
  const statement = await loadStatement(
    (async function* () {
      yield Buffer.from(statementOf(lines, period))
    })(),
    {},
    new Date(),
  )
  let told = 0
  const found = async () => {
    told += 1
    if (told === 100) gone.abort(new Error('gone'))
  }
  const deps = { store: { read: async () => [] }, async *settled() {}, now: () => new Date() }
  const ended = await reconcile(deps, statement, { client_id: 'clt_1', leewayMs: 0, signal: gone.signal, found }).catch(
    (error: Error) => error.message,
  )
  assert.is(ended, 'gone')
  assert.ok(told < 200, `${told} were told`)
  statement.close()
})

test.run()
