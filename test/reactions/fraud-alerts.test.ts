import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { openAlert } from '#commands/fraud/open-alert.ts'
import { alertStreams } from '#domain/fraud/alerts/events.ts'
import { profiles } from '#domain/fraud/profile/decider.ts'
import { startReactions } from '#reactions/start.ts'
import type { Service } from '#service.ts'
import { contextOf, fraudParts, recordScore, withScores } from '../harness/scores.ts'
import { suite } from '../harness/suite.ts'
import { CLIENT, eventually, startReactionService } from './reaction-service.ts'
import { histories } from './written-before.ts'

const test = suite('alerts under killed reactors')

const script = fileURLToPath(new URL('dying-fraud-reactor-process.ts', import.meta.url))
const KILLS = 5
const USERS = 4
const SCORES_EACH = 12
const AT = Date.UTC(2026, 0, 31)
const HOUR_MS = 3_600_000
/** In turn: an alert, none, a critical one, none. Ten hours apart, so that of three in turn no day holds all. */
const SCORES = [0.7, 0.2, 0.9, 0.59]

const run = await startReactionService()
const { service } = run
test.after(() => run.close())

const start = () => startReactions(service, [fraudParts(withScores(service))])
const typesOf = async (alertId: string) =>
  (await service.store.read(alertStreams.stream(alertId))).map(({ type }) => type).join(' ')
const due = ({ db }: Service) =>
  db.any(sql.type(z.object({ id: z.string() }))`
    select id from ops.due_work where queue = 'fraud-alert' and due_at < 'infinity'`)

test('five reactors killed under load: each alert is opened, once, with its escalation', async () => {
  const expected = new Map<string, string>()
  let killed = 0
  const killing = (async () => {
    for (; killed < KILLS; killed += 1) {
      const child = spawn(process.execPath, [script, JSON.stringify(run.urls)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      await once(child.stdout, 'data')
      await delay(150 + Math.random() * 400)
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  })()
  const scoring = Array.from({ length: USERS }, async (_, user) => {
    for (let n = 0; n < SCORES_EACH; n += 1) {
      const score = SCORES[n % SCORES.length]!
      const transaction_id = `tx-${user}-${n}`
      const whose = { client_id: CLIENT, user_id: `user-${user}`, transaction_id }
      const alertId = await recordScore(service, { ...whose, score, at: AT + n * 10 * HOUR_MS })
      expected.set(alertId, score < 0.6 ? '' : score < 0.85 ? 'AlertOpened' : 'AlertOpened AlertEscalated')
      await delay(100)
    }
  })
  await Promise.all([killing, ...scoring])
  assert.is(killed, KILLS)
  const reactions = start()
  const opened = [...expected].filter(([, types]) => types !== '')
  assert.is(opened.length, USERS * SCORES_EACH * 0.5)
  for (const [alertId, types] of opened)
    await eventually(
      () => typesOf(alertId),
      seen => seen === types,
    )
  await eventually(
    () => due(service),
    rows => rows.length === 0,
  )
  for (const [alertId, types] of expected) assert.is(await typesOf(alertId), types)
  await reactions.stop()
})

test('what was scored before the first start becomes alerts; existing ones are not scheduled again', async () => {
  const before = await startReactionService()
  const ids: string[] = []
  for (let n = 0; n < 6; n += 1)
    ids.push(
      await recordScore(before.service, {
        ...{ client_id: CLIENT, user_id: `user-${n}`, transaction_id: `tx-${n}`, score: 0.7, at: AT },
      }),
    )
  for (const n of [0, 1, 2, 3])
    await openAlert(before.service, () => contextOf(CLIENT), profiles.id(CLIENT, `user-${n}`), 0)
  const reactions = startReactions(before.service, [fraudParts(withScores(before.service))])
  const seen = await eventually(
    () => histories(before.service),
    all => all['fraud-alerts']?.is_finished === true,
  )
  assert.is(seen['fraud-alerts']?.armed, 2)
  for (const id of ids)
    await eventually(
      async () => (await before.service.store.read(alertStreams.stream(id))).length,
      length => length === 1,
    )
  await reactions.stop()
  await before.close()
})

test.run()
