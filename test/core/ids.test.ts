import fc from 'fast-check'
import { v5 } from 'uuid'
import * as assert from 'uvu/assert'
import { derivedUuid } from '#values/ids.ts'
import { suite } from '../harness/suite.ts'

const test = suite('ids')

const NAMESPACE = '6d2c1f4e-6c0b-4d2a-9a57-3f1f0a6c5e11'

test('a derived UUID is that of RFC 9562, version 5, for any parts', () =>
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.integer())), parts =>
      assert.is(derivedUuid(...parts), v5(JSON.stringify(parts), NAMESPACE)),
    ),
  ))

test.run()
