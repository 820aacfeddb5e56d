import { clients } from '#domain/auth/clients/decider.ts'
import { type Content, contentOf } from '#domain/sms/analyses/content.ts'
import { analyses } from '#domain/sms/analyses/decider.ts'
import { type AnalysedData, PLATFORMS, type Platform } from '#domain/sms/analyses/events.ts'
import { type AnalysisRecord, analysisRecord } from '#domain/sms/analyses/record.ts'
import { isAnalysis, type RecordedAnalysis } from '#domain/sms/analyses/state.ts'
import type { Analysis } from '#domain/sms/analysis.ts'
import type { Message } from '#domain/sms/message.ts'
import type { Context } from '#event-sourcing/context.ts'
import { isPersonRestricted } from '#privacy/access-status.ts'
import { userOfDevice } from '#services/notifications/user-of-device.ts'
import { askingAs, ownerSaid, restricted } from '#services/sms/asking.ts'
import { type Charged, charge, limitOf, type MonthlyLimit, quotaExceeded, standingOf } from '#services/sms/quota.ts'
import { readAnalysis } from '#services/sms/read-analysis.ts'
import { openContent, sealContent, subjectOfDay } from '#services/sms/sealed.ts'
import type { SmsService } from '#services/sms/sms-service.ts'
import { fieldRejection, Rejection } from '#values/errors.ts'
import { newId } from '#values/ids.ts'
import type { AnalyseMessageBody } from './input.ts'

/** For so long the same names of message and device mean the same message. */
const REPEAT_MS = 86_400_000
/** How often the same names can come back after that; whoever gets here uses them for every message. */
const USES_MAX = 100
/** Messages that are looked up or recorded at the same time. */
const PARALLEL = 32

/** What a message comes to. `replayed`: it was analysed before, and this is what was found then. */
export type Outcome = { record: AnalysisRecord; replayed: boolean } | Rejection

/** With the quota as it stands after it, `limit` null where there is none. Refused is a request as a whole. */
export type Analysed = { quota: { limit: MonthlyLimit; used: number } } & (
  | { outcomes: Outcome[] }
  | { refused: Rejection }
)

/**
 * Analyses messages, each as if it were alone, and records what was found before it is answered. A message that was analysed within 24 hours,
 * by its own name and its device's, is answered as it was. Charged is what is new, all of it or nothing, when it has been analysed and before it
 * is recorded: a charge is of an analysis by its id, so that a repeat after a crash in between is not charged again.
 *
 * Errors of the whole: RATE_LIMIT_EXCEEDED as `refused`, SERVICE_UNAVAILABLE. Of a message: INVALID_REQUEST, AUTH_003, CONFLICT for names
 * that were used with another text, SERVICE_UNAVAILABLE where others were recorded.
 */
export async function analyseMessages(
  service: SmsService,
  context: Context,
  inputs: readonly (AnalyseMessageBody | Rejection)[],
): Promise<Analysed> {
  const { client_id } = context.actor
  const asked = await withOwners(
    service,
    client_id,
    inputs.map(input => read(context, input)),
  )
  const named = asked.filter(isFresh).flatMap(({ analysis_id, isNamed }) => (isNamed ? [analysis_id] : []))
  const [client, standing, restrictedOwners] = await Promise.all([
    service.execute.load(clients, client_id),
    standingOf(service.db, { client_id, ids: named, now: context.now }),
    restrictedAmong(service, client_id, asked.filter(isFresh)),
  ])
  const prepared = await each(asked, async one => {
    if (!isFresh(one)) return one
    if (restrictedOwners.has(one.owner)) return restricted(one.isOwnerSaid ? 'user_id' : 'device_id')
    return standing.known(one.analysis_id) ? foundBefore(service, context, one).catch(asOutcome) : one
  })
  const fresh = new Map<string, Fresh>()
  for (const one of prepared) if (isFresh(one) && !fresh.has(one.analysis_id)) fresh.set(one.analysis_id, one)
  const ids = [...fresh.keys()]
  const terms = client.state.status === 'absent' ? UNKNOWN_CLIENT : client.state
  const limit = limitOf(terms, service.config.SMS_QUOTA)
  const quota = { limit, used: standing.used }
  const refuse = (charged: Omit<Charged, 'granted'>) => ({ quota, refused: quotaExceeded(charged, limit, context.now) })
  // Names that came back after their time have another id than was asked for, which may have been charged, too.
  const reused = [...fresh.values()].flatMap(({ analysis_id, isNamed }) =>
    isNamed && !named.includes(analysis_id) ? [analysis_id] : [],
  )
  const ofReused =
    reused.length === 0 ? standing : await standingOf(service.db, { client_id, ids: reused, now: context.now })
  // Before anything is analysed in vain; what counts is charged below.
  const requested = ids.filter(id => !standing.known(id) && !ofReused.known(id)).length
  if (limit !== null && requested > 0 && standing.used + requested > limit)
    return refuse({ used: standing.used, requested })

  const found = await analyse(service, [...fresh.values()], terms.country)
  if (ids.length > 0) {
    const charged = await charge(service.db, { client_id, limit, ids, now: context.now })
    quota.used = charged.used
    if (!charged.granted) return refuse(charged)
    quota.used += charged.requested
  }
  const recorded = await each([...fresh.values()], async (one, at) => {
    const own = { ...context, command_id: `${context.command_id}:${at}` }
    return record(service, own, one, found[at]!).catch(asOutcomeOfMany(fresh.size))
  })
  const [first] = recorded
  if (first instanceof Rejection && recorded.every(isUnavailable)) throw first
  const outcomes = new Map(ids.map((id, at) => [id, recorded[at]!]))
  return { quota, outcomes: prepared.map(one => outcomeOf(one, fresh, outcomes)) }
}

const UNKNOWN_CLIENT = { tier: 'B', sms_quota: null, country: null } as const

type Fresh = {
  analysis_id: string
  /** Whether its id is a function of the names that the caller gave. */
  isNamed: boolean
  message: Omit<Message, 'country'>
  owner: string | null
  /** Whether the caller said whose message it is. */
  isOwnerSaid: boolean
  names: { device_id: string | null; message_id: string | null }
  platform: Platform
  received_at: string | null
}
type Prepared = Fresh | Outcome

function isFresh(one: Prepared): one is Fresh {
  return 'analysis_id' in one
}

/** What is asked: a new message, as far as it alone can say, or why it is refused. */
function read({ actor }: Context, input: AnalyseMessageBody | Rejection): Fresh | Rejection {
  if (input instanceof Rejection) return input
  try {
    const { device_id, message_id, message_content: text, sender, received_date: received_at } = input
    const isNamed = device_id !== null && message_id !== null
    const analysis_id = isNamed ? analyses.id(askingAs(actor), { device_id, message_id }, 0) : newId('sms')
    const contacts = input.contacts_hash === null ? null : new Set(input.contacts_hash)
    const message = { text, sender, extractedUrls: input.extracted_urls, contacts }
    const platform = supported(input.platform)
    const names = { device_id, message_id }
    const owner = ownerSaid(actor, input)
    return { analysis_id, isNamed, message, owner, isOwnerSaid: owner !== null, names, platform, received_at }
  } catch (error) {
    return asOutcome(error)
  }
}

/** Of a message of which nobody said whose it is, it is whoever registered its device. */
async function withOwners(
  { execute }: SmsService,
  client_id: string,
  asked: readonly (Fresh | Rejection)[],
): Promise<(Fresh | Rejection)[]> {
  const deviceOf = (one: Fresh | Rejection) => (isFresh(one) && !one.isOwnerSaid ? one.names.device_id : null)
  const devices = [...new Set(asked.map(deviceOf))].filter(device => device !== null)
  const users = await each(devices, device_id => userOfDevice({ execute }, { client_id, device_id }))
  const owners = new Map(devices.map((device, at) => [device, users[at]!]))
  return asked.map(one =>
    isFresh(one) && !one.isOwnerSaid ? { ...one, owner: owners.get(deviceOf(one)!) ?? null } : one,
  )
}

async function restrictedAmong(
  { execute }: SmsService,
  client_id: string,
  fresh: readonly Fresh[],
): Promise<Set<string | null>> {
  const owners = [...new Set(fresh.map(({ owner }) => owner))].filter(owner => owner !== null)
  const are = await each(owners, user_id => isPersonRestricted({ execute }, { client_id, user_id }))
  return new Set(owners.filter((_, at) => are[at]))
}

/** What was found of a message whose names may have been used, or the message under an id of its own where it is another one. */
async function foundBefore(service: SmsService, { actor, now }: Context, fresh: Fresh): Promise<Prepared> {
  const { device_id, message_id } = fresh.names
  if (device_id === null || message_id === null) return fresh
  for (let use = 0; use < USES_MAX; use += 1) {
    const analysis_id = analyses.id(askingAs(actor), { device_id, message_id }, use)
    const known = await readAnalysis(service, analysis_id)
    if (known === null) return { ...fresh, analysis_id }
    if (now.getTime() - Date.parse(known.analysis.analysed_at) >= REPEAT_MS) continue
    if (await isOfRestricted(service, known.analysis)) return restricted('message_id')
    const content = await openContent(service, analysis_id, known.sealed)
    // Of somebody who was erased since nobody can say whether it is the same.
    if (content !== null) return replay(analysis_id, known.analysis, content, fresh.message.text)
  }
  throw conflict(`was used ${USES_MAX} times`)
}

/** What was found of a restricted person's message is told to nobody, also where the caller does not say whose it is. */
async function isOfRestricted({ execute }: SmsService, { client_id, user_id }: RecordedAnalysis): Promise<boolean> {
  return user_id !== null && isPersonRestricted({ execute }, { client_id, user_id })
}

/** Source: the spec, "On iOS the platform forbids direct integration". */
function supported(platform: string): Platform {
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

function conflict(reason: string): Rejection {
  return fieldRejection('CONFLICT', [{ field: 'message_id', reason }])
}

/** What was recorded of the message, if it is the same. */
function replay(analysis_id: string, analysis: RecordedAnalysis, content: Content, text: string): Outcome {
  if (content.text !== text) throw conflict('was used with another text of this device within its 24 hours')
  return { record: analysisRecord(analysis_id, analysis, content), replayed: true }
}

async function analyse({ analysing }: SmsService, fresh: readonly Fresh[], country: string | null) {
  const messages = fresh.map(({ message }) => ({ ...message, country }))
  const [only] = messages
  return messages.length === 1 && only !== undefined ? [await analysing.one(only)] : analysing.all(messages)
}

/** Records an analysis with `no_stream`: the store decides who is first. */
async function record(service: SmsService, context: Context, fresh: Fresh, analysis: Analysis): Promise<Outcome> {
  const { analysis_id, message } = fresh
  const content = contentOf(message, analysis)
  const { device_id } = fresh.names
  const subject = subjectOfDay(askingAs(context.actor), { device_id, analysis_id }, context.now)
  const sealed = await sealContent(service, subject, analysis_id, content)
  const data = analysedData(context.actor.client_id, fresh, analysis, sealed)
  const { state, events } = await service.execute.run(analyses, analysis_id, { type: 'record', data }, context, {
    likelyNew: true,
  })
  if (events.length > 0 && isAnalysis(state))
    return { record: analysisRecord(analysis_id, state, content), replayed: false }
  const first = await readAnalysis(service, analysis_id)
  const theirs = first && (await openContent(service, analysis_id, first.sealed))
  if (first === null || theirs === null) throw new Rejection('SERVICE_UNAVAILABLE', { reason: 'was erased just now' })
  return replay(analysis_id, first.analysis, theirs, message.text)
}

function analysedData(client_id: string, fresh: Fresh, analysis: Analysis, sealed: string): AnalysedData {
  const { owner, names, platform, received_at } = fresh
  const { is_phishing, risk_level, risk_score, confidence_score, threat_indicators } = analysis
  const { language, rules, model_version, rules_version } = analysis
  const { urls_found, malicious_urls } = analysis.url_analysis
  return {
    ...{ client_id, user_id: owner, ...names, platform, received_at },
    ...{ is_phishing, risk_level, risk_score, confidence_score },
    indicators: threat_indicators.map(({ type, severity }) => ({ type, severity })),
    ...{
      ...analysis.sender_analysis,
      urls_found,
      malicious_urls,
      language,
      rules,
      model_version,
      rules_version,
      sealed,
    },
  }
}

/** A message that stands in a request twice is analysed once. */
function outcomeOf(one: Prepared, fresh: Map<string, Fresh>, outcomes: Map<string, Outcome>): Outcome {
  if (!isFresh(one)) return one
  const first = fresh.get(one.analysis_id)!
  const outcome = outcomes.get(one.analysis_id)!
  if (first === one || outcome instanceof Rejection) return outcome
  if (first.message.text !== one.message.text) return conflict('stands in the request with another text too')
  return { ...outcome, replayed: true }
}

function asOutcome(error: unknown): Rejection {
  if (error instanceof Rejection && !isUnavailable(error)) return error
  throw error
}

function isUnavailable(outcome: unknown): boolean {
  return outcome instanceof Rejection && outcome.code === 'SERVICE_UNAVAILABLE'
}

/** Of many some may be recorded already, and are to be told. */
function asOutcomeOfMany(count: number) {
  return (error: unknown): Rejection => {
    if (count > 1 && error instanceof Rejection) return error
    return asOutcome(error)
  }
}

async function each<T, R>(items: readonly T[], work: (item: T, at: number) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const queue = items.entries()
  const worker = async () => {
    for (const [at, item] of queue) results[at] = await work(item, at)
  }
  await Promise.all(Array.from({ length: Math.min(PARALLEL, items.length) }, worker))
  return results
}
