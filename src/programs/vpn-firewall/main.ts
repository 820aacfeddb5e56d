import { createLog } from '#edge/log.ts'
import { abortOnTermination } from '#terminal/abort-on-termination.ts'
import { CommandError, runCommand, UsageError } from '#terminal/command-line.ts'
import { NftError } from './nft.ts'
import { serveFirewall } from './serve-firewall.ts'

/** Longer than a restart or an upgrade of the agent takes; without an agent the tunnels close. */
const TIMEOUT_S = '120'

const COMMAND = {
  start: 'npm run vpn-firewall --',
  forms: ['--socket SOCKET --rules FILE'],
  about: `Keeps the tunnel addresses of live sessions in the nftables sets of a VPN server: the kernel drops packets of all other
tunnel addresses. The agent names them over SOCKET, again before they time out. Needs nft and CAP_NET_ADMIN, and no other right.`,
  options: {
    socket: { type: 'string', value: 'SOCKET', help: 'the socket for the agent, which runs as the same user' },
    rules: {
      type: 'string',
      value: 'FILE',
      help: 'the ruleset that `npm run vpn -- server-config` wrote, firewall.nft',
    },
    timeout: {
      type: 'string',
      value: 'SECONDS',
      default: TIMEOUT_S,
      help: `how long an address stays without its agent; ${TIMEOUT_S} by default`,
    },
  },
} as const

await runCommand(COMMAND, async ({ positionals: [more], values: { socket, rules, timeout } }) => {
  if (more !== undefined) throw new UsageError(`"${more}" is too much`)
  if (socket === undefined) throw new UsageError('--socket is missing')
  if (rules === undefined) throw new UsageError('--rules is missing')
  if (!/^[1-9]\d{0,5}$/.test(timeout)) throw new UsageError('--timeout must be a number of seconds')
  const log = createLog({ LOG_LEVEL: 'info' })
  const ended = abortOnTermination()
  try {
    await serveFirewall({ socket, rules, timeoutS: Number(timeout) }, { log, ended })
  } catch (error) {
    throw error instanceof NftError ? new CommandError(error.message) : error
  }
})
