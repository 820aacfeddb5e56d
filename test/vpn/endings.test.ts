import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { SERVER_ADDRESS } from '#programs/vpn-lab/addresses.ts'
import type { ProcessOutput } from '#programs/vpn-lab/spawn-with-output.ts'
import { depth } from '../harness/depth.ts'
import { standstill } from '../harness/standstill.ts'
import { suite } from '../harness/suite.ts'
import { logOf, onLab, startLabService } from './lab-service.ts'
import { createTestLab } from './test-lab.ts'
import { writeDeafClient } from './unresponsive-client.ts'

/**
 * Ends of sessions while their tunnels carry traffic: the server stays up, and nothing is answered after the end,
 * whatever the client does. DEPTH=full is the whole run.
 */
const test = suite('VPN lab: ends under traffic')
const ENDINGS = depth(8, 200)
const SLOWED_ENDINGS = depth(5, 20)
await onLab(test, tests)

test.run()

async function tests() {
  const on = await startLabService(test)
  const { admin, lab, onLine, serve, newSession, connected } = on

  type Server = Awaited<ReturnType<typeof serve>>
  type Stand = Awaited<ReturnType<typeof lab.createClient>>

  /** Every command that OpenVPN was given; it logs each. */
  const ALLOWED =
    /^(bytecount \d+|status 3|client-auth \d+ \d+|client-auth-nt \d+ \d+|client-kill \d+ HALT|client-deny \d+ \d+ .*)$/
  function assertOnlyAllowed({ lines }: ProcessOutput): void {
    const commands = lines.flatMap(line => /MANAGEMENT: CMD '(.*)'/.exec(line)?.[1] ?? [])
    assert.ok(commands.length > 3)
    assert.equal(
      commands.filter(command => !ALLOWED.test(command)),
      [],
    )
  }

  /**
   * Ends one session under traffic both ways. Returns how long after the revocation was asked for the last datagram was
   * answered.
   */
  async function endOne({ server, server_id }: Server, stand: Stand, agent: ProcessOutput): Promise<number> {
    const session = await newSession(undefined, admin, server_id)
    const client = await connected(stand, session)
    const streams = [stand.stream(), stand.stream()]
    await Promise.all(streams.map(stream => stream.waitForLine(/^\d+ [1-9]\d\d+ /)))
    const asked = Date.now()
    assert.is((await admin.post(`/vpn/sessions/${session.session_id}/revoke`)).status, 200)
    await agent.waitForLine(logOf(session, 'tunnel ends'))
    // OpenVPN ends a client that stays after 5 s; its packets come until then.
    await agent.waitForLine(logOf(session, 'tunnel is gone'))
    await delay(200)
    client.child.kill('SIGKILL')
    for (const stream of streams) stream.child.kill('SIGKILL')
    await Promise.all([client, ...streams].map(({ exited }) => exited))
    assert.is(server.child.exitCode, null, server.lines.slice(-5).join('\n'))
    const answered = streams.map(({ lines }) => Number(lines.at(-1)!.split(' ')[2]))
    return Math.max(0, Math.max(...answered) - asked)
  }

  /** OpenVPN ends a client that ignores HALT 5 s later: more of these at a time. */
  const OBEYING = 1
  const DEAF = 4

  /** So many ends, most of them of clients that ignore them, and several at the same time. */
  async function endMany(within: typeof lab, running: Server, times: number): Promise<number[]> {
    const agent = await running.startAgent()
    const deaf = writeDeafClient(within.folder)
    const stands = await Promise.all([
      ...Array.from({ length: OBEYING }, () => within.createClient()),
      ...Array.from({ length: DEAF }, () => within.createClient({ openvpn: deaf })),
    ])
    const ms: number[] = []
    let left = times
    await Promise.all(
      stands.map(async stand => {
        while (left-- > 0) ms.push(await endOne(running, stand, agent))
      }),
    )
    assertOnlyAllowed(running.server)
    return ms
  }

  const inOrder = (ms: readonly number[]) => ms.toSorted((a, b) => a - b)
  const p95 = (ms: readonly number[]) => inOrder(ms)[Math.ceil(ms.length * 0.95) - 1]!

  const SLOWED = ['strace', '-f', '-o', '/dev/null']
  for (const [what, times, protocol, under] of [
    ['over UDP', ENDINGS, 'udp', []],
    ['over TCP', Math.ceil(ENDINGS / 2), 'tcp', []],
    ['over UDP, of a server that strace slows down', SLOWED_ENDINGS, 'udp', SLOWED],
  ] as const)
    test(`${times} ends under traffic ${what}: the server stays up, and answers stop`, async () => {
      const elsewhere = await createTestLab({ onLine })
      const stood = standstill()
      try {
        const running = await serve(elsewhere, { ip: SERVER_ADDRESS, protocol }, { under })
        const ms = await endMany(elsewhere, running, times)
        console.log(`${what}: last answer after ${inOrder(ms).join(', ')} ms`)
        assert.is(ms.length, times)
        // What waits in the tunnel device of a server that strace slows down is sent later.
        if (under.length === 0) assert.ok(p95(ms) - stood() <= 1_000, `p95 ${p95(ms)} ms`)
      } finally {
        await elsewhere.close()
      }
    })
}
