import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import * as uvu from 'uvu'
import { cpuSeconds } from './process-figures.ts'

/**
 * One line per suite, read by test/run.ts: what was registered against what passed, and the file's time and CPU time so
 * far.
 */
export type SuiteReport = {
  file: string
  name: string
  registered: number
  passed: number
  failed: number
  ran: boolean
  seconds: number
  /** Of this process and of those it started and has seen end. */
  cpuSeconds: number
}

const reportFile = process.env.TEST_REPORT_FILE
const open = new Map<string, SuiteReport>()
let file = relative('', process.argv[1] ?? '')
const begun = { seconds: 0, cpuSeconds: 0 }

/**
 * For the hooks that end what a test began; what still runs then, was left by a failed test, and would be waited for
 * in vain.
 */
const ENDED_AFTER_FAILURE_MS = 60_000

type Check = { name: string; problemsOf: () => string[] | null }
const checks: Check[] = []

/**
 * A check of everything that a file did, made when it ends and counted like a suite; null when there was nothing to
 * check.
 */
export function reportCheck(name: string, problemsOf: Check['problemsOf']): void {
  checks.push({ name, problemsOf })
}

/** Printed before each of several files of one process: what follows is the output of this file. */
export const FILE_LINE = /^::: (.+)$/m

const figures = () => ({ seconds: process.uptime(), cpuSeconds: cpuSeconds(process.pid) })

/** Where several files run in one process: what follows is of this one. */
export function beginFile(name: string): void {
  process.stdout.write(`::: ${name}\n`)
  file = name
  Object.assign(begun, figures())
}

/** Makes the checks of the file and writes its reports. */
export function endFile(): void {
  for (const { name, problemsOf } of open.size === 0 ? [] : checks) {
    const problems = problemsOf()
    if (problems === null) continue
    const failed = problems.length > 0 ? 1 : 0
    open.set(name, { file, name, registered: 1, passed: 1 - failed, failed, ran: true, seconds: 0, cpuSeconds: 0 })
    if (failed === 0) continue
    process.exitCode = 1
    process.stderr.write(`\nFAILED ${name}\n${problems.join('\n')}\n`)
  }
  clearTimeout(ending)
  const now = figures()
  const spent = { seconds: now.seconds - begun.seconds, cpuSeconds: now.cpuSeconds - begun.cpuSeconds }
  if (reportFile !== undefined)
    for (const report of open.values()) appendFileSync(reportFile, `${JSON.stringify({ ...report, ...spent })}\n`)
  open.clear()
}

process.on('exit', endFile)

let ending: NodeJS.Timeout | undefined

/** A failed test may leave a process or a hook that never ends: the file says what failed, and ends all the same. */
function endAfterFailure(): void {
  const reports = [...open.values()]
  const isOver = reports.every(({ registered, passed, failed }) => registered === passed + failed)
  if (!isOver || reports.every(({ failed }) => failed === 0)) return
  clearTimeout(ending)
  ending = setTimeout(() => {
    process.stderr.write('\nended: a failed test left something that runs on\n')
    process.exit(1)
  }, ENDED_AFTER_FAILURE_MS).unref()
}

type Body = () => void | Promise<void>

/**
 * A uvu suite that can't fall into uvu's holes: `before` and `only` do not exist, a suite whose `.run()` is missing is
 * reported as not run, two tests may not share a name, and every body is counted from outside of uvu.
 */
export function suite(name: string) {
  const inner = uvu.suite(name)
  const report: SuiteReport = { file, name, registered: 0, passed: 0, failed: 0, ran: false, seconds: 0, cpuSeconds: 0 }
  if (open.has(name)) throw new Error(`two suites are called "${name}"`)
  open.set(name, report)
  const names = new Set<string>()

  const test = (title: string, body: Body) => {
    if (names.has(title)) throw new Error(`two tests of "${name}" are called "${title}"`)
    names.add(title)
    report.registered += 1
    inner(title, async () => {
      try {
        await body()
        report.passed += 1
      } catch (error) {
        report.failed += 1
        process.stderr.write(`\nFAILED ${name} › ${title}\n${error instanceof Error ? error.stack : String(error)}\n`)
        throw error
      } finally {
        endAfterFailure()
      }
    })
  }
  // Once it runs, uvu puts a hook into a context that nobody looks at any more.
  const beforeItRuns = (add: (body: Body) => void) => (body: Body) => {
    if (report.ran) throw new Error(`"${name}" runs already: its hooks must be there before`)
    add(body)
  }
  test.beforeEach = beforeItRuns(inner.before.each)
  test.afterEach = beforeItRuns(inner.after.each)
  test.after = beforeItRuns(inner.after)
  test.run = () => {
    report.ran = true
    inner.run()
  }
  return test
}
