import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { environmentWith } from '#config/config.ts'

const TUN = '/dev/net/tun'
/** Needed for namespaces, by the kernel's number; root within a container may lack them. */
const CAPABILITIES = { CAP_NET_ADMIN: 12, CAP_SYS_ADMIN: 21 } as const

/** What a real tunnel needs and this machine lacks. */
export function listMissing(): string[] {
  const missing = listMissingFor(['openvpn', 'ip', 'nft', 'setpriv', 'sysctl', 'unbound'])
  return existsSync(TUN) ? missing : [...missing, TUN]
}

/** What network namespaces and these programs need and this machine lacks. */
export function listMissingFor(programs: readonly string[]): string[] {
  return [
    ...(process.getuid?.() === 0 ? missingCapabilities() : ['root']),
    ...programs.filter(name => !isProgram(name)).map(name => `the program ${name}`),
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
