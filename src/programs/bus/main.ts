import { runSubCommand } from '#terminal/command-line.ts'

await runSubCommand(
  { start: 'npm run bus --', about: 'Looks after the streams of the bus on NATS. The service may run.' },
  {
    dead: async () => (await import('./dead.ts')).deadCommand,
    reader: async () => (await import('./reader.ts')).readerCommand,
    pause: async () => (await import('./pause.ts')).pauseCommand,
    resume: async () => (await import('./pause.ts')).resumeCommand,
  },
)
