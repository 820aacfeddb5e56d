import * as assert from 'uvu/assert'
import { z } from 'zod'
import { type KeysetColumn, keysetPage } from '#edge/postgres/keyset.ts'
import { Rejection } from '#values/errors.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('keyset pages')

type Row = { at: string; id: string; told_at: string }
const rows = ['c', 'b', 'a'].map(id => ({
  at: '2026-11-01T00:00:00.000Z',
  id,
  told_at: `2026-11-01T00:00:00.00000${id}Z`,
}))
const at: KeysetColumn<Row> = { name: 'at', type: 'timestamptz', text: z.iso.datetime() }
const id: KeysetColumn<Row> = { name: 'id', type: 'text', text: z.string().regex(/^[a-z]$/) }
const scope = 'digest-of-caller-and-filters'
const pageAfter = (cursor: string | undefined, more: Partial<Parameters<typeof keysetPage<Row>>[0]> = {}) =>
  keysetPage<Row>({ scope, columns: [at, id], limit: 2, cursor, ...more })
const textOf = (cursor: string | null) => Buffer.from(cursor ?? '', 'base64url').toString()
const cursor = (text: string) => Buffer.from(text).toString('base64url')

test('a cursor is the scope and the key of the last row, separated by spaces', () => {
  const { page, pagination } = pageAfter(undefined).pageOf(rows)
  assert.equal(page, rows.slice(0, 2))
  assert.is(pagination.has_more, true)
  assert.is(textOf(pagination.next_cursor), `${scope} 2026-11-01T00:00:00.000Z b`)
})

test('the last page has no cursor', () =>
  assert.equal(pageAfter(undefined).pageOf(rows.slice(0, 2)).pagination, { next_cursor: null, has_more: false }))

test('a column can be read from another property of the row', () => {
  const columns: [KeysetColumn<Row>, KeysetColumn<Row>] = [{ ...at, name: 'told_at', column: 'at' }, id]
  const keyset = pageAfter(undefined, { columns })
  assert.match(keyset.orderAndLimit.sql, /^order by "at" desc, "id" desc limit /)
  assert.is(textOf(keyset.pageOf(rows).pagination.next_cursor), `${scope} 2026-11-01T00:00:00.00000bZ b`)
})

test('the page continues after the cursor, in the order of the list', () => {
  const next = cursor(`${scope} 2026-11-01T00:00:00Z b`)
  const descending = pageAfter(next, { alias: 't' })
  assert.match(
    descending.isAfterCursor.sql,
    /^\("t"."at", "t"."id"\) < \(\$slonik_1::"timestamptz", \$slonik_2::"text"\)$/,
  )
  assert.equal(descending.isAfterCursor.values, ['2026-11-01T00:00:00Z', 'b'])
  assert.match(descending.orderAndLimit.sql, /^order by "t"."at" desc, "t"."id" desc limit /)
  const ascending = pageAfter(next, { order: 'asc' })
  assert.match(ascending.isAfterCursor.sql, /^\("at", "id"\) > /)
  assert.match(ascending.orderAndLimit.sql, /^order by "at" asc, "id" asc limit /)
  assert.is(pageAfter(undefined).isAfterCursor.sql, 'true')
})

test('a cursor of another scope, of another shape or made up is refused', () => {
  const texts = [
    'other 2026-11-01T00:00:00Z b',
    `${scope} 2026-11-01T00:00:00Z`,
    `${scope} yesterday b`,
    `${scope}`,
    '',
  ]
  for (const text of [...texts, '2026-11-01T00:00:00Z b'])
    assert.throws(
      () => pageAfter(cursor(text)),
      (error: unknown) => error instanceof Rejection && error.code === 'INVALID_REQUEST',
    )
  assert.throws(
    () => pageAfter(cursor('other'), { code: 'REFUND_001' }),
    (error: unknown) => error instanceof Rejection && error.code === 'REFUND_001',
  )
})

test('a cursor of before lists had scopes is read where the list accepts it, and no other', () => {
  const accepted = pageAfter(cursor('2026-11-01T00:00:00Z b'), { acceptsUnscoped: true })
  assert.equal(accepted.isAfterCursor.values, ['2026-11-01T00:00:00Z', 'b'])
  assert.throws(() => pageAfter(cursor('other 2026-11-01T00:00:00Z b'), { acceptsUnscoped: true }))
})

test.run()
