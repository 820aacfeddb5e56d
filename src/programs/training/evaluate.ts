import { runSubCommand, type SubCommand } from '#terminal/command-line.ts'
import { evaluateFraud } from './fraud/evaluate.ts'
import { evaluateSms } from './sms/evaluate.ts'
import { evaluateMessages } from './sms/evaluate-messages.ts'

/** By the word that follows `npm run evaluate --`. */
const commands: Readonly<Record<string, SubCommand>> = {
  ...{ fraud: evaluateFraud, sms: evaluateSms, messages: evaluateMessages },
}

await runSubCommand(
  { start: 'npm run evaluate --', about: 'What models made here are worth, on data that they were not made of.' },
  commands,
)
