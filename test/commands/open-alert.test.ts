import * as assert from 'uvu/assert'
import { openAlert } from '#commands/fraud/open-alert.ts'
import { alerts } from '#domain/fraud/alerts/decider.ts'
import { isAlert } from '#domain/fraud/alerts/state.ts'
import { DAY_MS } from '#domain/fraud/history.ts'
import { profiles } from '#domain/fraud/profile/decider.ts'
import { subjects } from '#domain/subjects/decider.ts'
import { createExecute } from '#event-sourcing/execute.ts'
import type { Service } from '#service.ts'
import { testLog } from '../harness/log.ts'
import { memoryStore } from '../harness/memory-store.ts'
import { contextOf, recordScore, type SampleScore } from '../harness/scores.ts'
import { suite } from '../harness/suite.ts'

const test = suite('opening an alert')

const CLIENT = 'clt_1'
const AT = Date.UTC(2026, 0, 31, 12)
const HOUR_MS = DAY_MS / 24

/** Processes on one store, and what a user's profile holds. */
function processes(count: number) {
  const store = memoryStore()
  const pause = () => new Promise(resolve => setTimeout(resolve, Math.random() * 3))
  const slow = {
    ...store,
    append: (...given: Parameters<typeof store.append>) => pause().then(() => store.append(...given)),
  }
  const process = (): Pick<Service, 'execute' | 'store' | 'log'> => ({
    store: slow,
    execute: createExecute(slow),
    log: testLog(),
  })
  const all = Array.from({ length: count }, process)
  const profile = profiles.id(CLIENT, 'user_1')
  return {
    store,
    all,
    score: (transaction_id: string, at: number, score = 0.7, more: Partial<SampleScore> = {}) =>
      recordScore(all[0]!, { client_id: CLIENT, user_id: 'user_1', transaction_id, score, at, ...more }),
    open: (revision: number, by = all[0]!) => openAlert(by, () => contextOf(CLIENT), profile, revision),
    async typesOf(alertId: string) {
      return (await store.read(alerts.stream(alertId))).map(({ type }) => type)
    },
    async escalationOf(alertId: string) {
      const { state } = await all[0]!.execute.load(alerts, alertId)
      return isAlert(state) ? (state.escalation?.by ?? null) : 'no alert'
    },
  }
}

test('ten openers in five processes at once open it once, with the whole score', async () => {
  const { score, open, all, store } = processes(5)
  const alertId = await score('tx_1', AT, 0.91)
  await Promise.all(Array.from({ length: 10 }, (_, n) => open(0, all[n % 5]!)))
  const [opened, escalated, ...more] = await store.read(alerts.stream(alertId))
  const [scored] = await store.read(profiles.stream(profiles.id(CLIENT, 'user_1')))
  assert.equal(opened?.data, {
    ...{ client_id: CLIENT, user_id: 'user_1', transaction_id: 'tx_1', amount_minor: 12_550, currency: 'EUR' },
    ...{ operation_type: 'payment', transaction_at: new Date(AT).toISOString(), detected_at: scored!.at },
    ...{ threshold: 0.6, score: 0.91, level: 'critical', recommendation: 'deny', risk_factors: ['amount_unusual'] },
    model_version: 'v1.0.0',
  })
  assert.equal(
    [opened?.type, escalated?.type, escalated?.data],
    ['AlertOpened', 'AlertEscalated', { by: 'score', note: null }],
  )
  assert.equal(more, [])
})

test('what was opened is neither opened nor escalated again, whatever became of it', async () => {
  const { score, open, all, typesOf } = processes(2)
  const alertId = await score('tx_1', AT, 0.7)
  await open(0)
  const resolve = { type: 'resolve_by_rule', cause: null, rule: 'outcome_reported', outcome: 'legitimate' } as const
  await all[1]!.execute.run(alerts, alertId, resolve, contextOf(CLIENT))
  for (const by of all) await open(0, by)
  assert.equal(await typesOf(alertId), ['AlertOpened', 'AlertResolved'])
})

test('opening and escalation are one append: who is killed before it leaves nothing, after it nothing to do', async () => {
  const { score, open, all, store, typesOf } = processes(2)
  const alertId = await score('tx_1', AT, 0.9)
  const killed = (when: 'before' | 'after') => {
    const append: typeof store.append = async (...given) => {
      if (when === 'after') await store.append(...given)
      throw new Error('killed')
    }
    const dying = { ...store, append }
    return { ...all[0]!, store: dying, execute: createExecute(dying) }
  }
  await open(0, killed('before')).catch(() => undefined)
  assert.equal(await typesOf(alertId), [])
  await open(0, killed('after')).catch(() => undefined)
  assert.equal(await typesOf(alertId), ['AlertOpened', 'AlertEscalated'])
  await open(0, all[1]!)
  assert.equal(await typesOf(alertId), ['AlertOpened', 'AlertEscalated'])
})

test('the third within a day of the transactions’ own time escalates, whenever they come and whenever it is opened', async () => {
  const { score, open, escalationOf } = processes(1)
  const first = await score('tx_1', AT - 23 * HOUR_MS)
  await score('tx_2', AT - 22 * HOUR_MS, 0.3)
  const third = await score('tx_3', AT - 30 * HOUR_MS)
  const late = await score('tx_4', AT)
  const far = await score('tx_5', AT + 30 * DAY_MS)
  const between = await score('tx_6', AT - 10 * HOUR_MS)
  // In any order: what came later counts for nothing, and what moved on meanwhile takes nothing away.
  for (const revision of [5, 0, 3, 1, 4, 2]) await open(revision)
  assert.is(await escalationOf(first), null)
  assert.is(await escalationOf(third), null)
  assert.is(await escalationOf(late), null, 'tx_3 is 30 hours before it')
  assert.is(await escalationOf(far), null)
  assert.is(await escalationOf(between), 'pattern')
})

test('one that came 29 days late is one of three all the same', async () => {
  const { score, open, escalationOf } = processes(1)
  await score('tx_1', AT)
  await score('tx_2', AT + HOUR_MS)
  for (let n = 0; n < 100; n += 1) await score(`tx_low_${n}`, AT + 29 * DAY_MS + n, 0.1)
  const late = await score('tx_3', AT + 2 * HOUR_MS)
  await score('tx_after', AT + 40 * DAY_MS, 0.1)
  await open(102)
  assert.is(await escalationOf(late), 'pattern')
})

test("another user's and another client's alerts are no part of it", async () => {
  const { score, open, escalationOf } = processes(1)
  await score('tx_1', AT)
  await score('tx_2', AT, 0.7, { user_id: 'user_2' })
  const theirs = await score('tx_4', AT, 0.7, { client_id: 'clt_2' })
  const second = await score('tx_4', AT)
  assert.is.not(theirs, second)
  await open(1)
  assert.is(await escalationOf(second), null)
})

test('a score that is no alert, an entered transaction and a revision that is not there open nothing', async () => {
  const { score, open, typesOf } = processes(1)
  const alertId = await score('tx_1', AT, 0.5999)
  await open(0)
  await open(7)
  assert.equal(await typesOf(alertId), [])
})

test('no alert is opened on a person whose erasure was requested', async () => {
  const { score, open, typesOf, all } = processes(1)
  const alertId = await score('tx_1', AT, 0.9)
  const person = { client_id: CLIENT, user_id: 'user_1' }
  const asked = {
    type: 'request',
    ...person,
    is_user: false,
    legal_basis: 'consent_withdrawn',
    hasNewData: true,
  } as const
  await all[0]!.execute.run(subjects, subjects.id(person), asked, contextOf(CLIENT))
  await open(0)
  assert.equal(await typesOf(alertId), [])
})

test.run()
