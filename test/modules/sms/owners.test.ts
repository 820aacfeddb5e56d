import * as assert from 'uvu/assert'
import type { Client } from '../../harness/client.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { deviceOf } from '../notifications/device-samples.ts'
import { erase, settlingSoon, subjectReaches } from '../subjects/people.ts'
import { messageOf } from './messages.ts'

/** Of a message of which the caller does not say whose it is. */
const test = suite('whose a message is')
const service = await startTestService({}, { modules: settlingSoon() })
const { admin } = service
test.after(() => service.end())

async function register(device_id: string, user_id: string, by: Client = admin): Promise<string> {
  const { status, body } = await by.post('/notifications/devices', deviceOf(user_id, { device_id }))
  assert.is(status, 200)
  return body.registration_id
}
const analyze = async (message: object, by: Client = admin) =>
  (await by.post('/sms/analyze', messageOf(message))).body.analysis_id as string
const userOf = async (analysisId: string, by: Client = admin) =>
  (await by.get(`/sms/analyses/${analysisId}`)).body.user_id

test('it is of whoever has registered its device, unless the caller says otherwise', async () => {
  const device_id = 'shared phone'
  assert.is(await userOf(await analyze({ device_id })), null)
  await register(device_id, 'anna')
  const annas = await analyze({ device_id })
  assert.is(await userOf(annas), 'anna')
  assert.is(await userOf(await analyze({ device_id, user_id: 'zoe' })), 'zoe')
  const registration = await register(device_id, 'bert')
  assert.equal([await userOf(await analyze({ device_id })), await userOf(annas)], ['bert', 'anna'])
  // Its token goes to another device; whose it is does not change with that.
  const moved = deviceOf('carl', { device_id: 'moved from' })
  await admin.post('/notifications/devices', moved)
  await admin.post('/notifications/devices', { ...moved, device_id: 'moved to', user_id: 'dora' })
  assert.is(await userOf(await analyze({ device_id: 'moved from' })), 'carl')
  await admin.send('DELETE', `/notifications/devices/${registration}`)
  assert.is(await userOf(await analyze({ device_id })), null)
})

test('each message of a batch is of its own device’s user, and a device is its client’s', async () => {
  await Promise.all([register('one', 'anna'), register('two', 'bert')])
  const messages = ['one', 'two', 'three', 'one'].map(device_id => messageOf({ device_id }))
  const { body } = await admin.post('/sms/analyze/batch', { messages })
  const users = (body.results as { analysis_id: string }[]).map(({ analysis_id }) => userOf(analysis_id))
  assert.equal(await Promise.all(users), ['anna', 'bert', null, 'anna'])
  const other = await service.newClient()
  assert.is(await userOf(await analyze({ device_id: 'one' }, other), other), null)
})

test('erasing who registered the device takes the messages of it', async () => {
  await register('lost phone', 'erased by device')
  const id = await analyze({ device_id: 'lost phone' })
  assert.is((await erase(admin, 'erased by device')).status, 202)
  await subjectReaches(admin, 'erased by device', 'shredded')
  const { body } = await admin.get(`/sms/analyses/${id}`)
  assert.equal([body.message, body.user_id], [null, '[erased]'])
  assert.is(await userOf(await analyze({ device_id: 'lost phone' })), null)
})

test.run()
