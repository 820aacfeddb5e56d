import * as assert from 'uvu/assert'
import { commonErrorAdvice } from '#http/openapi/document-parts.ts'
import { modules } from '#modules.ts'
import { catalogue } from '#values/errors.ts'
import { suite } from '../harness/suite.ts'

const test = suite('error advice')

test('every code of the catalogue has the advice of one module, or the common one', () => {
  const given = [commonErrorAdvice, ...modules.map(({ errorAdvice }) => errorAdvice ?? {})].flatMap(Object.keys)
  assert.equal(given.sort(), Object.keys(catalogue).sort())
})

test.run()
