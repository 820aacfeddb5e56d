import { z } from 'zod'
import { alerts } from '#domain/fraud/alerts/decider.ts'
import { ownAlert } from '#domain/fraud/alerts/ownership.ts'
import type { Alert } from '#domain/fraud/alerts/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'
import { plainText } from '#values/text.ts'

const ASSIGNEE_LENGTH_MAX = 128

export const AssignAlertBody = z
  .object({
    assigned_to: plainText(ASSIGNEE_LENGTH_MAX)
      .nullable()
      .optional()
      .describe(
        `Your id of the assignee, 1 to ${ASSIGNEE_LENGTH_MAX} characters; null removes the assignee. Default: the user of the token.`,
      ),
  })
  .nullish()
  .transform(body => body ?? {})
export type AssignAlertBody = z.output<typeof AssignAlertBody>

/** Errors: NOT_FOUND; CONFLICT when the alert is resolved. */
export async function assignAlert(
  { execute }: Pick<Service, 'execute'>,
  context: Context,
  alertId: string,
  { assigned_to = context.actor.sub }: AssignAlertBody,
): Promise<Alert> {
  const client_id = clientOf(context.actor)
  const { state } = await execute.run(alerts, alertId, { type: 'assign', client_id, assigned_to }, context)
  return ownAlert(state, client_id)
}
