import { suite } from '../../harness/suite.ts'
import { addCuts, addFullFleetTests } from '../full-fleet.ts'

const test = suite('a fleet of ten machines, each role cut from postgres')
await addFullFleetTests(test, (fleet, load) => addCuts(test, fleet, load, 'postgres'))
test.run()
