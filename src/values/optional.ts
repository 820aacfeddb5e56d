import type { z } from 'zod'

/** A field that may be left out or null; null in both cases. */
export const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform(value => value ?? null)
