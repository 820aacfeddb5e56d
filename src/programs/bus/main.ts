import { runSubCommand } from '#terminal/command-line.ts'
import { deadCommand } from './dead.ts'

await runSubCommand(
  { start: 'npm run bus --', about: 'Looks after the streams of the bus on NATS. The service may run.' },
  { dead: deadCommand },
)
