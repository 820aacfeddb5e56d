import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import * as assert from 'uvu/assert'
import { modules, readModelsOf } from '#modules.ts'
import { suite } from './harness/suite.ts'

const test = suite('command lines')
const root = resolve(import.meta.dirname, '..')

const readModels = readModelsOf(modules)
  .map(({ name }) => name)
  .join(', ')

/** A busy machine takes its time for each. */
const RUN_MS_MAX = 60_000

/** How each is started, and what it says of a call that makes no sense. */
const COMMANDS: Record<string, { usage: string[]; mistakes: Record<string, string> }> = {
  'src/main.ts': { usage: ['npm start'], mistakes: { now: '"now" is too much' } },
  'src/programs/rebuild/main.ts': {
    usage: ['npm run rebuild -- NAME …|all [options]'],
    mistakes: {
      '': `which read model? there are: ${readModels}`,
      'refunds refnds': `there is no read model "refnds"; there are: ${readModels}`,
      'all refunds': '"all" stands alone',
      '--verify': `which read model? there are: ${readModels}`,
      'refunds --verfy': 'there is no option --verfy; did you mean --verify?',
      'refunds --verify --until 7': '--verify and --until exclude each other',
      'refunds --until': '--until needs a value',
      'refunds --until yesterday':
        '--until must be a position of the log, or a time with its offset as 2026-09-30T23:59:59.999Z; "yesterday" is neither',
      'refunds --until 2026-09-30T23:59:59':
        '--until must be a position of the log, or a time with its offset as 2026-09-30T23:59:59.999Z; "2026-09-30T23:59:59" is neither',
      'refunds --until 9999-01-01T00:00:00Z': '--until: 9999-01-01T00:00:00Z is not past yet',
      'refunds --until -1': '--until needs a value',
      'refunds --until 9223372036854775808': '--until: 9223372036854775808 is larger than any position',
      'refunds --list': '"refunds" is too much',
      '--list --drop until_7': '--list and --drop exclude each other',
      '--drop': '--drop needs a value',
      '--drop until_7 --anew': '--drop and --anew exclude each other',
    },
  },
  'src/programs/set-aside.ts': {
    usage: ['npm run set-aside -- list [options]', 'npm run set-aside -- retry [options]'],
    mistakes: {
      '': 'list or retry?',
      remove: '"remove" is neither list nor retry',
      'list history': '"history" is too much',
      'list --follower': '--follower needs a value',
      'list --folower x': 'there is no option --folower; did you mean --follower?',
    },
  },
  'src/programs/audit/main.ts': {
    usage: [
      'npm run audit -- show KIND ID',
      'npm run audit -- as-of KIND ID TIME',
      'npm run audit -- search',
      'npm run audit -- export',
      'npm run audit -- verify FILE',
      'npm run audit -- verify-proof FILE',
      'npm run audit -- watch',
    ],
    mistakes: { '': 'which command?', exprt: 'there is no command "exprt"' },
  },
  'src/programs/listen/main.ts': {
    usage: ['npm run listen -- [options]'],
    mistakes: { '--prt 1': 'there is no option --prt; did you mean --port?', here: '"here" is too much' },
  },
  'src/programs/import/main.ts': {
    usage: ['npm run import -- FILE --client ID [options]'],
    mistakes: {
      '': 'which file?',
      'a.csv': 'whose history is it? give --client',
      'a.csv b.csv --client clt_1': '"b.csv" is too much',
      'a.csv --client': '--client needs a value',
      'a.csv --skip-refusd': 'there is no option --skip-refusd; did you mean --skip-refused?',
    },
  },
  'src/programs/training/train.ts': {
    usage: ['npm run train -- fraud --data DIR', 'npm run train -- sms --data DIR'],
    mistakes: {
      '': 'which command?',
      fraude: 'there is no command "fraude"',
    },
  },
  'src/programs/training/evaluate.ts': {
    usage: [
      'npm run evaluate -- fraud --data DIR',
      'npm run evaluate -- sms --data DIR',
      'npm run evaluate -- messages FILE',
    ],
    mistakes: { '': 'which command?', fraude: 'there is no command "fraude"' },
  },
  'src/programs/backtest/main.ts': {
    usage: ['npm run backtest -- [options]'],
    mistakes: {
      '': '--from and --to are needed',
      '--from 2026-01-01': '--from and --to are needed',
      '--from 2026-13-01 --to 2026-01-01': '--from must be a time like 2026-11-01T00:00:00Z',
      '--from 2026-01-02 --to 2026-01-02': '--from must be before --to',
      '--model': '--model needs a value',
    },
  },
  'src/programs/demo/main.ts': {
    usage: ['npm run demo -- [options]'],
    mistakes: { '--fast': 'there is no option --fast' },
  },
  'src/programs/vpn/main.ts': {
    usage: ['npm run vpn -- server-config ID'],
    mistakes: { '': 'which command?', config: 'there is no command "config"' },
  },
  'src/programs/vpn-agent/main.ts': {
    usage: ['npm run vpn-agent -- --server ID --management SOCKET [options]'],
    mistakes: {
      '': 'which server? give --server',
      '--server one --management x': '"one" is no number of a server',
      '--server 1': 'which management socket? give --management',
      '--server 1 --management x --url here': '--url must be an http:// or https:// address, not "here"',
      '--server 1 --managment x': 'there is no option --managment; did you mean --management?',
      'now --server 1': '"now" is too much',
    },
  },
  'src/programs/vpn-firewall/main.ts': {
    usage: ['npm run vpn-firewall -- --socket SOCKET --rules FILE [options]'],
    mistakes: {
      '': '--socket is missing',
      '--socket x': '--rules is missing',
      '--socket x --rules y --timeout 0': '--timeout must be a number of seconds',
      'now --socket x --rules y': '"now" is too much',
    },
  },
  'src/programs/vpn-lab/main.ts': { usage: ['npm run vpn-lab'], mistakes: { now: '"now" is too much' } },
  'src/programs/migrate.ts': { usage: ['npm run migrate -- [options]'], mistakes: { down: '"down" is too much' } },
  'src/embedded/eventstore/main.ts': {
    usage: ['npm run eventstore -- [options]'],
    mistakes: {
      '': '--data is needed',
      '--data x --port 65536': '--port must be a number from 0 to 65535',
      '--data x --port -1': '--port needs a value',
      '--data x --cert y': '--cert and --key go together',
      '--data x --cert /nowhere --key /nowhere':
        "--cert can't be read: ENOENT: no such file or directory, open '/nowhere'",
      '--help=all': '--help takes no value',
    },
  },
  'test/bench/run.ts': {
    usage: ['npm run bench -- [PART …]'],
    mistakes: { nothing: 'no benchmark is called like nothing' },
  },
  'test/run.ts': {
    usage: ['node test/run.ts [PART …]'],
    mistakes: { 'no-such-test': 'no test file has no-such-test in its path' },
  },
}

type Outcome = { status: unknown; stdout: string; stderr: string }

function run(args: string[]): Promise<Outcome> {
  return new Promise(done => {
    execFile(process.execPath, args, { cwd: root, timeout: RUN_MS_MAX }, (error, stdout, stderr) =>
      done({ status: error === null ? 0 : (error.signal ?? error.code), stdout, stderr }),
    )
  })
}

/** The service's own program does nothing where another imports it. */
const MAIN = 'src/main.ts'

/** In one process where that is possible: there are over a hundred calls. */
async function runEach(file: string, calls: string[]): Promise<Outcome[]> {
  if (file === MAIN) return Promise.all(calls.map(words => run([file, ...words.split(' ')])))
  const { status, stdout, stderr } = await run(['test/harness/repeat-program.ts', file, JSON.stringify(calls)])
  assert.equal({ status, stderr }, { status: 0, stderr: '' })
  return JSON.parse(stdout)
}

for (const [file, { usage, mistakes }] of Object.entries(COMMANDS)) {
  const shown = usage.map((line, index) => `${index === 0 ? 'Usage:' : '      '} ${line}`)
  const start = usage[0]!.replace(/( -- .*| \[.*)$/, '')
  const hint = `\`${start.startsWith('npm') ? `${start} --` : start} --help\` says more.`

  test(`${file} explains itself`, async () => {
    const long = await run([file, '--help'])
    assert.equal({ ...long, stdout: '' }, { status: 0, stdout: '', stderr: '' })
    assert.equal(long.stdout.split('\n').slice(0, shown.length + 1), [...shown, ''])
    assert.match(long.stdout, /^ {2}-h, --help {2,}show this$/m)
    const [same, short] = await runEach(file, ['--help', '--no-such-option -h'])
    assert.equal([same, short], [long, long])
  })

  test(`${file} explains incorrect usage`, async () => {
    const all = Object.entries({ ...mistakes, '--no-such-option': 'there is no option --no-such-option' })
    const calls = all.map(([words]) => words)
    const results = (await runEach(file, calls)).map((outcome, n) => [calls[n], outcome])
    const expected = all.map(([words, reason]) => {
      const stderr = `${[reason, ...shown, hint].join('\n')}\n`
      return [words, { status: 2, stdout: '', stderr }]
    })
    assert.equal(results, expected)
  })
}

test.run()
