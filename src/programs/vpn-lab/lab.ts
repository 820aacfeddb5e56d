import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { environmentWith } from '#config/config.ts'
import { writeSecret } from '#config/secret-file.ts'
import {
  hasIpv6,
  INTERNET_ADDRESS,
  INTERNET_ADDRESS6,
  INTERNET_NAME,
  INTERNET_PORT,
  linkOf,
  SERVER_ADDRESS,
  UPLINK,
} from './addresses.ts'
import { programPath } from './lab-requirements.ts'
import { type ProcessOutput, spawnWithOutput } from './spawn-with-output.ts'

const UNBOUND_OPTIONS = [
  ...['server:', '  chroot: ""', '  username: ""', '  pidfile: ""', '  use-syslog: no', '  do-daemonize: no'],
  ...['  num-threads: 1', '  verbosity: 1'],
]

export type TunnelCredentials = { username: string; password: string }
export type Lab = Awaited<ReturnType<typeof createLab>>
type LinkAddresses = { address: string; address6: string }
export type ServerOptions = { options?: readonly string[]; supervisor?: readonly string[] }
export type ClientOptions = { openvpn?: string }
export type LabOptions = { onLine?: (name: string, line: string) => void }
/** A network namespace; `wire` is the Internet's end of its wire. */
export type Host = Lab['internet']

/** Network namespaces: a server, each client, and the Internet, which routes between them. Needs root. */
export async function createLab({ onLine }: LabOptions = {}) {
  const name = `vpnlab-${process.pid}-${randomBytes(2).toString('hex')}`
  const server = `${name}-server`
  const internet = `${name}-internet`
  const folder = mkdtempSync(join(tmpdir(), 'vpn-lab-'))
  const env = environmentWith({ PATH: programPath() })
  const cleanup = spawn('sh', [fileURLToPath(new URL('cleanup.sh', import.meta.url)), folder, name], {
    ...{ stdio: ['pipe', 'ignore', 'ignore'] as const, detached: true, env },
  })
  cleanup.stdin.on('error', () => undefined)
  const cleanedUp = once(cleanup, 'exit')
  let isClosed = false
  /** A process started while the lab closes would never be ended. */
  function assertOpen(): void {
    if (isClosed) throw new Error('the lab is closed')
  }
  const run = async (...[program = '', ...args]: string[]): Promise<string> => {
    assertOpen()
    return (await promisify(execFile)(program, args, { env })).stdout
  }
  const ip = (...args: string[]) => run('ip', ...args)
  const runIn = (namespace: string, ...command: string[]) => run('ip', 'netns', 'exec', namespace, ...command)
  async function close(): Promise<void> {
    isClosed = true
    cleanup.stdin.end()
    await cleanedUp
  }

  /** A veth pair for the namespace's default routes. `nodad`: no other machine has these addresses. */
  async function connectNamespaces(
    end: string,
    at: LinkAddresses,
    namespace: string,
    otherEnd: string,
    other: LinkAddresses,
  ): Promise<void> {
    await ip('-n', internet, 'link', 'add', end, 'type', 'veth', 'peer', 'name', otherEnd, 'netns', namespace)
    for (const [where, device, { address, address6 }] of [
      [internet, end, at],
      [namespace, otherEnd, other],
    ] as const) {
      await ip('-n', where, 'address', 'add', `${address}/24`, 'dev', device)
      if (hasIpv6) await ip('-n', where, 'address', 'add', `${address6}/64`, 'dev', device, 'nodad')
      await ip('-n', where, 'link', 'set', device, 'up')
    }
    await ip('-n', namespace, 'route', 'add', 'default', 'via', at.address)
    if (hasIpv6) await ip('-n', namespace, 'route', 'add', 'default', 'via', at.address6)
  }

  try {
    for (const namespace of [internet, server]) {
      await ip('netns', 'add', namespace)
      await ip('-n', namespace, 'link', 'set', 'lo', 'up')
    }
    await ip('-n', internet, 'address', 'add', `${INTERNET_ADDRESS}/32`, 'dev', 'lo')
    if (INTERNET_ADDRESS6 !== null) await ip('-n', internet, 'address', 'add', `${INTERNET_ADDRESS6}/128`, 'dev', 'lo')
    await runIn(
      internet,
      'sysctl',
      '-qw',
      'net.ipv4.ip_forward=1',
      ...(hasIpv6 ? ['net.ipv6.conf.all.forwarding=1'] : []),
    )
    await connectNamespaces('server', UPLINK, server, 'uplink', { address: SERVER_ADDRESS, address6: 'fd99::1' })
  } catch (error) {
    await close()
    throw error
  }

  function spawnInLab(
    command: string,
    args: readonly string[],
    options: { name: string; cwd?: string; env: NodeJS.ProcessEnv },
  ): ProcessOutput {
    assertOpen()
    const output = spawnWithOutput(command, args, { ...options, ...(onLine ? { onLine } : {}) })
    const { child } = output
    cleanup.stdin.write(`began ${child.pid}\n`)
    child.once('exit', () => isClosed || cleanup.stdin.write(`ended ${child.pid}\n`))
    return output
  }

  const spawnIn = (namespace: string, label: string, args: readonly string[], cwd = folder): ProcessOutput =>
    spawnInLab('ip', ['netns', 'exec', namespace, ...args], { name: label, cwd, env })

  const script = (file: string) => [process.execPath, fileURLToPath(new URL(file, import.meta.url))]
  let clientCount = 0
  let isRouting = false

  async function startWeb(namespace: string, address: string, port: string, origin: string): Promise<void> {
    const web = spawnIn(namespace, 'web server', [...script('./web-server.ts'), address, port, origin])
    await web.waitForLine(/^listens$/)
  }

  async function startUnbound(namespace: string, label: string, ...lines: string[]): Promise<void> {
    const file = join(folder, `${label.replace(' ', '-')}.conf`)
    writeFileSync(file, [...UNBOUND_OPTIONS, ...lines, ''].join('\n'))
    await spawnIn(namespace, label, ['unbound', '-d', '-c', file]).waitForLine(/start of service/)
  }

  /** Routing as an administrator installs it, and an Internet whose name server answers for all names. */
  async function startRouting(files: string, isSupervised: boolean): Promise<void> {
    if (!isSupervised) {
      await runIn(server, 'nft', '-f', join(files, 'firewall.nft'))
      await runIn(server, 'sysctl', '-q', '-p', join(files, 'sysctl.conf'))
    }
    if (isRouting) return
    isRouting = true
    const addresses = [INTERNET_ADDRESS, ...(INTERNET_ADDRESS6 === null ? [] : [INTERNET_ADDRESS6])]
    for (const address of addresses) await startWeb(internet, address, INTERNET_PORT, 'from the Internet')
    const records = addresses.map(one => `  local-data: "${INTERNET_NAME}. ${one.includes(':') ? 'AAAA' : 'A'} ${one}"`)
    const listening = addresses.map(one => `  interface: ${one}`)
    const open = ['0.0.0.0/0', '::/0'].map(all => `  access-control: ${all} allow`)
    await startUnbound(internet, 'name server', ...listening, ...open, '  local-zone: "." static', ...records)
    const everything = ['forward-zone:', '  name: "."', `  forward-addr: ${INTERNET_ADDRESS}`]
    await startUnbound(server, 'resolver', `include: "${join(files, 'resolver.conf')}"`, ...everything)
  }

  function hostIn(namespace: string, wire: string) {
    return {
      wire,
      run: (...command: string[]) => runIn(namespace, ...command),
      spawn: (...command: string[]): ProcessOutput => spawnIn(namespace, command.at(-1)!, command),
      async page(address: string): Promise<string> {
        const host = address.includes(':') ? `[${address}]` : address
        return (await runIn(namespace, ...script('./fetch-pages.ts'), `http://${host}:${INTERNET_PORT}/`)).trim()
      },
      startWeb: (address: string, port: string, origin: string) => startWeb(namespace, address, port, origin),
    }
  }

  return {
    folder,
    /**
     * With routing also firewall, sysctl settings and resolver. `supervisor`: the command that runs the server instead,
     * and loads the firewall and the settings itself.
     */
    async startServer(files: string, { options = [], supervisor = [] }: ServerOptions = {}): Promise<ProcessOutput> {
      const isSupervised = supervisor.length > 0
      if (existsSync(join(files, 'resolver.conf'))) await startRouting(files, isSupervised)
      const command = isSupervised ? supervisor : ['openvpn', '--config', 'server.conf']
      const output = spawnIn(server, 'server', [...command, ...options], files)
      await output.waitForLine(/Initialization Sequence Completed/)
      return output
    },
    server: hostIn(server, 'server'),
    internet: hostIn(internet, 'lo'),
    async createClient({ openvpn = 'openvpn' }: ClientOptions = {}) {
      clientCount += 1
      const n = clientCount
      const namespace = `${name}-${n}`
      const { internetEnd, clientEnd, end, client, end6, client6 } = linkOf(n)
      await ip('netns', 'add', namespace)
      await ip('-n', namespace, 'link', 'set', 'lo', 'up')
      const [at, other] = [
        { address: end, address6: end6 },
        { address: client, address6: client6 },
      ]
      await connectNamespaces(internetEnd, at, namespace, clientEnd, other)
      let logins = 0
      return {
        n,
        connect(config: string, { username, password }: TunnelCredentials, ...more: string[]): ProcessOutput {
          logins += 1
          const at = (ending: string) => join(folder, `client-${n}-${logins}.${ending}`)
          writeSecret(at('conf'), config)
          writeSecret(at('login'), `${username}\n${password}\n`)
          const options = ['--config', at('conf'), '--auth-user-pass', at('login'), '--connect-retry-max', '1']
          return spawnIn(namespace, `client ${n}`, [openvpn, ...options, ...more])
        },
        ...hostIn(namespace, internetEnd),
      }
    },
    async startFirewall(files: string): Promise<{ firewall: ProcessOutput; firewallSocket: string }> {
      const firewallSocket = join(folder, 'firewall.sock')
      const options = ['--socket', firewallSocket, '--rules', join(files, 'firewall.nft')]
      const only = ['setpriv', '--bounding-set', '-all,+net_admin', '--inh-caps', '-all,+net_admin']
      const firewall = spawnIn(server, 'firewall', [...only, ...script('../vpn-firewall/main.ts'), ...options])
      await firewall.waitForLine(/ruleset loaded/)
      return { firewall, firewallSocket }
    },
    async startAgent(args: readonly string[], login: { email: string; secret: string }): Promise<ProcessOutput> {
      const none = ['--bounding-set', '-all', '--inh-caps', '-all']
      const own = environmentWith({ SERVICE_EMAIL: login.email, SERVICE_PASSWORD: login.secret })
      const agent = spawnInLab('setpriv', [...none, ...script('../vpn-agent/main.ts'), ...args], {
        name: 'agent',
        env: own,
      })
      await agent.waitForLine(/connected to OpenVPN/)
      return agent
    },
    run: (label: string, file: string, args: readonly string[], more: Record<string, string> = {}): ProcessOutput =>
      spawnInLab(process.execPath, [fileURLToPath(new URL(file, import.meta.url)), ...args], {
        name: label,
        env: environmentWith(more),
      }),
    close,
  }
}
