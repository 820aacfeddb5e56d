import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Fastify from 'fastify'
import * as assert from 'uvu/assert'
import { openConnection, type StreamConnection } from '#modules/events/stream/stream-connection.ts'
import { until } from '../../harness/client.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('the connection of a stream')
const CHUNK = `data: ${'x'.repeat(100_000)}\n\n`

let current: StreamConnection | undefined
let closes = 0
let unsentBytes = () => 0
const app = Fastify()
app.get('/', (_request, reply) => {
  unsentBytes = () => reply.raw.writableLength
  current = openConnection(reply, 'text/event-stream', () => {
    closes += 1
  })
})
const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
test.after(() => app.close())

async function openSocket() {
  current = undefined
  const socket = connect(Number(url.port), url.hostname)
  socket.on('error', () => undefined)
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  await until(
    async () => current,
    connection => connection !== undefined,
  )
  return { socket, connection: current! }
}

test('a reader that does not read is cut off, and little waits for it in memory', async () => {
  const { socket, connection } = await openSocket()
  socket.pause()
  const before = closes
  let written = 0
  let unsentMax = 0
  while (!connection.isOver() && written < 2_000) {
    connection.write(CHUNK)
    unsentMax = Math.max(unsentMax, unsentBytes())
    written += 1
    await nextTurn()
  }
  assert.ok(connection.isOver(), `${written} messages of 100 KB waited`)
  assert.ok(unsentMax < 2 ** 20 + 2 * CHUNK.length, `${unsentMax} bytes waited`)
  await until(
    async () => closes,
    count => count === before + 1,
  )
  socket.destroy()
})

test('a reader that reads slowly gets everything that it missed, at its own pace', async () => {
  const { socket, connection } = await openSocket()
  let received = 0
  socket.on('data', bytes => {
    received += bytes.length
    socket.pause()
    setTimeout(() => socket.resume(), 1)
  })
  const texts = Array.from({ length: 100 }, () => CHUNK)
  await connection.writeAll(texts, new AbortController().signal)
  assert.not(connection.isOver())
  await until(
    async () => received,
    bytes => bytes > 100 * CHUNK.length,
  )
  connection.end()
  await once(socket, 'close')
})

test('waiting for a reader ends with its connection', async () => {
  const { socket, connection } = await openSocket()
  socket.pause()
  const leaving = new AbortController()
  const texts = Array.from({ length: 1_000 }, () => CHUNK)
  const writing = connection.writeAll(texts, leaving.signal).then(
    () => 'written',
    () => 'aborted',
  )
  leaving.abort()
  assert.is(await writing, 'aborted')
  socket.destroy()
})

test.run()
