import { runSubCommand, type SubCommand } from '#terminal/command-line.ts'
import { evaluateFraud } from './fraud/evaluate.ts'
import { evaluateSms } from './sms/evaluate.ts'
import { evaluateMessages } from './sms/evaluate-messages.ts'

const commands: Readonly<Record<string, SubCommand>> = {
  fraud: evaluateFraud,
  sms: evaluateSms,
  messages: evaluateMessages,
}

await runSubCommand(
  { start: 'npm run evaluate --', about: 'Measures models on data on which they were not trained.' },
  commands,
)
