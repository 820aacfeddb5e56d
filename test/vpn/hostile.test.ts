import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import * as assert from 'uvu/assert'
import { INTERNET_ADDRESS, SERVER_ADDRESS } from '#programs/vpn-lab/addresses.ts'
import { until } from '../harness/client.ts'
import { standstill } from '../harness/standstill.ts'
import { suite } from '../harness/suite.ts'
import { onLab, startLabService } from './lab-service.ts'

/** What a hostile client, or a hostile host of the network, tries. */
const test = suite('VPN lab: hostile clients')
await onLab(test, tests)

test.run()

async function tests() {
  const on = await startLabService(test, { routing: 'full' })
  const { admin, lab, server, startAgent, places, newSession, connected } = on
  const { serverNeighbour, internetHost } = lab
  const agent = await startAgent()
  const [place, other] = places
  const script = (name: string) => [process.execPath, fileURLToPath(new URL(name, import.meta.url))]
  const members = () => serverNeighbour.run('nft', 'list', 'set', 'inet', 'security_vpn', 'tunnels4')

  async function online(at: typeof place) {
    const session = await newSession()
    const client = await connected(at, session)
    const [, address = ''] =
      /PUSH_REPLY.*,ifconfig ([\d.]+)/.exec(client.lines.find(line => /PUSH_REPLY/.test(line))!) ?? []
    await until(members, text => text.includes(` ${address} `))
    const end = async () => {
      client.child.kill()
      await client.exited
      await admin.post('/vpn/disconnect', { session_id: session.session_id })
    }
    return { session, address, end }
  }

  test('a host that begins handshakes and never goes on keeps no other out', async () => {
    const session = await newSession()
    const flooding = other.spawn(...script('flood.ts'), SERVER_ADDRESS, '5000')
    const bait = other.connect(session.config.replace(/^remote .*$/m, 'remote 127.0.0.1 5000'), session.login)
    await flooding.waitForLine(/^floods$/)
    bait.child.kill('SIGKILL')
    // Of all hosts together OpenVPN takes 2,000 in ten seconds.
    await flooding.waitForLine(/^sent 3000$/)
    const [since, stood] = [performance.now(), standstill()]
    const client = await connected(place, session)
    const ms = performance.now() - since - stood()
    assert.ok(ms < 15_000, `${ms} ms`)
    assert.not(server.lines.some(line => /connect-freq-initial.*exceeded/.test(line)))
    flooding.child.kill('SIGKILL')
    client.child.kill()
    await client.exited
    await admin.post('/vpn/disconnect', { session_id: session.session_id })
  })

  test('questions to the resolver count among the connections of a client', async () => {
    const { address, end } = await online(place)
    const connections = async () =>
      Number(await serverNeighbour.run('cat', '/proc/sys/net/netfilter/nf_conntrack_count'))
    await place.run(...script('datagrams.ts'), address, '10.8.0.1', '53', '4000')
    const count = await connections()
    assert.ok(count > 500 && count < 2_100, String(count))
    await end()
  })

  test('no client sends as another, nor as what is in no tunnel', async () => {
    const [one, another] = [await online(place), await online(other)]
    const capture = await serverNeighbour.capture()
    const device = 'tun0'
    for (const [n, source] of [another.address, '192.168.77.7', '10.8.0.1', '10.8.77.77'].entries()) {
      await place.run('ip', 'address', 'add', `${source}/32`, 'dev', device)
      await place.run(...script('datagrams.ts'), source, INTERNET_ADDRESS, String(6_000 + n))
    }
    await place.run(...script('datagrams.ts'), one.address, INTERNET_ADDRESS, '5999')
    await until(capture.outside, outside => outside.includes(`${INTERNET_ADDRESS} udp 5999`))
    assert.equal(
      (await capture.outside()).filter(one => / 600\d$/.test(one)),
      [],
    )
    await Promise.all([one.end(), another.end()])
  })

  test('what was connected to an address is not connected to the client that has it next', async () => {
    const { address, end } = await online(place)
    const serving = internetHost.spawn(...script('chatter.ts'), 'serve', INTERNET_ADDRESS, '7000')
    await serving.waitForLine(/^listens$/)
    const asking = place.spawn(...script('chatter.ts'), 'ask', INTERNET_ADDRESS, '7000')
    await asking.waitForLine(/^[1-9]\d+ came/)
    const element = (verb: string) =>
      serverNeighbour.run(
        'nft',
        `${verb} element inet security_vpn tunnels4 { ${address}${verb === 'add' ? ' timeout 60s' : ''} }`,
      )
    await element('delete')
    await delay(1_000)
    await element('add')
    const before = asking.lines.at(-1)
    await delay(1_000)
    assert.is(asking.lines.at(-1), before)
    // A client that sends on it has it again.
    const from = asking.lines.length
    asking.child.kill('SIGUSR2')
    await asking.waitForLine(new RegExp(`^(?!${before}$)`), { from })
    assert.match(await place.page(INTERNET_ADDRESS), /^1 200/)
    asking.child.kill('SIGKILL')
    serving.child.kill('SIGKILL')
    await end()
  })

  test('a client’s name is never taken for a message of OpenVPN', async () => {
    const session = await newSession()
    const { username, password } = session.login
    const from = agent.lines.length
    const peer = (name: string, value: string) => ['--setenv', `UV_${name}`, value]
    const said = [
      '--push-peer-info',
      ...peer('username', username),
      ...peer('a', '\t>CLIENT:ESTABLISHED,0'),
      ...peer('ifconfig_pool_remote_ip', '10.8.0.1'),
    ]
    for (const login of [
      { username: `${username}\t10.8.0.1`, password },
      { username: `${username}\r>CLIENT:ESTABLISHED,7`, password },
      { username: `10.8.0.9 } ; flush ruleset #`, password },
      { username: `${username}'"\\`, password: `x\r>CLIENT:ENV,password=${password}` },
      { username: 'x'.repeat(120), password },
    ]) {
      const client = place.connect(session.config, login, ...said)
      await client.waitForLine(/AUTH_FAILED/)
      await client.exited
    }
    assert.not(agent.lines.slice(from).some(line => /tunnel is up|let in/.test(line)))
    const client = await connected(place, session, ...said)
    assert.match(await members(), /10\.8\.\d/)
    assert.not((await members()).includes(' 10.8.0.1 '))
    client.child.kill()
    await client.exited
    assert.is(server.child.exitCode, null)
  })
}
