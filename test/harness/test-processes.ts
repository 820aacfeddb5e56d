import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { KEPT_FOLDERS } from './data-folder.ts'
import { FILE_LINE, type SuiteReport } from './suite.ts'

/** The slowest took 356 s beside others on a slow machine. */
const FILE_TIMEOUT_MS = 10 * 60_000
/** What a test that was ended left running may hold its output open for ever. */
const OUTPUT_AFTER_MS = 5_000

/** What became of one file. */
export type Outcome = {
  file: string
  problems: string[]
  passed: number
  failed: number
  output: string
  seconds: number
  /** Null when the file did not come to its end. */
  cpuSeconds: number | null
}

type Options = {
  root: string
  /** A folder for what they leave. */
  scratch: string
  /** See `KEPT_FOLDERS`. */
  kept: string
  fileTimeoutMs?: number
}

type Ended = { code: number | null; timedOut: boolean; output: string; seconds: number }

/** Processes that run test files. */
export function createTestProcesses({ root, scratch, kept, fileTimeoutMs = FILE_TIMEOUT_MS }: Options) {
  const temporary = join(scratch, 'temporary')
  const logs = join(scratch, 'logs')
  for (const folder of [temporary, logs]) mkdirSync(folder)
  const running = new Set<ChildProcess>()
  /**
   * A test and the processes that it starts load the same thousand modules: compiled once, each start costs half a
   * second of CPU less.
   */
  const compiled = join(root, 'node_modules/.cache/compiled')

  function spawnFiles(files: readonly string[], reportFile: string): ChildProcess {
    return spawn(process.execPath, ['test/harness/run-files.ts', ...files], {
      cwd: root,
      env: {
        ...process.env,
        ...{ TEST_REPORT_FILE: reportFile, TEST_LOG_DIR: logs, NODE_COMPILE_CACHE: compiled, TMPDIR: temporary },
        [KEPT_FOLDERS]: kept,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that what the test started ends with it.
      detached: true,
    })
  }

  function runToEnd(files: readonly string[], reportFile: string): Promise<Ended> {
    return new Promise(resolve => {
      const started = Date.now()
      const child = spawnFiles(files, reportFile)
      running.add(child)
      let output = ''
      let timedOut = false
      const timer = setTimeout(() => {
        timedOut = true
        killGroup(child)
      }, fileTimeoutMs)
      child.stdout!.on('data', chunk => {
        output += chunk
        // The next file has begun.
        if (FILE_LINE.test(String(chunk))) timer.refresh()
      })
      child.stderr!.on('data', chunk => (output += chunk))
      child.on('exit', () =>
        setTimeout(() => {
          child.stdout!.destroy()
          child.stderr!.destroy()
        }, OUTPUT_AFTER_MS).unref(),
      )
      child.on('close', code => {
        clearTimeout(timer)
        running.delete(child)
        // What it left would take CPU from all that follow.
        killGroup(child)
        resolve({ code, timedOut, output, seconds: (Date.now() - started) / 1000 })
      })
    })
  }

  return {
    logs,
    /** Runs files in turn in one process. */
    async run(files: readonly string[]): Promise<Outcome[]> {
      const reportFile = join(scratch, `${randomUUID()}.jsonl`)
      const ended = await runToEnd(files, reportFile)
      const reports = reportsIn(reportFile)
      const parts = ended.output.split(FILE_LINE)
      const outcomes = files.map(file => {
        const suites = reports.filter(report => report.file === file)
        const at = parts.indexOf(file)
        return {
          ...{ file, output: at < 0 ? ended.output : parts[at + 1]! },
          ...{ seconds: suites[0]?.seconds ?? ended.seconds, cpuSeconds: suites[0]?.cpuSeconds ?? null },
          ...judge(readFileSync(join(root, file), 'utf8'), suites),
        }
      })
      const problem = problemOf(ended, fileTimeoutMs)
      // Something that a file began runs on, or ended the process. Where a file failed, that is the reason; of several
      // that passed it can't be seen which it was.
      const isUnclear = ended.timedOut || outcomes.every(({ failed }) => failed === 0)
      if (problem === null || (files.length > 1 && !isUnclear)) return outcomes
      return outcomes.map(({ problems, failed, ...outcome }) => ({
        ...outcome,
        problems: [problem, ...problems],
        failed: Math.max(1, failed),
      }))
    },
    killAll(): void {
      for (const child of running) killGroup(child)
    },
  }
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch (error) {
    // Nothing of it is there any more.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function reportsIn(file: string): SuiteReport[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.map(line => JSON.parse(line))
}

function problemOf({ code, timedOut }: Ended, fileTimeoutMs: number): string | null {
  if (timedOut) return `still running after ${fileTimeoutMs / 1000} s (an open handle?)`
  return code === 0 ? null : `exit code ${code}`
}

/** What ran against what the file has: uvu passes a file in silence that runs nothing. */
function judge(source: string, suites: SuiteReport[]): Pick<Outcome, 'problems' | 'passed' | 'failed'> {
  const sum = (pick: (s: SuiteReport) => number) => suites.reduce((total, s) => total + pick(s), 0)
  const passed = sum(s => s.passed)
  const problems: string[] = []
  if (/from 'uvu'/.test(source)) problems.push('imports uvu itself; use test/harness/suite.ts')
  if (/\.(only|skip)\(/.test(source)) problems.push('contains .only( or .skip(')
  if (sum(s => s.registered) === 0) problems.push('no test registered')
  for (const s of suites) {
    if (!s.ran) problems.push(`suite "${s.name}" was never run`)
    else if (s.registered !== s.passed + s.failed)
      problems.push(`suite "${s.name}": ${s.registered - s.passed - s.failed} of ${s.registered} tests did not run`)
  }
  return { problems, passed, failed: Math.max(sum(s => s.registered) - passed, problems.length > 0 ? 1 : 0) }
}
