/** Code that verifies a delivery, as the chapter on webhooks has it. A test runs each. */
type SignatureCode = { language: string; code: string }

/** `url`: the endpoint's, in the form of the URL standard, so that it ends no comment. */
export function writeSignatureCode(url: string): readonly SignatureCode[] {
  return [
    { language: 'Shell', code: shell(url) },
    { language: 'Node', code: node(url) },
    { language: 'Python', code: python(url) },
    { language: 'PHP', code: php(url) },
    { language: 'Ruby', code: ruby(url) },
  ]
}

const shell = (url: string) => `# The signature of a delivery to ${url}: compare it with X-Service-Signature.
# TIMESTAMP is X-Service-Timestamp, BODY the body as it came.
printf '%s.%s' "$TIMESTAMP" "$BODY" | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET"
`

const node = (url: string) => `import { createHmac, timingSafeEqual } from 'node:crypto'

// A delivery to ${url}
// with its headers, as node:http has them, and its body as a Buffer.
export function isAuthentic(headers, body, secret) {
  const timestamp = headers['x-service-timestamp'] ?? ''
  const expected = createHmac('sha256', secret).update(\`\${timestamp}.\`).update(body).digest()
  const given = \`\${headers['x-service-signature']},\${headers['x-service-signature-previous'] ?? ''}\`.split(',')
  const values = given.map(hex => Buffer.from(hex, 'hex'))
  const fits = values.some(value => value.length === expected.length && timingSafeEqual(value, expected))
  return fits && Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300
}
`

const python = (url: string) => `import hashlib, hmac, time

# A delivery to ${url}
# with its headers, in any case, and its body as bytes.
def is_authentic(headers, body, secret):
    headers = {name.lower(): value for name, value in headers.items()}
    timestamp = headers.get("x-service-timestamp", "")
    signed = timestamp.encode() + b"." + body
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    given = [headers.get("x-service-signature", ""), *headers.get("x-service-signature-previous", "").split(",")]
    fits = any(hmac.compare_digest(value.encode(), expected.encode()) for value in given)
    return fits and timestamp.isdigit() and abs(time.time() - int(timestamp)) <= 300
`

const php = (url: string) => `// A delivery to ${url}
// with its headers, in any case, and its body as it came: file_get_contents('php://input').
function isAuthentic(array $headers, string $body, string $secret): bool
{
    $headers = array_change_key_case($headers);
    $timestamp = $headers['x-service-timestamp'] ?? '';
    $expected = hash_hmac('sha256', $timestamp . '.' . $body, $secret);
    $given = ($headers['x-service-signature'] ?? '') . ',' . ($headers['x-service-signature-previous'] ?? '');
    $fits = false;
    foreach (explode(',', $given) as $value) {
        $fits = hash_equals($expected, $value) || $fits;
    }
    return $fits && ctype_digit($timestamp) && abs(time() - (int) $timestamp) <= 300;
}
`

const ruby = (url: string) => `require 'openssl'

# A delivery to ${url}
# with its headers, in any case, and its body as it came.
def authentic?(headers, body, secret)
  headers = headers.transform_keys(&:downcase)
  timestamp = headers['x-service-timestamp'].to_s
  expected = OpenSSL::HMAC.hexdigest('SHA256', secret, "#{timestamp}.".b + body.b)
  given = "#{headers['x-service-signature']},#{headers['x-service-signature-previous']}".split(',')
  fits = given.any? { |value| OpenSSL.secure_compare(value, expected) }
  fits && timestamp.match?(/\\A\\d+\\z/) && (Time.now.to_i - timestamp.to_i).abs <= 300
end
`
