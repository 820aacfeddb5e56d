import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import type { Projection } from '#declarations/read-model.ts'
import { modules, readModelsOf } from '#modules.ts'
import { createTables } from '#projector/tables.ts'
import { suite } from '../harness/suite.ts'
import { startTestPostgres } from '../harness/test-postgres.ts'

/** The zod row of each read model describes the columns that its table has in PostgreSQL. */
const test = suite('rows of read models')
const db = await startTestPostgres(test, 'row-schemas-')

const Column = z.object({ name: z.string(), type: z.string(), isNullable: z.boolean() })

/** What a value of the column is in JavaScript, by `data_type` of information_schema. */
const KINDS: Record<string, string> = {
  text: 'string',
  uuid: 'string',
  date: 'string',
  bytea: 'string',
  'timestamp with time zone': 'string',
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  numeric: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  ARRAY: 'array',
  jsonb: 'json',
}

type Kind = { kind: string; isNullable: boolean }

function kindOf(schema: z.core.$ZodType): Kind {
  const { def } = schema._zod
  if (def.type === 'optional') return kindOf((def as z.core.$ZodOptionalDef).innerType)
  if (def.type === 'nullable') return { ...kindOf((def as z.core.$ZodNullableDef).innerType), isNullable: true }
  if (def.type === 'enum' || def.type === 'literal') return { kind: 'string', isNullable: false }
  if (['object', 'record', 'unknown', 'tuple', 'union'].includes(def.type)) return { kind: 'json', isNullable: false }
  return { kind: def.type, isNullable: false }
}

async function columnsOf(projection: Projection): Promise<Record<string, Kind>> {
  const schema = `rows_${projection.name}`
  await createTables(db, schema, projection, async () => {})
  const columns = await db.any(sql.type(Column)`
    select column_name as name, data_type as type, is_nullable = 'YES' as "isNullable" from information_schema.columns
    where table_schema = ${schema} and table_name = ${projection.name} order by 1`)
  const kinds = columns.map(({ name, type, isNullable }) => [name, { kind: KINDS[type] ?? type, isNullable }])
  return Object.fromEntries(kinds)
}

for (const projection of readModelsOf(modules))
  test(`the row of ${projection.name} is that of its table`, async () => {
    const { row } = projection
    const columns = await columnsOf(projection)
    const declared = Object.entries(row.shape).map(([name, schema]): [string, Kind] => {
      const kind = kindOf(schema)
      // An array of jsonb is JSON to PostgreSQL.
      return [name, columns[name]?.kind === 'json' ? { ...kind, kind: 'json' } : kind]
    })
    assert.equal(Object.fromEntries(declared.sort(([a], [b]) => a.localeCompare(b))), columns)
  })

test.run()
