import { fork, spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import type { Call, Outcome } from './repeat-program.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const COMPILE_CACHE = 'NODE_COMPILE_CACHE'

/** `status` is null when a signal ended the program. */
export type Ended = { status: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }

/** `environment` alone, and what Node needs to load compiled modules, which halves the CPU time of a start. */
export function programEnvironment(environment: Record<string, string>): Record<string, string> {
  const { PATH = '', [COMPILE_CACHE]: cache } = process.env
  return { PATH, ...(cache !== undefined && { [COMPILE_CACHE]: cache }), ...environment }
}

/** Starts a program of the repository, `file` from its root, as its npm script does. */
export function startProgram(
  file: string,
  args: readonly string[],
  environment: Record<string, string>,
  nodeOptions: readonly string[] = [],
) {
  const env = programEnvironment(environment)
  const child = spawn(process.execPath, [...nodeOptions, file, ...args], { cwd: ROOT, env })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', text => (output[name] += text))
  const ended = new Promise<Ended>(done => child.on('close', (status, signal) => done({ ...output, status, signal })))
  return { child, output, ended }
}

/** Runs a program to its end, with `input` on its standard input. */
export function runProgram(
  file: string,
  args: readonly string[],
  environment: Record<string, string>,
  input: Buffer | string = '',
): Promise<Ended> {
  const { child, ended } = startProgram(file, args, environment)
  // The program may end before it has read all.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  return ended
}

/**
 * A program that is loaded once, in a process of its own, and runs there once per call, one call after another. `stop`
 * ends the process.
 */
export function repeatedProgram(file: string) {
  const child = fork(join(import.meta.dirname, 'repeat-program.ts'), [file], {
    cwd: ROOT,
    env: programEnvironment({}),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const waiting: ((outcome: Outcome) => void)[] = []
  child.on('message', (outcome: Outcome) => waiting.shift()!(outcome))
  const gone = new Promise<never>((_, fail) =>
    child.on('exit', status => fail(new Error(`${file} ended with ${status} between its calls`))),
  )
  gone.catch(() => {})
  return {
    run(args: readonly string[], environment: Record<string, string>, input: Buffer | string = ''): Promise<Outcome> {
      const answered = new Promise<Outcome>(done => waiting.push(done))
      const call: Call = { args, environment: programEnvironment(environment), input }
      child.send(call)
      return Promise.race([answered, gone])
    },
    stop: () => void child.kill('SIGKILL'),
  }
}
