import { readFileSync } from 'node:fs'
import { CommandError, parsePort, runCommand, UsageError } from '#terminal/command-line.ts'
import { startNode } from './node.ts'

const COMMAND = {
  start: 'npm run eventstore --',
  about: `The embedded event store alone, for any EventStoreDB client. Prints one line, \`ready <connection string>\`, when clients
can connect; ends on SIGTERM and SIGINT.`,
  options: {
    data: { type: 'string', value: 'DIR', help: 'the folder that holds its data; needed' },
    host: { type: 'string', value: 'NAME', default: '127.0.0.1', help: 'where it listens' },
    port: { type: 'string', value: 'N', default: '2113', help: 'where it listens; 0 picks a free port' },
    cert: { type: 'string', value: 'FILE', help: 'certificate, PEM: with it and --key it speaks TLS' },
    key: { type: 'string', value: 'FILE', help: 'private key of the certificate, PEM' },
    user: { type: 'string', value: 'NAME', default: 'admin', help: 'who may connect, over TLS' },
    password: { type: 'string', value: 'WORD', default: 'changeit', help: 'with this password' },
    'exit-with-parent': { type: 'boolean', default: false },
  },
} as const
const OPTIONS = COMMAND.options

await runCommand(COMMAND, async ({ values }) => {
  const { data, host, cert, key, user, password } = values
  if (data === undefined) throw new UsageError('--data is needed')
  const port = parsePort('--port', values.port)
  if ((cert === undefined) !== (key === undefined)) throw new UsageError('--cert and --key go together')
  const secure = cert !== undefined && key !== undefined
  const node = await startNode({
    dataDir: data,
    host,
    port,
    user,
    password,
    ...(secure ? { tls: { cert: readPem('--cert', cert), key: readPem('--key', key) } } : {}),
    onFlushFailure: error => {
      console.error(messageOf(`the disk failed to flush, so what is stored is unknown until the next start: ${error}`))
      process.exit(1)
    },
  }).catch(error => {
    throw new CommandError(messageOf(error), { cause: error })
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
    // The operating system closes the parent's end of this pipe even when the parent is killed.
    process.stdin.resume()
    process.stdin.on('end', stop)
    process.stdin.on('close', stop)
  }
  // A connection string that a client accepts; it contains only the default password.
  const userInfo = user === OPTIONS.user.default && password === OPTIONS.password.default ? `${user}:${password}@` : ''
  process.stdout.write(
    secure ? `ready esdb://${userInfo}${host}:${node.port}\n` : `ready esdb://${host}:${node.port}?tls=false\n`,
  )
})

function readPem(option: string, file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new UsageError(`${option} can't be read: ${error instanceof Error ? error.message : error}`)
  }
}

function messageOf(error: unknown): string {
  return `eventstore: ${error instanceof Error ? error.message : error}`
}
