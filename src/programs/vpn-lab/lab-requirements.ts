import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { environmentWith } from '#config/config.ts'

const TUN = '/dev/net/tun'
/** Needed for namespaces, by the kernel's number; root within a container may lack them. */
const CAPABILITIES = { CAP_NET_ADMIN: 12, CAP_SYS_ADMIN: 21 } as const

export function listMissing(): string[] {
  const programs = ['openvpn', 'ip', 'nft', 'setpriv', 'sysctl', 'unbound'].filter(name => !isProgram(name))
  return [
    ...(process.getuid?.() === 0 ? missingCapabilities() : ['root']),
    ...(existsSync(TUN) ? [] : [TUN]),
    ...programs.map(name => `the program ${name}`),
  ]
}

/** OpenVPN, ip and nft are not on every PATH. */
export function programPath(): string {
  return [environmentWith().PATH ?? '', '/usr/sbin', '/sbin'].join(delimiter)
}

function missingCapabilities(): string[] {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : ''
  const [, mask = '0'] = /^CapEff:\s*([0-9a-f]+)$/m.exec(status) ?? []
  const effective = BigInt(`0x${mask}`)
  return Object.entries(CAPABILITIES).flatMap(([name, bit]) => ((effective >> BigInt(bit)) & 1n ? [] : [name]))
}

function isProgram(name: string): boolean {
  return programPath()
    .split(delimiter)
    .some(folder => {
      try {
        accessSync(join(folder, name), constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}
