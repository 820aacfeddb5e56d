import { randomUUID } from 'node:crypto'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { pushDevices } from '#domain/notifications/devices/decider.ts'
import { firstBrokenLink } from '#event-sourcing/hash-chain.ts'
import { type Client, until } from '../../harness/client.ts'
import { depth } from '../../harness/depth.ts'
import { killableService } from '../../harness/killable-service.ts'
import { logInUnlimited } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { deviceOf, iosToken } from './device-samples.ts'

/** The whole service is killed while tokens move between devices. DEPTH=full is the whole run. */
const test = suite('push devices under kills')
const KILLS = depth(2, 30)
const WORKERS = 12
/** So many requests were answered by then: a busy machine takes its time for them. */
const KILLED_AFTER = [40, 90, 160]
const DEVICES = Array.from({ length: 10 }, () => `device_${randomUUID()}`)
const TOKENS = Array.from({ length: 8 }, iosToken)

const service = killableService()

/** Registers and unregisters until the process is gone. */
async function useAll(client: Client, answered: () => void): Promise<void> {
  const worker = async (n: number) => {
    for (let round = 0; ; round += 1) {
      const device_id = DEVICES[Math.floor(Math.random() * DEVICES.length)]!
      const push_token = TOKENS[Math.floor(Math.random() * TOKENS.length)]!
      const { body } = await client.post('/notifications/devices', deviceOf(`user_${n % 5}`, { device_id, push_token }))
      answered()
      if (round % 6 === 5) await client.send('DELETE', `/notifications/devices/${body.registration_id}`)
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, (_, n) => worker(n).catch(() => undefined)))
}

test(`${KILLS} kills: each token has one device, that knows it, and every chain holds`, async () => {
  let client_id = ''
  try {
    for (let life = 0; life <= KILLS; life += 1) {
      const running = await service.start()
      const client = await logInUnlimited(running.url)
      ;({ client_id } = (await client.get('/api/auth/me')).body)
      if (life === KILLS) break
      const { child } = running
      let left = KILLED_AFTER[life % KILLED_AFTER.length]!
      await useAll(client, () => {
        left -= 1
        if (left === 0) child.kill('SIGKILL')
      })
      await running.gone
    }
    await service.withStores(async ({ store, db, execute }) => {
      const Owner = z.object({ device: z.string(), registration: z.int() })
      const standing = async () => {
        const owners = await db.any(sql.type(Owner)`select device::text as device, registration from ops.push_tokens`)
        const states = await Promise.all(
          DEVICES.map(async device_id => {
            const id = pushDevices.id(client_id, device_id)
            return { id, state: (await execute.load(pushDevices, id)).state }
          }),
        )
        const active = states.flatMap(({ id, state }) =>
          state.status === 'active' ? [`${id} ${state.registration}`] : [],
        )
        return {
          held: owners.map(({ device, registration }) => `${device} ${registration}`).sort(),
          active: active.sort(),
        }
      }
      const { held } = await until(standing, ({ held, active }) => held.join() === active.join(), 30_000)
      assert.ok(held.length > 0 && held.length <= TOKENS.length, `${held.length}`)
      let recorded = 0
      for (const device_id of DEVICES) {
        const events = await store.read(pushDevices.stream(pushDevices.id(client_id, device_id)))
        recorded += events.length
        assert.is(firstBrokenLink(events), null, device_id)
      }
      assert.ok(recorded > KILLS, `${recorded}`)
    })
  } finally {
    await service.stop()
  }
})

test.run()
