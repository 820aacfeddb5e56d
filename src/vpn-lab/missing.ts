import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { environmentWith } from '#config.ts'

const TUN = '/dev/net/tun'

/** What a real tunnel needs and this machine has not, in words; nothing where all is there. */
export function missingForLab(): string[] {
  const programs = ['openvpn', 'ip'].filter(name => !isProgram(name))
  return [
    ...(process.getuid?.() === 0 ? [] : ['root']),
    ...(existsSync(TUN) ? [] : [TUN]),
    ...programs.map(name => `the program ${name}`),
  ]
}

/** OpenVPN and ip stand where not everybody's path leads. */
export function programPath(): string {
  return [environmentWith().PATH ?? '', '/usr/sbin', '/sbin'].join(delimiter)
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
