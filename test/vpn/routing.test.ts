import ipaddr from 'ipaddr.js'
import * as assert from 'uvu/assert'
import { SPECIAL_NETWORKS4, SPECIAL_NETWORKS6 } from '#domain/vpn/special-networks.ts'
import { addressRule } from '#edge/outbound/addresses.ts'
import { INTERNET_ADDRESS, INTERNET_ADDRESS6, SERVER_ADDRESS } from '#programs/vpn-lab/addresses.ts'
import type { ProcessOutput } from '#programs/vpn-lab/spawn-with-output.ts'
import { until } from '../harness/client.ts'
import { suite } from '../harness/suite.ts'
import { onLab, startLabService } from './lab-service.ts'
import { createTestLab } from './test-lab.ts'

/**
 * What goes through a tunnel to the Internet, and that nothing goes beside it: each statement is about packets on a
 * wire.
 */
const test = suite('VPN lab: routing')

/** A client notices a dead server after some seconds, not after a minute. */
const QUICK = ['--keepalive', '1', '5']
/** How often the server is killed. More on demand. */
const DEATHS = Number(process.env.VPN_DEATHS ?? 1)

await onLab(test, tests)

test.run()

async function tests() {
  const on = await startLabService(test, { routing: 'full', options: QUICK })
  const { lab, onLine, admin, places, files, startAgent, newSession, connected, serve } = on
  const { serverNeighbour, internetHost } = lab
  const agent = await startAgent()
  const [place, other] = places

  const ONLINE = /"page4":"hello 10.99.0.1, from the Internet","page6":"hello fd99::1, from the Internet"/
  const OFFLINE = /"page4":"none.*"page6":"none/
  /** A round of a device's traffic that ends after this. */
  const untilRound = (device: ProcessOutput, pattern: RegExp) =>
    device.waitForLine(pattern, { from: device.lines.length })

  /** A client whose tunnel is up and let through, with its addresses. */
  async function online(at: typeof place, within = lab, server_id = on.server_id, ...more: string[]) {
    const session = await newSession(undefined, admin, server_id)
    const client = await connected(at, session, ...more)
    const pushed = client.lines.find(line => /PUSH_REPLY/.test(line))!
    const [, address4 = ''] = /,ifconfig ([\d.]+)/.exec(pushed) ?? []
    const [, address6 = ''] = /,ifconfig-ipv6 ([^/]+)/.exec(pushed) ?? []
    // The agent has opened the firewall for it.
    const listed = () => within.serverNeighbour.run('nft', 'list', 'set', 'inet', 'security_vpn', 'tunnels4')
    await until(listed, text => text.includes(` ${address4} `), 30_000)
    const end = async () => {
      client.child.kill()
      await client.exited
      await admin.post('/vpn/disconnect', { session_id: session.session_id })
    }
    return { client, session, address4, address6, end }
  }

  test('a page and a name are reached through the tunnel, and nothing leaves outside of it: while keys are renewed, while the server is dead, and once it is back', async () => {
    const device = place.traffic()
    const before = await place.capture()
    await untilRound(device, /"names":\["1.2.3.4"/)
    // The capture sees what leaves without a tunnel.
    const without = await before.outside()
    for (const destination of [`${INTERNET_ADDRESS} udp 443`, `${INTERNET_ADDRESS6} udp 443`, '10.8.0.1 udp 53'])
      assert.ok(without.includes(destination), String(without))

    // OpenVPN's server may drop what a client sends with new keys for 15 s: this client is not asked for pages, and
    // beside it nothing leaves.
    const renewing = await online(other, lab, on.server_id, '--reneg-sec', '12', '--tran-window', '11')
    const another = other.traffic()
    await untilRound(another, ONLINE)
    const beside = await other.capture()
    const { client, session, end } = await online(place, lab, on.server_id, '--connect-retry-max', '0')
    await untilRound(device, ONLINE)
    const capture = await place.capture()
    for (const _ of [1, 2]) await agent.waitForLine(/keys renewed/, { from: agent.lines.length })
    assert.equal(await beside.outside(), [])
    // The first address is free again: a client that lost its own one would get it.
    another.child.kill()
    await renewing.end()

    let { server } = on
    for (let death = 1; death <= DEATHS; death += 1) {
      const from = client.lines.length
      // As its application does: without a heartbeat the session ends after two minutes.
      assert.is((await on.beat(session)).status, 200)
      server.child.kill('SIGKILL')
      await untilRound(device, OFFLINE)
      await client.waitForLine(/Inactivity timeout \(--ping-restart\), restarting/, { from })
      for (const _ of [1, 2, 3]) await untilRound(device, OFFLINE)
      server = await lab.startServer(files, { options: QUICK })
      await untilRound(device, ONLINE)
      assert.ok(client.lines.slice(from).some(line => /Preserving previous TUN\/TAP instance/.test(line)))
    }
    assert.equal(await capture.outside(), [])
    assert.ok((await capture.tunnelPackets()) > 100)

    // Without an IPv6 upstream the client's IPv6 packets still enter the tunnel.
    const route = (await serverNeighbour.run('ip', '-6', 'route', 'show', 'default')).trim().split(' ')
    await serverNeighbour.run('ip', '-6', 'route', 'del', 'default')
    await untilRound(device, /"page4":"hello.*"page6":"none/)
    await serverNeighbour.run('ip', '-6', 'route', 'add', ...route.slice(0, 5))
    await untilRound(device, ONLINE)
    assert.equal(await capture.outside(), [])

    // The capture was awake all the time.
    await end()
    await until(capture.outside, outside => outside.length > 0)
    device.child.kill()
  })

  test('a tunnel leads to global addresses and to no other', async () => {
    const { end } = await online(place)
    const { inside, beside } = borders([...SPECIAL_NETWORKS4, ...SPECIAL_NETWORKS6, 'fc00::/7', '64:ff9b::/96'])
    const metadata = ['169.254.169.254', 'fd00:ec2::254', '168.63.129.16', '100.100.100.200']
    const capture = await serverNeighbour.capture()
    const sentTo = async () => new Set((await capture.outside()).map(one => one.split(' ')[0]))
    const seen = await until(
      async () => {
        await place.send(...inside, ...metadata, ...beside)
        return sentTo()
      },
      all => beside.every(address => all.has(address)),
    )
    assert.equal(
      [...inside, ...metadata].filter(address => seen.has(address)),
      [],
    )
    await end()
  })

  test('of the server a tunnel reaches the resolver alone, and no client another', async () => {
    const OWN = '5.5.5.5'
    await serverNeighbour.run('ip', 'address', 'add', `${OWN}/32`, 'dev', 'lo')
    const [one, another] = [await online(place), await online(other)]
    await serverNeighbour.serve('::')
    await other.serve('::')
    const servers = [OWN, '10.8.0.1', 'fd5e:c84e:b1a7::1']
    const clients = [another.address4, another.address6]
    for (const address of servers) assert.match(await serverNeighbour.page(address), /^1 200 hello/)
    for (const address of clients) assert.match(await other.page(address), /^1 200 hello/)
    assert.match(await place.page(INTERNET_ADDRESS), /^1 200 hello/)
    for (const address of [...servers, ...clients]) assert.match(await place.page(address), /^1 none/, address)
    await Promise.all([one.end(), another.end()])
  })

  test('the server forwards nothing for its neighbours, and answers no names to them', async () => {
    const capture = await serverNeighbour.capture()
    await internetHost.run('ip', 'route', 'add', '10.8.0.0/16', 'via', SERVER_ADDRESS)
    await internetHost.run('ip', 'route', 'add', '6.6.6.6', 'via', SERVER_ADDRESS)
    await internetHost.send('6.6.6.6', '10.8.0.1#53')
    const asked = await internetHost.run(process.execPath, '-e', ASK_RESOLVER).catch(error => String(error))
    assert.match(asked, /ETIMEOUT/)
    assert.equal(
      (await capture.outside()).filter(one => one.startsWith('6.6.6.6')),
      [],
    )
  })

  test('one client can’t use up the connections of all', async () => {
    const { end } = await online(place)
    const capture = await serverNeighbour.capture()
    const ports = Array.from({ length: 2_500 }, (_, n) => `${INTERNET_ADDRESS}#${10_000 + n}`)
    const opened = async () => {
      await place.send(...ports)
      return (await capture.outside()).filter(one => one.startsWith(`${INTERNET_ADDRESS} udp 1`)).length
    }
    // A burst of datagrams loses some of them.
    await until(opened, count => count > 1_900)
    assert.ok((await opened()) <= 2_000)
    await end()
  })

  test('with a list of networks these alone are routed and reached', async () => {
    const elsewhere = await createTestLab({ onLine })
    try {
      const terms = { ip: SERVER_ADDRESS, routing: ['1.2.3.0/24'] }
      const { server_id, startAgent } = await serve(elsewhere, terms, { unit: 'server' })
      await startAgent()
      const stand = await elsewhere.createClient()
      await online(stand, elsewhere, server_id)
      const [beside, uplink] = [await stand.capture(), await elsewhere.serverNeighbour.capture()]
      assert.match(await stand.page(INTERNET_ADDRESS), /^1 200 hello 10\.99\.0\.1,/)
      assert.equal(await beside.outside(), [])
      await stand.send('9.9.9.9')
      assert.equal(await beside.outside(), ['9.9.9.9 udp 443'])
      await stand.run('ip', 'route', 'add', '9.9.9.9', 'via', '10.8.0.1')
      await stand.send('9.9.9.9', '1.2.3.9')
      await until(uplink.outside, outside => outside.includes('1.2.3.9 udp 443'))
      assert.not((await uplink.outside()).includes('9.9.9.9 udp 443'))
    } finally {
      await elsewhere.close()
    }
  })
}

const ASK_RESOLVER = `
const resolver = new (require('node:dns').promises.Resolver)({ timeout: 1000, tries: 1 })
resolver.setServers(['10.8.0.1'])
resolver.resolve4('bank.example').then(console.log)`

/** The first and last address of each network, and the addresses before and after that are global. */
function borders(networks: readonly string[]): { inside: string[]; beside: string[] } {
  const isGlobal = addressRule([])
  const inside: string[] = []
  const beside: string[] = []
  for (const network of networks) {
    const [address, bits] = ipaddr.parseCIDR(network)
    const bytes = address.toByteArray()
    const size = BigInt(bytes.length * 8)
    const first = BigInt(`0x${bytes.map(byte => byte.toString(16).padStart(2, '0')).join('')}`)
    const last = first + (1n << (size - BigInt(bits))) - 1n
    const textOf = (number: bigint) => {
      const hex = number.toString(16).padStart(bytes.length * 2, '0')
      return ipaddr.fromByteArray(hex.match(/../g)!.map(byte => Number.parseInt(byte, 16))).toString()
    }
    inside.push(textOf(first), textOf(last))
    for (const number of [first - 1n, last + 1n])
      if (number >= 0n && number >> size === 0n && isGlobal(textOf(number))) beside.push(textOf(number))
  }
  return { inside, beside }
}
