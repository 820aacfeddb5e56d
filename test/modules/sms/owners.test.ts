import * as assert from 'uvu/assert'
import { pushDevices } from '#domain/notifications/devices/decider.ts'
import { type Client, logIn, until } from '../../harness/client.ts'
import { ADMIN, startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { deviceOf } from '../notifications/device-samples.ts'
import { erase, settlingSoon, subjectReaches } from '../subjects/people.ts'
import { messageOf } from './messages.ts'

/** Of a message of which the caller does not say whose it is. */
const test = suite('whose a message is')
const service = await startTestService({}, { modules: settlingSoon() })
const { admin } = service
const { client_id } = (await admin.get('/api/auth/me')).body
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

test('a message belongs to the user who registered its device, unless the caller names another', async () => {
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

test('whoever registers a device on their own word alone is given nothing of messages that others have analysed', async () => {
  const device_id = 'somebody’s phone'
  const email = 'squatter@bank.example'
  const { body: user } = await admin.post('/admin/users', { email, role: 'consumer', password: ADMIN.password })
  const squatter = await logIn(service.url, email, ADMIN.password)
  const claimed = deviceOf(null, { device_id })
  const claim = async (by: Client, device: object = claimed) => (await by.post('/notifications/devices', device)).status
  assert.is(await claim(squatter), 200)
  const analysis = await analyze({ device_id })
  assert.is(await userOf(analysis), null)
  const read = await squatter.get(`/sms/analyses/${analysis}`)
  assert.is(read.status, 404, JSON.stringify(read.body))
  // What they have analysed themselves is theirs, as before.
  assert.is(await userOf(await analyze({ device_id }, squatter)), user.user_id)
  // Once somebody says so who acts for all, it is; also where nothing else is new.
  assert.is(await claim(admin, { ...claimed, user_id: user.user_id }), 200)
  assert.is(await userOf(await analyze({ device_id })), user.user_id)
  // Its own app says so again at each start, and takes nothing back.
  assert.is(await claim(squatter, { ...claimed, push_token: deviceOf(null).push_token }), 200)
  assert.is(await userOf(await analyze({ device_id })), user.user_id)
  assert.is(await claim(admin, deviceOf('rightful', { device_id })), 200)
  assert.is(await userOf(await analyze({ device_id })), 'rightful')
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

const answerTo = async (device_id: string) => {
  const { status, body } = await admin.post('/sms/analyze', messageOf({ device_id }))
  return [status, body.error_code, body.details?.field]
}
const REFUSED = [400, 'INVALID_REQUEST', 'device_id']
const WELCOME = [200, undefined, undefined]

test('of a device whose user is restricted nothing is analysed, also once that has unregistered it', async () => {
  await register('kept phone', 'kept')
  await register('left phone', 'kept')
  const left = await register('given back', 'kept')
  await admin.send('DELETE', `/notifications/devices/${left}`)
  assert.is((await erase(admin, 'kept', 'aml_retention')).status, 202)
  const { state } = await service.service.execute.load(pushDevices, pushDevices.id(client_id, 'kept phone'))
  assert.is(state.status, 'unregistered')
  assert.equal(await answerTo('kept phone'), REFUSED)
  const messages = ['kept phone', 'free phone', 'left phone'].map(device_id => messageOf({ device_id }))
  const { body } = await admin.post('/sms/analyze/batch', { messages })
  assert.equal(
    body.results.map(({ error }: { error?: { details: { field: string } } }) => error?.details.field),
    ['device_id', undefined, 'device_id'],
  )
  // They gave it back themselves, and had no part in it any more.
  assert.equal(await answerTo('given back'), WELCOME)
  await register('left phone', 'somebody else')
  assert.is(await userOf(await analyze({ device_id: 'left phone' })), 'somebody else')
})

test('a device that went with an erasure is nobody’s, whatever becomes of its user later', async () => {
  await register('first phone', 'returned')
  assert.is((await erase(admin, 'returned')).status, 202)
  await subjectReaches(admin, 'returned', 'shredded')
  await register('second phone', 'returned')
  const held = () => admin.get('/admin/subjects/returned/export')
  await until(held, ({ body }) => JSON.stringify(body).includes('second phone'))
  assert.is((await erase(admin, 'returned', 'aml_retention')).status, 202)
  assert.equal([await answerTo('first phone'), await answerTo('second phone')], [WELCOME, REFUSED])
})

test.run()
