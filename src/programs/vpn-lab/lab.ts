import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
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
import { createNamespaces, type NamespacesOptions } from './namespaces.ts'
import type { ProcessOutput } from './spawn-with-output.ts'

const UNBOUND_OPTIONS = [
  ...['server:', '  chroot: ""', '  username: ""', '  pidfile: ""', '  use-syslog: no', '  do-daemonize: no'],
  ...['  num-threads: 1', '  verbosity: 1'],
]

export type TunnelCredentials = { username: string; password: string }
export type Lab = Awaited<ReturnType<typeof createLab>>
type LinkAddresses = { address: string; address6: string }
export type ServerOptions = { options?: readonly string[]; supervisor?: readonly string[] }
export type ClientOptions = { openvpn?: string }
export type LabOptions = NamespacesOptions
/** A network namespace; `wire` is the Internet's end of its wire. */
export type Host = Lab['internet']

/** Network namespaces: a server, each client, and the Internet, which routes between them. Needs root. */
export async function createLab(options: LabOptions = {}) {
  const { folder, ip, runIn, add, spawnOutside, spawnIn, close } = createNamespaces('vpn-lab', options)
  let server = ''
  let internet = ''

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
    server = await add('server')
    internet = await add('internet')
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

  const script = (file: string) => [process.execPath, fileURLToPath(new URL(file, import.meta.url))]
  let clientCount = 0
  let isRouting = false

  async function startWeb(namespace: string, address: string, port: string, origin: string): Promise<void> {
    const web = spawnIn(namespace, [...script('./web-server.ts'), address, port, origin], { name: 'web server' })
    await web.waitForLine(/^listens$/)
  }

  async function startUnbound(namespace: string, label: string, ...lines: string[]): Promise<void> {
    const file = join(folder, `${label.replace(' ', '-')}.conf`)
    writeFileSync(file, [...UNBOUND_OPTIONS, ...lines, ''].join('\n'))
    await spawnIn(namespace, ['unbound', '-d', '-c', file], { name: label }).waitForLine(/start of service/)
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
      spawn: (...command: string[]): ProcessOutput => spawnIn(namespace, command, { name: command.at(-1)! }),
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
      const output = spawnIn(server, [...command, ...options], { name: 'server', cwd: files })
      await output.waitForLine(/Initialization Sequence Completed/)
      return output
    },
    server: hostIn(server, 'server'),
    internet: hostIn(internet, 'lo'),
    async createClient({ openvpn = 'openvpn' }: ClientOptions = {}) {
      clientCount += 1
      const n = clientCount
      const namespace = await add(String(n))
      const { internetEnd, clientEnd, end, client, end6, client6 } = linkOf(n)
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
          return spawnIn(namespace, [openvpn, ...options, ...more], { name: `client ${n}` })
        },
        ...hostIn(namespace, internetEnd),
      }
    },
    async startFirewall(files: string): Promise<{ firewall: ProcessOutput; firewallSocket: string }> {
      const firewallSocket = join(folder, 'firewall.sock')
      const options = ['--socket', firewallSocket, '--rules', join(files, 'firewall.nft')]
      const only = ['setpriv', '--bounding-set', '-all,+net_admin', '--inh-caps', '-all,+net_admin']
      const firewall = spawnIn(server, [...only, ...script('../vpn-firewall/main.ts'), ...options], {
        name: 'firewall',
      })
      await firewall.waitForLine(/ruleset loaded/)
      return { firewall, firewallSocket }
    },
    async startAgent(args: readonly string[], login: { email: string; secret: string }): Promise<ProcessOutput> {
      const none = ['--bounding-set', '-all', '--inh-caps', '-all']
      const own = { SERVICE_EMAIL: login.email, SERVICE_PASSWORD: login.secret }
      const agent = spawnOutside('setpriv', [...none, ...script('../vpn-agent/main.ts'), ...args], {
        name: 'agent',
        env: own,
      })
      await agent.waitForLine(/connected to OpenVPN/)
      return agent
    },
    run: (label: string, file: string, args: readonly string[], more: Record<string, string> = {}): ProcessOutput =>
      spawnOutside(process.execPath, [fileURLToPath(new URL(file, import.meta.url)), ...args], {
        name: label,
        env: more,
      }),
    close,
  }
}
