import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import * as assert from 'uvu/assert'
import { createIsoTime, LOG_SERIALIZERS } from '#edge/log.ts'
import { formatLogLine } from '#edge/readable-log.ts'
import { suite } from '../harness/suite.ts'

const test = suite('log on a terminal')
const root = resolve(import.meta.dirname, '../..')

const timestamp = createIsoTime(() => Date.parse('2026-01-31T09:30:00.007Z'))
function lineOf(write: (log: pino.Logger) => void, isColoured = false): string {
  const lines: string[] = []
  const options = { base: null, serializers: LOG_SERIALIZERS, timestamp }
  write(pino(options, { write: text => void lines.push(formatLogLine(text, isColoured)) }))
  return lines.join('')
}

test('a line has the time, the level, the words and the rest by name', () => {
  const told = {
    method: 'GET',
    route: '/refund/:refund_id',
    status: 200,
    ms: 65.644890999,
    note: 'two words',
    parts: [1],
  }
  assert.is(
    lineOf(log => log.info(told, 'answered')),
    '09:30:00.007 info  answered  method=GET  route=/refund/:refund_id  status=200  ms=65.645  note="two words"  parts=[1]\n',
  )
})

test('a warning names the reason, an error shows its stack and its causes', () => {
  const err = new Error('it broke', { cause: new TypeError('the cause') })
  assert.is(
    lineOf(log => log.warn({ err }, 'careful')),
    '09:30:00.007 warn  careful  reason="it broke"\n',
  )
  const [head, first, ...rest] = lineOf(log => log.error({ err, part: 'store' }, 'failed')).split('\n')
  assert.equal([head, first], ['09:30:00.007 error failed  part=store', '    Error: it broke'])
  assert.match(
    rest.join('\n'),
    /^ {8}at .*readable-log\.test\.ts[\s\S]*\n {2}caused by\n {4}TypeError: the cause\n {8}at /,
  )
})

test('a reason that is no error is named all the same', () => {
  for (const [given, reason] of [
    [{ error: 'it broke' }, '"it broke"'],
    [{ err: 'thrown' }, '{"thrown":"string"}'],
  ] as const)
    assert.is(
      lineOf(log => log.warn(given, 'careful')),
      `09:30:00.007 warn  careful  reason=${reason}\n`,
    )
})

test('nothing that is logged can move the cursor', () => {
  const odd = '\u001b[2Jgone\u0007'
  const line = lineOf(log => log.error({ odd, err: new Error(odd) }, 'failed'))
  assert.not.match(line.replaceAll('\n', ''), /\p{Cc}/u)
  assert.ok(lineOf(log => log.info('plain'), true).startsWith('\u001b[90m09:30:00.007\u001b'))
})

const SAY = `import('#edge/log.ts').then(({ createLog }) => {
  createLog({ LOG_LEVEL: 'info', ENVIRONMENT: process.argv[1] }).info({ n: 1 }, 'hello') })`

for (const [environment, expected] of [
  ['sandbox', /^[\d:.]{12} info {2}hello {2}n=1\r\n$/],
  ['production', /^\{"level":30,"time":"[^"]+","n":1,"msg":"hello"\}\r\n$/],
] as const)
  test(`on a terminal lines are what ${environment} wants`, async () => {
    const command = `NO_COLOR=1 ${process.execPath} --input-type=module -e "$SAY" ${environment}`
    const env = { ...process.env, SAY }
    const { stdout } = await promisify(execFile)('script', ['-qec', command, '/dev/null'], { cwd: root, env })
    assert.match(stdout, expected)
  })

test('elsewhere lines are JSON', async () => {
  const args = ['--input-type=module', '-e', SAY, 'sandbox']
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root })
  assert.equal({ ...JSON.parse(stdout), time: '' }, { level: 30, time: '', n: 1, msg: 'hello' })
})

test.run()
