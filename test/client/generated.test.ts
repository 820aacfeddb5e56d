import * as assert from 'uvu/assert'
import { generateClient, readGeneratedClient } from '#client/generate.ts'
import { suite } from '../harness/suite.ts'

const test = suite('generated client')

test('is the one that the OpenAPI document makes', async () => {
  assert.ok(
    (await generateClient()) === readGeneratedClient(),
    'src/client/openapi.ts is not of this document: npm run client',
  )
})

test.run()
