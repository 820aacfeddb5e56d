import { readFileSync } from 'node:fs'
import * as assert from 'uvu/assert'
import { costBesideFloor, rateBesideFloor } from '../bench/figures.ts'
import { Kept, reportOf } from '../bench/guard-report.ts'
import { suite } from '../harness/suite.ts'

const test = suite('the table of npm run bench -- guard')

const release = (ratios: Record<string, number>): Kept => ({ release: 'before', node: 'v24', cores: 2, ratios })
const rates = (what: string, ...values: number[]) => ({
  what,
  rounds: values.map(value => rateBesideFloor(value, 1_000)),
})

test('what fell by more than a tenth comes first, rates and costs alike', () => {
  const life = { what: 'life', rounds: [costBesideFloor(5, 1)] }
  const measured = [rates('as before', 500, 10, 900), rates('a tenth less', 451), rates('less', 100, 440, 700), life]
  const lines = reportOf(measured, release({ 'as before': 0.5, 'a tenth less': 0.5, less: 0.5, life: 0.25 }))
  assert.equal(lines.slice(0, 2), ['FELL BY 12 %: less', 'FELL BY 20 %: life'])
  assert.equal(
    lines.slice(3).map(line => line.split('  ')[0]!.trim()),
    ['less', 'life', 'as before', 'a tenth less'],
  )
})

test('what is new has nothing to fall from, and without kept ratios nothing fell', () => {
  assert.match(reportOf([rates('new', 1)], release({ other: 1 }))[0]!, /ratio {2}before/)
  assert.match(reportOf([rates('new', 1)], null)[0]!, /none kept/)
})

test('the ratios of the last release can be read', () => {
  const file = new URL('../bench/ratios.json', import.meta.url)
  assert.is(Object.keys(Kept.parse(JSON.parse(readFileSync(file, 'utf8'))).ratios).length, 5)
})

test.run()
