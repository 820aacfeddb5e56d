import * as assert from 'uvu/assert'
import { parseMessage } from '#domain/sms/parse-message.ts'
import { normalise } from '#domain/sms/text/normalise.ts'
import { GAPS_IN_URLS, joinSpacedWords } from '#domain/sms/text/spaced-words.ts'
import { findBrandImitation } from '#domain/sms/urls/brand-imitation.ts'
import { BRAND_WORDS, OFFICIAL } from '#domain/sms/urls/brands.ts'
import { extractUrls, URLS_MAX } from '#domain/sms/urls/extract-urls.ts'
import { inspectUrl } from '#domain/sms/urls/inspect-url.ts'
import { registrableDomainOf } from '#domain/sms/urls/parse-url.ts'
import { suite } from '../../harness/suite.ts'
import { HOSTILE, sms, takesLess } from './samples.ts'

const test = suite('addresses in messages')

const found = (text: string) => extractUrls(joinSpacedWords(normalise(text), GAPS_IN_URLS))
const urls = (text: string) => found(text).map(({ url }) => url)
const inspected = (url: string, isHidden = false) => inspectUrl(url, { isHidden })!
const reasons = (url: string) => inspected(url).reasons

test('addresses are found as they are written', () => {
  assert.equal(urls('See https://shop.example.com/a?b=c#d. Or http://example.org, now!'), [
    'https://shop.example.com/a?b=c#d',
    'http://example.org',
  ])
  assert.equal(urls('bit.ly/3xYz, (see www.example.com/a_(b)) or claim-4u.info'), [
    'bit.ly/3xYz',
    'www.example.com/a_(b)',
    'claim-4u.info',
  ])
  assert.equal(urls('HTTP://EXAMPLE.COM/ABC'), ['http://EXAMPLE.COM/ABC'])
  assert.equal(urls('pay:example.top/x,then'), ['example.top/x,then'])
  assert.equal(urls('http://10.1.2.3/x 10.1.2.3:8080/y 10.1.2.3'), ['http://10.1.2.3/x', '10.1.2.3:8080/y'])
  assert.equal(urls('javascript:alert(1) data:text/html,<b>'), ['javascript:alert(1)', 'data:text/html'])
  assert.equal(urls('https://example.com/r?to=https://evil.example.net/x'), [
    'https://example.com/r?to=',
    'https://evil.example.net/x',
  ])
  assert.equal(urls('https://пример.рф/путь пример.рф/x'), ['https://пример.рф/путь', 'пример.рф/x'])
})

test('an address ends where its host does', () => {
  for (const rest of [
    '👉',
    '👉here',
    '→',
    '€',
    '&now',
    '—see',
    '(new)',
    ':now',
    '\ufffdto claim',
    '的',
    'א',
    '!now',
    ',now',
  ])
    assert.equal(urls(`go https://pay.example.com${rest} now`), ['https://pay.example.com'], rest)
  for (const whole of [
    'https://a@pay.example.com:8443/x€',
    'https://user:pa$$@example.com/x',
    'https://münchen.example.com',
    'https://example.рф',
    'http://[2001:db8::1]:8080/x',
    'https://pay%2eexample.com/',
  ])
    assert.equal(urls(`go ${whole} now`), [whole])
})

test('hyphens are part of a name, and of another one than without them', () => {
  const text = 'PayPal: verify at https://p-a-y-p-a-l.com/x'
  const [link] = parseMessage(sms(text)).links
  assert.is(link!.parsedUrl.host, 'p-a-y-p-a-l.com')
  assert.is(link!.owner, null)
  assert.is(link!.imitates?.words[0], 'paypal')
})

test('what only looks like one is none', () => {
  for (const text of [
    'See you.Live long.In an hour.Is it?',
    'That is it.so what.no way',
    'U.S.A. or e.g. 3.50 and 12.11.2024, v1.2.3.4',
    'anna.smith@example.com',
    'http:// and https://',
    'a/b and/or 24/7',
    'javascript: the good parts',
  ])
    assert.equal(urls(text), [], text)
})

test('addresses that are disguised are found as they are meant, and where they stand', () => {
  for (const [text, url, seen] of [
    ['go hxxps://evil[.]example[.]com/a now', 'https://evil.example.com/a', 'hxxps://evil[.]example[.]com/a'],
    ['go hXXp://evil(dot)example{.}com', 'http://evil.example.com', 'hXXp://evil(dot)example{.}com'],
    ['go http : // evil . example . com / a', 'http://evil.example.com/a', 'http : // evil . example . com / a'],
    ['go evil-bank . com', 'evil-bank.com', 'evil-bank . com'],
    ['go www. evil-bank .com', 'www.evil-bank.com', 'www. evil-bank .com'],
    ['go evil-bank。com/a', 'evil-bank.com/a', 'evil-bank。com/a'],
    ['go evil-bank dot com', 'evil-bank.com', 'evil-bank dot com'],
    ['go https[:]//evil.example.com', 'https://evil.example.com', 'https[:]//evil.example.com'],
    [
      'go ht\u200btps://ev\u00adil.example.com/x',
      'https://evil.example.com/x',
      'ht\u200btps://ev\u00adil.example.com/x',
    ],
    [
      'go ｈｔｔｐｓ：／／ｅｖｉｌ．ｅｘａｍｐｌｅ．ｃｏｍ',
      'https://evil.example.com',
      'ｈｔｔｐｓ：／／ｅｖｉｌ．ｅｘａｍｐｌｅ．ｃｏｍ',
    ],
  ] as const) {
    const [one, ...more] = found(text)
    assert.is(one?.url, url, text)
    assert.is(text.slice(one!.span.start, one!.span.end), seen)
    assert.equal(more, [], text)
  }
  assert.equal(
    found('a.example.com and b . example . com').map(({ isHidden }) => isHidden),
    [false, true],
  )
})

test('the end of a sentence hides no address', () => {
  for (const [text, ...expected] of [
    ['Su envío está en reparto. Info: https://www.correos.es', 'https://www.correos.es'],
    ['en reparto. info: https://www.correos.es', 'https://www.correos.es'],
    ['en reparto . Info: https://www.correos.es', 'https://www.correos.es'],
    ['en reparto.Info: https://www.correos.es', 'https://www.correos.es'],
    ['en reparto.info: https://www.correos.es', 'https://www.correos.es'],
    ['Entregado .Info en www.seur.com', 'www.seur.com'],
    ['Haz tu pedido. Com…'],
    ['Haz tu pedido.Com…'],
    ['haz tu pedido. com…'],
    ['Total. net pay 1200'],
    ['Gracias. Org de consumidores'],
    ['su punto es gratuito'],
  ] as const)
    assert.equal(urls(text), expected, text)
  for (const [text, url] of [
    ['entra en paypal .com', 'paypal.com'],
    ['entra en paypal. com/login ya', 'paypal.com/login'],
    ['entra en paypal. com', 'paypal.com'],
    ['entra en PAYPAL .COM', 'PAYPAL.COM'],
    ['entra en paypal. Com/login', 'paypal.Com/login'],
    ['paypal .com: verify now', 'paypal.com'],
    ['avisos-correos. info/x', 'avisos-correos.info/x'],
    ['correos-aviso punto es', 'correos-aviso.es'],
    ['mybank dot net', 'mybank.net'],
    ['pay-toll .ride-desk2 .site', 'pay-toll.ride-desk2.site'],
    ['correos-tasas .top', 'correos-tasas.top'],
  ] as const)
    assert.equal(
      found(text).map(one => [one.url, one.isHidden]),
      [[url, true]],
      text,
    )
  assert.equal(urls('Visit Amazon.Com today'), ['Amazon.Com'])
})

test('what is registered goes by the public suffix list', () => {
  const domain = (host: string) => registrableDomainOf(host)?.domain
  assert.is(domain('login.example.co.uk'), 'example.co.uk')
  assert.is(domain('a.b.gob.es'), 'b.gob.es')
  assert.equal(registrableDomainOf('mine.web.app'), {
    domain: 'mine.web.app',
    suffix: 'web.app',
    subdomain: '',
    isFreeHost: true,
  })
  for (const none of ['localhost', 'example.notasuffix', 'co.uk', '10.1.2.3', '', '.', `${'a'.repeat(300)}.com`])
    assert.is(registrableDomainOf(none), null, none)
})

test('each reason is given for its own kind of address', () => {
  for (const [reason, url] of [
    ['look_alike_spelling', 'paypa1.com'],
    ['look_alike_spelling', 'arnazon.com/x'],
    ['look_alike_spelling', 'https://netflx.com'],
    ['look_alike_spelling', 'https://uspss.com'],
    ['look_alike_spelling', 'https://bbvaa.es'],
    ['brand_in_name', 'amazon-soporte.example-x.com'.replace('.example-x', '')],
    ['brand_in_name', 'netflixbilling.com'],
    ['brand_in_name', 'ups-aduana.net'],
    ['brand_in_subdomain', 'https://paypal.com.session.example.net'],
    ['userinfo', 'https://paypal.com@example.net/x'],
    ['mixed_script', 'https://pаypal.com'],
    ['punycode', 'http://xn--80ak6aa92e.com'],
    ['ip_host', 'http://10.1.2.3/x'],
    ['ip_host', 'http://0x0a010203/x'],
    ['ip_host', 'http://[2001:db8::1]/'],
    ['odd_port', 'https://example.net:8443/x'],
    ['shortener', 'bit.ly/x'],
    ['risky_ending', 'https://something.top'],
    ['free_host', 'https://something.web.app'],
    ['not_web', 'javascript:alert(1)'],
    ['redirect', 'https://www.google.com/url?q=%68ttps%253A%252f%252fexample.net'],
    ['redirect', 'https://www.google.com/url?q=//example.net'],
    ['not_encrypted', 'http://example.net'],
    ['redirect', 'https://www.google.com/url?q=https://example.net'],
    ['many_hyphens', 'https://a-b-c-d.example.net'],
    ['many_subdomains', 'https://a.b.c.d.example.net'],
    ['bait_words', 'https://secure-login.example.net'],
    ['random_name', 'https://x7k2p.net'],
  ] as const)
    assert.ok((reasons(url) as string[]).includes(reason), `${url}: ${reasons(url)}`)
  assert.ok(inspected('https://example.net', true).reasons.includes('hidden'))
})

test('accents in a name are no disguise', () => {
  assert.equal(reasons('https://peñalara.es'), [])
  assert.equal(reasons('https://paypál.com'), ['look_alike_spelling'])
})

test('a cyrillic paypal is named as what it imitates', () => {
  const { imitates, risk } = inspected('https://pаypal.com/login')
  assert.is(imitates?.words[0], 'paypal')
  assert.ok(risk > 0.9)
  assert.is(inspected('https://аррӏе.com').imitates?.words[0], 'apple')
})

test('official domains have nothing against them, and whatever stands before their names only looks like them', () => {
  for (const { domains } of new Set(BRAND_WORDS.map(({ brand }) => brand)))
    for (const domain of domains) {
      const { owner, isOfficial, imitates } = inspected(`https://www.${domain}/a`)
      assert.ok(owner !== null && imitates === null, domain)
      assert.ok(isOfficial || reasons(`https://${domain}/a`).includes('shortener'), domain)
    }
  assert.ok(OFFICIAL.size > 300)
  for (const official of [
    'https://www.gov.uk/x',
    'https://sede.agenciatributaria.gob.es',
    'https://tools.usps.com/go?x=1',
    'https://irs.gov',
    'https://gov.uk/pay',
    'https://login.microsoftonline.com/x',
    'https://itax.kra.go.ke/x',
    'https://tracking.olvaexpress.pe/x',
    'NACEX.shop',
    'https://www.citapreviadnie.es',
    'https://try.sendle.com/x',
  ])
    assert.ok(inspected(official).isOfficial, official)
  for (const other of [
    'usps.com-track.top',
    'my-usps.com',
    'uspss.com',
    'gov.uk.refund-tax.net',
    'http://irs.gov@example.net',
    'https://usps.com:8443/x',
    'nacex-shop.com',
    'nacex.store',
    'kra-go.ke',
    'olvaexpress.top',
  ])
    assert.not(inspected(other).isOfficial, other)
})

test('a name is an imitation one letter away from a brand, and none further away', () => {
  const of = (label: string) => findBrandImitation(label)?.brand.words[0]
  for (const [label, brand] of [
    ['payapl', 'paypal'],
    ['paypall', 'paypal'],
    ['paypl', 'paypal'],
    ['paybal', 'paypal'],
    ['vvellsfargo', 'wells fargo'],
    ['arnazon', 'amazon'],
    ['paypa1', 'paypal'],
    ['lypaap', undefined],
    ['payball', undefined],
    ['baypal', undefined],
    ['bbvaaa', undefined],
  ] as const)
    assert.is(of(label), brand, label)
})

test('the bare name of a brand in a country is neither its own nor an imitation', () => {
  for (const url of ['https://paypal.pt', 'https://amazon.com.tr/x']) {
    const { imitates, isOfficial, risk } = inspected(url)
    assert.equal([imitates, isOfficial, risk], [null, false, 0], url)
  }
  for (const url of ['https://paypal.top', 'https://paypal-login.pt'])
    assert.is(inspected(url).imitates?.words[0], 'paypal', url)
})

test('a word with its accents names a shop by its site, and is an imitation where it leads on', () => {
  const { imitates, isOfficial, risk } = inspected('París.cl')
  assert.equal([imitates, isOfficial, risk], [null, false, 0])
  for (const url of ['https://parís.cl', 'parís.cl/oferta', 'parís.top', 'bancoestádo.cl'])
    assert.ok(reasons(url).includes('look_alike_spelling'), url)
})

test('names that only share letters with a brand imitate no brand', () => {
  for (const label of [
    'startups',
    'start-ups',
    'pineapple',
    'applebees',
    'oranges',
    'orange-county',
    'chasewood',
    'example',
    'citizensadvice',
    'discovery',
    'amplify',
  ])
    assert.is(findBrandImitation(label), null, label)
})

test('what is no address is none', () => {
  for (const text of [
    '',
    ' ',
    'x',
    'http://',
    '[',
    'https://[::',
    '://',
    '%',
    '\0',
    '\ud800',
    'https://%00',
    'mailto:a@b.c',
    'tel:+34600000000',
    '//',
    '#',
  ])
    assert.is(inspectUrl(text, { isHidden: false }), null, JSON.stringify(text))
})

test('an address of 10 kB and a thousand of them are read', () => {
  assert.ok(inspected(`https://example.net/${'a'.repeat(10_000)}`).parsedUrl.host === 'example.net')
  assert.is(found(`https://example.net/${'a'.repeat(10_000)}`)[0]!.span.end, 10_020)
  assert.is(found(Array.from({ length: 1_000 }, (_, at) => `https://a${at}.example.net/`).join(' ')).length, URLS_MAX)
})

test('100 kB of anything take less than 50 ms', () => {
  for (const text of HOSTILE)
    assert.ok(
      takesLess(50, () => found(text)),
      JSON.stringify(text.slice(0, 12)),
    )
})

test.run()
