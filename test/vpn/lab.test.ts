import { X509Certificate } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { createVpnService } from '#services/vpn/vpn-service.ts'
import { until } from '../harness/client.ts'
import { suite } from '../harness/suite.ts'
import { endLease, newUser } from '../modules/vpn/vpn-samples.ts'
import { allOf, type LabSession, onLab, startLabService } from './lab-service.ts'

/** Real tunnels: the OpenVPN server and clients of the distribution, our agent between the server and the service. */
const test = suite('VPN lab')
await onLab(test, tests)

test.run()

async function tests() {
  const on = await startLabService(test)
  const { service, admin, server_id, server, files, login, startAgent, places, writeFiles } = on
  const { newSession, connected, asked, sessionOf, beat, ends } = on
  let agent = await startAgent()
  const [place, other] = places
  const ended: number[] = []

  test('a client with what the service handed out has a tunnel, and the service learns of it', async () => {
    const session = await newSession()
    const client = await connected(place, session)
    assert.match(String(await asked(place)), /^1 200 hello 10\.8\.\d+\.\d+, through the tunnel$/)
    // What asks for names was pushed.
    assert.ok(client.lines.some(line => /PUSH_REPLY.*dhcp-option DNS 10\.8\.0\.1/.test(line)))
    const known = await until(
      () => sessionOf(session),
      one => one?.status === 'connected' && one.bytes_in > 0 && one.bytes_out > 0,
      30_000,
    )
    assert.is.not(known.connected_at, null)
    await admin.post('/vpn/disconnect', { session_id: session.session_id })
    await ends(client)
  })

  test('no other client has a tunnel', async () => {
    const session = await newSession()
    const { username, password } = session.login
    const gone = await newSession()
    await admin.post('/vpn/disconnect', { session_id: gone.session_id })
    const late = await newSession()
    await endLease(service.service, late.session_id)
    for (const [what, config, login] of [
      ['a wrong password', session.config, { username, password: 'x'.repeat(32) }],
      ['username and password swapped', session.config, { username: password, password: username }],
      ['a session that was ended', gone.config, gone.login],
      ['a session that has expired', late.config, late.login],
    ] as const) {
      const client = place.connect(config, login)
      await client.waitForLine(/AUTH_FAILED/)
      await ends(client)
      assert.not(
        client.lines.some(line => /Initialization Sequence Completed/.test(line)),
        what,
      )
    }
    // Whoever has not the server's key is not answered at all.
    const digits = /^[0-9a-f]{32}$/gm
    const client = place.connect(session.config.replace(digits, 'a'.repeat(32)), session.login, '--hand-window', '5')
    await delay(4_000)
    assert.not(client.lines.some(line => /TLS: Initial packet|AUTH_FAILED/.test(line)))
    client.child.kill('SIGKILL')
    await admin.post('/vpn/disconnect', { session_id: session.session_id })
  })

  /** Whatever ends a session, with whose it is. */
  const ways: Record<string, () => Promise<{ session: LabSession; end: () => Promise<{ status: number }> }>> = {
    async 'revoked by an administrator'() {
      const session = await newSession()
      return { session, end: () => admin.post(`/vpn/sessions/${session.session_id}/revoke`) }
    },
    async 'disconnected by its user'() {
      const { user_id, caller } = await newUser(admin)
      const session = await newSession(user_id, caller)
      return { session, end: () => caller.post('/vpn/disconnect', { session_id: session.session_id }) }
    },
    async 'of a user who is disabled'() {
      const { user_id, caller } = await newUser(admin)
      const session = await newSession(user_id, caller)
      return { session, end: () => admin.send('PATCH', `/admin/users/${user_id}`, { status: 'disabled' }) }
    },
    async 'of a user whose logins end'() {
      const { user_id, caller } = await newUser(admin)
      const session = await newSession(user_id, caller)
      return { session, end: () => admin.send('PATCH', `/admin/users/${user_id}`, { revoke_sessions: true }) }
    },
    async 'of a client that is disabled'() {
      const { client_id } = (await admin.post('/admin/clients', { name: 'A bank of travellers' })).body
      const { user_id, caller } = await newUser(admin, 'consumer', client_id)
      const session = await newSession(user_id, caller)
      return { session, end: () => admin.send('PATCH', `/admin/clients/${client_id}`, { status: 'disabled' }) }
    },
    async 'of a person who is to be erased'() {
      const session = await newSession('traveller_erased')
      const erased = { legal_basis: 'gdpr_art_17' }
      return { session, end: () => admin.post('/admin/subjects/traveller_erased/erase', erased) }
    },
  }
  for (const [what, way] of Object.entries(ways))
    test(`a tunnel ends within five seconds: ${what}`, async () => {
      const { session, end } = await way()
      const client = await connected(place, session)
      const since = performance.now()
      assert.ok((await end()).status < 300)
      await ends(client)
      ended.push(performance.now() - since)
      assert.ok(ended.at(-1)! < 5_000, `${ended.at(-1)} ms`)
      assert.match(String(await asked(place)), /^1 none/)
    })

  /** OpenVPN gives a client 5 s after it was asked to end. */
  const SILENT_MS_MAX = 8_000

  test('a client that does not listen is gone six seconds after its session, also of a server without a firewall', async () => {
    for (const isWithFirewall of [true, false]) {
      if (!isWithFirewall) {
        agent.child.kill()
        await agent.exited
        agent = await startAgent({ isWithFirewall })
      }
      const session = await newSession()
      const client = await connected(place, session)
      client.child.kill('SIGSTOP')
      const [from, since] = [agent.lines.length, performance.now()]
      await admin.post(`/vpn/sessions/${session.session_id}/revoke`)
      await agent.waitForLine(/tunnel is gone/, { from })
      const ms = performance.now() - since
      assert.ok(ms < SILENT_MS_MAX, `${ms} ms`)
      client.child.kill('SIGKILL')
      await client.exited
    }
    assert.is(agent.lines.filter(line => line.includes('no --firewall')).length, 1)
    agent.child.kill()
    await agent.exited
    agent = await startAgent()
    console.log(`from what ended them to the tunnels' end: ${ended.map(ms => `${Math.round(ms)} ms`).join(', ')}`)
  })

  test('a silent device loses its tunnel', async () => {
    const session = await newSession()
    const client = await connected(place, session)
    assert.is((await beat(session)).status, 200)
    await endLease(service.service, session.session_id)
    assert.ok((await ends(client)) < 8_000)
    assert.is((await beat(session)).body.error_code, 'VPN_007')
  })

  test('one session has one tunnel: the newer one', async () => {
    const session = await newSession()
    const first = await connected(place, session)
    const second = await connected(other, session)
    await agent.waitForLine(/tunnel is gone/, {
      from: agent.lines.findLastIndex(line => /tunnel is up/.test(line)) - 3,
    })
    assert.match(String(await asked(other)), /^1 200/)
    first.child.kill('SIGKILL')
    await admin.post('/vpn/disconnect', { session_id: session.session_id })
    await ends(second)
  })

  test('with the agent killed two tunnels go on, and once it is back so do byte counts, logins and ends', async () => {
    const sessions = [await newSession(), await newSession()]
    const clients = [await connected(place, sessions[0]!), await connected(other, sessions[1]!)]
    await until(
      async () => (await Promise.all(sessions.map(sessionOf))).map(one => one.status),
      all => all.every(status => status === 'connected'),
    )
    agent.child.kill('SIGKILL')
    await agent.exited
    const askers = places.map(at => at.fetchPages(30))
    await Promise.all(askers.map(({ exited }) => exited))
    for (const { lines } of askers) {
      assert.is(lines.length, 30)
      for (const line of lines) assert.match(line, /^\d+ 200 /)
    }
    const before = await Promise.all(sessions.map(sessionOf))
    agent = await startAgent()
    // What went through while nobody counted is known to the server.
    const after = await until(
      () => Promise.all(sessions.map(sessionOf)),
      all => all.every((one, n) => one.bytes_in > before[n].bytes_in + 3_000 && one.bytes_out > before[n].bytes_out),
      30_000,
    )
    for (const at of places) for (const line of (await allOf(at.fetchPages(10))).lines) assert.match(line, /^\d+ 200 /)
    await until(
      () => Promise.all(sessions.map(sessionOf)),
      all => all.every((one, n) => one.bytes_in > after[n].bytes_in),
      30_000,
    )
    for (const { session_id } of sessions) await admin.post('/vpn/disconnect', { session_id })
    await Promise.all(clients.map(client => ends(client)))
    const newcomer = await newSession()
    const client = await connected(place, newcomer)
    await admin.post('/vpn/disconnect', { session_id: newcomer.session_id })
    await ends(client)
  })

  test('a server that is restarted under its agent numbers its clients from zero again: they come back, and end with their sessions', async () => {
    const sessions = [await newSession(), await newSession()]
    const clients = [await connected(place, sessions[0]!), await connected(other, sessions[1]!)]
    const from = clients.map(({ lines }) => lines.length)
    // Its certificate is in its last month, and is renewed; its management socket stays open.
    const { issue } = await createVpnService(service.service).certificateAuthority.getIssuer()
    const { cert, key } = await issue([`vpn-${server_id}`], new Date(Date.now() + 20 * 86_400_000))
    for (const [file, text] of Object.entries({ 'server.crt': cert, 'server.key': key }))
      writeFileSync(join(files, file), text)
    assert.match(writeFiles(server_id, files), /certificate issued\n$/)
    server.child.kill('SIGHUP')
    const done = /Initialization Sequence Completed/
    await Promise.all(clients.map((client, n) => client.waitForLine(done, { from: from[n]! })))
    await admin.post('/vpn/disconnect', { session_id: sessions[0]!.session_id })
    assert.ok((await ends(clients[0]!)) < 5_000)
    assert.match(String(await asked(other)), /^1 200/)
    await admin.post('/vpn/disconnect', { session_id: sessions[1]!.session_id })
    assert.ok((await ends(clients[1]!)) < 5_000)
    // Who knows the renewed certificate, and no other, finds it.
    const { fingerprint256 } = new X509Certificate(readFileSync(join(files, 'server.crt')))
    const newcomer = await newSession()
    const client = await connected(place, newcomer, '--peer-fingerprint', fingerprint256)
    await admin.post('/vpn/disconnect', { session_id: newcomer.session_id })
    await ends(client)
  })

  test('no log contains a password', () => {
    for (const { lines } of [agent, server]) assert.not(lines.some(line => line.includes(login.password)))
  })
}
