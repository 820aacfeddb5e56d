import pMap from 'p-map'
import { z } from 'zod'
import { clients } from '#domain/auth/clients/decider.ts'
import { analyses } from '#domain/sms/analyses/decider.ts'
import { type MessagePlatform, PLATFORMS } from '#domain/sms/analyses/events.ts'
import { EXTRACTED_URLS_MAX, TEXT_LENGTH_MAX } from '#domain/sms/message.ts'
import type { Context } from '#event-sourcing/context.ts'
import { requestedUser, requesterOf } from '#event-sourcing/requester.ts'
import type { SmsService } from '#services/sms/analyser.ts'
import { assignOwners, findRestrictedOwners } from '#services/sms/find-owners.ts'
import {
  type ChargeResult,
  chargeQuota,
  getQuotaUsage,
  type MonthlyLimit,
  monthlyLimitOf,
  quotaExceededRejection,
} from '#services/sms/quota.ts'
import { findRepeat, recordAll } from '#services/sms/recorded-analyses.ts'
import {
  conflictRejection,
  type MessageOutcome,
  type RequestedMessage,
  restrictedRejection,
  stableIdsOf,
  toOutcome,
} from '#services/sms/requested-message.ts'
import { Rejection } from '#values/errors.ts'
import { newId } from '#values/ids.ts'
import { instant } from '#values/instant.ts'
import { prose } from '#values/prose.ts'
import { ID_LENGTH_MAX, optional, plainText } from '#values/text.ts'

/** The longest sender is the address of an e-mail gateway (RFC 5321). */
const SENDER_LENGTH_MAX = 320
const URL_LENGTH_MAX = 10_240
/** All URLs of a message are sealed into one event, which may be at most 1 MiB. */
const URLS_LENGTH_MAX = 65_536
const PLATFORM_LENGTH_MAX = 64
const CONTACTS_MAX = 5_000
const formatCount = (count: number) => count.toLocaleString('en-US')

const id = optional(plainText(ID_LENGTH_MAX))

/** The spec's "SMS analysis request". */
export const AnalyseMessageBody = z
  .object({
    sender: optional(z.string().max(SENDER_LENGTH_MAX)).describe(
      prose(
        `The sender as the phone shows it: a number, a name or an e-mail address, at most ${SENDER_LENGTH_MAX}`,
        'characters.',
      ),
    ),
    message_content: z
      .string()
      .min(1)
      .max(TEXT_LENGTH_MAX)
      .describe(`The text of the message, 1 to ${formatCount(TEXT_LENGTH_MAX)} UTF-16 units.`),
    message_id: id.describe(
      prose(
        `Your id of the message, 1 to ${ID_LENGTH_MAX} characters. Together with \`device_id\` it makes the request`,
        'idempotent for 24 hours.',
      ),
    ),
    received_date: optional(instant.transform(text => new Date(text).toISOString())).describe(
      'When the message was received; ISO 8601 date and time with any offset.',
    ),
    platform: plainText(PLATFORM_LENGTH_MAX).describe(
      `The source of the message: ${PLATFORMS.join(' or ')}. Only the SDK can send messages that iOS received.`,
    ),
    extracted_urls: optional(
      z
        .array(plainText(URL_LENGTH_MAX))
        .max(EXTRACTED_URLS_MAX)
        .refine(urls => urls.reduce((sum, { length }) => sum + length, 0) <= URLS_LENGTH_MAX, {
          error: `must not have more than ${formatCount(URLS_LENGTH_MAX)} characters together`,
          when: ({ issues }) => issues.length === 0,
        }),
    )
      .transform(urls => urls ?? [])
      .describe(
        prose(
          `URLs that you found in the message, in any notation: at most ${formatCount(EXTRACTED_URLS_MAX)} of`,
          `${formatCount(URL_LENGTH_MAX)} characters, and ${formatCount(URLS_LENGTH_MAX)} characters in total. The`,
          'service never opens a URL.',
        ),
      ),
    device_id: id.describe(`Your id of the device, 1 to ${ID_LENGTH_MAX} characters.`),
    user_id: id.describe(
      prose(
        `Your id of the user who received the message, 1 to ${ID_LENGTH_MAX} characters. If omitted, it is the user`,
        'to whom the device is registered for notifications, unless only a consumer registered it. For a consumer it',
        'is always the user of the token.',
      ),
    ),
    contacts_hash: optional(
      z.array(z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hexadecimal')).max(CONTACTS_MAX),
    ).describe(
      prose(
        "SHA-256 hashes, in lower-case hexadecimal, of the E.164 numbers of the user's contacts; at most",
        `${formatCount(CONTACTS_MAX)}. They are used for this request and not stored.`,
      ),
    ),
  })
  .meta({ id: 'SmsMessage', description: 'A received message.' })
export type AnalyseMessageBody = z.output<typeof AnalyseMessageBody>

const CONCURRENCY = { concurrency: 32 }

/** `quota.used` is the client's usage after the request. The quota refuses a request as a whole. */
export type AnalyseResult = { quota: { limit: MonthlyLimit; used: number } } & (
  | { outcomes: MessageOutcome[] }
  | { refused: Rejection }
)

type SetOutcome = (one: { at: number }, outcome: MessageOutcome) => void

/**
 * Analyses each message on its own and records the analysis before it is returned. A message with the ids of one that
 * was analysed within 24 hours gets the recorded analysis. All new messages are charged together or none is, between
 * analysis and record; a charge is keyed by the analysis id, so a repeat after a crash is not charged twice.
 *
 * Errors of the request: RATE_LIMIT_EXCEEDED as `refused`, SERVICE_UNAVAILABLE. Errors of one message: INVALID_REQUEST,
 * AUTH_003, CONFLICT for ids that were used with another text, SERVICE_UNAVAILABLE if other messages were recorded.
 */
export async function analyseMessages(
  service: SmsService,
  context: Context,
  inputs: readonly (AnalyseMessageBody | Rejection)[],
): Promise<AnalyseResult> {
  const { client_id } = context.actor
  const outcomes: MessageOutcome[] = []
  const setOutcome: SetOutcome = ({ at }, outcome) => {
    outcomes[at] = outcome
  }
  const valid = inputs.flatMap((input, at) => {
    try {
      if (input instanceof Rejection) throw input
      return [toRequestedMessage(context, input, at)]
    } catch (error) {
      setOutcome({ at }, toOutcome(error))
      return []
    }
  })
  const requested = await assignOwners(service, client_id, valid)
  const usageOf = (ids: string[]) => getQuotaUsage(service.db, { client_id, ids, now: context.now })
  const [client, usage, allowed] = await Promise.all([
    service.execute.load(clients, client_id),
    usageOf(stableIdsOf(requested)),
    refuseRestricted(service, client_id, requested, setOutcome),
  ])
  const unresolved = await resolveRepeats(service, context, allowed, usage.isKnown, setOutcome)
  const distinct = [...Map.groupBy(unresolved, ({ analysis_id }) => analysis_id).values()].map(([first]) => first!)

  const clientTerms = client.state.status === 'absent' ? UNKNOWN_CLIENT : client.state
  const limit = monthlyLimitOf(clientTerms, service.config.SMS_QUOTA)
  const quota = { limit, used: usage.used }
  const exceeded = (charged: Omit<ChargeResult, 'granted'>) => quotaExceededRejection(charged, limit, context.now)
  // Refuses early, before the work of an analysis. The charge below decides.
  const expected = limit === null ? 0 : await countNew(distinct, requested, usage, usageOf)
  if (limit !== null && expected > 0 && usage.used + expected > limit)
    return { quota, refused: exceeded({ used: usage.used, requested: expected }) }

  const results = await service.analyse(distinct.map(({ message }) => ({ ...message, country: clientTerms.country })))
  if (distinct.length > 0) {
    const ids = distinct.map(({ analysis_id }) => analysis_id)
    const charged = await chargeQuota(service.db, { client_id, limit, ids, now: context.now })
    quota.used = charged.used
    if (!charged.granted) return { quota, refused: exceeded(charged) }
    quota.used += charged.requested
  }
  const recorded = await recordAll(service, context, distinct, results)
  for (const one of unresolved) setOutcome(one, outcomeOf(one, distinct, recorded))
  return { quota, outcomes }
}

const UNKNOWN_CLIENT = { tier: 'B', sms_quota: null, country: null } as const

function toRequestedMessage({ actor }: Context, input: AnalyseMessageBody, at: number): RequestedMessage {
  const { device_id, message_id, message_content: text, sender, extracted_urls, contacts_hash } = input
  const hasStableId = device_id !== null && message_id !== null
  const analysis_id = hasStableId ? analyses.id(requesterOf(actor), { device_id, message_id }, 0) : newId('sms')
  const contacts = contacts_hash === null ? null : new Set(contacts_hash)
  const platform = parsePlatform(input.platform)
  const owner = requestedUser(actor, input.user_id)
  return {
    ...{ at, analysis_id, message: { text, sender, extractedUrls: extracted_urls, contacts } },
    ...{ owner, isOwnerExplicit: owner !== null, callerIds: { device_id, message_id } },
    ...{ platform, received_at: input.received_date },
  }
}

/** Source: the spec, "On iOS the platform forbids direct integration". */
function parsePlatform(platform: string): MessagePlatform {
  const known = PLATFORMS.find(name => name === platform)
  if (known !== undefined) return known
  const reason = 'is not supported: messages of iOS come from the SDK only'
  throw new Rejection(
    'INVALID_REQUEST',
    { field: 'platform', reason, value: platform, allowed_values: PLATFORMS },
    {
      message:
        platform.toLowerCase() === 'ios'
          ? 'iOS forbids direct integration: only the SDK may send its messages.'
          : 'Messages come from Android directly, or from the SDK.',
    },
  )
}

async function refuseRestricted(
  service: SmsService,
  client_id: string,
  requested: readonly RequestedMessage[],
  setOutcome: SetOutcome,
): Promise<RequestedMessage[]> {
  const restrictedOwners = await findRestrictedOwners(service, client_id, requested)
  const isRefused = ({ owner }: RequestedMessage) => restrictedOwners.has(owner)
  for (const one of requested.filter(isRefused))
    setOutcome(one, restrictedRejection(one.isOwnerExplicit ? 'user_id' : 'device_id'))
  return requested.filter(one => !isRefused(one))
}

/** Sets the outcome of messages whose ids were used within 24 hours; the others get the id of a new analysis. */
async function resolveRepeats(
  service: SmsService,
  context: Context,
  allowed: readonly RequestedMessage[],
  isKnown: (analysis_id: string) => boolean,
  setOutcome: SetOutcome,
): Promise<RequestedMessage[]> {
  const answer = async (one: RequestedMessage) => {
    if (!isKnown(one.analysis_id)) return one
    const found = await findRepeat(service, context, one).catch(error => ({ outcome: toOutcome(error) }))
    if ('analysis_id' in found) return { ...one, ...found }
    setOutcome(one, found.outcome)
    return null
  }
  return (await pMap(allowed, answer, CONCURRENCY)).filter(one => one !== null)
}

type Usage = Awaited<ReturnType<typeof getQuotaUsage>>

/** Counts analyses that were never charged. Reused caller ids have a new analysis id after 24 hours. */
async function countNew(
  distinct: readonly RequestedMessage[],
  requested: readonly RequestedMessage[],
  usage: Usage,
  usageOf: (ids: string[]) => Promise<Usage>,
): Promise<number> {
  const queriedIds = new Set(stableIdsOf(requested))
  const others = stableIdsOf(distinct).filter(id => !queriedIds.has(id))
  const usageOfOthers = others.length === 0 ? usage : await usageOf(others)
  return distinct.filter(({ analysis_id: id }) => !usage.isKnown(id) && !usageOfOthers.isKnown(id)).length
}

function outcomeOf(
  one: RequestedMessage,
  distinct: readonly RequestedMessage[],
  recorded: readonly MessageOutcome[],
): MessageOutcome {
  const index = distinct.findIndex(({ analysis_id }) => analysis_id === one.analysis_id)
  const first = distinct[index]!
  const outcome = recorded[index]!
  if (first.at === one.at || outcome instanceof Rejection) return outcome
  if (first.message.text !== one.message.text) return conflictRejection('is in the request twice, with different texts')
  return { ...outcome, replayed: true }
}
