import type { EndpointAnswer } from './endpoint.ts'
import { writeSignatureCode } from './write-signature-code.ts'

/** The secret is not in it: the page does not have it. */
export function VerificationCode({ endpoint }: { endpoint: EndpointAnswer }) {
  return (
    <section aria-labelledby="verify-title">
      <h2 id="verify-title">Verify a signature</h2>
      <p>
        X-Service-Signature is the hex HMAC-SHA256 of the timestamp, a dot and the body as it came, with the secret as
        key. Refuse a timestamp that is more than 300 seconds off, and drop repeats by X-Service-Event-ID.
      </p>
      {writeSignatureCode(endpoint.url).map(({ language, code }) => (
        <details key={language}>
          <summary>{language}</summary>
          <pre>{code}</pre>
        </details>
      ))}
    </section>
  )
}
