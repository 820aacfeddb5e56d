import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { programPath } from '#programs/vpn-lab/lab-requirements.ts'

/**
 * An OpenVPN client that ignores the message by which a server ends it: the distribution's program with another word
 * for HALT. Returns its path.
 */
export function writeDeafClient(folder: string): string {
  const program = readFileSync(findProgram('openvpn'))
  const at = program.indexOf('\0HALT\0')
  if (at < 0 || program.indexOf('\0HALT\0', at + 1) >= 0) throw new Error('this OpenVPN spells HALT another way')
  program.write('HULT', at + 1)
  const file = join(folder, 'deaf-openvpn')
  writeFileSync(file, program, { mode: 0o755 })
  return file
}

function findProgram(name: string): string {
  const file = programPath()
    .split(delimiter)
    .map(folder => join(folder, name))
    .find(path => existsSync(path))
  if (file === undefined) throw new Error(`there is no ${name}`)
  return file
}
