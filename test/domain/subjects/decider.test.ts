import * as assert from 'uvu/assert'
import { type SubjectCommand, subjectDecider } from '#domain/subjects/decider.ts'
import type { SubjectEvent } from '#domain/subjects/events.ts'
import { addYears, LEGAL_BASES, type LegalBasis } from '#domain/subjects/legal-basis.ts'
import { coveredRevision, type Erasure, isErasedIn, isRestrictedIn } from '#domain/subjects/state.ts'
import { scenario } from '../../harness/scenario.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('subject decider')
const { given } = scenario(subjectDecider)

const person = { client_id: 'clt_1', user_id: 'user_1' }
const request = (legal_basis: LegalBasis, isNew = true): SubjectCommand => ({
  type: 'request',
  ...person,
  is_user: false,
  legal_basis,
  hasNewData: isNew,
})
const requested = (legal_basis: LegalBasis): SubjectEvent => ({
  type: 'SubjectErasureRequested',
  data: { ...person, is_user: false, legal_basis, retain: LEGAL_BASES[legal_basis] === 'retain' },
})
const covered = (...streams: [string, number][]) => streams.map(([stream, revision]) => ({ stream, revision }))
const restricted = (...streams: [string, number][]): SubjectEvent => ({
  type: 'SubjectRestricted',
  data: { ...person, streams: covered(...streams) },
})
const erased = (...streams: [string, number][]): SubjectEvent => ({
  type: 'SubjectErased',
  data: { ...person, streams: covered(...streams) },
})
const retained: SubjectEvent = { type: 'SubjectRetained', data: { until: '2031-01-01T00:00:00.000Z' } }
const shredding: SubjectEvent = { type: 'SubjectShreddingStarted', data: {} }
const keysDeleted: SubjectEvent = { type: 'SubjectKeysDeleted', data: {} }
const shredded: SubjectEvent = { type: 'SubjectShredded', data: {} }
const start = (at: string): SubjectCommand => ({ type: 'start_shredding', now: new Date(at) })
const over = [requested('consent_withdrawn'), erased(['refund-1', 2]), shredding, keysDeleted, shredded]

test('a request is recorded with the effect of its legal basis', () => {
  given().when(request('gdpr_art_17')).records(requested('gdpr_art_17'))
  given().when(request('legal_claim')).records(requested('legal_claim'))
  assert.is((given(requested('aml_retention')).state as Erasure).retain, true)
})
test('a second request changes nothing during the first', () =>
  given(requested('consent_withdrawn')).when(request('objection')).changesNothing())
test('a duty to retain delays an erasure that has not begun', () =>
  given(requested('consent_withdrawn')).when(request('legal_claim')).records(requested('legal_claim')))
test('a duty to retain is too late for an erasure that has begun', () =>
  given(requested('consent_withdrawn'), shredding).when(request('legal_claim')).changesNothing())
test('no other basis lifts a duty to retain', () => {
  given(requested('aml_retention')).when(request('gdpr_art_17')).changesNothing()
  given(requested('aml_retention'), retained).when(request('gdpr_art_17')).changesNothing()
})
test('a request after an erasure keeps the time of that erasure', () => {
  const before = given(...over).state as Erasure
  const again = given(...over, requested('gdpr_art_17')).state as Erasure
  assert.ok(before.shredded_at !== null)
  assert.equal([again.shredded_at, again.last_shredded_at], [null, before.shredded_at])
})
test('a request after an erasure covers what was recorded since', () => {
  given(...over)
    .when(request('gdpr_art_17', false))
    .changesNothing()
  given(...over)
    .when(request('gdpr_art_17'))
    .records(requested('gdpr_art_17'))
})
test('only new revisions of a stream are restricted, and none that were erased', () => {
  const command: SubjectCommand = { type: 'restrict', streams: covered(['refund-1', 2], ['refund-2', 0]) }
  given(requested('objection'), restricted(['refund-1', 2]))
    .when(command)
    .records(restricted(['refund-2', 0]))
  given(...over, requested('objection'))
    .when(command)
    .records(restricted(['refund-2', 0]))
})
test('restrictions of an earlier request do not count for the next one, and erasures do', () => {
  const state = (...history: SubjectEvent[]) => given(...history).state as Erasure
  const first = state(requested('objection'), restricted(['refund-1', 2]), requested('legal_claim'))
  assert.equal([coveredRevision(first, 'refund-1'), coveredRevision(first, 'refund-2')], [2, -1])
  const again = state(requested('objection'), restricted(['refund-1', 2]), ...over.slice(1), requested('legal_claim'))
  assert.equal([again.restricted.size, coveredRevision(again, 'refund-1')], [0, 2])
  const erasedFurther = state(requested('objection'), restricted(['refund-1', 2]), shredding, erased(['refund-1', 4]))
  assert.is(coveredRevision(erasedFurther, 'refund-1'), 4)
})
test('events about a person are restricted until they are erased, and earlier erased ones are not', () => {
  const isSo = (revision: number, ...history: SubjectEvent[]) =>
    isRestrictedIn(given(...history).state, 'device-1', revision)
  const covering = [requested('objection'), restricted(['device-1', 2])]
  assert.equal(
    [isSo(0), isSo(0, requested('objection')), isSo(2, ...covering), isSo(3, ...covering)],
    [false, true, true, true],
  )
  const ending = [...covering, shredding, erased(['device-1', 2]), keysDeleted]
  assert.equal([isSo(2, ...ending), isSo(2, ...ending, shredded)], [true, false])
  const again = [...ending, shredded, requested('objection')]
  assert.equal([isSo(2, ...again), isSo(3, ...again)], [false, true])
})
test('a person is erased from a stream up to a revision, and later events are about a new person', () => {
  const { state } = given(...over)
  assert.equal(
    [0, 2, 3].map(revision => isErasedIn(state, 'refund-1', revision)),
    [true, true, false],
  )
  assert.equal([isErasedIn(state, 'refund-1'), isErasedIn(state, 'refund-2')], [true, false])
})
test('nothing is restricted or retained once shredding has begun', () => {
  const begun = given(requested('aml_retention'), retained, shredding)
  begun.when({ type: 'restrict', streams: covered(['refund-1', 2]) }).changesNothing()
  begun.when({ type: 'retain', until: '2040-01-01T00:00:00.000Z' }).changesNothing()
})
test('what must be retained is shredded on its day and not before', () => {
  given(requested('aml_retention')).when(start('2040-01-01T00:00:00.000Z')).changesNothing()
  given(requested('aml_retention'), retained).when(start('2030-12-31T23:59:59.999Z')).changesNothing()
  given(requested('aml_retention'), retained).when(start('2031-01-01T00:00:00.000Z')).records(shredding)
})
test('the day on which a duty ends moves on, and never back', () => {
  const known = given(requested('aml_retention'), retained)
  const later: SubjectEvent = { type: 'SubjectRetained', data: { until: '2031-01-01T00:00:00.001Z' } }
  known.when({ type: 'retain', ...later.data }).records(later)
  for (const until of ['2031-01-01T00:00:00.000Z', '2030-12-31T23:59:59.999Z'])
    known.when({ type: 'retain', until }).changesNothing()
  known.when({ type: 'restrict', streams: covered(['refund-3', 0]) }).records(restricted(['refund-3', 0]))
})
test('without a duty it is shredded at once', () =>
  given(requested('gdpr_art_17')).when(start('2026-01-01T00:00:00.000Z')).records(shredding))
test('nothing is erased before shredding has begun, and no stream twice', () => {
  const command: SubjectCommand = { type: 'erase', streams: covered(['refund-1', 2], ['refund-2', 0]) }
  given(requested('gdpr_art_17')).when(command).changesNothing()
  given(requested('gdpr_art_17'), shredding, erased(['refund-1', 2]))
    .when(command)
    .records(erased(['refund-2', 0]))
  given(requested('gdpr_art_17'), shredding, erased(['refund-1', 1], ['refund-2', 0]))
    .when(command)
    .records(erased(['refund-1', 2]))
})
test('it is over only after the keys are deleted, and each once', () => {
  const begun = [requested('gdpr_art_17'), shredding]
  given(...begun)
    .when({ type: 'shredded' })
    .changesNothing()
  given(...begun)
    .when({ type: 'keys_deleted' })
    .records(keysDeleted)
  given(...begun, keysDeleted)
    .when({ type: 'keys_deleted' })
    .changesNothing()
  given(...begun, keysDeleted)
    .when({ type: 'shredded' })
    .records(shredded)
  given(...begun, keysDeleted, shredded)
    .when({ type: 'shredded' })
    .changesNothing()
})
test('years are counted by the calendar', () => {
  assert.is(addYears('2026-11-22T08:00:00.000Z', 5), '2031-11-22T08:00:00.000Z')
  assert.is(addYears('2024-02-29T00:00:00.000Z', 5), '2029-03-01T00:00:00.000Z')
  assert.is(addYears('2026-11-22T08:00:00.000Z', 0), '2026-11-22T08:00:00.000Z')
})

test.run()
