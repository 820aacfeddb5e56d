import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { exportCommandFor } from '#console/audit/export-command.ts'
import { FileTooLarge, memoryTarget, saveTo } from '#console/audit/file-target.ts'
import { formatBytes } from '#console/format/bytes.ts'
import { fileTypeOf } from '#console/format/file-type.ts'
import { pacedTouch, touchWhile } from '#console/session/transfer-touch.ts'
import { suite } from '../harness/suite.ts'

/** How the console saves a file that arrives as a stream. */
const test = suite('console: files')

const streamOf = (...texts: string[]) =>
  ReadableStream.from(texts.map(text => new TextEncoder().encode(text))) as ReadableStream<Uint8Array<ArrayBuffer>>

test('a file is whole when the stream has ended, and the bytes so far are counted', async () => {
  const counts: number[] = []
  const blobs: Blob[] = []
  const target = memoryTarget(100, blob => blobs.push(blob))
  await saveTo(target, streamOf('one\n', 'twö\n'), bytes => counts.push(bytes))
  assert.equal(counts, [4, 9])
  assert.equal(await Promise.all(blobs.map(blob => blob.text())), ['one\ntwö\n'])
})

test('a file that is too large is given up, its stream is cancelled, and no part of it is kept', async () => {
  let cancelled: unknown
  const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: controller => controller.enqueue(new Uint8Array(40)),
    cancel: reason => {
      cancelled = reason
    },
  })
  const target = memoryTarget(100, () => assert.unreachable())
  const error = await saveTo(target, endless, () => {}).catch(thrown => thrown)
  assert.instance(error, FileTooLarge)
  assert.is(cancelled, error)
})

test('a file whose stream breaks off is not kept', async () => {
  const broken = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      controller.enqueue(new Uint8Array(4))
    },
    pull: controller => controller.error(new Error('lost')),
  })
  let isAborted = false
  const target = {
    ...memoryTarget(100, () => assert.unreachable()),
    async abort() {
      isAborted = true
    },
  }
  const error = await saveTo(target, broken, () => {}).catch(thrown => thrown)
  assert.equal([error.message, isAborted], ['lost', true])
})

test('a file that is under way keeps the session, and no longer', async () => {
  let touches = 0
  let nowMs = 0
  const touch = () => {
    touches += 1
  }
  const report = pacedTouch(touch, () => nowMs)
  for (nowMs = 0; nowMs < 20_000; nowMs += 1_000) report()
  assert.is(touches, 4, 'one in five seconds')
  touches = 0
  assert.is(await touchWhile(touch, delay(100, 'sent'), 10), 'sent')
  assert.ok(touches >= 2, `${touches}`)
  const failed = await touchWhile(touch, Promise.reject(new Error('lost')), 10).catch(error => error)
  assert.is(failed.message, 'lost')
  const after = touches
  await delay(50)
  assert.is(touches, after)
})

test('the command exports the same, whatever text is in the filters', () => {
  assert.is(exportCommandFor({}), 'npm run -s audit -- export --output audit-export.ndjson')
  assert.is(
    exportCommandFor({ from: '2026-11-01T00:00:00.000Z', family: 'refunds', format: 'csv', client_id: 'c_1' }),
    'npm run -s audit -- export --from 2026-11-01T00:00:00.000Z --family refunds --format csv --client c_1 --output audit-export.csv',
  )
  assert.match(exportCommandFor({ client_id: "a'; rm -rf $HOME" }), `--client 'a'\\''; rm -rf $HOME' --output`)
})

test('sizes are readable, and the media type follows from the name', () => {
  assert.equal(
    [0, 999, 1_000, 12_340_000, 2e15].map(bytes => formatBytes(bytes, 'en')),
    [...['0 bytes', '999 bytes', '1 kB', '12.3 MB', '2,000 TB']],
  )
  assert.equal(['a.CSV', 'a.ndjson', 'csv'].map(fileTypeOf), [
    'text/csv',
    'application/x-ndjson',
    'application/x-ndjson',
  ])
})

test.run()
