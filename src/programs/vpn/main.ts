import { runSubCommand } from '#terminal/command-line.ts'

await runSubCommand(
  { start: 'npm run vpn --', about: 'Writes the files of VPN servers, from the stores of the service.' },
  { 'server-config': async () => (await import('./server-config.ts')).serverConfigCommand },
)
