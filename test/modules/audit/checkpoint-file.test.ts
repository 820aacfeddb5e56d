import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { fileSink, linesOfFile } from '#modules/audit/checkpoints/file-sink.ts'
import { createSigner } from '#modules/audit/signing.ts'
import { suite } from '../../harness/suite.ts'
import { checkpointsOf, newAuditKeys } from './sample-checkpoints.ts'

const test = suite('CHECKPOINT_FILE')
const folder = mkdtempSync(join(tmpdir(), 'checkpoint-file-'))
test.after(() => rmSync(folder, { recursive: true }))
const lines = checkpointsOf(createSigner(newAuditKeys()), 4).map(({ line }) => line)
const text = (...of: string[]) => of.map(line => `${line}\n`).join('')
let files = 0
const newFile = () => join(folder, `checkpoints-${files++}`)

async function read(path: string): Promise<string[]> {
  const all: string[] = []
  for await (const line of linesOfFile(path)) all.push(line)
  return all
}

test('gets a line for each, after the others', async () => {
  const path = newFile()
  const sink = fileSink(path)
  assert.is(await sink.last(), null)
  await sink.append(lines.slice(0, 2))
  const { ino } = statSync(path)
  await sink.append(lines.slice(2))
  assert.is(readFileSync(path, 'utf8'), text(...lines))
  assert.is(statSync(path).ino, ino)
  assert.is((await sink.last())?.checkpoint.number, 4)
  assert.equal(await read(path), lines)
})

test('is completed by the rest of the line wherever a process was killed', async () => {
  const whole = text(...lines.slice(0, 3))
  const begins = text(...lines.slice(0, 2)).length
  for (const length of [begins, begins + 1, begins + 40, whole.length - 2, whole.length - 1]) {
    const path = newFile()
    writeFileSync(path, whole)
    truncateSync(path, length)
    const sink = fileSink(path)
    assert.equal(await read(path), lines.slice(0, 2))
    assert.is((await sink.last())?.checkpoint.number, 2)
    await sink.append(lines.slice(2))
    assert.is(readFileSync(path, 'utf8'), text(...lines))
  }
})

test('is completed when its very first line is torn', async () => {
  const path = newFile()
  writeFileSync(path, lines[0]!.slice(0, 10))
  const sink = fileSink(path)
  assert.is(await sink.last(), null)
  await sink.append(lines)
  assert.is(readFileSync(path, 'utf8'), text(...lines))
})

test('never loses foreign text at its end, and continues in a new line', async () => {
  const path = newFile()
  writeFileSync(path, text(...lines.slice(0, 2)))
  appendFileSync(path, 'somebody else')
  const sink = fileSink(path)
  assert.is((await sink.last())?.checkpoint.number, 2)
  await sink.append(lines.slice(2))
  assert.is(readFileSync(path, 'utf8'), text(...lines.slice(0, 2), 'somebody else', ...lines.slice(2)))
  assert.is((await sink.last())?.checkpoint.number, 4)
})

test('gets nothing from a process that was frozen while another one wrote', async () => {
  const path = newFile()
  const [frozen, heir] = [fileSink(path), fileSink(path)]
  for (const sink of [frozen, heir]) await sink.last()
  await heir.append(lines.slice(0, 3))
  assert.match(await frozen.append(lines.slice(0, 2)).then(() => 'written', String), 'another process')
  assert.is(readFileSync(path, 'utf8'), text(...lines.slice(0, 3)))
  // It looks again, and goes on behind what is there.
  assert.is((await frozen.last())?.checkpoint.number, 3)
  await frozen.append(lines.slice(3))
  assert.is(readFileSync(path, 'utf8'), text(...lines))
})

test('is not begun in a file of something else', async () => {
  const path = newFile()
  writeFileSync(path, 'a log\nof something else\n')
  try {
    await fileSink(path).last()
    assert.unreachable()
  } catch (error) {
    assert.match(String(error), 'contains lines that are not checkpoints')
  }
})

test.run()
