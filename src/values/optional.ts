import type { z } from 'zod'

export const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform(value => value ?? null)
