import { startReactions } from '#reactions/start.ts'
import { fraudParts, withScores } from '../harness/scores.ts'
import { connectService, type StoreUrls } from './reaction-service.ts'

/** A reactor process of the fraud module that is going to be killed. Argument: the stores' addresses as JSON. */
const urls: StoreUrls = JSON.parse(process.argv[2] ?? '{}')
const { service } = await connectService(urls)
startReactions(service, [fraudParts(withScores(service))])
console.log('started')
