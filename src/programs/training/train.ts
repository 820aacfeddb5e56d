import { runSubCommand, type SubCommand } from '#terminal/command-line.ts'
import { trainFraud } from './fraud/train.ts'
import { trainSms } from './sms/train.ts'

/** By the word that follows `npm run train --`. */
const commands: Readonly<Record<string, SubCommand>> = { fraud: trainFraud, sms: trainSms }

await runSubCommand(
  { start: 'npm run train --', about: 'Makes the models of this service: the same data make the same bytes.' },
  commands,
)
