import { tmpdir } from 'node:os'
import * as assert from 'uvu/assert'
import { createAnalyser } from '#services/sms/analyser.ts'
import { MODEL_FOLDER } from '#services/sms/model.ts'
import { Rejection } from '#values/errors.ts'
import { sms } from '../../domain/sms/samples.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('the service with and without a model of messages')

test('without a model nothing is analysed, and health says so', async () => {
  const { analyse, prepare, health, close } = createAnalyser(tmpdir())
  const refused = await analyse([sms('Hello')]).catch((error: unknown) => error)
  assert.ok(refused instanceof Rejection && refused.code === 'SERVICE_UNAVAILABLE')
  assert.match(String(await prepare().catch((error: unknown) => error)), `the SMS model in ${tmpdir()} can't be used`)
  assert.equal(health(), { state: 'down' })
  await close()
})

test('with its model it answers one and many alike', async () => {
  const { analyse, prepare, health, close } = createAnalyser(MODEL_FOLDER)
  await prepare()
  await prepare()
  assert.is(health().state, 'up')
  const messages = [sms('Are you home?'), sms('Your account is locked: https://account-unlock.top')]
  const all = await analyse(messages)
  for (const [at, message] of messages.entries()) assert.equal(await analyse([message]), [all[at]])
  assert.equal(
    all.map(({ is_phishing }) => is_phishing),
    [false, true],
  )
  await close()
})

test.run()
