import type { z } from 'zod'

/** The events of a stream, from the map of their data schemas: `{ type: name, data }` for each name. */
export type EventOf<Schemas extends Record<string, z.ZodObject>> = {
  [Name in keyof Schemas & string]: { type: Name; data: z.infer<Schemas[Name]> }
}[keyof Schemas & string]
