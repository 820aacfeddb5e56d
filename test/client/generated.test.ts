import * as assert from 'uvu/assert'
import { generatedClient, keptClient } from '#client/generate.ts'
import { suite } from '../harness/suite.ts'

const test = suite('generated client')

test('is the one that the OpenAPI document makes', async () => {
  assert.ok((await generatedClient()) === keptClient(), 'src/client/openapi.ts is not of this document: npm run client')
})

test.run()
