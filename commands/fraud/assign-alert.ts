import { z } from 'zod'
import type { Alert } from '#domain/fraud/alerts/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'
import { runAnalystCommand } from '#services/fraud/analyst-commands.ts'
import type { ErrorCode } from '#values/errors.ts'
import { prose } from '#values/prose.ts'
import { plainText } from '#values/text.ts'

const ASSIGNEE_LENGTH_MAX = 128

export const AssignAlertBody = z
  .object({
    assigned_to: plainText(ASSIGNEE_LENGTH_MAX)
      .nullable()
      .optional()
      .describe(
        prose(
          `Your id of the assignee, 1 to ${ASSIGNEE_LENGTH_MAX} characters; null removes the assignee. Default: the`,
          'user of the token.',
        ),
      ),
  })
  .nullish()
  .transform(body => body ?? {})

export const assignAlertErrors = ['NOT_FOUND', 'CONFLICT'] as const satisfies readonly ErrorCode[]

/** Throws CONFLICT when the alert is resolved. */
export async function assignAlert(
  service: Pick<Service, 'execute'>,
  context: Context,
  { alert_id, assigned_to = context.actor.sub }: z.output<typeof AssignAlertBody> & { alert_id: string },
): Promise<Alert> {
  return runAnalystCommand(service, context, alert_id, { type: 'assign', assigned_to })
}
