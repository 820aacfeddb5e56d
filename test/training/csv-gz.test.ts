import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as assert from 'uvu/assert'
import { eachRecord } from '#programs/training/csv-gz.ts'
import { suite } from '../harness/suite.ts'

const test = suite('records of data sets')
const folder = mkdtempSync(join(tmpdir(), 'records-'))
test.after(() => rmSync(folder, { recursive: true }))

async function records(text: string) {
  const file = join(folder, 'some.csv.gz')
  writeFileSync(file, gzipSync(text))
  const rows: string[][] = []
  const hash = await eachRecord(file, ['b', 'a'], ([b, a]) => void rows.push([b, a]))
  assert.is(hash, createHash('sha256').update(readFileSync(file)).digest('hex'))
  return rows
}

test('a quoted cell may go over lines', async () => {
  assert.equal(await records('a,b\n1,"one\ntwo ""and"" three\n"\n2,x\r\n'), [
    ['one\ntwo "and" three\n', '1'],
    ['x', '2'],
  ])
})

test('an unclosed quote is reported with its line', async () => {
  const why = async (text: string) => {
    try {
      await records(text)
    } catch (error) {
      return error instanceof Error ? error.message : ''
    }
    return ''
  }
  assert.is(await why('a,b\n1,"one\ntwo\n'), 'some.csv.gz, line 3: a quote does not end')
  assert.match(await why(`a,b\n1,"${'x\n'.repeat(40_000)}`), /line 3\d{4}: a quote does not end$/)
})

test.run()
