import { runSubCommand } from '#terminal/command-line.ts'
import { deadCommand } from './dead.ts'
import { pauseCommand, resumeCommand } from './pause.ts'
import { readerCommand } from './reader.ts'

await runSubCommand(
  { start: 'npm run bus --', about: 'Looks after the streams of the bus on NATS. The service may run.' },
  { dead: deadCommand, reader: readerCommand, pause: pauseCommand, resume: resumeCommand },
)
