import canonicalize from 'canonicalize'
import pMap from 'p-map'
import type { DetectionContent } from '#domain/detections/content.ts'
import { type DetectionCommand, detections } from '#domain/detections/decider.ts'
import { type DetectionKind, type DetectionRecordedData, detectionStreams } from '#domain/detections/events.ts'
import { type DetectionState, isDetection } from '#domain/detections/state.ts'
import { parseUrl } from '#domain/sms/urls/parse-url.ts'
import type { Context } from '#event-sourcing/context.ts'
import { isPersonRestricted } from '#privacy/access-status.ts'
import type { Service } from '#service.ts'
import { findUserId } from '#services/detections/find-person.ts'
import { readDetection } from '#services/detections/read-detection.ts'
import { digestRepeated, sealContent, vaultSubjectOf } from '#services/detections/sealed-content.ts'
import { type FieldProblem, fieldRejection, Rejection } from '#values/errors.ts'
import { type DetectionData, INVALID_DATA } from './detection-data.ts'

export const DETECTIONS_MAX = 100
const CONCURRENCY = { concurrency: 32 }
/** Clocks of other machines may be ahead of ours by this much. */
const AHEAD_MS_MAX = 300_000

/** `time`: when the message was sent; that of the request over HTTP. */
export type DetectionMessage = { id: string; time: string; data: DetectionData }

type Requested = {
  /** What begins the names of its fields: its position among several. */
  path: string
  /** Of the stream. */
  id: string
  data: DetectionData
  detected_at: string
  content: DetectionContent
  /** What a repeat must have in common with the recorded message. */
  compared: object
}

/**
 * Checks all before it writes. The same message again changes nothing, whatever became of its person; with an id whose
 * content is deleted, every message is a repeat.
 *
 * Errors: `INVALID_DATA` for `detected_at`; CONFLICT for a used id with other content; INVALID_REQUEST for a
 * restricted person.
 */
export async function recordDetections(
  service: Pick<Service, 'execute' | 'vault' | 'store'>,
  context: Context,
  kind: DetectionKind,
  messages: readonly DetectionMessage[],
): Promise<{ recorded: number; duplicates: number }> {
  const { client_id } = context.actor
  const requested = messages.map((message, index) =>
    toRequested(context, kind, message, messages.length > 1 ? `${index}.` : ''),
  )
  if (requested.length > 1) {
    assertConsistent(requested)
    await pMap(requested, one => check(service, client_id, one), CONCURRENCY)
  }
  let recorded = 0
  const record = async (one: Requested, index: number) => {
    const own = { ...context, command_id: `${context.command_id}:${index}` }
    const toCommand = async (state: DetectionState): Promise<DetectionCommand> =>
      isDetection(state)
        ? toRepeat(service, one)
        : { type: 'record', data: await toRecordedData(service, own, kind, messages[index]!.id, one) }
    const hints = { expectNoStream: true }
    const { events } = await named(one, () => service.execute.run(detections, one.id, toCommand, own, hints))
    recorded += events.length
  }
  await pMap(requested, record, CONCURRENCY)
  return { recorded, duplicates: messages.length - recorded }
}

function toRequested(
  { actor, now }: Context,
  kind: DetectionKind,
  { id, time, data }: DetectionMessage,
  path: string,
): Requested {
  const { user_id: _, detected_at, severity: __, ...content } = data
  if (detected_at !== null && Date.parse(detected_at) > now.getTime() + AHEAD_MS_MAX)
    throw fieldRejection(INVALID_DATA[kind].invalid, [
      { field: `${path}detected_at`, reason: 'must not be more than 5 minutes in the future' },
    ])
  const { detected_at: ___, ...compared } = data
  return {
    ...{ path, data, id: detectionStreams.id(actor.client_id, kind, id), detected_at: detected_at ?? time },
    content: 'url' in content ? { ...content, domain: domainOf(content.url) } : content,
    // Without the missing fields, so that a field which is added later does not change the digest.
    compared: Object.fromEntries(Object.entries(compared).filter(([, value]) => value !== null)),
  }
}

/** As in the event of a message: the registrable domain, else the host, else the scheme. */
function domainOf(url: string): string {
  const { registrable = null, host = '', scheme = '' } = parseUrl(url) ?? {}
  return registrable?.domain ?? (host || `${scheme}:`)
}

/** Throws CONFLICT where one request has two contents for an id. */
function assertConsistent(requested: readonly Requested[]): void {
  const first = new Map<string, Requested>()
  for (const one of requested) {
    const earlier = first.get(one.id) ?? one
    first.set(one.id, earlier)
    const times = [earlier.data.detected_at, one.data.detected_at].filter(time => time !== null)
    if (canonicalize(earlier.compared) !== canonicalize(one.compared) || new Set(times).size > 1)
      throw fieldRejection('CONFLICT', [
        { field: `${one.path}id`, reason: 'is in the request twice, with different content' },
      ])
  }
}

/** Throws what recording it would throw. */
async function check(
  service: Pick<Service, 'execute' | 'vault' | 'store'>,
  client_id: string,
  one: Requested,
): Promise<void> {
  const { state } = await service.execute.load(detections, one.id)
  if (!isDetection(state)) await findUnrestrictedUser(service, client_id, one)
  else {
    const repeat = await toRepeat(service, one)
    await named(one, async () => detections.decider.decide(repeat, state))
  }
}

/** Throws INVALID_REQUEST for a restricted person, but not for a repeat: that changes nothing. */
async function findUnrestrictedUser(
  service: Pick<Service, 'execute' | 'vault'>,
  client_id: string,
  one: Requested,
): Promise<string | null> {
  const user_id = await findUserId(service, client_id, one.data)
  if (user_id === null || !(await isPersonRestricted(service, { client_id, user_id }))) return user_id
  const { state } = await service.execute.load(detections, one.id)
  if (!isDetection(state)) throw fieldRejection('INVALID_REQUEST', [restrictedProblem(one)])
  return user_id
}

function restrictedProblem({ path, data }: Requested): FieldProblem {
  const [field, verb] = data.user_id === null ? ['email', 'is the address of'] : ['user_id', 'names']
  return { field: path + field, reason: `${verb} a person who is restricted: their erasure was requested` }
}

async function toRepeat(
  service: Pick<Service, 'vault' | 'store'>,
  { id, compared, data }: Requested,
): Promise<DetectionCommand> {
  const recorded = await readDetection(service, id)
  const digest = recorded === null ? null : await digestRepeated(service, recorded, compared)
  return { type: 'repeat', digest, detected_at: data.detected_at }
}

async function toRecordedData(
  service: Pick<Service, 'execute' | 'vault'>,
  { actor: { client_id }, now }: Context,
  kind: DetectionKind,
  message_id: string,
  one: Requested,
): Promise<DetectionRecordedData> {
  const { id, data, detected_at, content, compared } = one
  const user_id = await findUnrestrictedUser(service, client_id, one)
  const subject = vaultSubjectOf({ client_id, user_id }, now)
  const sealed = await sealContent(service, subject, id, { content, compared })
  const { severity } = data
  const is_detected_at_reported = data.detected_at !== null
  return { client_id, kind, message_id, user_id, severity, detected_at, is_detected_at_reported, ...sealed }
}

/** Names the fields of a refusal by the position of the message. */
async function named<T>({ path }: Requested, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Rejection) || error.code !== 'CONFLICT') throw error
    const problems = (error.details.fields ?? []) as FieldProblem[]
    const [first, ...rest] = problems.map(({ field, reason }) => ({ field: path + field, reason }))
    throw first === undefined ? error : fieldRejection('CONFLICT', [first, ...rest])
  }
}
