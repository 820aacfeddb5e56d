import { isDeepStrictEqual } from 'node:util'
import { family } from '#event-sourcing/category.ts'
import type { Decider } from '#event-sourcing/decider.ts'
import { type ErrorCode, Rejection } from '#values/errors.ts'
import { type WebhookEvent, type WebhookEventData, type WebhookEventType, webhookStreams } from './events.ts'
import { assertOwnWebhook, evolve, isWebhook, SECRETS_MAX, validAt, type Webhook, type WebhookState } from './state.ts'

/** The client; null = the service itself. */
type Requester = { client_id: string | null }

export type WebhookCommand =
  | { type: 'create'; data: WebhookEventData<'WebhookCreated'> }
  | (Requester & { type: 'update'; changes: WebhookEventData<'WebhookUpdated'> })
  /** `version` is that of the state for which the secret was sealed; `now` is ISO 8601. */
  | (Requester & { type: 'rotate'; version: number; secret: string; previous_expires_at: string; now: string })
  /** `failed_revision`: the endpoint's revision at the failure; null = requested. */
  | (Requester & {
      type: 'disable'
      reason: WebhookEventData<'WebhookDisabled'>['reason']
      failed_days: string[]
      failed_revision: number | null
    })
  | (Requester & { type: 'enable' })
  | (Requester & { type: 'remove' })

type CommandType = WebhookCommand['type']
type Status = WebhookState['status']
/** An event, nothing ('replay'), or a refusal. */
type Cell = WebhookEventType | 'replay' | Extract<ErrorCode, 'NOT_FOUND'>

/** Spec: "Webhook delivery and endpoint". */
// biome-ignore format: a table is read by its columns
export const webhookTable = {
  create:  { absent: 'WebhookCreated', active: 'replay',               disabled: 'replay',               deleted: 'replay'    },
  update:  { absent: 'NOT_FOUND',      active: 'WebhookUpdated',       disabled: 'WebhookUpdated',       deleted: 'NOT_FOUND' },
  rotate:  { absent: 'NOT_FOUND',      active: 'WebhookSecretRotated', disabled: 'WebhookSecretRotated', deleted: 'NOT_FOUND' },
  disable: { absent: 'NOT_FOUND',      active: 'WebhookDisabled',      disabled: 'replay',               deleted: 'NOT_FOUND' },
  enable:  { absent: 'NOT_FOUND',      active: 'replay',               disabled: 'WebhookEnabled',       deleted: 'NOT_FOUND' },
  remove:  { absent: 'NOT_FOUND',      active: 'WebhookDeleted',       disabled: 'WebhookDeleted',       deleted: 'NOT_FOUND' },
} satisfies Record<CommandType, Record<Status, Cell>>

export const webhookDecider: Decider<WebhookCommand, WebhookState, WebhookEvent> = {
  initial: { status: 'absent' },
  decide(command, state) {
    const cell: Cell = webhookTable[command.type][state.status]
    const { client_id } = command.type === 'create' ? command.data : command
    if (isWebhook(state)) assertOwnWebhook(state, client_id)
    if (cell === 'replay') return []
    if (cell === 'NOT_FOUND') throw new Rejection(cell)
    if (command.type === 'create') return [{ type: 'WebhookCreated', data: command.data }]
    return isWebhook(state) ? change(command, state) : []
  },
  evolve,
}

export const webhooks = family(webhookStreams, webhookDecider)

function change(command: Exclude<WebhookCommand, { type: 'create' }>, webhook: Webhook): WebhookEvent[] {
  switch (command.type) {
    case 'update': {
      const changes = changedFields(command.changes, webhook)
      return Object.keys(changes).length === 0 ? [] : [{ type: 'WebhookUpdated', data: changes }]
    }
    case 'rotate': {
      const { version, secret, previous_expires_at, now } = command
      if (version !== (webhook.secrets[0]?.version ?? 0) + 1)
        throw new Rejection('CONFLICT', { reason: 'another rotation came first' })
      assertSecretLimit(webhook, now)
      return [{ type: 'WebhookSecretRotated', data: { version, secret, previous_expires_at } }]
    }
    case 'disable': {
      if (command.failed_revision !== null && command.failed_revision < webhook.failing_from_revision) return []
      return [{ type: 'WebhookDisabled', data: { reason: command.reason, failed_days: command.failed_days } }]
    }
    case 'enable':
      return [{ type: 'WebhookEnabled', data: {} }]
    case 'remove':
      return [{ type: 'WebhookDeleted', data: {} }]
  }
}

/** Every secret keeps its promised time, so a further rotation has to wait. */
function assertSecretLimit({ secrets }: Webhook, now: string): void {
  const valid = validAt(secrets, now)
  if (valid.length < SECRETS_MAX) return
  const until = valid.flatMap(({ expires_at }) => expires_at ?? []).sort()[0]
  throw new Rejection('CONFLICT', { reason: `${SECRETS_MAX} secrets are valid at once at most`, until })
}

function changedFields(changes: WebhookEventData<'WebhookUpdated'>, webhook: Webhook) {
  const differing = Object.entries(changes).filter(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(value, webhook[field as keyof Webhook]),
  )
  return Object.fromEntries(differing) as WebhookEventData<'WebhookUpdated'>
}
