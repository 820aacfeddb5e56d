import { runCommand, type SubCommand, UsageError } from '#terminal/command-line.ts'
import { createProgressLine } from '#terminal/progress.ts'
import { measure, readData } from './measure.ts'
import { SEEDS } from './mishra-protocol.ts'
import { resultsText } from './report.ts'

export const OPTIONS = {
  data: {
    type: 'string',
    value: 'DIR',
    help: 'the folder of the data sets, or its parent with the folders `sms` and `url`',
  },
  seeds: { type: 'string', value: 'N', default: String(SEEDS), help: 'random splits of the three-class protocol' },
} as const

export function parseOptions({ data, seeds }: { data?: string | undefined; seeds: string }) {
  if (data === undefined) throw new UsageError('--data is needed')
  if (!/^[1-9]\d{0,2}$/.test(seeds)) throw new UsageError('--seeds must be a number from 1 to 999')
  return { data, seeds: Number(seeds) }
}

const COMMAND = {
  start: 'npm run evaluate -- sms',
  about: `Trains on a part of the SMS data sets of a folder and tests on the other part, by each protocol for which the folder has the files: UCI and
Mishra & Soni next to published results, all sources by time and user, URLs, and whether evidence quotes its source.
Intervals are 95 %, bootstrap. Takes minutes.`,
  options: OPTIONS,
} as const

export const evaluateSms: SubCommand = {
  form: '--data DIR',
  summary: 'the SMS model by published protocols, and on all sources',
  run: argv =>
    runCommand(
      COMMAND,
      async ({ values }) => {
        const { data, seeds } = parseOptions(values)
        const progress = createProgressLine()
        const showStep = (step: string) => progress.show(() => step)
        const results = measure(await readData(data, showStep), seeds, showStep)
        progress.clear()
        console.log(`# SMS phishing\n\n${resultsText(results)}`)
        if (results.evidence.outside > 0) process.exitCode = 1
      },
      argv,
    ),
}
