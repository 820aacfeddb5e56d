import { execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as assert from 'uvu/assert'
import { environmentWith } from '#config/config.ts'
import { nftRuleset, resolverConfig, sysctlConfig } from '#programs/vpn/server-files.ts'
import { programPath } from '#programs/vpn-lab/lab-requirements.ts'
import { type ProcessOutput, spawnWithOutput } from '#programs/vpn-lab/spawn-with-output.ts'
import { until } from '../harness/client.ts'
import { suite } from '../harness/suite.ts'
import { onLab } from './lab-service.ts'

/**
 * What a server's kernel and resolver do with the packets of tunnels. A wire stands for the tunnel device: there is no
 * OpenVPN.
 */
const test = suite('VPN kernel')

const INTERNET = '1.2.3.4'
const SERVER6 = '2a10:5::1'
const [ONE, OTHER, THIRD] = ['10.8.0.2', '10.8.0.3', '10.8.0.4']
/** First bytes of a client's handshake. */
const RESET = '38'

/** Holds as many TCP connections to the resolver as two clients can, and takes another one for each that is closed. */
const HOLD = `
const { connect } = require('node:net')
let held = 0
let most = 0
function hold(localAddress) {
  let isUp = 0
  const socket = connect({ host: '10.8.0.1', port: 53, localAddress })
  socket.on('error', () => {})
  socket.on('connect', () => {
    isUp = 1
    most = Math.max(most, ++held)
  })
  socket.on('close', () => {
    held -= isUp
    setTimeout(hold, 10, localAddress)
  })
}
for (let n = 0; n < 300; n += 1) for (const client of ['${ONE}', '${THIRD}']) hold(client)
setInterval(() => console.log('held ' + most), 1000)`

/** Asks the resolver over TCP as the other client, and prints the number of bytes that are answered. */
const ASK_OVER_TCP = `
const { connect } = require('node:net')
const name = Buffer.concat([...'bank.example'.split('.').flatMap(label => [Buffer.from([label.length]), Buffer.from(label)]), Buffer.alloc(1)])
const question = Buffer.concat([Buffer.from([0, 7, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]), name, Buffer.from([0, 1, 0, 1])])
const socket = connect({ host: '10.8.0.1', port: 53, localAddress: '${OTHER}' })
const end = said => { console.log(said); process.exit() }
socket.on('connect', () => socket.write(Buffer.concat([Buffer.from([0, question.length]), question])))
socket.on('data', answer => end(answer.length > 20 ? 'answered' : 'nothing'))
socket.on('close', () => end('closed'))
socket.on('error', () => end('refused'))
setTimeout(() => end('nothing'), 5000)`

/** Begins handshakes from networks of one site: as many of each as one network may at once. */
const BEGIN_AS_SITE = `
const { createSocket } = require('node:dgram')
for (let n = 0; n < Number(process.argv[1]); n += 1) {
  const socket = createSocket('udp6').bind(0, '2a10:66:1:' + n.toString(16) + '::1')
  socket.on('listening', () => {
    for (let time = 0; time < 40; time += 1) socket.send(Buffer.from('${RESET}'.padEnd(28, '0'), 'hex'), 1194, '${SERVER6}')
    setTimeout(() => socket.close(), 200)
  })
}`

const ASK = `
const resolver = new (require('node:dns').promises.Resolver)({ timeout: 3000, tries: 1 })
resolver.setServers(['10.8.0.1'])
resolver.resolve4(process.argv[1]).then(all => console.log(all.join()), error => console.log(error.code))`

/**
 * The whole Internet has one name server. Name servers of attackers have addresses within the server's own networks.
 */
const HOSTILE_NAMES = ['a.evil', 'a.metadata', 'a.out']
const ROOT_ZONE = `
. 60 IN SOA ns. root. 1 60 60 60 60
. 60 IN NS ns.
ns. 60 IN A ${INTERNET}
bank.example. 60 IN A ${INTERNET}
evil. 60 IN NS ns.evil.
ns.evil. 60 IN A 10.66.0.1
metadata. 60 IN NS ns.metadata.
ns.metadata. 60 IN A 169.254.169.254
out. 60 IN NS name.elsewhere.
name.elsewhere. 60 IN A 10.66.0.1
`

async function tests() {
  const name = `vpnkernel-${process.pid}-${randomBytes(2).toString('hex')}`
  const folder = mkdtempSync(join(tmpdir(), 'vpn-kernel-'))
  const env = environmentWith({ PATH: programPath() })
  const [internet, server, client] = ['internet', 'server', 'client'].map(one => `${name}-${one}`) as [
    string,
    string,
    string,
  ]
  const ip = (...args: string[]) => promisify(execFile)('ip', args, { env }).then(({ stdout }) => stdout.trim())
  const runIn = (namespace: string, ...command: string[]) => ip('netns', 'exec', namespace, ...command)
  const node = (namespace: string, ...args: string[]) => runIn(namespace, process.execPath, ...args)
  const begun: ProcessOutput[] = []
  function begin(namespace: string, ...command: string[]): ProcessOutput {
    const said = spawnWithOutput('ip', ['netns', 'exec', namespace, ...command], { name: command.at(-1)!, env })
    begun.push(said)
    return said
  }
  test.after(() => {
    for (const { child } of begun) child.kill('SIGKILL')
    for (const namespace of [internet, server, client]) spawnSync('ip', ['netns', 'del', namespace], { env })
    rmSync(folder, { recursive: true, force: true })
  })
  const file = (of: string, text: string) => {
    writeFileSync(join(folder, of), text)
    return join(folder, of)
  }

  for (const namespace of [internet, server, client]) {
    await ip('netns', 'add', namespace)
    await ip('-n', namespace, 'link', 'set', 'lo', 'up')
  }
  await ip('-n', server, 'link', 'add', 'security-vpn', 'type', 'veth', 'peer', 'name', 'tun0', 'netns', client)
  await ip('-n', server, 'link', 'add', 'uplink', 'type', 'veth', 'peer', 'name', 'wire', 'netns', internet)
  for (const [namespace, device, ...addresses] of [
    [server, 'security-vpn', '10.8.0.1/16'],
    [client, 'tun0', `${ONE}/16`, `${OTHER}/16`, `${THIRD}/16`],
    [server, 'uplink', '5.5.5.1/24', `${SERVER6}/64`],
    [internet, 'wire', '5.5.5.2/24', '2a10:5::2/64'],
    [internet, 'lo', `${INTERNET}/32`],
  ] as const) {
    for (const address of addresses) {
      const more = address.includes(':') ? ['nodad'] : []
      await ip('-n', namespace, 'address', 'add', address, 'dev', device, ...more)
    }
    await ip('-n', namespace, 'link', 'set', device, 'up')
  }
  await ip('-n', client, 'route', 'add', 'default', 'via', '10.8.0.1')
  await ip('-n', server, 'route', 'add', 'default', 'via', '5.5.5.2')
  await ip('-n', server, '-6', 'route', 'add', 'default', 'via', '2a10:5::2')
  await runIn(internet, 'sysctl', '-qw', 'net.ipv6.ip_nonlocal_bind=1')
  await runIn(server, 'nft', '-f', file('firewall.nft', nftRuleset({ routing: 'full', port: 1194, protocol: 'udp' })))
  await runIn(server, 'sysctl', '-q', '-p', file('sysctl.conf', sysctlConfig()))
  const element = (verb: 'add' | 'delete', address: string) =>
    runIn(
      server,
      'nft',
      `${verb} element inet security_vpn tunnels4 { ${address}${verb === 'add' ? ' timeout 600s' : ''} }`,
    )
  for (const address of [ONE, OTHER, THIRD]) await element('add', address)
  const chatter = fileURLToPath(new URL('chatter.ts', import.meta.url))

  test('a connection whose tunnel was down carries nothing, until the client of that address sends on it', async () => {
    const serving = begin(internet, process.execPath, chatter, 'serve', INTERNET, '7000')
    await serving.waitForLine(/^listens$/)
    const asking = begin(client, process.execPath, chatter, 'ask', INTERNET, '7000')
    await asking.waitForLine(/^[1-9]\d+ came/)
    await element('delete', ONE)
    await until(
      () => runIn(server, 'nft', 'list', 'chain', 'inet', 'security_vpn', 'to_tunnels'),
      text => /counter packets [1-9]/.test(text),
    )
    await element('add', ONE)
    await delay(200)
    const before = asking.lines.at(-1)
    await delay(1_000)
    assert.is(asking.lines.at(-1), before)
    asking.child.kill('SIGUSR2')
    const count = Number(before!.split(' ')[0])
    await until(
      async () => Number(asking.lines.at(-1)!.split(' ')[0]),
      came => came > count,
      10_000,
    )
  })

  test('a packet that the kernel does not track shows no tunnel address to the Internet', async () => {
    await runIn(
      internet,
      'nft',
      'add table ip seen; add chain ip seen packets { type filter hook prerouting priority 0; }',
    )
    await runIn(internet, 'nft', 'add rule ip seen packets udp dport 7001 ip saddr 10.8.0.0/16 counter')
    await runIn(internet, 'nft', 'add rule ip seen packets udp dport 7002 counter')
    await runIn(
      server,
      'nft',
      'add table ip other; add chain ip other packets { type filter hook prerouting priority raw; }',
    )
    await runIn(server, 'nft', 'add rule ip other packets udp dport 7001 notrack')
    const datagrams = fileURLToPath(new URL('datagrams.ts', import.meta.url))
    for (const port of ['7001', '7002']) await node(client, datagrams, ONE, INTERNET, port)
    const seen = () => runIn(internet, 'nft', 'list', 'table', 'ip', 'seen')
    assert.match(await until(seen, text => /dport 7002 counter packets 1 /.test(text)), /dport 7001.* packets 0 /)
  })

  test('the kernel forgets silent TCP connections after hours, not days', async () => {
    assert.is(await runIn(server, 'cat', '/proc/sys/net/netfilter/nf_conntrack_tcp_timeout_established'), '7440')
  })

  test('the networks of one site may not begin all handshakes that OpenVPN takes', async () => {
    await runIn(server, 'nft', 'add table ip6 came; add chain ip6 came packets { type filter hook input priority 10; }')
    await runIn(server, 'nft', 'add rule ip6 came packets udp dport 1194 counter')
    const came = async () =>
      Number(/packets (\d+)/.exec(await runIn(server, 'nft', 'list', 'table', 'ip6', 'came'))![1])
    const begin = async (networks: number) => {
      await node(internet, '-e', BEGIN_AS_SITE, String(networks))
      return came()
    }
    // The first packets wait until both ends know each other.
    const before = await until(
      () => begin(1),
      count => count > 0,
    )
    const count = (await begin(100)) - before
    assert.ok(count > 200 && count < 1_000, String(count))
  })

  test('the resolver queries no name server at a special address', async () => {
    const own = (...lines: string[]) =>
      [
        'server:',
        '  chroot: ""',
        '  username: ""',
        '  pidfile: ""',
        '  use-syslog: no',
        '  do-daemonize: no',
        ...lines,
        '',
      ].join('\n')
    const unbound = async (namespace: string, as: string, ...lines: string[]) => {
      const started = begin(
        namespace,
        'unbound',
        '-d',
        '-c',
        file(as, own('  verbosity: 1', '  num-threads: 1', ...lines)),
      )
      await started.waitForLine(/start of service/)
    }
    await unbound(
      internet,
      'names.conf',
      ...[`  interface: ${INTERNET}`, '  access-control: 0.0.0.0/0 allow'],
      ...['auth-zone:', '  name: "."', `  zonefile: "${file('root.zone', ROOT_ZONE)}"`],
      ...['  for-upstream: no', '  for-downstream: yes', '  fallback-enabled: no'],
    )
    const given = file('security-vpn.conf', resolverConfig('full'))
    await unbound(
      server,
      'resolver.conf',
      `include: "${given}"`,
      'stub-zone:',
      '  name: "."',
      `  stub-addr: ${INTERNET}`,
    )

    await runIn(server, 'nft', 'add table ip sent; add chain ip sent packets { type filter hook output priority 0; }')
    await runIn(server, 'nft', 'add rule ip sent packets th dport 53 ip daddr { 10.66.0.1, 169.254.169.254 } counter')
    assert.is(await node(client, '-e', ASK, 'bank.example'), INTERNET)
    for (const one of HOSTILE_NAMES) assert.not.match(await node(client, '-e', ASK, one), /\d/)
    assert.match(await runIn(server, 'nft', 'list', 'table', 'ip', 'sent'), /packets 0 /)
  })

  test('one client can’t hold all TCP connections of the resolver', async () => {
    assert.is(await node(client, '-e', ASK_OVER_TCP), 'answered')
    const holding = begin(client, process.execPath, '-e', HOLD)
    await holding.waitForLine(/^held [1-9]/)
    for (let time = 0; time < 5; time += 1) assert.is(await node(client, '-e', ASK_OVER_TCP), 'answered')
    const held = Number(holding.lines.at(-1)!.split(' ')[1])
    // Each client may have eight; a connection that the server has closed is counted here a moment longer.
    assert.ok(held <= 32, String(held))
  })
}

await onLab(test, tests)
test.run()
