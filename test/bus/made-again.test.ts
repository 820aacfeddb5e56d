import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, headers as createHeaders } from 'nats'
import * as assert from 'uvu/assert'
import { DEAD_HEADERS } from '#bus/inbound/dead-letters.ts'
import { streamIdentity } from '#bus/inbound/queued-message.ts'
import { refuseUnpulled } from '#bus/inbound/refuse-unpulled.ts'
import { findRefused, retryRefused } from '#bus/inbound/refused-messages.ts'
import { DEAD_STREAM, deadStream, ensureStream, INBOUND_STREAM, inboundStream } from '#bus/streams.ts'
import { readServiceConfig } from '#service-config.ts'
import { startNatsServer } from '../harness/nats-server.ts'
import { suite } from '../harness/suite.ts'

/** A stream is lost and made again while a message of it is worked on: its sequence is that of another one then. */
const test = suite('streams of the bus that are made again')
const folder = mkdtempSync(join(tmpdir(), 'made-again-'))
const server = await startNatsServer({ jetStreamIn: folder })
const connection = await connect({ servers: server.url })
const manager = await connection.jetstreamManager()
const stream = connection.jetstream()
const config = readServiceConfig({ NATS_URL: server.url, BUS: 'in' })
await ensureStream(manager, inboundStream(config))
await ensureStream(manager, deadStream(config))
test.after(async () => {
  await connection.close()
  await server.stop()
  rmSync(folder, { recursive: true })
})

async function makeAgain(definition: Parameters<typeof ensureStream>[1]): Promise<void> {
  await manager.streams.delete(definition.name)
  await ensureStream(manager, definition)
}
const countOf = async (name: string) => (await manager.streams.info(name)).state.messages
const IN = 'security.in.unknown.user'

test('a message that is refused is deleted, and another one in its place stays', async () => {
  const refuse = async (settle: () => Promise<'done'>) => {
    const { created } = await manager.streams.info(INBOUND_STREAM)
    await refuseUnpulled({ manager, settle }, streamIdentity(created), [IN])
  }
  await stream.publish(IN, 'refused')
  await refuse(async () => 'done')
  assert.is(await countOf(INBOUND_STREAM), 0)

  await makeAgain(inboundStream(config))
  await stream.publish(IN, 'refused')
  let settled = 0
  await refuse(async () => {
    settled += 1
    if (settled > 1) return new Promise(() => undefined)
    await makeAgain(inboundStream(config))
    await stream.publish('security.in.known.user', 'another')
    return 'done'
  })
  assert.equal([settled, await countOf(INBOUND_STREAM)], [1, 1])
})

test('a refused message that is sent again leaves the list, and another one in its place stays', async () => {
  const refused = async (id: number) => {
    const headers = createHeaders()
    headers.set(DEAD_HEADERS.code, 'CONFLICT')
    return (await stream.publish(`security.dead.known.1-${id}.user`, '{}', { headers })).seq
  }
  const retry = async (sequence: number, between = async () => {}) => {
    const message = (await findRefused(manager, sequence))!
    await between()
    const parts = { manager, stream, kinds: [], execute: null!, vault: null! }
    assert.is(await retryRefused(parts, message), 'sent')
  }
  await retry(await refused(1))
  assert.is(await countOf(DEAD_STREAM), 0)

  await makeAgain(deadStream(config))
  const sequence = await refused(2)
  await retry(sequence, async () => {
    await makeAgain(deadStream(config))
    assert.is(await refused(3), sequence)
  })
  assert.is(await countOf(DEAD_STREAM), 1)
})

test.run()
