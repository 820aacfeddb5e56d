import * as assert from 'uvu/assert'
import { type Consequence, consequencesOf } from '#console/audit/consequences.ts'
import { suite } from '../harness/suite.ts'

const test = suite('console: what followed from a request')

const event = (event_id: string, causation_id: string | null, second: number) => ({
  ...{ event_id, causation_id },
  at: `2026-11-29T12:00:0${second}.000Z`,
})
type Tree = readonly Consequence<{ event_id: string }>[]
const shapeOf = (tree: Tree): unknown => tree.map(({ event, followed }) => [event.event_id, shapeOf(followed)])

test('an event is below its cause, oldest first', () => {
  const newestFirst = [event('d', 'a', 4), event('c', 'b', 3), event('b', 'a', 2), event('a', null, 1)]
  assert.equal(shapeOf(consequencesOf(newestFirst)), [
    [
      'a',
      [
        ['b', [['c', []]]],
        ['d', []],
      ],
    ],
  ])
})

test('an event whose cause is not there is at the top, and each is there once, although some cause each other', () => {
  const events = [event('a', 'elsewhere', 1), event('b', 'c', 2), event('c', 'b', 3), event('d', 'd', 4)]
  assert.equal(shapeOf(consequencesOf(events)), [
    ['a', []],
    ['b', [['c', []]]],
    ['d', []],
  ])
})

test.run()
