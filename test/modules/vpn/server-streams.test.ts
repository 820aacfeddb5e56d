import { rmSync } from 'node:fs'
import * as assert from 'uvu/assert'
import { COUNTED_EVERY, type ServerCommand, servers } from '#domain/vpn/servers/decider.ts'
import type { Slot } from '#domain/vpn/servers/events.ts'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { startEmbeddedEventStore } from '#embedded/eventstore/spawn.ts'
import { createExecute } from '#event-sourcing/execute.ts'
import { firstBrokenLink } from '#event-sourcing/hash-chain.ts'
import { systemContext } from '#reactions/system-context.ts'
import { terms } from '../../domain/vpn/samples.ts'
import { dataFolder } from '../../harness/data-folder.ts'
import { suite } from '../../harness/suite.ts'

/**
 * A server's stream about as long as it gets until its slots are counted, for processes that know all of it, its
 * beginning, and nothing.
 */
const test = suite('streams of VPN servers')
const folder = dataFolder('vpn-servers-')
const eventStore = await startEmbeddedEventStore({ dataDir: folder, port: 0 })
const store = connectEventStore(eventStore.url)
test.after(async () => {
  await store.close()
  await eventStore.stop()
  rmSync(folder, { recursive: true, force: true })
})

const CAPACITY = 600
const TAKEN = 501
const slotOf = (n: number): Slot => ({ session_id: `vps_${n}`, devices: `of_${n}` })
const slots = Array.from({ length: TAKEN }, (_, n) => slotOf(n))
const context = () => systemContext('test', 'clt_0', { correlation_id: 'req', causation_id: null }, new Date())

for (const length of [COUNTED_EVERY - 1, COUNTED_EVERY, COUNTED_EVERY + 1, COUNTED_EVERY + 2])
  test(`after ${length} events everybody sees the same slots, and the next one is counted where it is time`, async () => {
    const id = servers.id(length)
    const stream = servers.stream(id)
    const started = () => createExecute(store)
    const run = (by: ReturnType<typeof started>, command: ServerCommand) => by.run(servers, id, command, context())
    const [writer, behind] = [started(), started()]
    await run(writer, { type: 'register', client_id: 'clt_0', terms: { ...terms, capacity: CAPACITY } })
    await behind.load(servers, id)
    await run(writer, { type: 'take', slots })
    const session_ids = slots.slice(0, length - 1 - TAKEN).map(({ session_id }) => session_id)
    await run(writer, { type: 'give_back', session_ids })
    const left = slots.slice(session_ids.length).map(({ session_id }) => session_id)
    const heldBy = async (by: ReturnType<typeof started>) => {
      const { state, revision } = await by.load(servers, id)
      return { revision, held: state.status === 'absent' ? null : [...state.held.keys()] }
    }
    for (const by of [writer, behind, started()]) assert.equal(await heldBy(by), { revision: length - 1, held: left })

    const isTime = length - 1 >= COUNTED_EVERY
    const { events } = await run(started(), { type: 'take', slots: [slotOf(TAKEN)] })
    const types = ['VpnSlotTaken', ...(isTime ? ['VpnSlotsCounted'] : [])]
    assert.equal(
      events.map(({ type }) => type),
      types,
    )
    for (const by of [writer, behind, started()])
      assert.equal(await heldBy(by), { revision: length - 1 + types.length, held: [...left, `vps_${TAKEN}`] })
    // A process that starts later reads from the count on.
    const tail = await store.readTail(stream, event => servers.isFoldStart(servers.parse(event)))
    assert.is(tail.length, isTime ? 1 : length + 1)
    assert.is(firstBrokenLink(await store.read(stream)), null)
    // The last slots go to as many as there is room for, whoever asks.
    const room = CAPACITY - left.length - 1
    const crowd = Array.from({ length: room + 5 }, (_, n) => slotOf(TAKEN + 1 + n))
    const { state } = await run(behind, { type: 'take', slots: crowd })
    assert.is(state.status === 'absent' ? 0 : state.held.size, CAPACITY)
    assert.equal(await heldBy(started()), await heldBy(behind))
  })

test.run()
