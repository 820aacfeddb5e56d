import * as assert from 'uvu/assert'
import { modules } from '#modules.ts'
import { recordedOf } from '../../harness/scenario.ts'
import { storedEvents } from '../../harness/stored-events.ts'
import { suite } from '../../harness/suite.ts'

/** What every module declares for the audit, over an event of each type that is written. */
const test = suite('the audit of every kind of record')
const all = modules.flatMap(({ historyViews }) => historyViews ?? [])

/** Names of what is sealed, secret, a person's or free words. */
const NEVER_SHOWN =
  /sealed|secret|password$|public_key|fingerprint|^device$|^description$|^void_details$|^email$|^name$|^account_number$|webauthn/
/**
 * The names of clients, of their machines and merchants, and of the platform's servers are theirs to be shown; of
 * secrets, which there are.
 */
const SHOWN = [
  'clients.name',
  'service-accounts.service_accounts.name',
  'transactions.merchant.name',
  'vpn-servers.name',
  'webhooks.secrets',
]

function namesIn(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(item => namesIn(item, path))
  return Object.entries(value).flatMap(([name, inner]) => [`${path}.${name}`, ...namesIn(inner, `${path}.${name}`)])
}

test('each has its own plural for paths', () => {
  const words = all.map(({ plural }) => plural)
  assert.is(new Set(words).size, words.length)
  for (const word of words) assert.match(word, /^[a-z]+(-[a-z]+)*s$/)
})

for (const audited of all)
  test(`${audited.plural}: a state before and after each event, and nothing in it that is not to be shown`, () => {
    const own = storedEvents.filter(({ stream, obsolete }) => !obsolete && stream.startsWith(audited.prefix))
    assert.equal(new Set(own.map(({ type }) => type)), new Set(audited.types))
    const states = [...Map.groupBy(own, ({ stream }) => stream)].flatMap(([stream, of]) => {
      const events = recordedOf(of, stream)
      const id = stream.slice(audited.prefix.length)
      const after = audited.states(id, events, 0, event => event)
      assert.equal([after.length, after[0]], [events.length + 1, null])
      for (const from of events.keys())
        assert.equal(
          audited.states(id, events, from, event => event),
          after.slice(from),
        )
      return after
    })
    assert.ok(states.some(state => state !== null))
    const shown = new Set(states.flatMap(state => namesIn(state, audited.plural)))
    assert.equal(
      [...shown].filter(path => NEVER_SHOWN.test(path.split('.').at(-1)!) && !SHOWN.includes(path)),
      [],
    )
  })

test.run()
