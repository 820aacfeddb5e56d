import { temporaryCa } from '#embedded/development-ca.ts'
import { startHttpsSink } from '../harness/https-sink.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'
import { startTcpPeer } from './peers.ts'

/** Few places, so that a few endpoints can take them all. */
const LIMITS = { inFlightMax: 16, sharedMax: 12, slowInFlightMax: 6, slowSharedMax: 4, claimMax: 8 }
/** Longer than `until` waits: who gets a place gets it while all the others hang. */
const ATTEMPT_MS = 60_000

const test = suite('delivery: more endpoints that hang than there are places')
const authority = await temporaryCa()
const [sink, turncoat, silent] = await Promise.all([
  startHttpsSink({ authority }),
  startHttpsSink({ authority }),
  startTcpPeer(),
])
const engine = await startEngine({ caPem: sink.caPem })
await engine.start({ limits: { ...LIMITS, attemptMs: ATTEMPT_MS, stopMs: 200 } })

test('an endpoint of which nothing is known yet does not wait for those of other clients', async () => {
  for (const clientId of ['clt_hanging_1', 'clt_hanging_2']) {
    for (let made = 0; made < LIMITS.slowInFlightMax; made += 1)
      await engine.webhook({ url: `${silent.url}/${made}` }, clientId)
    for (let sent = 0; sent < 3; sent += 1) await engine.refund(clientId)
  }
  // Each of the two has some, so that neither gets more of those that are kept.
  await until('their places taken', () => silent.open.size >= LIMITS.slowSharedMax)
  for (const clientId of ['clt_new', 'clt_newer']) {
    for (const name of ['one', 'another']) await engine.webhook({ url: `${sink.url}/${name}` }, clientId)
    await engine.refund(clientId)
  }
  await until('delivered', () => sink.received.length === 4)
})

test('an endpoint that has responded does not wait for those of a client that responded fast until they had all slots', async () => {
  await engine.webhook({ url: turncoat.url }, 'clt_turncoat')
  const send = async (count: number) => {
    for (let sent = 0; sent < count; sent += 1) await engine.refund('clt_turncoat')
  }
  // Each answer makes its queue wider.
  await send(LIMITS.inFlightMax)
  await until('its queue is wide', () => turncoat.received.length === LIMITS.inFlightMax)
  let hanging = 0
  turncoat.respond(() => (hanging += 1))
  await send(2 * LIMITS.inFlightMax)
  await until('it has what is shared', () => hanging + silent.open.size >= LIMITS.sharedMax)
  const before = sink.received.length
  await engine.refund('clt_new')
  await until('delivered', () => sink.received.length === before + 2)
})

test.after(async () => {
  await engine.end()
  await silent.close()
  await turncoat.close()
  await sink.close()
})
test.run()
