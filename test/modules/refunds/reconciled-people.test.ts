import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { erase, reaches, refunded, settlingSoon, subjectReaches } from '../subjects/people.ts'
import { sandboxLines, sendStatement, statementOf, upToNow } from './reconciled.ts'

/** Money is reconciled whoever it went to; of people who are erased nothing is told. */
const test = suite('statements about people who are restricted or erased')
const service = await startTestService({}, { modules: settlingSoon() })
test.after(() => service.end())

/** A paid refund of a person of a new client, with the statement about it. */
async function paid(user_id: string) {
  const client = await service.newClient()
  const { refund_id } = await refunded(client, user_id)
  await reaches(client, refund_id, 'completed')
  await delay(5)
  const period = upToNow()
  const lines = await sandboxLines(client, period)
  const send = (amount: number) =>
    sendStatement(
      client,
      statementOf(
        lines.map(line => ({ ...line, amount })),
        period,
      ),
    )
  return { client, refund_id, period, lines, send }
}

test('why a flag was resolved is gone with the person, and the flag and its chain stay', async () => {
  const { client, refund_id, send } = await paid('user_gone')
  const { body: report } = await send(99)
  const { flag_id } = report.discrepancies[0].flag
  await client.post(`/reconciliation/flags/${flag_id}/resolve`, { reason: 'Ada Lovelace was paid in cash' })
  const before = await client.get(`/audit/refunds/${refund_id}`)
  assert.is(before.body.reconciliation_flags[0].resolution.reason, 'Ada Lovelace was paid in cash')
  await erase(client, 'user_gone')
  await subjectReaches(client, 'user_gone', 'shredded')
  const { body: audit } = await client.get(`/audit/refunds/${refund_id}`)
  assert.equal(
    [audit.reconciliation_flags[0].flag_id, audit.reconciliation_flags[0].resolution.reason],
    [flag_id, '[erased]'],
  )
  const { body: record, text } = await client.get(`/audit/reconciliations/${flag_id}`)
  assert.equal([record.chain.intact, /Ada Lovelace|user_gone/.test(text)], [true, false])
  const { text: listed } = await client.get('/reconciliation/flags?status=all')
  assert.not(/Ada Lovelace|user_gone/.test(listed))
  const { text: exported } = await client.get('/audit/export?family=reconciliations')
  assert.equal([/"ReconciliationResolved"/.test(exported), /Ada Lovelace|user_gone/.test(exported)], [true, false])

  // Later statements still compare, and name nobody anew.
  assert.is((await send(10)).body.counts.matched, 1)
  const { body: later } = await send(98)
  assert.equal(later.flags, { raised: 1, known: 0 })
  const found = await client.get('/audit/search?subject=user_gone&family=reconciliations')
  assert.equal(found.body.data, [])
})

test('a refund of a person who is restricted is in no list, and must be in the statement', async () => {
  const { client, refund_id, period, send } = await paid('user_kept')
  await erase(client, 'user_kept', 'aml_retention')
  await subjectReaches(client, 'user_kept', 'retained')
  assert.is((await send(10)).body.counts.matched, 1)
  const { body } = await sendStatement(client, statementOf([], period))
  assert.equal(
    body.discrepancies.map((found: { kind: string; refund_id: string }) => [found.kind, found.refund_id]),
    [['missing_there', refund_id]],
  )
})

test.run()
