import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import * as assert from 'uvu/assert'
import { suite } from './harness/suite.ts'

/** Who may import whom. A folder's rule lists what its files may import, as path prefixes from the root of the repository. */
const test = suite('architecture')
const root = resolve(import.meta.dirname, '..')
/** The files directly in src: the words every part speaks (errors, money, ids, deciders, the loop). */
const CORE = /^src\/[a-z-]+\.ts$/

const rules: Record<string, (target: string, typeOnly: boolean) => boolean> = {
  'src/domain/': target => target.startsWith('src/domain/') || CORE.test(target),
  'projections/': (target, typeOnly) =>
    target.startsWith('projections/') ||
    CORE.test(target) ||
    (target.startsWith('src/domain/') && (typeOnly || target.endsWith('/events.ts'))) ||
    target.startsWith('src/edge/postgres/'),
  'queries/': (target, typeOnly) =>
    target.startsWith('queries/') ||
    // How far what is asked for goes.
    target === 'src/subscription/checkpoint.ts' ||
    (typeOnly && target === 'src/edge/eventstore/event-store.ts') ||
    target.startsWith('projections/') ||
    CORE.test(target) ||
    target.startsWith('src/edge/postgres/') ||
    target.startsWith('src/domain/'),
  'commands/': target =>
    // The queue of deliveries is commanded by its owner: retry, recover, test events, the endpoints' rows.
    /^src\/delivery\/[a-z-]+\.ts$/.test(target) ||
    !/^(src\/(delivery|reactions|embedded|http|projector|subscription)|projections|queries)\//.test(target),
  'src/reactions/': target => !/^src\/(delivery|embedded|http)\//.test(target),
  'src/delivery/': target => !/^src\/(reactions|embedded|http)\//.test(target),
  'src/http/': target => !/^src\/(reactions|delivery|embedded|projector|subscription)\//.test(target),
  'src/subscription/': target => /^src\/(subscription|edge)\//.test(target) || CORE.test(target),
  'src/projector/': target => /^src\/(projector|subscription|edge)\//.test(target) || CORE.test(target),
  'src/edge/': (target, typeOnly) =>
    target.startsWith('src/edge/') || CORE.test(target) || (typeOnly && target === 'src/domain/auth/clients/events.ts'),
  'src/embedded/': target => target.startsWith('src/embedded/') || CORE.test(target),
}

const files = globSync(['src/**/*.ts', 'commands/**/*.ts', 'queries/**/*.ts', 'projections/**/*.ts'], { cwd: root })

type Import = { file: string; specifier: string; target: string | null; typeOnly: boolean }

function importsOf(file: string): Import[] {
  const source = readFileSync(join(root, file), 'utf8')
  return [
    ...source.matchAll(/^(?:import|export)\s+(type\s)?[^'"]*?from\s+['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]/gms),
  ].map(match => {
    const specifier = match[2] ?? match[3] ?? ''
    return { file, specifier, target: targetOf(file, specifier), typeOnly: match[1] !== undefined }
  })
}

function targetOf(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(file), specifier))
  const alias = /^#(commands|queries|projections)\/(.*)$/.exec(specifier)
  if (alias) return `${alias[1]}/${alias[2]}`
  return specifier.startsWith('#') ? `src/${specifier.slice(1)}` : null
}

const imports = files.flatMap(importsOf)

test('there is something to look at', () => assert.ok(imports.length > 100))

for (const [folder, allowed] of Object.entries(rules))
  test(`${folder} imports only what it may`, () => {
    const bad = imports.filter(
      ({ file, target, typeOnly }) => file.startsWith(folder) && target !== null && !allowed(target, typeOnly),
    )
    assert.equal(
      bad.map(({ file, target }) => `${file} -> ${target}`),
      [],
    )
  })

test('only the event store module and the embedded node know the client', () => {
  const bad = imports.filter(
    ({ specifier, file }) => specifier.startsWith('@eventstore/') && !/^src\/(edge|embedded)\/eventstore\//.test(file),
  )
  assert.equal(
    bad.map(({ file }) => file),
    [],
  )
})

test('only config.ts reads the environment', () => {
  const bad = files.filter(
    file => file !== 'src/config.ts' && readFileSync(join(root, file), 'utf8').includes('process.env'),
  )
  assert.equal(bad, [])
})

test('only the loop appends', () => {
  const bad = files.filter(
    file =>
      /\bstore\.append\(/.test(readFileSync(join(root, file), 'utf8')) &&
      !['src/execute.ts', 'src/edge/tracing/trace-appends.ts'].includes(file) &&
      !file.startsWith('src/embedded/'),
  )
  assert.equal(bad, [])
})

test('no two files import each other in a circle', () => {
  const graph = new Map<string, string[]>()
  for (const { file, target, typeOnly } of imports)
    if (target !== null && !typeOnly) graph.set(file, [...(graph.get(file) ?? []), target])
  const done = new Set<string>()
  const visit = (file: string, path: string[]): string | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file].join(' -> ')
    if (done.has(file)) return null
    for (const next of graph.get(file) ?? []) {
      const circle = visit(next, [...path, file])
      if (circle) return circle
    }
    done.add(file)
    return null
  }
  for (const file of graph.keys()) assert.is(visit(file, []), null)
})

test('the top level holds what the owner named', () => {
  const named = new Set([
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'src',
    'projections',
    'commands',
    'queries',
    'test',
    'docker-compose.yml',
    'README.md',
    'LICENSE',
    'node_modules',
    'data',
  ])
  assert.equal(
    globSync('*', { cwd: root }).filter(entry => !named.has(entry)),
    [],
  )
})

test.run()
