import { z } from 'zod'
import type { Alert } from '#domain/fraud/alerts/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'
import { runAnalystCommand } from '#services/fraud/analyst-commands.ts'
import type { ErrorCode } from '#values/errors.ts'
import { prose } from '#values/prose.ts'
import { plainText } from '#values/text.ts'

const ASSIGNEE_LENGTH_MAX = 128

/** Strict: a misspelt `expected_assigned_to` would replace any assignee. */
export const AssignAlertBody = z
  .strictObject({
    assigned_to: plainText(ASSIGNEE_LENGTH_MAX)
      .nullable()
      .optional()
      .describe(
        prose(
          `Your id of the assignee, 1 to ${ASSIGNEE_LENGTH_MAX} characters; null removes the assignee. Default: the`,
          'user of the token.',
        ),
      ),
    expected_assigned_to: plainText(ASSIGNEE_LENGTH_MAX)
      .nullable()
      .optional()
      .describe(
        prose(
          'The assignee that you have read, null if none: CONFLICT if it is no longer the present one. Without it, any',
          'assignee is replaced.',
        ),
      ),
  })
  .nullish()
  .transform(body => body ?? {})

export const assignAlertErrors = ['NOT_FOUND', 'CONFLICT'] as const satisfies readonly ErrorCode[]

/** Throws CONFLICT when the alert is resolved, or its assignee is not the expected one. */
export async function assignAlert(
  service: Pick<Service, 'execute'>,
  context: Context,
  input: z.output<typeof AssignAlertBody> & { alert_id: string },
): Promise<Alert> {
  const { alert_id, assigned_to = context.actor.sub, expected_assigned_to: expected } = input
  return runAnalystCommand(service, context, alert_id, { type: 'assign', assigned_to, expected })
}
