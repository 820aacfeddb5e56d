import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'

/**
 * Runs a program once per call, in one process: what it imports is loaded once, only its own file is evaluated again.
 * `node repeat-program.ts FILE CALLS`; CALLS are JSON, words separated by spaces. Prints the outcomes as JSON. Without
 * CALLS it takes them as messages and answers each with its outcome.
 */
const [file = '', calls] = process.argv.slice(2)
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export type Call = { args: readonly string[]; environment: Record<string, string>; input: Buffer | string }
export type Outcome = { status: unknown; stdout: string; stderr: string }

class Exit extends Error {
  readonly status: unknown

  constructor(status: unknown) {
    super(`exit ${status}`)
    this.status = status
  }
}

const print = process.stdout.write.bind(process.stdout)
let count = 0

async function run(args: readonly string[]): Promise<Outcome> {
  const written = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] }
  let status: unknown
  process.argv = [process.argv[0]!, file, ...args]
  process.exitCode = undefined
  for (const name of ['stdout', 'stderr'] as const)
    process[name].write = chunk => {
      written[name].push(Buffer.from(chunk as string))
      return true
    }
  process.exit = code => {
    throw new Exit(code)
  }
  count += 1
  try {
    await import(`${pathToFileURL(file)}?call=${count}`)
    status = process.exitCode ?? 0
  } catch (error) {
    if (error instanceof Exit) status = error.status
    else throw error
  }
  const [stdout, stderr] = [written.stdout, written.stderr].map(chunks => Buffer.concat(chunks).toString())
  return { status, stdout: stdout!, stderr: stderr! }
}

if (calls === undefined) {
  let last = Promise.resolve()
  process.on('message', ({ args, environment, input }: Call) => {
    last = last.then(async () => {
      process.env = environment
      Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input)]), configurable: true })
      process.send!(await run(args))
      for (const signal of SIGNALS) process.removeAllListeners(signal)
    })
  })
} else {
  const outcomes: Outcome[] = []
  for (const words of JSON.parse(calls) as string[]) outcomes.push(await run(words.split(' ').filter(Boolean)))
  process.exitCode = 0
  print(JSON.stringify(outcomes))
}
