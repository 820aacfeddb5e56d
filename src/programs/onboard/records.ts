import { z } from 'zod'

/** Fields that are printed by name; others are passed on. */
export const Me = z.looseObject({ email: z.string().nullable(), client_id: z.string() })
export const Client = z.looseObject({
  client_id: z.string(),
  name: z.string(),
  tier: z.string(),
  agreed_limit: z.object({ per_minute: z.number(), per_day: z.number().nullable() }).nullable(),
  status: z.string(),
})
export const User = z.looseObject({
  user_id: z.string(),
  email: z.string().nullable(),
  role: z.string(),
  status: z.string(),
})
export const ServiceAccount = z.looseObject({
  service_account_id: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  status: z.string(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
})
