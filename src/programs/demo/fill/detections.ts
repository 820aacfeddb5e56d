import type { FillPart } from './fill-part.ts'

export const fillDetections: FillPart = async (client, name, _now, signal) => {
  const of = (kind: string) => ({ id: `${name}_${kind}`, user_id: `${name}_user_0` })
  const options = { signal }
  await client.recordDarkwebLeaks(
    { body: { ...of('leak'), email: 'ada@example.com', source: 'paste site', exposed: ['email', 'password'] } },
    options,
  )
  await client.recordPhishingEmails(
    { body: { ...of('email'), sender: 'support@bank-login.example', subject: 'Your account is locked' } },
    options,
  )
  await client.recordMaliciousUrls(
    { body: { ...of('url'), url: 'https://bank-login.example/unlock', source: 'browser', severity: 'critical' } },
    options,
  )
  await client.recordSpamCalls({ body: { ...of('call'), caller: '+34600000000', severity: 'low' } }, options)
  return '4 detections of other modules'
}
