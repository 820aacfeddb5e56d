import { runSubCommand, type SubCommand } from '#terminal/command-line.ts'
import { serverConfigCommand } from './server-config.ts'

const commands: Readonly<Record<string, SubCommand>> = { 'server-config': serverConfigCommand }

await runSubCommand(
  { start: 'npm run vpn --', about: 'Writes the files of VPN servers, from the stores of the service.' },
  commands,
)
