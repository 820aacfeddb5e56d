import { isDeepStrictEqual } from 'node:util'
import { family } from '#event-sourcing/category.ts'
import type { Decider } from '#event-sourcing/decider.ts'
import { type ErrorCode, Rejection } from '#values/errors.ts'
import { assertOwnWebhook } from './assert-own-webhook.ts'
import { type WebhookEvent, type WebhookEventData, type WebhookEventType, webhookStreams } from './events.ts'
import { evolve, isWebhook, SECRETS_MAX, validAt, type Webhook, type WebhookState } from './state.ts'

/** By the client that asks, null when the service itself does; it counts for the client's own endpoints only. */
type Requester = { client_id: string | null }

export type WebhookCommand =
  | { type: 'create'; data: WebhookEventData<'WebhookCreated'> }
  | (Requester & { type: 'update'; changes: WebhookEventData<'WebhookUpdated'> })
  /** `version` was counted on the state the secret was sealed for; `now` is an ISO 8601 time. */
  | (Requester & { type: 'rotate'; version: number; secret: string; previous_expires_at: string; now: string })
  /** `failed_revision`: its revision when it failed; an endpoint that moved or was switched on since is left alone. null = asked for. */
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
/** What a command comes to: an event, nothing ('replay': it is so already), or a refusal. */
type Cell = WebhookEventType | 'replay' | Extract<ErrorCode, 'NOT_FOUND'>

/** Life of an endpoint (spec: "Webhook delivery and endpoint"). A row is a command, a column the status it meets. */
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

/** Every secret keeps the time it was promised: not the oldest goes, but the newest has to wait. */
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
