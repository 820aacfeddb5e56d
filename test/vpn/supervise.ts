import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** Runs the service of a systemd unit without systemd. Further arguments are added to the service's. */
const [file = '', ...more] = process.argv.slice(2)
const lines = readFileSync(file, 'utf8').replaceAll('\\\n', ' ').split('\n')
const settingsOf = (key: string) =>
  lines.flatMap(line => (line.startsWith(`${key}=`) ? line.slice(key.length + 1) : []))
const settingOf = (key: string) => settingsOf(key)[0]
const wordsOf = (command: string) => command.replace(/^\+/, '').trim().split(/\s+/)
const cwd = settingOf('WorkingDirectory') ?? '/'
const isRestarted = settingOf('Restart') === 'always'
const restartMs = Number(settingOf('RestartSec')) * 1_000

const stopping = new AbortController()
process.once('SIGTERM', () => stopping.abort())

do {
  const isReady = settingsOf('ExecStartPre').every(command => {
    const [first = '', ...rest] = wordsOf(command)
    return spawnSync(first, rest, { cwd, stdio: 'inherit' }).status === 0
  })
  if (isReady) {
    const [program = '', ...args] = wordsOf(settingOf('ExecStart') ?? '')
    const service = spawn(program, [...args, ...more], { cwd, stdio: 'inherit' })
    console.log(`started ${service.pid}`)
    const stop = () => service.kill()
    stopping.signal.addEventListener('abort', stop)
    const [status, signal] = await once(service, 'exit')
    stopping.signal.removeEventListener('abort', stop)
    console.log(`ended with ${signal ?? status}`)
  }
  await delay(restartMs, undefined, { signal: stopping.signal }).catch(() => undefined)
} while (isRestarted && !stopping.signal.aborted)
