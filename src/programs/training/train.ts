import { runSubCommand, type SubCommand } from '#terminal/command-line.ts'
import { trainFraud } from './fraud/train.ts'
import { trainSms } from './sms/train.ts'

const commands: Readonly<Record<string, SubCommand>> = { fraud: trainFraud, sms: trainSms }

await runSubCommand(
  { start: 'npm run train --', about: 'Trains the models of this service. The same data give the same bytes.' },
  commands,
)
