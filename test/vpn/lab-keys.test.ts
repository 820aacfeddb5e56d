import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { createLab, SERVER_ADDRESS, SERVER_ADDRESS6 } from '#vpn-lab/lab.ts'
import { until } from '../harness/client.ts'
import { suite } from '../harness/suite.ts'
import { allOf, logOf, onLab, startLabService } from './lab-service.ts'

/** Real tunnels over each transport, and the keys of those that last. */
const test = suite('VPN lab: keys and transports')
await onLab(test, tests)

test.run()

async function tests() {
  const on = await startLabService(test)
  const { onLine, admin, way, server, login, startAgent, places, serve } = on
  const { newSession, connected, asked, sessionOf, ends } = on
  const agent = await startAgent()
  const [place, other] = places

  /** Everywhere else it is IPv4 over UDP. */
  const transports = {
    tcp4: { ip: SERVER_ADDRESS, protocol: 'tcp' },
    udp6: { ip: SERVER_ADDRESS6, protocol: 'udp' },
    tcp6: { ip: SERVER_ADDRESS6, protocol: 'tcp' },
  } as const
  async function over(transport: keyof typeof transports): Promise<void> {
    const { ip, protocol } = transports[transport]
    if (ip === null) return console.log(`\nleft out: a tunnel over ${transport}, for which there is no IPv6`)
    const elsewhere = await createLab({ onLine })
    try {
      const { server_id, startAgent } = await serve(elsewhere, { ip, protocol })
      await startAgent()
      const stand = await elsewhere.newPlace()
      const session = await newSession(undefined, admin, server_id)
      assert.ok(session.config.includes(`\nproto ${transport}\nremote ${ip} 1194\n`))
      const client = await connected(stand, session)
      assert.match(String(await asked(stand)), /^1 200 hello 10\.8\.\d+\.\d+, through the tunnel$/)
      await until(
        () => sessionOf(session),
        one => one?.status === 'connected' && one.bytes_in > 0 && one.bytes_out > 0,
      )
      await admin.post(`/vpn/sessions/${session.session_id}/revoke`)
      const ms = await ends(client)
      assert.ok(ms < 5_000, `${transport}: ${ms} ms`)
      assert.match(String(await asked(stand)), /^1 none/)
    } finally {
      await elsewhere.close()
    }
  }
  for (const transport of ['tcp4', 'udp6', 'tcp6'] as const)
    test(`a tunnel over ${transport} carries, is counted, and ends with its session within five seconds`, () =>
      over(transport))

  const OFTEN = ['--reneg-sec', '12', '--tran-window', '11']
  /**
   * OpenVPN's server may take 15 s to use new keys that its agent has allowed, and drops what comes with them until then. Its client sends with them after
   * a minute, or after half the time between renewals where that is less: with OFTEN what is asked meanwhile is lost, also with the service there.
   */
  const SOMETIMES = ['--reneg-sec', '44', '--tran-window', '43']
  /** The client sends with new keys by then, and knows those of before still. */
  const RENEWED_MS = 25_000

  test('keys are renewed, also while the service is away, and nothing is lost by it; what ended meanwhile ends once it is back', async () => {
    const [session, another] = [await newSession(), await newSession()]
    const from = agent.lines.length
    const client = await connected(place, session, ...SOMETIMES)
    const anothers = await connected(other, another, ...OFTEN)
    await agent.until(logOf(another, 'keys renewed'), { from })
    await admin.post('/vpn/disconnect', { session_id: another.session_id })
    await ends(anothers)
    await way.cut()
    await admin.post('/vpn/disconnect', { session_id: session.session_id })
    let isWatched = true
    const asking = (async () => {
      const lines: string[] = []
      while (isWatched) lines.push(...(await allOf(place.ask(20))).lines)
      return lines
    })()
    await agent.until(logOf(session, 'keys renewed unasked'), { from, msMax: 60_000 })
    await delay(RENEWED_MS)
    isWatched = false
    for (const line of await asking) assert.match(line, /^\d+ 200 /)
    await way.mend()
    assert.ok((await ends(client)) < 10_000)
    assert.match(String(await asked(place)), /^1 none/)
  })

  /** OpenVPN drops whose keys were not renewed when they begin once more, and 5 s later. */
  const GONE_MS_MAX = 60_000

  test('keys of what is over are not renewed, also when nothing else says that it is', async () => {
    const session = await newSession()
    const from = agent.lines.length
    const client = await connected(other, session, ...OFTEN)
    way.take(/agent\/(watch|report)/)
    await admin.post('/vpn/disconnect', { session_id: session.session_id })
    // The client hears of it on the channel of the key before, where it is on that of the next one by then only as silence.
    await agent.until(logOf(session, 'denied'), { from })
    await agent.until(logOf(session, 'tunnel is gone'), { from, msMax: GONE_MS_MAX })
    way.take(null)
    client.child.kill()
    await client.gone
  })

  test('nobody said a password', () => {
    for (const { lines } of [agent, server]) assert.not(lines.some(line => line.includes(login.password)))
  })
}
