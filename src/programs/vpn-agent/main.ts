import { createClient, NoAnswerError, ServiceError } from '#client/index.ts'
import { readLogin } from '#config/config.ts'
import { createLog } from '#edge/log.ts'
import { abortOnTermination } from '#terminal/abort-on-termination.ts'
import { CommandError, runCommand, UsageError } from '#terminal/command-line.ts'
import { runAgent } from './agent.ts'

const COMMAND = {
  start: 'npm run vpn-agent --',
  forms: ['--server ID --management SOCKET'],
  about: `Runs next to an OpenVPN server: decides with the service which clients may have a tunnel, reports tunnels and their
traffic, and ends tunnels of ended sessions. Tunnels survive the end of the agent, and an unavailable service.

It logs in as SERVICE_EMAIL with SERVICE_PASSWORD, which POST /admin/vpn/servers/ID/agents creates.`,
  options: {
    server: { type: 'string', value: 'ID', help: 'the number of the server' },
    management: { type: 'string', value: 'SOCKET', help: 'the management socket of the server' },
    firewall: {
      type: 'string',
      value: 'SOCKET',
      help: 'the socket of `npm run vpn-firewall`, which cuts off a client that ignores the end of its session',
    },
    url: { type: 'string', value: 'URL', default: 'http://127.0.0.1:8080', help: 'the service' },
  },
} as const

await runCommand(COMMAND, async ({ positionals: [more], values: { server, management, firewall, url } }) => {
  if (more !== undefined) throw new UsageError(`"${more}" is too much`)
  if (server === undefined) throw new UsageError('which server? give --server')
  if (!/^[1-9]\d{0,9}$/.test(server)) throw new UsageError(`"${server}" is no number of a server`)
  if (management === undefined) throw new UsageError('which management socket? give --management')
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(`--url must be an http:// or https:// address, not "${url}"`)
  const login = readLogin()
  if (login === undefined) throw new CommandError('no login: set SERVICE_EMAIL and SERVICE_PASSWORD')

  const log = createLog({ LOG_LEVEL: 'info' })
  const service = createClient({ url, login, attemptsMax: 1 })
  // Fails at once for another server's agent; an unavailable service may come back.
  await service.reportVpnTunnels({ path: { id: server }, body: { tunnels: [] } }).catch(error => {
    if (
      error instanceof NoAnswerError ||
      (error instanceof ServiceError && (error.status === 429 || error.status >= 500))
    )
      return log.warn({ err: error }, 'the service does not answer yet')
    throw error instanceof ServiceError ? new CommandError(`${url} refused: ${error.message}`) : error
  })
  const ended = abortOnTermination()
  const options = { server_id: Number(server), socket: management, firewallSocket: firewall ?? null }
  await runAgent(options, { service, log, ended })
})
