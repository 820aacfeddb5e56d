import { runSubCommand } from '#terminal/command-line.ts'

await runSubCommand(
  { start: 'npm run train --', about: 'Trains the models of this service. The same data give the same bytes.' },
  {
    fraud: async () => (await import('./fraud/train.ts')).trainFraud,
    sms: async () => (await import('./sms/train.ts')).trainSms,
  },
)
