import { runSubCommand } from '#terminal/command-line.ts'

await runSubCommand(
  { start: 'npm run evaluate --', about: 'Measures models on data on which they were not trained.' },
  {
    fraud: async () => (await import('./fraud/evaluate.ts')).evaluateFraud,
    sms: async () => (await import('./sms/evaluate.ts')).evaluateSms,
    messages: async () => (await import('./sms/evaluate-messages.ts')).evaluateMessages,
  },
)
