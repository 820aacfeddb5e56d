import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import * as assert from 'uvu/assert'
import { suite } from './harness/suite.ts'

/**
 * Words of our own that a standard term replaces, in identifiers and comments of production code. The fixture holds
 * how many of each are left: a new one is refused, and one that is gone is taken off with UPDATE_RETIRED_WORDS=1.
 * Stored and public strings keep their words.
 */
const test = suite('vocabulary')
const root = resolve(import.meta.dirname, '..')
const FIXTURE = new URL('fixtures/retired-words.json', import.meta.url)
const isUpdate = process.env.UPDATE_RETIRED_WORDS === '1'

/** The word, as it is found in an identifier or a comment, and what to write instead. */
const RETIRED: Record<string, { instead: string; in?: 'comments' }> = {
  told: { instead: 'public, sent, shown, notified' },
  tell: { instead: 'notify, show, answer' },
  tells: { instead: 'notifies, shows, answers' },
  telling: { instead: 'notifying; notification trigger' },
  said: { instead: 'response, reported, message' },
  says: { instead: 'states, returns, contains', in: 'comments' },
  asked: { instead: 'requested, queried, params; attempts' },
  asking: { instead: 'requester' },
  standing: { instead: 'status' },
  standings: { instead: 'client-status cache' },
  whoever: { instead: 'the caller, the leader, the process that', in: 'comments' },
  nobody: { instead: 'no caller, no process, no user' },
  somebody: { instead: 'a user, a person, a process', in: 'comments' },
  anew: { instead: 'again, from the beginning' },
  arming: { instead: 'scheduled job' },
  armed: { instead: 'scheduled' },
  strikes: { instead: 'cancels' },
  struck: { instead: 'cancelled job' },
  owed: { instead: 'outstanding' },
  follower: { instead: 'subscription' },
  followers: { instead: 'subscriptions' },
  blame: { instead: 'error classification' },
  upkeep: { instead: 'maintenance' },
  housekeeping: { instead: 'maintenance' },
  desk: { instead: 'push client' },
  paper: { instead: 'export record' },
  heads: { instead: 'stream heads' },
  lane: { instead: 'endpoint queue' },
  lanes: { instead: 'endpoint queues' },
  teller: { instead: 'progress reporter' },
  deeds: { instead: 'actions' },
  patience: { instead: 'retry budget' },
  linger: { instead: 'connection draining' },
  meanwhile: { instead: 'in the meantime, at the same time', in: 'comments' },
}

/** `untilFollowed` is until and followed; `TOLD_MS_MAX` is told, ms and max. */
function wordsOf(identifier: string): string[] {
  return identifier
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .map(word => word.toLowerCase())
}

/** The words of a file, of its comments and of its identifiers. Strings are left out. */
function* wordsIn(source: string): Generator<{ word: string; isComment: boolean }> {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, source)
  let braces: number[] = []
  for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan()) {
    // A template continues behind the brace that closes its part.
    if (token === ts.SyntaxKind.TemplateHead) braces = [...braces, 0]
    else if (braces.length > 0 && token === ts.SyntaxKind.OpenBraceToken) braces[braces.length - 1]! += 1
    else if (braces.length > 0 && token === ts.SyntaxKind.CloseBraceToken) {
      if (braces.at(-1) === 0) {
        token = scanner.reScanTemplateToken(false)
        if (token === ts.SyntaxKind.TemplateTail) braces = braces.slice(0, -1)
      } else braces[braces.length - 1]! -= 1
    }
    const isComment = token === ts.SyntaxKind.SingleLineCommentTrivia || token === ts.SyntaxKind.MultiLineCommentTrivia
    if (!isComment && token !== ts.SyntaxKind.Identifier) continue
    for (const word of wordsOf(scanner.getTokenText())) yield { word, isComment }
  }
}

const files = globSync(['src/**/*.{ts,tsx}', 'commands/**/*.ts', 'queries/**/*.ts', 'projections/**/*.ts'], {
  cwd: root,
})
  // What is generated, here or by `npm run build`, has its words from elsewhere.
  .filter(file => file !== 'src/client/openapi.ts' && !file.startsWith('src/client/dist/'))
  .sort()

function counted(): Record<string, number> {
  const counts = new Map<string, number>()
  for (const file of files)
    for (const { word, isComment } of wordsIn(readFileSync(join(root, file), 'utf8')))
      if (RETIRED[word] !== undefined && (isComment || RETIRED[word].in === undefined))
        counts.set(word, (counts.get(word) ?? 0) + 1)
  return Object.fromEntries(Object.keys(RETIRED).map(word => [word, counts.get(word) ?? 0]))
}

test('identifiers and comments are read, strings are not', () => {
  const source = ['// whoever', 'const toldAgain = `told $', '{nobody} told` // told', "/* asked */ f('told')"]
  const words = [...wordsIn(source.join('\n').replace('$\n', '$'))].map(({ word, isComment }) =>
    isComment ? `// ${word}` : word,
  )
  const kept = words.filter(word => /told|nobody|asked|whoever/.test(word))
  assert.equal(kept, ['// whoever', 'told', 'nobody', '// told', '// asked'])
})

test('no retired word comes back', () => {
  const now = counted()
  if (isUpdate) writeFileSync(FIXTURE, `${JSON.stringify(now, null, 2)}\n`)
  const left: Record<string, number> = JSON.parse(readFileSync(FIXTURE, 'utf8'))
  const changed = Object.entries(now)
    .filter(([word, count]) => count !== left[word])
    .map(([word, count]) =>
      count > (left[word] ?? 0)
        ? `"${word}" came back (${left[word] ?? 0} → ${count}): write ${RETIRED[word]!.instead}`
        : `"${word}" is rarer (${left[word]} → ${count}): UPDATE_RETIRED_WORDS=1 takes note of it`,
    )
  assert.equal(changed, [])
})

test('no two exported types have one name', () => {
  const names = files
    .filter(file => !file.startsWith('src/client/'))
    .flatMap(file => [...readFileSync(join(root, file), 'utf8').matchAll(/^export (?:type|interface|class) (\w+)/gm)])
    .map(([, name]) => name!)
  assert.equal(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  )
})

test('no comment is wider than 120 columns', () => {
  const tests = globSync('test/**/*.ts', { cwd: root })
  const wide = [...files, ...tests].flatMap(file =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (line.length > 120 && /^\s*(\/\/|\/?\*)/.test(line) ? `${file}:${index + 1}` : [])),
  )
  assert.equal(wide, [])
})

test.run()
