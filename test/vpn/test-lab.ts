import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeSecret } from '#config/secret-file.ts'
import { TUNNEL_NETWORK } from '#domain/vpn/server-config.ts'
import { hasIpv6, INTERNET_ADDRESS, INTERNET_ADDRESS6, INTERNET_NAME } from '#programs/vpn-lab/addresses.ts'
import { type ClientOptions, createLab, type Host, type LabOptions } from '#programs/vpn-lab/lab.ts'
import type { ProcessOutput } from '#programs/vpn-lab/spawn-with-output.ts'
import { capturePackets } from './packet-capture.ts'

const ECHO_PORT = '8080'
const WEB_PORT = '80'

/**
 * `options` of OpenVPN; `unit`: the systemd unit that starts and restarts the server instead; `under`: a program that
 * runs it, without routing.
 */
export type StartOptions = { options?: readonly string[]; unit?: string; under?: readonly string[] }

const script = (file: string) => [process.execPath, fileURLToPath(new URL(file, import.meta.url))]

/** The lab of `npm run vpn-lab`, with captures and traffic in each namespace. */
export async function createTestLab(labOptions: LabOptions = {}) {
  const lab = await createLab(labOptions)
  const toolsOf = ({ wire, startWeb, ...host }: Host) => ({
    ...host,
    serve: (address: string) => startWeb(address, WEB_PORT, 'from here'),
    send: (...destinations: string[]) => host.run(...script('./send.ts'), ...destinations),
    capture: () => capturePackets(wire, lab.folder, lab.internet.run),
  })

  return {
    ...lab,
    serverNeighbour: toolsOf(lab.server),
    internetHost: toolsOf(lab.internet),
    /** Without routing there is a web server inside the tunnels. */
    async startServer(files: string, { options = [], unit, under }: StartOptions = {}): Promise<ProcessOutput> {
      const direct = under === undefined ? [] : [...under, 'openvpn', '--config', 'server.conf']
      const supervisor = unit === undefined ? direct : [...script('./supervise.ts'), join(files, unit)]
      const output = await lab.startServer(files, { options, supervisor })
      if (!existsSync(join(files, 'resolver.conf')))
        await lab.server.startWeb(TUNNEL_NETWORK.server, ECHO_PORT, 'through the tunnel')
      return output
    },
    async createClient(clientOptions: ClientOptions = {}) {
      const client = await lab.createClient(clientOptions)
      let prompted = 0
      return {
        ...toolsOf(client),
        connect: client.connect,
        /** Connects with credentials over a management socket, like an app. */
        connectPrompted(config: string, socket: string, ...more: string[]): ProcessOutput {
          prompted += 1
          const file = join(lab.folder, `prompted-${client.n}-${prompted}.conf`)
          writeSecret(file, config)
          const management = ['--management', socket, 'unix', '--management-query-passwords']
          return client.spawn('openvpn', '--config', file, ...management, ...more)
        },
        /** Sends datagrams through the tunnel until it is killed; see stream.ts. */
        stream: (): ProcessOutput => client.spawn(...script('./stream.ts'), TUNNEL_NETWORK.server, ECHO_PORT),
        fetchPages(times = 1): ProcessOutput {
          const fetcher = fileURLToPath(import.meta.resolve('#programs/vpn-lab/fetch-pages.ts'))
          return client.spawn(process.execPath, fetcher, `http://${TUNNEL_NETWORK.server}:${ECHO_PORT}/`, String(times))
        },
        /** Sends what applications send until it is killed; see traffic.ts. */
        traffic(): ProcessOutput {
          const [neighbour4, neighbour6] = [`10.99.${client.n}.77`, `fd99:0:0:${client.n}::77`]
          const others = [INTERNET_ADDRESS, ...(INTERNET_ADDRESS6 === null ? [] : [INTERNET_ADDRESS6])]
          const receivers = [...others, neighbour4, ...(hasIpv6 ? [neighbour6] : [])]
          const lists = [[...others, neighbour4].join(), receivers.join()]
          return client.spawn(...script('./traffic.ts'), INTERNET_NAME, TUNNEL_NETWORK.server, ...lists)
        },
      }
    },
  }
}
