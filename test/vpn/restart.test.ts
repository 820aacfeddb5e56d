import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { SERVER_ADDRESS } from '#programs/vpn-lab/addresses.ts'
import { until } from '../harness/client.ts'
import { depth } from '../harness/depth.ts'
import { suite } from '../harness/suite.ts'
import { onLab, startLabService } from './lab-service.ts'
import { createTestLab } from './test-lab.ts'

/**
 * A server that is killed: its unit starts it again, the service learns that its tunnels were down, and clients come
 * back by themselves.
 */
const test = suite('VPN lab: a server that is killed')
/** RestartSec is 1 s; the rest is OpenVPN's start. */
const UP_MS_MAX = 5_000
/** A client over UDP learns from silence. The server's `keepalive 10 60` is 60 s, as with DEPTH=full. */
const SILENT_S = depth(15, 60)
const SILENT = ['--pull-filter', 'ignore', 'ping-restart', '--ping-restart', String(SILENT_S)]
const BACK_MS_MAX = SILENT_S * 1_000 + 30_000

await onLab(test, tests)

test.run()

async function tests() {
  const on = await startLabService(test)
  const { admin, onLine, server, startAgent, places, serve, newSession, connected, asked, sessionOf, beat } = on

  async function killed(protocol: 'udp' | 'tcp'): Promise<void> {
    const lab = await createTestLab({ onLine })
    try {
      const { server, server_id, startAgent } = await serve(lab, { ip: SERVER_ADDRESS, protocol }, { unit: 'server' })
      const agent = await startAgent()
      const stand = await lab.createClient()
      const session = await newSession(undefined, admin, server_id)
      const client = await connected(stand, session, '--connect-retry-max', 'infinite', ...SILENT)
      assert.match(String(await asked(stand)), /^1 200 /)
      await until(
        () => sessionOf(session),
        one => one?.status === 'connected' && one.bytes_in > 0,
      )
      const beating = setInterval(() => void beat(session).catch(() => undefined), 20_000)
      try {
        const [from, fromClient, fromAgent] = [server.lines.length, client.lines.length, agent.lines.length]
        const pid = Number(server.lines.findLast(line => line.startsWith('started '))!.split(' ')[1])
        const since = performance.now()
        process.kill(pid, 'SIGKILL')
        await server.waitForLine(/Initialization Sequence Completed/, { from })
        const upMs = performance.now() - since
        assert.ok(upMs < UP_MS_MAX, `up after ${upMs} ms`)
        await agent.waitForLine(/tunnels went down/, { from: fromAgent })
        await agent.waitForLine(/connected to OpenVPN/, { from: fromAgent })
        await client.waitForLine(/Initialization Sequence Completed/, { from: fromClient, msMax: BACK_MS_MAX + 30_000 })
        const backMs = performance.now() - since
        assert.ok(backMs < BACK_MS_MAX, `back after ${backMs} ms`)
        console.log(`${protocol}: up after ${Math.round(upMs)} ms, client back after ${Math.round(backMs)} ms`)
        await delay(500)
        assert.match(String(await asked(stand)), /^1 200 /)
      } finally {
        clearInterval(beating)
      }
      await admin.post('/vpn/disconnect', { session_id: session.session_id })
      await client.exited
    } finally {
      await lab.close()
    }
  }

  test('a client that came before the agent is let in soon after it', async () => {
    const { config, login } = await newSession()
    const client = places[0].connect(config, login, '--connect-retry-max', '0')
    await server.waitForLine(/authentication deferred/)
    await startAgent()
    const since = performance.now()
    await client.waitForLine(/Initialization Sequence Completed/)
    const ms = performance.now() - since
    console.log(`in after ${Math.round(ms)} ms`)
    assert.ok(ms < 30_000, `in after ${ms} ms`)
    client.child.kill()
    await client.exited
  })

  test(`after SIGKILL the server is up within 5 s, and clients over UDP and TCP are back within ${BACK_MS_MAX / 1_000} s`, async () => {
    await Promise.all([killed('udp'), killed('tcp')])
  })
}
