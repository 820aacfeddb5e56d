import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { searchLogs } from '../harness/log-search.ts'
import { suite } from '../harness/suite.ts'

const test = suite('search of the logs')
const folder = mkdtempSync(join(tmpdir(), 'log-search-'))
test.after(() => rmSync(folder, { recursive: true }))

const SECRETS = ['correct horse battery', 'a "quoted" pass phrase', '7000440001']
const MANY = Array.from({ length: 2_000 }, (_, n) => `correct horse number ${n}`)
writeFileSync(join(folder, '1.secrets'), [...SECRETS, ...MANY].map(secret => `${JSON.stringify(secret)}\n`).join(''))
const search = (text: string) => {
  writeFileSync(join(folder, '1.log'), text)
  return searchLogs(folder, []).found.length
}
const line = (field: unknown) => `{"msg":"before"}\n${JSON.stringify({ msg: 'x', field })}\n`

test('finds each of them wherever it stands, in logs and in what was printed', () => {
  for (const secret of [...SECRETS, MANY[1_999]]) {
    assert.is(search(line(secret)), 1, secret)
    assert.is(search(line({ deep: [`in ${secret}.`] })), 1, secret)
  }
  assert.is(search(''), 0)
  assert.is(searchLogs(folder, [{ name: 'x', text: SECRETS[0]! }]).found.length, 1)
})

test('finds what looks like a token although nobody noted it', () =>
  assert.is(search(line('eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1c3JfMSJ9.c2ln')), 1))

test('finds nothing where only parts of them appear', () => {
  assert.is(search('{"ms":1.7000440001,"time":70004400012}'), 0)
  assert.is(search(line('correct horse batterie, 70004400, eyJhbGciOiJFUzI1NiJ9')), 0)
  assert.is(searchLogs(folder, []).secrets, SECRETS.length + MANY.length)
})

test.run()
