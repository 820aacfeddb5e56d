import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as assert from 'uvu/assert'
import { writeSignatureCode } from '#console/webhooks/write-signature-code.ts'
import { suite } from '../harness/suite.ts'

/** The code that the console shows verifies a delivery, and refuses a changed one. */
const test = suite('console: code that verifies a signature')
const folder = mkdtempSync(join(tmpdir(), 'signature-code-'))
test.after(() => rmSync(folder, { recursive: true }))
const SECRET = 'whsec_c2VjcmV0IG9mIHRoZSB0ZXN0'
/** `?>` ends PHP, `#{}` is code in Ruby's strings. */
const URL_OF_ENDPOINT = new URL(`https://hooks.bank.example/a'b"$(c)?d={e}&f=?>&g=\n`).href
const BODY = '{"type":"refund.created","note":"ü"}'
const timestamp = String(Math.floor(Date.now() / 1_000))
const signature = createHmac('sha256', SECRET).update(`${timestamp}.${BODY}`).digest('hex')
const headersOf = (value: string) => ({ 'x-service-timestamp': timestamp, 'x-service-signature': value })
const forged = signature.replace(/^./, first => (first === '0' ? '1' : '0'))

function codeOf(language: string): string {
  const found = writeSignatureCode(URL_OF_ENDPOINT).find(one => one.language === language)
  assert.match(found?.code ?? '', URL_OF_ENDPOINT)
  return found!.code
}

test('shell', () => {
  const env = { ...process.env, WEBHOOK_SECRET: SECRET, TIMESTAMP: timestamp, BODY }
  assert.match(execFileSync('sh', ['-c', codeOf('Shell')], { env, encoding: 'utf8' }), signature)
})

test('Node', async () => {
  const file = join(folder, 'verify.mjs')
  writeFileSync(file, codeOf('Node'))
  const { isAuthentic } = await import(pathToFileURL(file).href)
  const verdicts = [signature, forged, ''].map(value => isAuthentic(headersOf(value), Buffer.from(BODY), SECRET))
  assert.equal(verdicts, [true, false, false])
})

test('Python', () => {
  const calls = [signature, forged, ''].map(
    value => `print(is_authentic(${JSON.stringify(headersOf(value))}, ${JSON.stringify(BODY)}.encode(), '${SECRET}'))`,
  )
  const printed = execFileSync('python3', ['-c', [codeOf('Python'), ...calls].join('\n')], { encoding: 'utf8' })
  assert.equal(printed.trim().split('\n'), ['True', 'False', 'False'])
})

test('PHP', () => {
  const calls = [signature, forged, ''].map(value => {
    const headers = Object.entries(headersOf(value)).map(([name, text]) => `'${name.toUpperCase()}' => '${text}'`)
    return `echo json_encode(isAuthentic([${headers.join(', ')}], '${BODY}', '${SECRET}')), "\\n";`
  })
  const printed = execFileSync('php', ['-r', [codeOf('PHP'), ...calls].join('\n')], { encoding: 'utf8' })
  assert.equal(printed.trim().split('\n'), ['true', 'false', 'false'])
})

test('Ruby', () => {
  const calls = [signature, forged, ''].map(
    value => `puts authentic?(${JSON.stringify(headersOf(value))}.transform_keys(&:to_s), '${BODY}', '${SECRET}')`,
  )
  const printed = execFileSync('ruby', ['-e', [codeOf('Ruby'), ...calls].join('\n')], { encoding: 'utf8' })
  assert.equal(printed.trim().split('\n'), ['true', 'false', 'false'])
})

for (const [language, run] of [
  ['PHP', (code: string) => execFileSync('php', ['-r', code], { encoding: 'utf8' })],
  ['Ruby', (code: string) => execFileSync('ruby', ['-e', code], { encoding: 'utf8' })],
] as const)
  test(`${language} refuses a delivery of ten minutes ago, and accepts a previous secret`, () => {
    const old = String(Number(timestamp) - 600)
    const signed = (at: string) => createHmac('sha256', SECRET).update(`${at}.${BODY}`).digest('hex')
    const name = language === 'PHP' ? 'isAuthentic' : 'authentic?'
    const callOf = (at: string, previous: string) => {
      const pairs = [
        ['x-service-timestamp', at],
        ['x-service-signature', forged],
        ['x-service-signature-previous', previous],
      ].map(([key, value]) => `'${key}' => '${value}'`)
      const headers = language === 'PHP' ? `[${pairs.join(', ')}]` : `{ ${pairs.join(', ')} }`
      const call = `${name}(${headers}, '${BODY}', '${SECRET}')`
      return language === 'PHP' ? `echo json_encode(${call}), "\\n";` : `puts ${call}`
    }
    const calls = [callOf(timestamp, `${forged},${signed(timestamp)}`), callOf(old, signed(old))]
    assert.equal(
      run([codeOf(language), ...calls].join('\n'))
        .trim()
        .split('\n'),
      ['true', 'false'],
    )
  })

test.run()
