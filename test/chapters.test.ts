import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import * as assert from 'uvu/assert'
import { blocksOf, CHAPTERS, chapterBlock, contentOf, proseOf, root } from './harness/chapters.ts'
import { listed, ON_A_SERVER, RUN_BY } from './harness/snippets.ts'
import { suite } from './harness/suite.ts'

/**
 * The form of README.md, of all chapters and of the changes: length, links, names. test/readme.test.ts runs their
 * snippets.
 */
const test = suite('chapters')
const README_LINES_MAX = 150
const COLUMNS_MAX = 120
const TEXTS = [...CHAPTERS, 'src/operations/CHANGES.md']

/** As GitHub makes anchors of headings. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
const anchorsIn = (markdown: string) =>
  [...proseOf(markdown).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))

/** Links of a text that lead nowhere. Links to web addresses are not followed. */
function brokenLinks(path: string, markdown: string): string[] {
  const links = [...proseOf(markdown).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  return links.filter(link => {
    if (/^https?:/.test(link)) return false
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? path : normalize(join(dirname(path), file))
    if (!existsSync(join(root, target))) return true
    if (anchor === undefined) return false
    return !anchorsIn(target === path ? markdown : contentOf(target)).includes(anchor)
  })
}

const tooLong = (markdown: string) =>
  proseOf(markdown)
    .split('\n')
    .filter(line => !line.startsWith('|') && [...line.trimEnd()].length > COLUMNS_MAX)

test('the README is short', () => {
  assert.ok(CHAPTERS.length > 20, CHAPTERS.join())
  assert.ok(contentOf('README.md').split('\n').length - 1 <= README_LINES_MAX)
})

test('the README links to every chapter of src', () => {
  const readme = contentOf('README.md')
  const chapters = CHAPTERS.filter(path => path.startsWith('src/'))
  assert.equal(
    chapters.filter(path => !readme.includes(`(${path})`)),
    [],
  )
})

test('a broken link, a missing anchor and a long line are found', () => {
  const text = `# One two's\n\n[a](#one-twos) [b](#three) [c](src/none.md) [d](README.md#the-walk)\n${'x'.repeat(121)}`
  assert.equal(brokenLinks('README.md', `${text}\n\n## The walk`), ['#three', 'src/none.md'])
  assert.is(tooLong(text).length, 1)
})

for (const path of TEXTS)
  test(`${path}: links lead somewhere, lines fit`, () => {
    assert.equal(brokenLinks(path, contentOf(path)), [])
    assert.equal(tooLong(contentOf(path)), [])
  })

test('the README of the npm package has no link into this repository', () => {
  assert.equal(contentOf('src/client/README.md').match(/\]\((?!https?:)/g), null)
})

test('every npm script, file and folder that the chapters name is there', () => {
  const all = TEXTS.map(contentOf).join('\n')
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const run = [...all.matchAll(/npm run (?:-s )?([\w-]+)/g)].map(([, name]) => name!)
  assert.ok(run.length > 20)
  assert.equal(
    run.filter(name => !(name in scripts)),
    [],
  )
  const named = TEXTS.flatMap(path =>
    [...contentOf(path).matchAll(/(?<![\w/.])(?:src|test|commands|queries|projections)\/[\w./-]*/g)].map(
      ([name]) => name,
    ),
  )
  assert.ok(named.length > 30)
  assert.equal(
    named.filter(path => !existsSync(join(root, path.replace(/\.$/, '')))),
    [],
  )
})

test('the folder map names every folder of src', () => {
  const map = chapterBlock('README.md', 'Folder map', '')
  const entries = readdirSync(join(root, 'src'), { withFileTypes: true })
  for (const entry of entries.filter(entry => entry.isDirectory()))
    assert.match(map, new RegExp(`^src/${entry.name}/`, 'm'))
})

test('every block is run by a test, and the lists of blocks name none that is gone', () => {
  const all = CHAPTERS.flatMap(blocksOf)
  const keys = new Set(all.map(({ chapter, section, language }) => `${chapter} # ${section}: ${language}`))
  const elsewhere = listed([...Object.values(RUN_BY).flat(), ...ON_A_SERVER])
  assert.equal(
    elsewhere.filter(key => !keys.has(key)),
    [],
  )
  const others = [...keys].filter(key => !elsewhere.includes(key) && !key.endsWith(': sh'))
  assert.equal(others, [])
  for (const [file, entries] of Object.entries(RUN_BY)) {
    const source = readFileSync(join(root, file), 'utf8')
    for (const entry of entries) {
      const [chapter = '', section = ''] = entry.replace(/:[\w, ]*$/, '').split(' # ')
      assert.ok(source.includes(`'${chapter}'`) && source.includes(`'${section}'`), `${file} does not run ${entry}`)
    }
  }
})

test('blocks for a VPN server are commands of a shell', () => {
  for (const { chapter, section, language, text } of CHAPTERS.flatMap(blocksOf))
    if (ON_A_SERVER.includes(`${chapter} # ${section}: ${language}`))
      execFileSync('sh', ['-n', '-c', text.replaceAll('…', 'x')])
})

test.run()
