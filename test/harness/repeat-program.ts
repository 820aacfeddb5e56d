import { pathToFileURL } from 'node:url'

/**
 * Runs a program once per call, in one process: what it imports is loaded once, only its own file is evaluated again.
 * `node repeat-program.ts FILE CALLS`; CALLS are JSON, words separated by spaces. Prints the outcomes as JSON.
 */
const [file = '', calls = '[]'] = process.argv.slice(2)

class Exit extends Error {
  readonly status: unknown

  constructor(status: unknown) {
    super(`exit ${status}`)
    this.status = status
  }
}

const print = process.stdout.write.bind(process.stdout)
const outcomes: { status: unknown; stdout: string; stderr: string }[] = []
for (const words of JSON.parse(calls) as string[]) {
  const outcome = { status: 0 as unknown, stdout: '', stderr: '' }
  outcomes.push(outcome)
  process.argv = [process.argv[0]!, file, ...words.split(' ').filter(Boolean)]
  for (const name of ['stdout', 'stderr'] as const)
    process[name].write = text => {
      outcome[name] += text
      return true
    }
  process.exit = status => {
    throw new Exit(status)
  }
  try {
    await import(`${pathToFileURL(file)}?call=${outcomes.length}`)
  } catch (error) {
    if (error instanceof Exit) outcome.status = error.status
    else throw error
  }
}
print(JSON.stringify(outcomes))
