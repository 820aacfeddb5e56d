import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { environmentWith } from '#config/config.ts'
import { programPath } from '#programs/vpn-lab/lab-requirements.ts'
import { spawnWithOutput } from '#programs/vpn-lab/spawn-with-output.ts'
import { until } from '../harness/client.ts'
import { suite } from '../harness/suite.ts'
import { createNetwork } from './network.ts'
import { onFleet } from './requirements.ts'

const PORT = 2113
/** A neighbour is looked for three times, a second each. */
const UNREACHABLE_MS = [2_000, 6_000] as const
/** Longer than that. */
const SILENT_MS = 7_000

const test = suite('wires between machines')
/** Prints whom the server sees, or the error or `silence`, and the time in milliseconds. */
const prober = (address: string) => `
  const since = Date.now(), end = word => { console.log(word, Date.now() - since); process.exit() }
  require('net').connect(${PORT}, '${address}').setTimeout(${SILENT_MS}, () => end('silence'))
    .on('data', text => end(String(text))).on('error', error => end(error.code))`
const server = (address: string) => `
  require('net').createServer(socket => socket.on('error', () => {}).end(socket.remoteAddress))
    .listen(${PORT}, '${address}', () => console.log('listens'))`
const killed = (file: string) => `
  const network = await (await import('${file}')).createNetwork(() => {})
  await network.addMachine()
  console.log('made ' + network.folder)
  setInterval(() => {}, 1_000)`

async function tests() {
  const network = await createNetwork(() => {})
  test.after(network.close)
  const [store, machine, other] = [
    await network.addStore('eventstore'),
    await network.addMachine(),
    await network.addMachine(),
  ]
  const run = (namespace: string, script: string) =>
    network.spawnIn(namespace, [process.execPath, '-e', script], { name: 'script' })
  await run(store.namespace, server(store.address)).waitForLine(/listens/)
  async function connected(from: typeof machine): Promise<{ word: string; ms: number }> {
    const probe = run(from.namespace, prober(store.address))
    await probe.exited
    const [word = '', ms] = probe.lines.join().split(' ')
    return { word, ms: Number(ms) }
  }
  const own = machine.wires.eventstore!.address

  test('a machine reaches a store from an address of its own', async () => {
    assert.is((await connected(machine)).word, own)
    assert.is((await connected(other)).word, other.wires.eventstore!.address)
  })

  test('a cut among neighbours fails after seconds, and a healed wire carries again', async () => {
    await network.cut(machine, 'eventstore')
    const { word, ms } = await connected(machine)
    assert.is(word, 'EHOSTUNREACH')
    assert.ok(ms >= UNREACHABLE_MS[0] && ms <= UNREACHABLE_MS[1], `${ms} ms`)
    assert.is((await connected(other)).word, other.wires.eventstore!.address, 'another machine is not cut')
    await network.heal(machine, 'eventstore')
    assert.is((await connected(machine)).word, own)
  })

  test('a silent cut gives no answer', async () => {
    await network.cut(machine, 'eventstore', { isSilent: true })
    assert.is((await connected(machine)).word, 'silence')
    await network.heal(machine, 'eventstore')
    assert.is((await connected(machine)).word, own)
  })

  test('of a network whose process is killed nothing is left', async () => {
    const file = new URL('network.ts', import.meta.url).pathname
    const args = ['--input-type=module', '-e', killed(file)]
    const env = environmentWith({ PATH: programPath() })
    const maker = spawnWithOutput(process.execPath, args, { name: 'maker', env })
    const folder = (await maker.waitForLine(/^made /)).slice('made '.length)
    const left = () => {
      const namespaces = execFileSync('ip', ['netns', 'list'], { env, encoding: 'utf8' })
      return [namespaces.includes(`fleet-${maker.child.pid}-`), existsSync(folder)]
    }
    assert.equal(left(), [true, true])
    maker.child.kill('SIGKILL')
    await until(
      async () => {
        await delay(200)
        return left()
      },
      found => found.every(one => !one),
      30_000,
    )
  })
}

await onFleet(test, tests)
test.run()
