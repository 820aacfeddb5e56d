import { startReactions } from '#reactions/start.ts'
import { connectService, type StoreUrls } from './reaction-service.ts'

/**
 * A reactor process that dies between the network's acceptance and the event: it says `accepted <key>` when the network took
 * the instruction, and hears nothing of it. It waits to be killed.
 */
const urls: StoreUrls = JSON.parse(process.argv[2] ?? '{}')
const { service } = await connectService(urls, {
  network: sandbox => ({
    ...sandbox,
    async instruct(instruction) {
      await sandbox.instruct(instruction)
      console.log(`accepted ${instruction.key}`)
      return new Promise(() => {})
    },
  }),
})
await startReactions(service)
