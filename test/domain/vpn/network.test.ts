import * as assert from 'uvu/assert'
import { assessNetwork, type DeviceNetwork, riskTable, SECURITIES } from '#domain/vpn/network.ts'
import type { RiskLevel } from '#values/risk-levels.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('network check')

const home: DeviceNetwork = {
  ...{ security: 'wpa2', ssid: 'Home', is_public: false, captive_portal: false, dns_servers: [] },
  ...{ arp_duplicate: false, ssl_intercepted: false },
}
const cafe: DeviceNetwork = { ...home, ssid: 'Cafe', is_public: true }

/** By hand, from the spec's levels. */
const cases: [string, DeviceNetwork, RiskLevel, string[]][] = [
  ['an open network', { ...home, security: 'open' }, 'critical', ['open_network']],
  ['WEP', { ...home, security: 'wep' }, 'critical', ['broken_encryption']],
  ['an open network that is public', { ...cafe, security: 'open' }, 'critical', ['open_network']],
  ['a public network with a password', cafe, 'medium', ['public_network_with_password']],
  [
    'a portal is public whatever is said',
    { ...home, captive_portal: true },
    'medium',
    ['public_network_with_password'],
  ],
  [
    'public, certificates are replaced',
    { ...cafe, ssl_intercepted: true },
    'high',
    ['suspicious_public_network', 'ssl_intercepted'],
  ],
  [
    'public, two answer for the gateway',
    { ...cafe, arp_duplicate: true },
    'high',
    ['suspicious_public_network', 'arp_duplicate'],
  ],
  [
    'public, foreign resolver',
    { ...cafe, dns_servers: ['192.168.1.1', '85.255.112.36'] },
    'high',
    ['suspicious_public_network', 'rogue_dns'],
  ],
  [
    'public, its own and known resolvers',
    { ...cafe, dns_servers: ['10.0.0.1', '100.64.0.1', 'fe80::1', '9.9.9.9', '2606:4700:4700:0:0:0:0:1111'] },
    'medium',
    ['public_network_with_password'],
  ],
  [
    'public, Cyrillic а in a Latin name',
    { ...cafe, ssid: 'C\u0430fe' },
    'high',
    ['suspicious_public_network', 'look_alike_ssid'],
  ],
  [
    'public, a blank behind the name',
    { ...cafe, ssid: 'Cafe ' },
    'high',
    ['suspicious_public_network', 'look_alike_ssid'],
  ],
  ['public, another script alone', { ...cafe, ssid: 'Кафе' }, 'medium', ['public_network_with_password']],
  ['at home', home, 'low', ['private_network_with_password']],
  [
    'at home, somebody meddles',
    { ...home, arp_duplicate: true },
    'low',
    ['private_network_with_password', 'arp_duplicate'],
  ],
]
for (const [what, network, level, reasons] of cases)
  test(`${what} is ${level}`, () => {
    const verdict = assessNetwork(network)
    assert.equal([verdict.risk_level, verdict.reasons], [level, reasons])
    assert.is(verdict.auto_connect, level === 'high' || level === 'critical')
    assert.is(verdict.vpn_recommended, level !== 'low' || reasons.length > 1)
  })

test('every network has its row, and every row a network', () => {
  const found = new Set<string>()
  for (const security of SECURITIES)
    for (const is_public of [true, false])
      for (const captive_portal of [true, false])
        for (const ssl_intercepted of [true, false])
          found.add(assessNetwork({ ...home, security, is_public, captive_portal, ssl_intercepted }).reasons[0]!)
  assert.equal([...found].sort(), riskTable.map(({ reason }) => reason).sort())
})

test.run()
