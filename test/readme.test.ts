import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import * as assert from 'uvu/assert'
import { freePort } from '#embedded/free-port.ts'
import { until } from '../harness/client.ts'
import { readmeBlock } from '../harness/readme.ts'
import { suite } from '../harness/suite.ts'

/** The README's five commands and its two servers, as written, in a folder that looks like a fresh clone after `npm ci`. */
const test = suite('README: listen')
const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'clone-'))
for (const name of readdirSync(root))
  if (!name.startsWith('.git') && name !== 'data') symlinkSync(join(root, name), join(folder, name))

/** Ports that this machine may have in use. */
const port = await freePort()
const own = (text: string) => text.replaceAll('3000', String(port))
const VERIFIED = ['verified refund.completed', 'verified refund.created', 'verified refund.processing']

type Part = {
  ended: Promise<number | null>
  text(): string
  says(pattern: RegExp): Promise<void>
  stop(signal?: NodeJS.Signals): Promise<void>
}
/** The latest first. */
const running: Part[] = []

/** As in a terminal of its own. */
function play(command: string): Part {
  const { BOOTSTRAP_ADMIN_PASSWORD: _, DATA_DIR: __, ...env } = process.env
  const child = spawn('sh', ['-c', command], {
    cwd: folder,
    env: { ...env, EVENTSTORE_URL: '', PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let text = ''
  child.stdout.on('data', chunk => (text += chunk))
  child.stderr.on('data', chunk => (text += chunk))
  const ended = new Promise<number | null>(done => child.on('close', done))
  const part: Part = {
    ended,
    text: () => text,
    async says(pattern) {
      const isSaid = await until(
        async () => pattern.test(text),
        said => said,
        60_000,
      ).catch(() => false)
      assert.ok(isSaid, `${command} does not say ${pattern}:\n${text}`)
    },
    async stop(signal = 'SIGINT') {
      if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, signal)
      await ended
    },
  }
  running.unshift(part)
  return part
}

async function isListening(): Promise<boolean> {
  return new Promise(done => {
    const socket = connect(port, '127.0.0.1', () => done(true) ?? socket.destroy())
    socket.on('error', () => done(false))
  })
}
const untilListening = () => until(isListening, is => is, 20_000)

/** What a receiver answers to somebody who knows no secret. */
async function forge() {
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const headers = { 'x-service-signature': 'f'.repeat(64), 'x-service-timestamp': timestamp }
  return (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: '{"type":"refund.completed"}', headers }))
    .status
}

const lines = (text: string) => text.split('\n').filter(line => /^(verified|refused)/.test(line))

const [clone, start, listen, receive, demo, ...more] = own(readmeBlock('Listen', 'sh')).trim().split('\n')

test("five commands lead from a clone to a verified delivery in one's own server", async () => {
  assert.match(clone!, /^git clone .* && npm ci$/)
  assert.equal(more, [])
  writeFileSync(join(folder, 'receiver.mjs'), own(readmeBlock('Verifying a delivery', 'js')))
  await play(start!).says(/^ready http/m)
  const listener = play(listen!)
  await listener.says(/^forwarding to http/m)
  const receiver = play(receive!)
  await untilListening()
  assert.is(await forge(), 400)
  const played = play(demo!)
  assert.is(await played.ended, 0, played.text())
  await until(
    async () => lines(receiver.text()),
    said => said.length === 4,
    20_000,
  )
  assert.equal(lines(receiver.text()).sort(), ['refused', ...VERIFIED])
  await listener.says(/refund\.completed {2}rf_\S+ {2}verified {2}http:\S+ answered 200 in/)
  await receiver.stop()
})

test('the server in Python verifies as well', async () => {
  writeFileSync(join(folder, 'receiver.py'), own(readmeBlock('Verifying a delivery', 'python')))
  const receiver = play(receive!.replace('node receiver.mjs', 'python3 receiver.py'))
  await untilListening()
  assert.is(await forge(), 400)
  const played = play(demo!)
  assert.is(await played.ended, 0, played.text())
  await until(
    async () => lines(receiver.text()),
    said => said.length === 4,
    20_000,
  )
  assert.equal(lines(receiver.text()).sort(), ['refused', ...VERIFIED])
})

test('Ctrl-C in each terminal ends them, and listen removes its endpoint', async () => {
  for (const part of running) await part.stop()
  assert.match(running.map(({ text }) => text()).join(''), /^endpoint wh_\S+ is removed$/m)
})

test.after(async () => {
  for (const part of running) await part.stop('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})
test.run()
