import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { depth } from '../harness/depth.ts'
import { suite } from '../harness/suite.ts'
import { type LabSession, logOf, onLab, startLabService } from './lab-service.ts'
import { writeDeafClient } from './unresponsive-client.ts'

/** Credentials that were typed once, and those of a session that has just ended. */
const test = suite('VPN lab: credentials')
await onLab(test, tests)

test.run()

/** OpenVPN gives an unanswered login 60 s; one that is answered takes two handshakes. */
const REFUSED_MS_MAX = 15_000
/** Half a second after the end the first client may still be there: OpenVPN ends it 5 s later where it stays. */
const RECONNECTS_AFTER_MS = [0, 500, 100, 300].slice(0, depth(2, 4))
const OFTEN = ['--reneg-sec', '12', '--tran-window', '11']
const GONE_MS_MAX = 60_000

async function tests() {
  const on = await startLabService(test)
  const { admin, lab, way, startAgent, places, newSession, connected } = on
  const agent = await startAgent()
  const [place, other] = places

  /** Types what a client asks for, as a person does, and counts how often it asks. */
  async function typist(socket: string, { login }: LabSession): Promise<{ asked(): number }> {
    let asked = 0
    let client = connect(socket)
    const open = () => new Promise<void>(resolve => client.once('connect', resolve).once('error', () => resolve()))
    await open()
    for (let attempt = 0; client.readyState !== 'open' && attempt < 100; attempt += 1) {
      await delay(100)
      client = connect(socket)
      await open()
    }
    client.on('error', () => undefined)
    createInterface({ input: client }).on('line', line => {
      if (!line.startsWith(">PASSWORD:Need 'Auth' username/password")) return
      asked += 1
      client.write(`username "Auth" ${login.username}\npassword "Auth" ${login.password}\n`)
    })
    return { asked: () => asked }
  }

  test('a password is typed once: renewals and a restart of the client need it no more, and the service decides on each renewal', async () => {
    const session = await newSession()
    const from = agent.lines.length
    const socket = join(lab.folder, 'typist.sock')
    const client = place.connectPrompted(session.config, socket, ...OFTEN)
    const person = await typist(socket, session)
    const isUp = /Initialization Sequence Completed/
    await client.waitForLine(isUp)
    await agent.waitForLine(logOf(session, 'keys renewed'), { from })
    const [fromRestart, fromClient] = [agent.lines.length, client.lines.length]
    client.child.kill('SIGUSR1')
    await client.waitForLine(isUp, { from: fromClient })
    await agent.waitForLine(logOf(session, 'keys renewed'), { from: fromRestart, msMax: GONE_MS_MAX })
    assert.is(person.asked(), 1)
    // Revoked, and nothing but the renewal says so.
    const fromEnd = agent.lines.length
    way.take(/agent\/(watch|report)/)
    await admin.post(`/vpn/sessions/${session.session_id}/revoke`)
    await agent.waitForLine(logOf(session, 'denied'), { from: fromEnd })
    await agent.waitForLine(logOf(session, 'tunnel is gone'), { from: fromEnd, msMax: GONE_MS_MAX })
    way.take(null)
    assert.is(person.asked(), 1)
    assert.not(agent.lines.slice(fromEnd).some(line => logOf(session, 'keys renewed').test(line)))
    client.child.kill('SIGKILL')
    await client.exited
  })

  test('credentials of a session that has just ended are refused, whether its client obeys or stays', async () => {
    const [deaf, another] = [await lab.createClient({ openvpn: writeDeafClient(lab.folder) }), await lab.createClient()]
    const took: number[] = []
    async function refused(first: typeof place, second: typeof place): Promise<void> {
      for (const afterMs of RECONNECTS_AFTER_MS) {
        const session = await newSession()
        const client = await connected(first, session)
        await admin.post(`/vpn/sessions/${session.session_id}/revoke`)
        await delay(afterMs)
        const since = performance.now()
        const again = second.connect(session.config, session.login)
        await again.waitForLine(/AUTH_FAILED/)
        took.push(Math.round(performance.now() - since))
        await again.exited
        client.child.kill('SIGKILL')
        await client.exited
      }
    }
    await Promise.all([refused(place, other), refused(deaf, another)])
    console.log(`AUTH_FAILED after ${took.join(', ')} ms`)
    assert.ok(Math.max(...took) < REFUSED_MS_MAX, took.join())
  })
}
