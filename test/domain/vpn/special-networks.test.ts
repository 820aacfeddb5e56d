import ipaddr from 'ipaddr.js'
import * as assert from 'uvu/assert'
import { GLOBAL_NETWORK6, isGlobalNetwork, SPECIAL_NETWORKS4, SPECIAL_NETWORKS6 } from '#domain/vpn/special-networks.ts'
import { addressRule } from '#edge/outbound/addresses.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('networks that no tunnel leads to')
const isGlobal = addressRule([])

const random = (bytes: number) =>
  ipaddr.fromByteArray(Array.from({ length: bytes }, () => Math.floor(Math.random() * 256)))
const networks = [...SPECIAL_NETWORKS4, ...SPECIAL_NETWORKS6].map(text => ipaddr.parseCIDR(text))
/** An address of a network: its first bits, and others by chance. */
function within([base, bits]: (typeof networks)[number]) {
  const bytes = base.toByteArray()
  const other = random(bytes.length).toByteArray()
  const mask = bytes.map((_, n) => (0xff00 >> Math.min(8, Math.max(0, bits - 8 * n))) & 0xff)
  return ipaddr.fromByteArray(bytes.map((byte, n) => (byte & mask[n]!) | (other[n]! & ~mask[n]! & 0xff)))
}
const isRouted = (address: ReturnType<typeof random>) =>
  isGlobalNetwork(`${address.toString()}/${address.kind() === 'ipv4' ? 32 : 128}`)

test('they are those that no webhook leads to, and the metadata service of Azure', () => {
  const global6 = ipaddr.parseCIDR(GLOBAL_NETWORK6)
  for (let n = 0; n < 4_000; n += 1)
    for (const address of [random(4), random(16), within(global6), within(networks[n % networks.length]!)]) {
      const text = address.toString()
      if (text !== '168.63.129.16') assert.is(isRouted(address), isGlobal(text), text)
    }
  assert.not(isGlobalNetwork('168.63.129.16/32'))
})

test('a network is global if all of its addresses are, and is written in one way', () => {
  for (const network of ['9.9.9.0/24', '1.2.3.4/32', '2620:fe::/48', '2a00::/16'])
    assert.ok(isGlobalNetwork(network), network)
  for (const network of [
    ...['0.0.0.0/0', '8.0.0.0/5', '9.9.9.9/24', '9.9.9.9', '9.9.9/24', '009.9.9.0/24', '0x9.9.9.0/24', '9.9.9.0/024'],
    ...['::/0', '2000::/2', '2000::/3', '2a00::1/16', '2A00::/16', '2a00:0:0::/48', '::ffff:9.9.9.9/128'],
    ...[' 9.9.9.0/24', '9.9.9.0/24\n', '9.9.9.0/24\nup /bin/sh', ''],
  ])
    assert.not(isGlobalNetwork(network), network)
})

test.run()
