import * as assert from 'uvu/assert'
import { NoAnswerError, ServiceError } from '#client/errors.ts'
import { SetPolicyBody, toPolicy } from '#commands/fraud/set-policy.ts'
import { UpdateWebhookBody } from '#commands/webhooks/update-webhook.ts'
import { ENTRY_KINDS, FRAUD_LISTS } from '#console/fraud/lists/list-filters.ts'
import {
  DRIFT_ALARM,
  type FraudModelAction,
  MODEL_ACTION_STATUSES,
  objectionToModelAction,
} from '#console/fraud/models/model-statuses.ts'
import {
  changesOf,
  conflictsOf,
  OPERATION_TYPES,
  POLICY_DEFAULTS,
  POLICY_LEVELS,
  POLICY_RECOMMENDATIONS,
} from '#console/fraud/policy/policy-settings.ts'
import { policyOf, policyTexts } from '#console/fraud/policy/policy-texts.ts'
import { reviewerIdOf, reviewerTexts } from '#console/fraud/reviewers.ts'
import { type RowOutcome, sendEach } from '#console/fraud/several/send-each.ts'
import { changesOfEndpoint, endpointTexts } from '#console/webhooks/actions/endpoint-texts.ts'
import { ESCALATION_THRESHOLD } from '#domain/fraud/alerts/decider.ts'
import { OPERATIONS } from '#domain/fraud/history.ts'
import { ALERT_THRESHOLD, DEFAULT_RECOMMENDATIONS, FRAUD_LEVELS, RECOMMENDATIONS } from '#domain/fraud/levels.ts'
import { LIST_KINDS, LISTS } from '#domain/fraud/lists/events.ts'
import { MODEL_STATES, MODEL_STATUSES } from '#domain/fraud/models/decider.ts'
import * as days from '#queries/fraud/list-score-days.ts'
import { suite } from '../harness/suite.ts'

/** What the console offers for lists, policy, models and endpoints is what the service takes. */
const test = suite('console: choices of fraud settings')

test('choices and defaults are those of the service', () => {
  assert.equal([[...FRAUD_LISTS].sort(), ENTRY_KINDS], [[...LISTS].sort(), LIST_KINDS])
  assert.equal([OPERATION_TYPES, POLICY_LEVELS, POLICY_RECOMMENDATIONS], [OPERATIONS, FRAUD_LEVELS, RECOMMENDATIONS])
  assert.equal(POLICY_DEFAULTS, {
    alert: ALERT_THRESHOLD,
    escalation: ESCALATION_THRESHOLD,
    recommendations: DEFAULT_RECOMMENDATIONS,
  })
  assert.is(DRIFT_ALARM, days.DRIFT_ALARM)
})

test('a model is offered what the service allows and what changes it', () => {
  for (const action of Object.keys(MODEL_ACTION_STATUSES) as FraudModelAction[]) {
    const allowed = MODEL_STATUSES.filter(status => (MODEL_STATES[status][action] ?? status) !== status)
    assert.equal([...MODEL_ACTION_STATUSES[action]].sort(), allowed.sort(), action)
  }
  assert.match(objectionToModelAction('promote', { status: 'shadow', is_held: false }) ?? '', 'Its file is not')
  assert.is(objectionToModelAction('retire', { status: 'shadow', is_held: false }), null)
})

const policy = {
  alert_thresholds: {
    default: 0.7,
    by_operation: { payment: 0.5 },
    by_category: { 'card games': 0.4, __proto__x: 1, 'ends with space ': 0 },
  },
  recommendations: { medium: 'challenge' },
  escalation_threshold: null,
} as const

test('a policy goes through the texts of its form unchanged, and the service takes it', () => {
  const texts = policyTexts(policy)
  assert.equal(policyOf(texts), policy)
  assert.equal(toPolicy(SetPolicyBody.parse({ ...policyOf(texts), version: 1 })), policy)
  const none = policyOf({})
  assert.equal(toPolicy(SetPolicyBody.parse(none)), toPolicy(SetPolicyBody.parse({})))
})

test('a text that is no number is refused in words: it would set the default', () => {
  for (const text of ['0,6', '1.1', '-0.1', 'x', '0x1', '1e3', '0.5.', '--'])
    assert.throws(() => policyOf({ default: text }), /Alert from the score: ".*" is not a number from 0 to 1/, text)
  for (const categories of ['games', 'games 2', 'games 0.5\ngames 0.6', ' 0.5'])
    assert.throws(() => policyOf({ categories }), /Merchant categories/, categories)
  assert.is(policyOf({ default: ' .5 ' }).alert_thresholds.default, 0.5)
})

test('changes are shown by setting, and two changes of one setting as a conflict', () => {
  const mine = policyOf({ ...policyTexts(policy), default: '0.65', categories: '' })
  assert.equal(
    changesOf(policy, mine).map(({ before, after }) => [before, after]),
    [
      ['0.7', '0.65'],
      ['0.4', 'as all others'],
      ['1', 'as all others'],
      ['0', 'as all others'],
    ],
  )
  assert.equal(changesOf(policy, policy), [])
  const theirs = policyOf({ ...policyTexts(policy), default: '0.8', escalation: '0.95' })
  const general = policyOf({ ...policyTexts(policy), default: '0.65' })
  assert.equal(conflictsOf(policy, theirs, general), [
    { name: 'Alert from the score', base: '0.7', theirs: '0.8', mine: '0.65', isBoth: true },
    { name: 'Escalation from', base: '0.85 (the default)', theirs: '0.95', mine: '0.85 (the default)', isBoth: false },
  ])
})

const errorOf = (status: number, code: string, details = {}) =>
  new ServiceError({ status, code, message: 'refused', details, requestId: 'req_1', retryAfterMs: null })

async function outcomesOf(errors: Record<string, unknown>, isShown: () => Promise<boolean> = async () => false) {
  const outcomes = new Map<string, RowOutcome>()
  await sendEach(['a', 'b', 'c'], {
    async send(row) {
      if (errors[row] !== undefined) throw errors[row]
    },
    isShown,
    onOutcome: (row, outcome) => outcomes.set(row, outcome),
    isStopped: () => false,
  })
  return ['a', 'b', 'c'].map(row => outcomes.get(row)?.is)
}

test('an assignee is found by name, in any case of letters; by id where several have it; any id is taken', () => {
  const reviewer = (user_id: string, display_name: string | null) => ({
    user_id,
    display_name,
    role: 'operator' as const,
  })
  const texts = reviewerTexts([
    ...[reviewer('usr_1', 'Ada'), reviewer('usr_2', 'Grace'), reviewer('usr_3', 'Grace'), reviewer('usr_4', null)],
  ])
  assert.equal([...texts.values()], ['Ada', 'Grace (usr_2)', 'Grace (usr_3)', 'usr_4'])
  const ids = [' ada', 'Grace (usr_3)', 'grace', 'usr_2', 'agent_7'].map(text => reviewerIdOf(text, texts))
  assert.equal(ids, ['usr_1', 'usr_3', 'grace', 'usr_2', 'agent_7'])
})

test('each of several has its outcome; an answer that was lost and the rate limit stop the rest', async () => {
  const conflict = errorOf(409, 'CONFLICT', { status: 'resolved' })
  assert.equal(await outcomesOf({ a: conflict, b: errorOf(404, 'NOT_FOUND') }), ['done_by_another', 'refused', 'done'])
  assert.equal(await outcomesOf({ b: errorOf(429, 'RATE_LIMIT_EXCEEDED') }), ['done', 'refused', undefined])
  for (const lost of [new NoAnswerError('lost'), errorOf(503, 'SERVICE_UNAVAILABLE')]) {
    assert.equal(await outcomesOf({ a: lost }), ['unknown', undefined, undefined])
    assert.equal(await outcomesOf({ a: lost }, async () => true), ['done', undefined, undefined])
    const unreadable = () => Promise.reject(new NoAnswerError('lost'))
    assert.equal(await outcomesOf({ a: lost }, unreadable), ['unknown', undefined, undefined])
  }
  assert.equal(await outcomesOf({ a: new Error('another user signed in') }), ['refused', undefined, undefined])
})

test('only the changed fields of an endpoint are sent, as the service takes them', () => {
  const endpoint = {
    ...{ url: 'https://hooks.bank.example/', description: null, events: ['refund.*'], rate_per_second: 5 },
    metadata: { team: 'payments' },
  } as never
  const texts = endpointTexts(endpoint)
  assert.equal(changesOfEndpoint({}), {})
  const cleared = changesOfEndpoint({ description: ' ', rate: '', metadata: '' })
  assert.equal(cleared, { description: null, rate_per_second: null, metadata: {} })
  assert.equal(UpdateWebhookBody.parse(changesOfEndpoint(texts)), {
    ...{ url: 'https://hooks.bank.example/', description: null, events: ['refund.*'], rate_per_second: 5 },
    metadata: { team: 'payments' },
  })
  assert.throws(() => changesOfEndpoint({ rate: 'many' }), /is not a number/)
  assert.throws(() => changesOfEndpoint({ metadata: '{' }), /it is not JSON/)
})

test.run()
