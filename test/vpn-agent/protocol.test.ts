import fc from 'fast-check'
import * as assert from 'uvu/assert'
import { allow, createParser, halt, type ManagementMessage, parseListedTunnel } from '#programs/vpn-agent/protocol.ts'
import { suite } from '../harness/suite.ts'

const test = suite('OpenVPN management protocol')
const parsed = (...chunks: (string | Uint8Array)[]): ManagementMessage[] => {
  const parse = createParser()
  return chunks.flatMap(chunk => parse(typeof chunk === 'string' ? Buffer.from(chunk) : chunk))
}
/** As OpenVPN 2.6.14 says it. */
const CONNECT = [
  ">INFO:OpenVPN Management Interface Version 5 -- type 'help' for more info",
  '>CLIENT:CONNECT,3,1',
  '>CLIENT:ENV,n_clients=0',
  '>CLIENT:ENV,password=a=b,c "d" é',
  '>CLIENT:ENV,username=01980a4e5b1c7d2e9f304a5b6c7d8e9f',
  '>CLIENT:ENV,IV_PLAT=',
  '>CLIENT:ENV,END',
].join('\r\n')
const connect: ManagementMessage = {
  ...{ type: 'client', event: 'CONNECT', cid: '3', kid: '1' },
  env: new Map([
    ['n_clients', '0'],
    ['password', 'a=b,c "d" é'],
    ['username', '01980a4e5b1c7d2e9f304a5b6c7d8e9f'],
    ['IV_PLAT', ''],
  ]),
}

test('a client that connects, with what it showed', () => assert.equal(parsed(`${CONNECT}\r\n`), [connect]))

test('answers come between unsolicited messages', () => {
  const said =
    'SUCCESS: bytecount\n>BYTECOUNT_CLI:3,10,20\nERROR: no\nTITLE\tOpenVPN\nEND\n>CLIENT:DISCONNECT,3\n>CLIENT:ENV,END\n'
  assert.equal(parsed(said), [
    { type: 'reply', isDone: true, text: 'bytecount' },
    { type: 'bytes', cid: '3', received: 10, sent: 20 },
    { type: 'reply', isDone: false, text: 'no' },
    { type: 'line', text: 'TITLE\tOpenVPN' },
    { type: 'end' },
    { type: 'client', event: 'DISCONNECT', cid: '3', kid: null, env: new Map() },
  ])
})

test('what is none of it is left out', () => {
  const odd = [
    ...[
      '>CLIENT:CONNECT,x,1',
      '>CLIENT:CONNECT,1',
      '>CLIENT:ENV,password=alone',
      '>CLIENT:ENV,END',
      '>CLIENT:ADDRESS,1,10.8.0.2,1',
    ],
    ...['>BYTECOUNT_CLI:1,2', '>BYTECOUNT_CLI:1,-2,3', '>LOG:1,I,text', '>', '>CLIENT:'],
  ]
  assert.equal(
    parsed(`${odd.join('\n')}\n`).filter(({ type }) => type !== 'client'),
    [],
  )
  // A beginning without its end gives way to the next one.
  assert.equal(parsed(`>CLIENT:CONNECT,1,0\n>CLIENT:ENV,password=x\n${CONNECT}\n`), [connect])
  // A line without end takes no memory, and nothing with it.
  assert.equal(parsed('x'.repeat(70_000), 'y'.repeat(70_000), `z\n${CONNECT}\n`), [connect])
})

test('pieces of any size come to the same', () => {
  const bytes = Buffer.from(`${CONNECT}\r\n>BYTECOUNT_CLI:3,1,2\r\nEND\r\n`)
  const whole = parsed(bytes)
  assert.is(whole.length, 3)
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: bytes.length }), { maxLength: 30 }), cuts => {
      const places = [0, ...cuts.sort((a, b) => a - b), bytes.length]
      assert.equal(parsed(...places.slice(1).map((end, n) => bytes.subarray(places[n], end))), whole)
    }),
  )
})

test('nothing that comes breaks it', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '>CLIENT:',
      'CONNECT,',
      'REAUTH,1,',
      'ENV,',
      'END',
      '\n',
      '\r\n',
      '=',
      '>BYTECOUNT_CLI:',
      '1',
      ',',
      'SUCCESS: ',
    ),
    fc.string(),
  )
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          piece.map(text => Buffer.from(text)),
          fc.uint8Array(),
        ),
        { maxLength: 60 },
      ),
      chunks => {
        for (const message of parsed(...chunks))
          if (message.type === 'client') assert.match(`${message.cid},${message.kid}`, /^\d{1,20},(\d{1,20}|null)$/)
      },
    ),
    { numRuns: 2_000 },
  )
})

test('tunnels that are up are read from the list, others are not', () => {
  const listed =
    'CLIENT_LIST\t01980a4e\t10.99.1.2:5\t10.8.0.2\t\t2103\t3635\t2026-11-22 23:26:09\t1795389969\t01980a4e\t7\t0\tAES-256-GCM'
  assert.equal(parseListedTunnel(listed), {
    cid: '7',
    username: '01980a4e',
    addresses: ['10.8.0.2'],
    since: '1795389969',
    received: 2103,
    sent: 3635,
  })
  assert.is(parseListedTunnel(listed.replace('\t10.8.0.2\t', '\t\t')), null)
  assert.equal(parseListedTunnel(listed.replace('\t10.8.0.2\t\t', '\t10.8.0.2\tfd00::2\t'))?.addresses, [
    '10.8.0.2',
    'fd00::2',
  ])
  assert.is(parseListedTunnel(listed.replace('\t7\t', '\tx\t')), null)
  assert.is(parseListedTunnel(listed.replaceAll('\t', ',')), null)
  for (const line of ['', 'END', 'CLIENT_LIST', 'HEADER\tCLIENT_LIST\tCommon Name'])
    assert.is(parseListedTunnel(line), null)
})

test('nothing but addresses is pushed', () => {
  const text = allow('3', '1', ['10.8.0.1', '2001:db8::1', '10.8.0.1"\nkill all', 'fe80::1%eth0', ''])
  assert.is(text, 'client-auth 3 1\npush "dhcp-option DNS 10.8.0.1"\npush "dhcp-option DNS6 2001:db8::1"\nEND')
  assert.is(halt('3'), 'client-kill 3 HALT')
})

test.run()
