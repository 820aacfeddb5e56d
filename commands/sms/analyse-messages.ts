import pMap from 'p-map'
import { z } from 'zod'
import { clients } from '#domain/auth/clients/decider.ts'
import { analyses } from '#domain/sms/analyses/decider.ts'
import { type MessagePlatform, PLATFORMS } from '#domain/sms/analyses/events.ts'
import type { Analysis } from '#domain/sms/analysis.ts'
import { EXTRACTED_URLS_MAX, TEXT_LENGTH_MAX } from '#domain/sms/message.ts'
import type { Context } from '#event-sourcing/context.ts'
import { assignOwners, findRestrictedOwners } from '#services/sms/find-owners.ts'
import { conflictRejection, findRepeat } from '#services/sms/find-repeat.ts'
import {
  type ChargeResult,
  chargeQuota,
  getQuotaUsage,
  type MonthlyLimit,
  monthlyLimitOf,
  quotaExceededRejection,
} from '#services/sms/quota.ts'
import { recordAnalysis } from '#services/sms/record-analysis.ts'
import {
  isUnavailable,
  type MessageOutcome,
  type RequestedMessage,
  toOutcome,
} from '#services/sms/requested-message.ts'
import { messageOwnerOf, requesterOf, restrictedRejection } from '#services/sms/requester.ts'
import type { SmsService } from '#services/sms/sms-service.ts'
import { Rejection } from '#values/errors.ts'
import { newId } from '#values/ids.ts'
import { instant } from '#values/instant.ts'
import { optional } from '#values/optional.ts'
import { ID_LENGTH_MAX, plainText } from '#values/text.ts'

/** Messages of one request. Source: the spec, "SMS batch". */
export const MESSAGES_MAX = 100
/** An e-mail gateway's address is the longest (RFC 5321). */
const SENDER_LENGTH_MAX = 320
const URL_LENGTH_MAX = 10_240
/** Of all of a message together: sealed, they go into one event, of which a store takes a mebibyte. */
const URLS_LENGTH_MAX = 65_536
const PLATFORM_LENGTH_MAX = 64
const CONTACTS_MAX = 5_000
const formatCount = (count: number) => count.toLocaleString('en-US')

const id = optional(plainText(ID_LENGTH_MAX))

/** The spec's "SMS analysis request". */
export const AnalyseMessageBody = z
  .object({
    sender: optional(z.string().max(SENDER_LENGTH_MAX)).describe(
      `As the phone shows it: a number, a name or an address, at most ${SENDER_LENGTH_MAX} characters.`,
    ),
    message_content: z
      .string()
      .min(1)
      .max(TEXT_LENGTH_MAX)
      .describe(`The text of the message, 1 to ${formatCount(TEXT_LENGTH_MAX)} UTF-16 units.`),
    message_id: id.describe(
      `Your id of the message, 1 to ${ID_LENGTH_MAX} characters. With \`device_id\` it makes the request repeatable for 24 hours.`,
    ),
    received_date: optional(instant.transform(text => new Date(text).toISOString())).describe(
      'When the message was received; ISO 8601 date and time with any offset.',
    ),
    platform: plainText(PLATFORM_LENGTH_MAX).describe(
      `Where the message comes from: ${PLATFORMS.join(' or ')}. Messages of iOS come from the SDK only, which says sdk.`,
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
        `Addresses that you found in the message, in any writing: at most ${formatCount(EXTRACTED_URLS_MAX)} of ${formatCount(URL_LENGTH_MAX)} characters, and ${formatCount(URLS_LENGTH_MAX)} together. None is ever opened.`,
      ),
    device_id: id.describe(`Your id of the device, 1 to ${ID_LENGTH_MAX} characters.`),
    user_id: id.describe(
      `Your id of the user whose message it is, 1 to ${ID_LENGTH_MAX} characters; left out it is whose device it is for notifications, unless nobody but a consumer said so. A consumer is the user of the token, and needs to say nothing.`,
    ),
    contacts_hash: optional(
      z.array(z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hexadecimal')).max(CONTACTS_MAX),
    ).describe(
      `SHA-256 of the numbers that the user knows, in E.164 form, in lower-case hexadecimal; at most ${formatCount(CONTACTS_MAX)}. They serve this call and are not stored.`,
    ),
  })
  .meta({ id: 'SmsMessage', description: 'A message that was received.' })
export type AnalyseMessageBody = z.output<typeof AnalyseMessageBody>

/** Messages that are looked up or recorded at the same time. */
const CONCURRENCY = { concurrency: 32 }

/** The client's usage of its quota after the request; `limit` is null where there is none. A request is refused as a whole. */
export type AnalyseResult = { quota: { limit: MonthlyLimit; used: number } } & (
  | { outcomes: MessageOutcome[] }
  | { refused: Rejection }
)

type SetOutcome = (one: { at: number }, outcome: MessageOutcome) => void

/**
 * Analyses messages, each as if it were alone, and records what was found before it is answered. A message that was analysed within 24 hours,
 * by its own name and its device's, is answered as it was. New messages are charged, all of them or none, after they were analysed and before
 * they are recorded: a charge is of an analysis by its id, so that a repeat after a crash in between is not charged again.
 *
 * Errors of the whole: RATE_LIMIT_EXCEEDED as `refused`, SERVICE_UNAVAILABLE. Of a message: INVALID_REQUEST, AUTH_003, CONFLICT for names
 * that were used with another text, SERVICE_UNAVAILABLE where others were recorded.
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
  const requested = await assignOwners(service, client_id, toRequestedMessages(context, inputs, setOutcome))
  const usageOf = (ids: string[]) => getQuotaUsage(service.db, { client_id, ids, now: context.now })
  const [client, usage, allowed] = await Promise.all([
    service.execute.load(clients, client_id),
    usageOf(stableIdsOf(requested)),
    refuseRestricted(service, client_id, requested, setOutcome),
  ])
  const unresolved = await resolveRepeats(service, context, allowed, usage.isKnown, setOutcome)
  const distinct = distinctById(unresolved)

  const clientTerms = client.state.status === 'absent' ? UNKNOWN_CLIENT : client.state
  const limit = monthlyLimitOf(clientTerms, service.config.SMS_QUOTA)
  const quota = { limit, used: usage.used }
  const refuse = (charged: Omit<ChargeResult, 'granted'>) => ({
    quota,
    refused: quotaExceededRejection(charged, limit, context.now),
  })
  // Before anything is analysed in vain; what counts is charged below.
  const expected = limit === null ? 0 : await countNew(distinct, requested, usage, usageOf)
  if (limit !== null && expected > 0 && usage.used + expected > limit)
    return refuse({ used: usage.used, requested: expected })

  const results = await analyse(service, distinct, clientTerms.country)
  if (distinct.length > 0) {
    const ids = distinct.map(({ analysis_id }) => analysis_id)
    const charged = await chargeQuota(service.db, { client_id, limit, ids, now: context.now })
    quota.used = charged.used
    if (!charged.granted) return refuse(charged)
    quota.used += charged.requested
  }
  const recorded = await recordAll(service, context, distinct, results)
  for (const one of unresolved) setOutcome(one, outcomeOf(one, distinct, recorded))
  return { quota, outcomes }
}

const UNKNOWN_CLIENT = { tier: 'B', sms_quota: null, country: null } as const

/** The messages that may be analysed as far as each alone can say; the others are refused. */
function toRequestedMessages(
  { actor }: Context,
  inputs: readonly (AnalyseMessageBody | Rejection)[],
  setOutcome: SetOutcome,
): RequestedMessage[] {
  return inputs.flatMap((input, at) => {
    if (input instanceof Rejection) {
      setOutcome({ at }, input)
      return []
    }
    try {
      const { device_id, message_id, message_content: text, sender, received_date: received_at } = input
      const isNamed = device_id !== null && message_id !== null
      const analysis_id = isNamed ? analyses.id(requesterOf(actor), { device_id, message_id }, 0) : newId('sms')
      const contacts = input.contacts_hash === null ? null : new Set(input.contacts_hash)
      const message = { text, sender, extractedUrls: input.extracted_urls, contacts }
      const platform = parsePlatform(input.platform)
      const names = { device_id, message_id }
      const owner = messageOwnerOf(actor, input)
      return [{ at, analysis_id, isNamed, message, owner, isOwnerSaid: owner !== null, names, platform, received_at }]
    } catch (error) {
      setOutcome({ at }, toOutcome(error))
      return []
    }
  })
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

/** Refuses the messages of restricted persons. */
async function refuseRestricted(
  service: SmsService,
  client_id: string,
  requested: readonly RequestedMessage[],
  setOutcome: SetOutcome,
): Promise<RequestedMessage[]> {
  const restrictedOwners = await findRestrictedOwners(service, client_id, requested)
  const isRefused = ({ owner }: RequestedMessage) => restrictedOwners.has(owner)
  for (const one of requested.filter(isRefused))
    setOutcome(one, restrictedRejection(one.isOwnerSaid ? 'user_id' : 'device_id'))
  return requested.filter(one => !isRefused(one))
}

const stableIdsOf = (requested: readonly RequestedMessage[]) =>
  requested.filter(({ isNamed }) => isNamed).map(({ analysis_id }) => analysis_id)

/** Settles those whose names were used within 24 hours; the others get the id of a new analysis. */
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

/** A message that is in a request twice is analysed once. */
function distinctById(messages: readonly RequestedMessage[]): RequestedMessage[] {
  const first = new Map<string, RequestedMessage>()
  for (const one of messages) if (!first.has(one.analysis_id)) first.set(one.analysis_id, one)
  return [...first.values()]
}

type Usage = Awaited<ReturnType<typeof getQuotaUsage>>

/** How many of them were never charged. Names that came back after 24 hours have another id than before, which may have been charged. */
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

async function analyse({ analysing }: SmsService, distinct: readonly RequestedMessage[], country: string | null) {
  const messages = distinct.map(({ message }) => ({ ...message, country }))
  const [single] = messages
  return messages.length === 1 && single !== undefined ? [await analysing.one(single)] : analysing.all(messages)
}

/** The outcomes in the order of the messages. Where others were recorded, an outage is the outcome of a message; else it fails the request. */
async function recordAll(
  service: SmsService,
  context: Context,
  distinct: readonly RequestedMessage[],
  results: readonly Analysis[],
): Promise<MessageOutcome[]> {
  const record = (one: RequestedMessage, at: number): Promise<MessageOutcome> => {
    const messageContext = { ...context, command_id: `${context.command_id}:${at}` }
    return recordAnalysis(service, messageContext, one, results[at]!).catch(error => {
      if (distinct.length > 1 && error instanceof Rejection) return error
      return toOutcome(error)
    })
  }
  const recorded = await pMap(distinct, record, CONCURRENCY)
  const [first] = recorded
  if (first instanceof Rejection && recorded.every(isUnavailable)) throw first
  return recorded
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
  if (first.message.text !== one.message.text) return conflictRejection('stands in the request with another text too')
  return { ...outcome, replayed: true }
}
