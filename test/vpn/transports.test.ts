import * as assert from 'uvu/assert'
import { SERVER_ADDRESS, SERVER_ADDRESS6 } from '#programs/vpn-lab/addresses.ts'
import { until } from '../harness/client.ts'
import { suite } from '../harness/suite.ts'
import { logOf, onLab, startLabService } from './lab-service.ts'
import { createTestLab } from './test-lab.ts'

/** Real tunnels over each transport, and the keys of those whose session is over. */
const test = suite('VPN lab: transports and ends')
await onLab(test, tests)

test.run()

async function tests() {
  const on = await startLabService(test)
  const { onLine, admin, way, serve, startAgent, places, newSession, connected, asked, sessionOf, ends } = on
  const agent = await startAgent()
  const [place] = places
  const OFTEN = ['--reneg-sec', '12', '--tran-window', '11']

  /** Everywhere else it is IPv4 over UDP. */
  const transports = {
    tcp4: { ip: SERVER_ADDRESS, protocol: 'tcp' },
    udp6: { ip: SERVER_ADDRESS6, protocol: 'udp' },
    tcp6: { ip: SERVER_ADDRESS6, protocol: 'tcp' },
  } as const
  async function over(transport: keyof typeof transports): Promise<void> {
    const { ip, protocol } = transports[transport]
    if (ip === null) return console.log(`\nleft out: a tunnel over ${transport}, for which there is no IPv6`)
    const elsewhere = await createTestLab({ onLine })
    try {
      const { server_id, startAgent } = await serve(elsewhere, { ip, protocol })
      await startAgent()
      const stand = await elsewhere.createClient()
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

  /** OpenVPN drops whose keys were not renewed when they begin once more, and 5 s later. */
  const GONE_MS_MAX = 60_000

  test('keys of an ended session are not renewed, also when no other message reports its end', async () => {
    const session = await newSession()
    const from = agent.lines.length
    const client = await connected(place, session, ...OFTEN)
    way.take(/agent\/(watch|report)/)
    await admin.post('/vpn/disconnect', { session_id: session.session_id })
    // The client hears of it on the channel of the key before, where it is on that of the next one by then only as
    // silence.
    await agent.waitForLine(logOf(session, 'denied'), { from })
    await agent.waitForLine(logOf(session, 'tunnel is gone'), { from, msMax: GONE_MS_MAX })
    way.take(null)
    client.child.kill()
    await client.exited
  })
}
