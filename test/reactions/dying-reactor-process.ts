import { connectService, type StoreUrls, startRefundReactions } from './reaction-service.ts'

/**
 * A reactor process that is going to be killed. Arguments: the stores' addresses as JSON, and what it does when the
 * network took an instruction: `mute` says `accepted <key>` and hears nothing of the outcome, `work` goes on like any
 * reactor.
 */
const urls: StoreUrls = JSON.parse(process.argv[2] ?? '{}')
const isMute = process.argv[3] === 'mute'
const { service } = await connectService(urls, {
  network: sandbox => ({
    ...sandbox,
    async instruct(instruction) {
      const status = await sandbox.instruct(instruction)
      if (!isMute) return status
      console.log(`accepted ${instruction.key}`)
      return new Promise(() => {})
    },
  }),
})
startRefundReactions(service)
console.log('started')
