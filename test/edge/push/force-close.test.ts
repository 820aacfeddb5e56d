import { once } from 'node:events'
import { connect } from 'node:net'
import * as assert from 'uvu/assert'
import { apnsForTest, fcmForTest } from '../../harness/push-servers.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('the end of a local push network')
/** Far below the time that a server gives a handshake. */
const ENDED_MS_MAX = 10_000

for (const [name, start] of Object.entries({ APNs: apnsForTest, FCM: fcmForTest }))
  test(`${name} ends with a connection that never said a word`, async () => {
    const { server } = await start()
    const silent = connect(server.port, '127.0.0.1')
    silent.on('error', () => undefined)
    await once(silent, 'connect')
    const ended = once(silent, 'close')
    const late = new Promise((_, reject) => setTimeout(() => reject(new Error('it waits')), ENDED_MS_MAX).unref())
    await Promise.race([Promise.all([server.close(), ended]), late])
    assert.ok(silent.destroyed)
  })

test.run()
