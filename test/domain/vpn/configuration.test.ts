import { randomBytes } from 'node:crypto'
import * as assert from 'uvu/assert'
import { ConfigurationError, clientConfig, type TlsMaterial } from '#domain/vpn/client-config.ts'
import { serverConfig } from '#domain/vpn/server-config.ts'
import type { ServerTerms } from '#domain/vpn/servers/events.ts'
import { suite } from '../../harness/suite.ts'
import { terms } from './samples.ts'

const test = suite('VPN configuration texts')

const block = (label: string, body: string) => `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----\n`
const trust: TlsMaterial = {
  caPem: block('CERTIFICATE', randomBytes(48).toString('base64')),
  tlsCrypt: block('OpenVPN Static key V1', randomBytes(16).toString('hex')),
}
const configOf = (more: Partial<ServerTerms> = {}, other: Partial<TlsMaterial> = {}) =>
  clientConfig({ server_id: 7, terms: { ...terms, ...more } }, { ...trust, ...other })
/** Options by name, outside the blocks. */
const optionsOf = (text: string) =>
  text
    .replaceAll(/<([a-z-]+)>\n[^<]*<\/\1>/g, '<$1>')
    .split('\n')
    .filter(line => line !== '')

test('a client trusts the authority, knows the server and is asked who it is', () => {
  const text = configOf()
  assert.equal(optionsOf(text), [
    ...['client', 'dev tun', 'proto udp4', 'remote 192.0.2.1 1194', 'nobind', 'persist-key', 'persist-tun'],
    ...['remote-cert-tls server', 'verify-x509-name vpn-7 name', 'auth-user-pass'],
    ...['data-ciphers AES-256-GCM:AES-128-GCM:CHACHA20-POLY1305', 'tls-version-min 1.2', 'explicit-exit-notify 1'],
    ...['verb 3', '<ca>', '<tls-crypt>'],
  ])
  assert.ok(text.includes(`<ca>\n${trust.caPem}</ca>\n`))
  assert.ok(text.includes(`<tls-crypt>\n${trust.tlsCrypt}</tls-crypt>\n`))
})

test('lines end in LF alone and none in a blank, whatever the blocks have', () => {
  const text = configOf({}, { caPem: trust.caPem.replaceAll('\n', '\r\n') })
  assert.not.match(text, /\r|[ \t]\n|\0/)
  assert.is(text, configOf())
  assert.ok(text.endsWith('>\n'))
})

test('the transport follows the protocol and the address', () => {
  assert.ok(optionsOf(configOf({ protocol: 'tcp' })).includes('proto tcp4'))
  assert.not(configOf({ protocol: 'tcp' }).includes('explicit-exit-notify'))
  assert.ok(optionsOf(configOf({ ip: '2001:db8::7' })).includes('proto udp6'))
})

test('no value of a server can add an option: names stay out, and what is no address, port or protocol is refused', () => {
  const evil = 'x\nup /bin/sh'
  assert.is(configOf({ name: evil, city: evil, country: evil, country_code: evil, dns_servers: [evil] }), configOf())
  for (const more of [
    { ip: `192.0.2.1\nup /bin/sh` },
    { ip: 'vpn.example.com' },
    { port: '1194\nup /bin/sh' as unknown as number },
    { port: 0 },
    { port: 65_536 },
    { protocol: 'udp\nup /bin/sh' as 'udp' },
  ]) {
    assert.throws(
      () => configOf(more),
      (error: unknown) => error instanceof ConfigurationError,
    )
    assert.throws(
      () => serverConfig({ ...terms, ...more }),
      (error: unknown) => error instanceof ConfigurationError,
    )
  }
})

test('no block can end early or hold anything but its letters', () => {
  const { caPem } = trust
  for (const bad of [
    '',
    'x',
    `${caPem}</ca>\nup /bin/sh\n`,
    caPem.replace('\n', '\n</ca>\nup /bin/sh\n'),
    `up\n${caPem}`,
  ])
    for (const part of ['caPem', 'tlsCrypt'] as const)
      assert.throws(
        () => configOf({}, { [part]: bad }),
        (error: unknown) => error instanceof ConfigurationError,
      )
})

test('a server lets nobody in without an agent, and one login has one tunnel', () => {
  const lines = optionsOf(serverConfig(terms))
  for (const line of [
    'management-client-auth',
    'management agent/management.sock unix',
    'max-clients 10000',
    'connect-freq-initial 2000 10',
    'port 1194',
    'local 192.0.2.1',
    'proto udp4',
  ])
    assert.ok(lines.includes(line), line)
  assert.not(lines.some(line => /^(duplicate-cn|script-security|auth-gen-token)/.test(line)))
})

test('a server of before routing keeps the configuration that it had', () => {
  const text = serverConfig(terms)
  assert.is(serverConfig({ ...terms, routing: 'none' }), text)
  assert.ok(optionsOf(text).includes('dev tun'))
  assert.not.match(text, /push|server-ipv6|ifconfig-pool|dev-type/)
})

test('full routing sends all traffic of both IP versions through the tunnel, and keeps addresses', () => {
  const lines = optionsOf(serverConfig({ ...terms, routing: 'full' }))
  for (const line of [
    'dev security-vpn',
    'dev-type tun',
    'server-ipv6 fd5e:c84e:b1a7::/64',
    'ifconfig-pool-persist addresses.txt 10',
    'push "redirect-gateway def1 ipv6 block-local"',
    'push "block-outside-dns"',
  ])
    assert.ok(lines.includes(line), line)
})

test('a list of networks routes these alone, with IPv6 where one of them is', () => {
  const pushes = (routing: string[]) =>
    optionsOf(serverConfig({ ...terms, routing })).filter(line => /^(push|server-ipv6)/.test(line))
  assert.equal(pushes(['9.9.9.0/24']), ['push "route 9.9.9.0 255.255.255.0"'])
  assert.equal(pushes(['9.9.9.9/32', '2620:fe::/48']), [
    'server-ipv6 fd5e:c84e:b1a7::/64',
    'push "route 9.9.9.9 255.255.255.255"',
    'push "route-ipv6 2620:fe::/48"',
  ])
  for (const network of ['10.0.0.0/8', '9.9.9.9/24', '0.0.0.0/0', '::/0', '9.9.9.0/24"\nup "/bin/sh'])
    assert.throws(
      () => pushes([network]),
      (error: unknown) => error instanceof ConfigurationError,
    )
})

test.run()
