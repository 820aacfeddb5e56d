import { z } from 'zod'
import { OUTCOMES } from '#domain/fraud/alerts/events.ts'
import { plainText } from '#values/text.ts'

const NOTE_LENGTH_MAX = 1_000
const ASSIGNEE_LENGTH_MAX = 128
const length = NOTE_LENGTH_MAX.toLocaleString('en-US')

const note = plainText(NOTE_LENGTH_MAX)

export const AssignAlertBody = z
  .object({
    assigned_to: plainText(ASSIGNEE_LENGTH_MAX)
      .nullable()
      .optional()
      .describe(
        `Who takes care of it, by any id of yours, 1 to ${ASSIGNEE_LENGTH_MAX} characters; null for nobody, the user of the token when it is left out.`,
      ),
  })
  .nullish()
  .transform(body => body ?? {})
export type AssignAlertBody = z.output<typeof AssignAlertBody>

export const EscalateAlertBody = z
  .object({
    note: note
      .nullish()
      .transform(words => words ?? null)
      .describe(`Why it can't wait, 1 to ${length} characters; stored sealed.`),
  })
  .nullish()
  .transform(body => body ?? { note: null })
export type EscalateAlertBody = z.output<typeof EscalateAlertBody>

export const ResolveAlertBody = z.object({
  outcome: z.enum(OUTCOMES).describe('What the transaction turned out to be.'),
  note: note.describe(`What was found out, 1 to ${length} characters; stored sealed.`),
})
export type ResolveAlertBody = z.output<typeof ResolveAlertBody>

export const ReopenAlertBody = z.object({
  note: note.describe(`Why it is in doubt again, 1 to ${length} characters; stored sealed.`),
})
export type ReopenAlertBody = z.output<typeof ReopenAlertBody>
