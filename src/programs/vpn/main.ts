import { runSubCommand, type SubCommand } from '#terminal/command-line.ts'
import { serverConfigCommand } from './server-config.ts'

const commands: Readonly<Record<string, SubCommand>> = { 'server-config': serverConfigCommand }

await runSubCommand(
  { start: 'npm run vpn --', about: 'What VPN servers need of the service: without the service, from its stores.' },
  commands,
)
