import type { FillPart } from './fill-part.ts'

const MESSAGES = [
  { sender: '+34600000000', message_content: 'Your account is locked. Unlock it now: https://bank-login.example' },
  { sender: 'PARCEL', message_content: 'Your parcel waits. Pay the fee of 1.99 EUR: https://parcel-fee.example/pay' },
  { sender: '+34600000001', message_content: 'I am late, see you at eight.' },
]

export const fillMessages: FillPart = async (client, name, _now, signal) => {
  for (const [n, message] of MESSAGES.entries())
    await client.analyzeSms(
      { body: { ...message, user_id: `${name}_user_0`, message_id: `${name}_message_${n}`, platform: 'android' } },
      { signal },
    )
  return `${MESSAGES.length} messages analysed`
}
