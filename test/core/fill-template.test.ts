import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { nftRuleset } from '#programs/vpn/server-files.ts'
import { fillTemplate } from '#terminal/fill-template.ts'
import { suite } from '../harness/suite.ts'

const test = suite('templates')
const folder = mkdtempSync(join(tmpdir(), 'template-'))
const file = join(folder, 'template')
test.after(() => rmSync(folder, { recursive: true }))

test('values are filled in, sections follow their values, explanations are left out', () => {
  writeFileSync(file, '{{! why }}\na {{one}}\n{{#shown}}\nb {{one}}\n{{#hidden}}\nc\n{{/hidden}}\n{{/shown}}\nd\n')
  assert.is(fillTemplate(file, { one: 1, shown: true, hidden: false }), 'a 1\nb 1\nd\n')
  assert.is(fillTemplate(file, { one: '{{one}}', shown: false, hidden: true }), 'a {{one}}\nd\n')
})

test('a name without a value is refused, of a value and of a section', () => {
  for (const text of ['a {{missing}}\n', '{{#missing}}\na\n{{/missing}}\n']) {
    writeFileSync(file, text)
    assert.throws(() => fillTemplate(file, {}), /has no value for missing/)
  }
})

test('a VPN server whose list of networks is empty forwards nothing', () => {
  const ruleset = nftRuleset({ port: 1194, protocol: 'udp', routing: [] })
  const chain = /chain to_internet \{\n(.*?)\n {2}\}/s.exec(ruleset)![1]!
  const reject = 'reject with icmpx admin-prohibited'
  assert.equal(
    chain.split('\n').map(line => line.trim()),
    [`meta nfproto ipv4 ${reject}`, `meta nfproto ipv6 ${reject}`, 'goto limited'],
  )
})

test.run()
