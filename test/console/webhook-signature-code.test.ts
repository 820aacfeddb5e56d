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
const URL_OF_ENDPOINT = `https://hooks.bank.example/a'b"$(c)?d={e}`
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

test.run()
