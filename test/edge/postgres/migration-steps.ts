import { sql } from 'slonik'

/** Neither can be applied twice. */
export const steps = [
  { name: 'test-001', statements: [sql.unsafe`create table ops.one (a int)`] },
  { name: 'test-002', statements: [sql.unsafe`create table ops.two (a int)`] },
] as const satisfies { name: string; statements: unknown[] }[]
