import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startNode } from './node.ts'

/**
 * The node alone: `npm run eventstore -- --port 2113 --data DIR [--cert FILE --key FILE]`. Prints one line, `ready <connection string>`,
 * when clients can connect; ends on SIGTERM and SIGINT.
 */

const OPTIONS = {
  data: { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string', default: '2113' },
  cert: { type: 'string' },
  key: { type: 'string' },
  user: { type: 'string', default: 'admin' },
  password: { type: 'string', default: 'changeit' },
  'exit-with-parent': { type: 'boolean', default: false },
} as const

function fail(message: string): never {
  process.stderr.write(`eventstore: ${message}\n`)
  process.exit(1)
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS })
  const { data, host, cert, key, user, password } = values
  const port = Number(values.port)
  if (data === undefined) fail('--data DIR is required')
  if (!(Number.isInteger(port) && port >= 0 && port < 65_536)) fail('--port is a number from 0 to 65535')
  if ((cert === undefined) !== (key === undefined)) fail('--cert and --key go together')
  const secure = cert !== undefined && key !== undefined
  const node = await startNode({
    dataDir: data,
    host,
    port,
    user,
    password,
    ...(secure ? { tls: { cert: readFileSync(cert), key: readFileSync(key) } } : {}),
    broken: error => fail(`the disk failed to flush, so what is stored is unknown until the next start: ${error}`),
  })
  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    await node.stop()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  if (values['exit-with-parent']) {
    // The parent holds the other end of this pipe; the operating system closes it even when the parent is killed.
    process.stdin.resume()
    process.stdin.on('end', stop)
    process.stdin.on('close', stop)
  }
  // A string that a client takes as it is; the client knows no user without a password, and one that was chosen is not told.
  const who = user === OPTIONS.user.default && password === OPTIONS.password.default ? `${user}:${password}@` : ''
  process.stdout.write(
    secure ? `ready esdb://${who}${host}:${node.port}\n` : `ready esdb://${host}:${node.port}?tls=false\n`,
  )
}

main().catch(error => fail(error instanceof Error ? error.message : String(error)))
