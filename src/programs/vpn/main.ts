import { runSubCommand } from '#terminal/command-line.ts'
import { serverConfigCommand } from './server-config.ts'

await runSubCommand(
  { start: 'npm run vpn --', about: 'Writes the files of VPN servers, from the stores of the service.' },
  { 'server-config': serverConfigCommand },
)
