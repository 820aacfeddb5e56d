import { runSubCommand } from '#terminal/command-line.ts'

await runSubCommand(
  {
    start: 'npm run audit --',
    about: 'Reads and verifies the event store without the service. Only watch needs PostgreSQL.',
  },
  {
    show: async () => (await import('./show.ts')).showCommand,
    'as-of': async () => (await import('./as-of.ts')).asOfCommand,
    search: async () => (await import('./search.ts')).searchCommand,
    export: async () => (await import('./export.ts')).exportCommand,
    verify: async () => (await import('./verify.ts')).verifyCommand,
    'verify-proof': async () => (await import('./verify-proof.ts')).verifyProofCommand,
    watch: async () => (await import('./watch.ts')).watchCommand,
  },
)
