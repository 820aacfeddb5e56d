import type { Recorded } from '#event-sourcing/decider.ts'
import { Rejection } from '#values/errors.ts'
import { changesIn, type WebhookEvent, type WebhookEventData } from './events.ts'

/** `expires_at`: until when it signs; null = it is the newest. */
type Secret = { version: number; sealed: string; expires_at: string | null }

/**
 * Valid secrets sign in turn, and a schedule has eight attempts: with five, each signs one, and three may fail for
 * other reasons.
 */
export const SECRETS_MAX = 5

/** The secrets that sign at a time (ISO 8601 UTC). */
export function validAt(secrets: readonly Secret[], at: string): Secret[] {
  return secrets.filter(({ expires_at }) => expires_at === null || Date.parse(expires_at) > Date.parse(at))
}

export type Webhook = Omit<WebhookEventData<'WebhookCreated'>, 'secret'> & {
  status: 'active' | 'disabled'
  disabled_reason: WebhookEventData<'WebhookDisabled'>['reason'] | null
  /** Newest first, at most `SECRETS_MAX`. */
  secrets: Secret[]
  /** Failures count from this revision on: created, moved to another address, or enabled again. */
  failing_from_revision: number
  created_at: string
  updated_at: string
}

export type WebhookState = { status: 'absent' } | { status: 'deleted'; client_id: string } | Webhook

export function isWebhook(state: WebhookState): state is Webhook {
  return state.status === 'active' || state.status === 'disabled'
}

/** `client_id` null = the service itself. Errors: NOT_FOUND, also for another client's endpoint. */
export function assertOwnWebhook(state: WebhookState, client_id: string | null): Webhook {
  if (!isWebhook(state) || (client_id !== null && state.client_id !== client_id)) throw new Rejection('NOT_FOUND')
  return state
}

/** Source: the spec, "Webhook endpoint record"; without secrets. */
export function webhookRecord(webhook_id: string, webhook: Webhook) {
  const { url, events, description, metadata, rate_per_second } = webhook
  const { status, disabled_reason, created_at, updated_at } = webhook
  const settings = { url, events, description, metadata, rate_per_second }
  return { webhook_id, ...settings, status, disabled_reason, created_at, updated_at }
}

/** An event that makes no sense leaves the state as it is. */
export function evolve(state: WebhookState, event: Recorded<WebhookEvent>): WebhookState {
  if (event.type === 'WebhookCreated') return state.status === 'absent' ? created(event) : state
  if (!isWebhook(state)) return state
  if (event.type === 'WebhookDeleted') return { status: 'deleted', client_id: state.client_id }
  return { ...state, ...changed(state, event) }
}

function created({ data, at, revision }: Recorded<WebhookEvent> & { type: 'WebhookCreated' }): Webhook {
  const { secret, ...rest } = data
  return {
    ...rest,
    status: 'active',
    disabled_reason: null,
    secrets: [{ version: 1, sealed: secret, expires_at: null }],
    failing_from_revision: revision,
    created_at: at,
    updated_at: at,
  }
}

function changed(webhook: Webhook, { type, data, at, revision }: Recorded<WebhookEvent>): Partial<Webhook> {
  switch (type) {
    case 'WebhookUpdated':
      return {
        ...changesIn(data),
        ...(data.url === undefined ? {} : { failing_from_revision: revision }),
        updated_at: at,
      }
    case 'WebhookSecretRotated': {
      const [previous, ...older] = webhook.secrets
      const rotated = { version: data.version, sealed: data.secret, expires_at: null }
      const replaced = previous ? [{ ...previous, expires_at: data.previous_expires_at }] : []
      // Earlier releases did not limit rotations: the newest secrets are kept.
      const secrets = [rotated, ...replaced, ...validAt(older, at)].slice(0, SECRETS_MAX)
      return { secrets, updated_at: at }
    }
    case 'WebhookDisabled':
      return { status: 'disabled', disabled_reason: data.reason, updated_at: at }
    case 'WebhookEnabled':
      return { status: 'active', disabled_reason: null, failing_from_revision: revision, updated_at: at }
    default:
      return {}
  }
}
