import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as assert from 'uvu/assert'
import { readOrCreateSecret, writeSecret } from '#config/secret-file.ts'
import { masterKeyOf } from '#embedded/secrets.ts'
import { suite } from '../harness/suite.ts'

const test = suite('a secret file')
const folder = mkdtempSync(join(tmpdir(), 'secret-file-'))
const file = join(folder, 'secret')
const run = promisify(execFile)
const module = new URL('../../src/config/secret-file.ts', import.meta.url)

/** Runs `code` in a process that can put no byte into a file: its first write kills it or fails, as on a full disk. */
async function withoutRoom(code: string): Promise<void> {
  const script = `import { readOrCreateSecret, writeSecret } from ${JSON.stringify(module)}; ${code}`
  const limited = ['-c', 'ulimit -f 0; exec "$0" --input-type=module -e "$1"', process.execPath, script]
  const ended = await run('sh', limited).then(
    () => 'well',
    () => 'badly',
  )
  assert.is(ended, 'badly')
}

test('is readable by its owner only, also where it was not before', () => {
  writeFileSync(file, 'old', { mode: 0o644 })
  writeSecret(file, 'new')
  assert.is(readFileSync(file, 'utf8'), 'new')
  assert.is(statSync(file).mode & 0o777, 0o600)
  assert.equal(readdirSync(folder), ['secret'])
})

test('that can not be written stays as it was', async () => {
  writeSecret(file, 'kept')
  await withoutRoom(`writeSecret(${JSON.stringify(file)}, 'lost')`)
  assert.is(readFileSync(file, 'utf8'), 'kept')
})

test('whose making is cut short is made at the next use', async () => {
  const path = join(folder, 'made')
  await withoutRoom(`readOrCreateSecret(${JSON.stringify(path)}, () => 'cut')`)
  assert.is(
    readOrCreateSecret(path, () => 'whole'),
    'whole',
  )
  assert.is(
    readOrCreateSecret(path, () => 'another'),
    'whole',
  )
})

test('is the same for a process that was slower', () => {
  const path = join(folder, 'raced')
  const slower = () => {
    writeSecret(path, 'faster')
    return 'slower'
  }
  assert.is(readOrCreateSecret(path, slower), 'faster')
})

test('that holds no master key is refused: an empty one would seal for everybody', () => {
  const data = mkdtempSync(join(folder, 'data-'))
  const key = masterKeyOf(data)
  assert.is(key.length, 32)
  assert.equal(masterKeyOf(data), key)
  for (const text of ['', 'c2hvcnQ=']) {
    writeFileSync(join(data, 'master.key'), text)
    assert.throws(() => masterKeyOf(data), /master\.key must hold 32 bytes in base64/)
  }
})

test.after(() => rmSync(folder, { recursive: true, force: true }))

test.run()
