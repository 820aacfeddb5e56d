import { pino } from 'pino'
import * as assert from 'uvu/assert'
import { LOG_SERIALIZERS } from '#edge/log.ts'
import { suite } from '../harness/suite.ts'

const test = suite('log')

function logged(err: unknown): string {
  const lines: string[] = []
  pino({ serializers: LOG_SERIALIZERS }, { write: text => void lines.push(text) }).warn({ err }, 'it broke')
  return lines.join()
}

test('an error is logged with its message, its code, its stack and its causes', () => {
  const cause = Object.assign(new TypeError('the cause'), { code: 'ECONNRESET' })
  const { err } = JSON.parse(logged(new Error('the error', { cause })))
  assert.equal(
    [err.name, err.message, err.cause.name, err.cause.code],
    ['Error', 'the error', 'TypeError', 'ECONNRESET'],
  )
  assert.match(err.stack, /log\.test\.ts/)
})

test('what hangs on an error is not', () => {
  const extra = { values: ['Ana Example'], event: { data: { description: 'private' } }, errors: [{ input: 'private' }] }
  const line = logged(Object.assign(new Error('the error', { cause: Object.assign(new Error('x'), extra) }), extra))
  assert.not.match(line, /Ana Example|private/)
  assert.not.match(logged('a text that was thrown, private'), /private/)
})

test.run()
