import * as assert from 'uvu/assert'
import { analyse, type SmsModel } from '#domain/sms/analyse.ts'
import { classify, RULES_ONLY } from '#domain/sms/classify.ts'
import { LINKS_MAX } from '#domain/sms/links.ts'
import { EXTRACTED_URLS_MAX, type Message, TEXT_LENGTH_MAX } from '#domain/sms/message.ts'
import { parseMessage } from '#domain/sms/parse-message.ts'
import { LEVEL_SCORE_MIN, levelOf } from '#values/risk-levels.ts'
import { suite } from '../../harness/suite.ts'
import { analyseOne, HOSTILE, sms, takesLess } from './samples.ts'

/** What rules make of a message and of what a model says of it. */
const test = suite('the analysis of a message')

const judged = (message: Message, probability: number | null, known = 1) =>
  classify(
    parseMessage(message),
    probability === null ? null : { probability, knownWordShare: known, links: [] },
    probability === null ? RULES_ONLY : { version: 'v1.0.0', threshold: 0.5 },
  )

/** Says the same of every message. */
const saying = (probability: number): SmsModel => ({
  ...{ version: 'v1.0.0', threshold: 0.5 },
  predict: async parsed => parsed.map(({ links }) => ({ probability, knownWordShare: 1, links: links.map(() => 0) })),
})

const PHISHING = 'Barclays: your account is locked, verify it at https://barclays-help.example.com'

test('rules put a floor under the score and never lower it', () => {
  assert.equal(judged(sms(PHISHING), 0.01).risk_score, 0.9)
  assert.equal(judged(sms(PHISHING), 0.97).risk_score, 0.97)
  assert.equal(judged(sms('See you at six, then dinner'), 0.97).risk_score, 0.97)
  assert.equal(judged(sms('See you at six, then dinner'), 0.0123456).risk_score, 0.0123)
})

test('each rule puts its own floor', () => {
  const links = Array.from({ length: LINKS_MAX + 1 }, (_, at) => `https://a${at}.example.net`).join(' ')
  for (const [rules, floor, text, sender = null] of [
    ['malicious_link', 0.7, 'See https://10.1.2.3/x'],
    ['malicious_link_with_story malicious_link', 0.9, 'Hurry, act now: https://10.1.2.3/x'],
    ['suspicious_link_with_story', 0.65, 'Your card is locked, verify it at bit.ly/x'],
    ['suspicious_link_with_story', 0.4, 'You have won a prize, claim your gift: bit.ly/x'],
    ['sender_mismatch', 0.7, 'Your parcel is on hold, pay the shipping fee: https://example.net/x', 'DHL'],
    ['sender_mismatch', 0.4, 'Have a look at this: https://example.net/x', 'Barclays'],
    ['', 0, 'Have a look at this: https://www.barclays.co.uk/x or https://example.net/x', 'Barclays'],
    ['new_number_of_family', 0.8, 'Hi mum, I dropped my phone, this is my new number, I need to pay a bill today'],
    ['', 0, 'Hi mum, this is my new number'],
    ['', 0, 'Hi mum, new phone but same number. Send me the bill when you can, I will pay it'],
    ['', 0, 'Hola papá, tengo móvil nuevo, el número sigue siendo el mismo. ¿Me mandas dinero para el pan?'],
    ['code_by_mistake theft_of_code', 0.75, 'Send me the code, it came to you by mistake'],
    ['theft_of_code', 0.75, 'The driver needs the code that you just got'],
    ['call_to_mobile', 0.65, 'Your Barclays card is locked, call +44 7911 123456'],
    ['', 0, 'Your Barclays card is locked, call 0345 734 5345'],
    ['organisation_on_personal_number', 0.65, 'Your tax refund is pending: https://example.net', '+447911123456'],
    ['', 0, 'Your tax refund is pending: https://example.net', '72345'],
    ['gift_card_payment', 0.65, 'You owe a fine. Pay the fine with a Steam card'],
    ['', 0, 'Never share the code, it came to you by mistake'],
    ['data_for_prize', 0.65, 'You won a prize, send your bank account details'],
    ['', 0, 'The lottery: sign in to your account at www.national-lottery.co.uk to see your prize'],
    ['data_for_prize', 0.65, 'The lottery: sign in to your account at docs.google.com/forms to see your prize'],
    ['easy_work', 0.65, 'Part time job, earn $300 per day from home. Contact us on WhatsApp +1 555 010 0000'],
    ['profit_with_link', 0.65, 'Join our bitcoin trading group for guaranteed profit: https://example.net'],
    ['', 0, 'Bitcoin profit for you'],
    ['disguised', 0.7, 'Your card is l0cked, verify it at https://example.net'],
    ['suspicious_link_with_story disguised', 0.7, 'Your card is locked, verify it at https://example[.]net'],
    ['', 0, 'Your card is locked, verify it at https://example.net'],
    ['many_links', 0.3, links],
    ['', 0, links.slice(0, links.lastIndexOf(' '))],
  ] as const) {
    const { rules: fired, risk_score } = judged(sms(text, { sender }), null)
    assert.equal([fired.join(' '), risk_score], [rules, floor], text)
  }
})

test('levels begin where those of fraud do, and a message is phishing from the threshold on', () => {
  const bounds = [0, 0.2999, 0.3, 0.5999, 0.6, 0.8499, 0.85, 1]
  assert.equal(bounds.map(levelOf), ['low', 'low', 'medium', 'medium', 'high', 'high', 'critical', 'critical'])
  assert.is(LEVEL_SCORE_MIN.critical, 0.85)
  const is = (probability: number) => judged(sms('See you at six, then dinner'), probability).is_phishing
  assert.equal([is(0.4999), is(0.5)], [false, true])
})

test('variants of a phishing message stay phishing by the rules alone', () => {
  for (const text of [
    PHISHING,
    PHISHING.toUpperCase(),
    PHISHING.toLowerCase(),
    'Barclays: your acc\u200bount is lo\u200bcked, ver\u200bify it at https://barclays-\u200bhelp.example.com',
    'Bаrclаys: уоur ассount is lосkеd, vеrify it at https://barclays-help.example.com',
    'B4rclays: y0ur acc0unt is l0cked, v3rify it at https://barclays-help.example.com',
    'Barclays: your  a c c o u n t  is  l o c k e d,  v e r i f y it at https : // barclays-help . example . com',
    'Barclays: your account is locked, verify it at hxxps://barclays-help.example.com',
    'Barclays: your account is locked, verify it at https://barclays-help[.]example[.]com',
    'Barclays: your account is locked, verify it at barclays-help(dot)example(dot)com',
    'Barclays: your account is locked, verify it at https://xn--brclays-3fg.com',
    'Ｂａｒｃｌａｙｓ： ｙｏｕｒ ａｃｃｏｕｎｔ ｉｓ ｌｏｃｋｅｄ, verify it at https://barclays-help.example.com',
  ]) {
    const { is_phishing, url_analysis, risk_level } = judged(sms(text), null)
    assert.ok(is_phishing, text)
    assert.is(url_analysis.malicious_urls, 1, text)
    assert.is(risk_level, 'critical', text)
  }
})

test('one-time codes and notices of official domains stay low for every probability of the model', () => {
  for (const [text, sender] of [
    ['Your Barclays code is 493021. Never share it with anyone.', 'Barclays'],
    ['BBVA: su codigo de verificacion es 220917. No lo comparta con nadie.', 'BBVA'],
    ['G-448120 is your Google verification code.', 'Google'],
    ['Your parcel arrives today between 2 and 4 pm. Track it: https://www.dhl.com/track?id=1', 'DHL'],
    ['Su paquete llega hoy. Siga el reparto en https://www.correos.es/seguimiento', 'Correos'],
  ] as const) {
    const { risk_level, is_phishing, url_analysis, recommendations } = judged(sms(text, { sender }), 0.99)
    assert.equal(
      [risk_level, is_phishing, url_analysis.malicious_urls, recommendations.length],
      ['low', false, 0, 1],
      text,
    )
  }
  const asked = judged(sms('Your code is 493021. Send me the code, it was sent to you by mistake'), 0.99)
  assert.ok(asked.is_phishing)
})

test('a number of a parcel beside an official link is no way through, and a number to call is', () => {
  for (const text of [
    'DHL: your parcel 7712345678 arrives today. Track it: https://www.dhl.com/track',
    'FedEx: package 771234567890 is out for delivery. https://www.fedex.com/fedextrack?trknbr=771234567890',
    'MRW: su envio 0261234567 sera entregado hoy. Siga su envio en https://www.mrw.es/seguimiento',
    'Your package 9400111899223397578412 will arrive today. https://tools.usps.com/go/TrackConfirmAction',
    'Correos: su envío está en reparto. Info: https://www.correos.es',
    'Tu envío está en reparto. Info: https://www.correos.es',
    'La declaracion ya se puede consultar en https://sede.agenciatributaria.gob.es',
  ])
    assert.is(judged(sms(text), 0.99).risk_level, 'low', text)
  const bare = judged(sms('Correos: su envio llega hoy 612345678 https://www.correos.es'), 0.99)
  assert.equal([bare.risk_level, bare.is_phishing], ['medium', false])
  for (const text of [
    'Correos: su envio espera, llame al 612345678 https://www.correos.es',
    'DHL: your parcel is held, call 07911123456. https://www.dhl.com/track',
  ])
    assert.is(judged(sms(text), 0.99).risk_score, 0.99, text)
})

test('a customer line of the named organisation keeps the cap for every probability of the model', () => {
  const note = 'a new token was set up. Not you? Call 6255 0160 immediately.'
  for (const [text, sender] of [
    [`UOB: ${note}`, 'UOB'],
    ['DIAN: tiene una obligacion en mora. Evite el embargo. Linea 601 489 9000.', 'DIAN'],
    ['SUNAT: tiene una deuda. Pague en sunat.gob.pe o llame al (01) 315-0730', 'SUNAT'],
  ] as const) {
    const { is_phishing, rules } = judged(sms(text, { sender }), 0.99)
    assert.equal([is_phishing, rules], [false, []], text)
  }
  for (const [text, sender] of [
    [`DBS: ${note}`, 'DBS'],
    [`UOB: ${note}`, '+6591234567'],
    [`UOB: ${note} Or call +65 9123 4567.`, 'UOB'],
    [`UOB: ${note} See https://example.net`, 'UOB'],
    [`UOB: ${note} Send us your PIN.`, 'UOB'],
  ] as const)
    assert.is(judged(sms(text, { sender }), 0.99).risk_score, 0.99, text)
})

test('a model that is sure of the contrary overrules rules that go by words alone, and no others', () => {
  for (const [text, isOverruled] of [
    ['Hola, te ha llegado por error un codigo de 6 digitos, me lo mandas?', false],
    ['Your bank here: read us the six digit code that we sent you by text', true],
    ['Your bank: our courier collects your card today, hand it to the courier', true],
    ['See https://10.1.2.3/x', false],
  ] as const) {
    const of = (probability: number | null) => judged(sms(text), probability)
    const { rules } = of(0.03)
    assert.ok(of(0.03).is_phishing, text)
    assert.equal(of(null).rules, rules, text)
    assert.is(of(0.0299).is_phishing, !isOverruled, text)
    assert.equal(of(0.0299).rules, isOverruled ? [] : rules.filter(rule => rule !== 'theft_of_code'), text)
  }
})

test('a verdict that nothing else explains is explained by the words that weighed most, or by the address', () => {
  const told = (
    text: string,
    probability: number,
    heaviest: (() => { start: number; end: number } | null) | undefined,
  ) =>
    classify(
      parseMessage(sms(text)),
      { probability, knownWordShare: 1, links: [], ...(heaviest && { findHeaviestWords: heaviest }) },
      { version: 'v1.0.0', threshold: 0.5 },
    ).threat_indicators.map(({ type, severity, evidence }) => `${type} ${severity} ${evidence.text}`)
  const words = () => ({ start: 8, end: 14 })
  assert.equal(told('See you at\u200b six, then dinner', 0.9, words), ['phishing_wording high at\u200b six'])
  assert.equal(told('See you at six, then dinner', 0.4, words), [])
  assert.equal(told('It is urgent', 0.9, () => ({ start: 0, end: 5 }))[0], 'phishing_wording high It is')
  assert.equal(
    told('Photos https://example.net/a', 0.9, () => null),
    ['phishing_wording high https://example.net/a'],
  )
  assert.equal(told('Your card is locked, act now: https://example.net', 0.9, words), [
    'bank_impersonation high card is locked',
    'urgency_language high act now',
  ])
  assert.is(judged(sms('🎉🎉'), 0.99).is_phishing, false)
})

test('a sender whose name the address bears is no stranger, unless something else is told', () => {
  const of = (text: string, sender: string | null) => judged(sms(text, { sender }), 0.99).risk_score
  for (const [text, sender] of [
    ['Your order is on its way, follow it: https://track.northway.example/a8', 'Northway'],
    ['Northway: your order is on its way. https://www.northway.co.uk/a8', null],
  ] as const)
    assert.is(of(text, sender), text.includes('.example') ? 0.99 : 0.3, text)
  assert.is(of('Your order is on its way: https://track.northway.co.uk/a8', 'Northway'), 0.3)
  for (const [text, sender] of [
    ['Your order is on its way: https://northway-track.co.uk/a8', 'Northway'],
    ['Your order is on its way: https://northway.top/a8', 'Northway'],
    ['Your card is locked, verify it at https://northway.co.uk/a8', 'Northway'],
    ['Your order is on its way: https://northway.co.uk/a8', '+447911123456'],
  ] as const)
    assert.is(of(text, sender), 0.99, text)
})

test('customer lines beside notes of names are medium, and pressing ones are not, unless the model is sure', () => {
  const of = (text: string, sender: string | null = 'Chase', probability = 0.84) =>
    judged(sms(text, { sender }), probability).risk_score
  assert.is(of('We declined a payment. If this was not you, call 0345 788 8444'), 0.3)
  assert.is(of('Ha iniciado sesion en un dispositivo. Si no ha sido usted, llame al 91 206 66 66', 'ING'), 0.3)
  assert.is(of('BS: Codigo 482913 para entrar. Si no ha sido usted llame al 963 085 000', 'Sabadell'), 0.3)
  assert.is(of('We declined a payment. If this was not you, call 0345 788 8444', 'Chase', 0.85), 0.85)
  assert.is(of('BS: Codigo 482913 para entrar. Si no ha sido usted llame al 963 085 000', 'Sabadell', 0.99), 0.3)
  for (const [text, sender] of [
    ['Your card is suspended. Talk to an agent on 855 555 0131 within the hour', 'Chase'],
    ['Your card is suspended. Call (888) 555-0170', 'Chase'],
    ['We declined a payment. If this was not you, call 07399 112233', 'Chase'],
    ['We declined a payment. If this was not you, call 0345 788 8444', '+447911123456'],
  ] as const)
    assert.ok(of(text, sender) > 0.5, text)
})

test('where anybody may write, an official domain excuses nothing', () => {
  for (const text of [
    'Google: your account is suspended, verify it at https://sites.google.com/view/verify',
    'Google: your account is suspended, verify it at https://www.google.com/url?q=example.net/x',
    'Telegram: your account will be deleted, verify it at https://t.me/verifybot',
    'WhatsApp: su cuenta sera desactivada, verifiquela en https://wa.me/34600000000',
    'Facebook: your page will be disabled, appeal at https://www.facebook.com/groups/appeal',
    'PayPal: your account is locked, verify it at https://github.com/verify/paypal',
    'PayPal: your account is locked, verify it at https://www.bbc.co.uk/x',
  ])
    assert.is(judged(sms(text), 0.99).risk_score, 0.99, text)
  assert.is(judged(sms('Photos of us: https://en.wikipedia.org/wiki/Us'), 0.99).risk_level, 'low')
})

test('a message of a name or a short code without contact is low, and medium if a reply is requested', () => {
  const levels = (text: string, probability = 0.84) =>
    ['Chase', '24273', '+15550100000', null].map(sender => judged(sms(text, { sender }), probability).risk_level)
  const unknown = ['high', 'high'] as const
  assert.equal(levels('We declined $220.00 on your card ending 2210'), ['low', 'low', ...unknown])
  assert.equal(levels('We declined $220.00. Was this you? Reply Y or N'), ['medium', 'medium', ...unknown])
  assert.equal(levels('We declined $220.00. Was this you? Reply Y or N', 0.85), Array(4).fill('critical'))
  for (const text of [
    'Your card is locked, send us your PIN',
    'Your card is locked, call +1 555 010 0000',
    'Your card is locked, write to help@example.net',
    'Hi mum, this is my new number',
    'Your card is locked: https://example.net',
    'Y\u200bour card is locked',
  ])
    assert.not(levels(text).includes('low'), text)
})

test('a number of a parcel is no disguise, and a name that is a word is known beside its own domain', () => {
  for (const [text, sender] of [
    ['Correos: su envio PQ4F5 llega hoy, sigalo en https://www.correos.es/x', null],
    ['Your bill is ready, see https://www.o2.co.uk/bill', 'O2'],
    ['Three: your bill is ready, see https://www.three.co.uk/bill', null],
  ] as const)
    assert.is(judged(sms(text, { sender }), 0.99).risk_level, 'low', text)
})

test('each address has a verdict with its reasons, and malicious ones are counted', () => {
  const text = `${PHISHING} or bit.ly/x, https://www.barclays.co.uk and https://example.net`
  const { urls_found, malicious_urls, urls } = judged(sms(text), 0.1).url_analysis
  assert.equal([urls_found, malicious_urls], [4, 3])
  assert.equal(
    urls.map(({ host, domain, verdict, reasons }) => ({ host, domain, verdict, reasons })),
    [
      {
        host: 'barclays-help.example.com',
        domain: 'example.com',
        verdict: 'malicious',
        reasons: ['brand_in_subdomain', 'bait_words', 'in_phishing_message'],
      },
      { host: 'bit.ly', domain: 'bit.ly', verdict: 'malicious', reasons: ['shortener', 'in_phishing_message'] },
      { host: 'www.barclays.co.uk', domain: 'barclays.co.uk', verdict: 'official', reasons: [] },
      { host: 'example.net', domain: 'example.net', verdict: 'malicious', reasons: ['in_phishing_message'] },
    ],
  )
  const harmless = judged(sms('Photos: https://example.net/a and bit.ly/x'), 0.1).url_analysis
  assert.equal(
    harmless.urls.map(({ verdict }) => verdict),
    ['unremarkable', 'suspicious'],
  )
  assert.is(harmless.malicious_urls, 0)
})

test('the probability of a URL and a sender with another name are reasons', () => {
  const reasons = (like: number, sender: string | null, url = 'https://example.net/a') => {
    const answer = { probability: 0.1, knownWordShare: 1, links: [like] }
    const [one] = classify(parseMessage(sms(`Photos: ${url}`, { sender })), answer, {
      version: 'v1.0.0',
      threshold: 0.5,
    }).url_analysis.urls
    return [one!.risk, one!.verdict, ...one!.reasons]
  }
  assert.equal(reasons(0.89, null), [0, 'unremarkable'])
  assert.equal(reasons(0.9, null), [0.3, 'suspicious', 'like_known_phishing'])
  assert.equal(reasons(0.1, 'Barclays'), [0.5, 'suspicious', 'sender_mismatch'])
  assert.equal(reasons(0.9, 'Barclays'), [0.65, 'suspicious', 'like_known_phishing', 'sender_mismatch'])
  assert.equal(reasons(0.9, 'DHL', 'https://www.dhl.com/x'), [0, 'official'])
})

test('advice is for what was seen', () => {
  const advice = (text: string, probability: number) => judged(sms(text), probability).recommendations
  assert.equal(advice('See you at six', 0.1), ['No signs of fraud were found.'])
  assert.equal(advice('See you at six', 0.4), ['Be careful: make sure who sent this before you act on it.'])
  assert.equal(advice('See https://example.net', 0.4), [
    'Be careful: make sure who sent this before you act on it.',
    'Do not open the link.',
  ])
  assert.equal(advice('Hi mum, I lost my phone, this is my new number. Can you pay a bill?', 0.9), [
    'Call your relative on the number that you knew before.',
    'Do not pay or send money.',
    'Do not answer; block the sender.',
    'Report the message as fraud and delete it.',
  ])
  assert.equal(advice(PHISHING, 0.9), [
    'Do not open the link.',
    'Do not give passwords, codes, card or personal data.',
    'Contact the organisation through its own app, its website or the number on your card, never through this message.',
    'Do not answer; block the sender.',
    'Report the message as fraud and delete it.',
  ])
})

test('the same address in the text and from the caller counts once', () => {
  const extractedUrls = ['https://Example.net/a/', 'http://example.net/b', 'example.net/b', 'no address', '']
  const { urls_found, urls } = judged(sms('See example.net/a', { extractedUrls }), 0.1).url_analysis
  assert.is(urls_found, 2)
  assert.equal(
    urls.map(({ evidence }) => [evidence.source, evidence.index]),
    [
      ['text', undefined],
      ['extracted_urls', 1],
    ],
  )
})

test('an address behind many harmless ones is judged, and one that was said twice counts once', () => {
  const harmless = Array.from({ length: LINKS_MAX + 6 }, (_, at) => `https://wikipedia.org/${at}`)
  const { urls_found, urls } = judged(sms(`${harmless.join(' ')} ${PHISHING}`), null).url_analysis
  assert.equal([urls_found, urls.length], [LINKS_MAX + 7, LINKS_MAX])
  assert.is(urls.at(-1)?.host, 'barclays-help.example.com')
  assert.ok(judged(sms(`${harmless.join(' ')} ${PHISHING}`), null).is_phishing)
  const again = judged(sms(harmless.join(' '), { extractedUrls: [...harmless, ...harmless] }), null)
  assert.is(again.url_analysis.urls_found, harmless.length)
})

test('words are in the language of the message, and in English where it is neither', () => {
  const said = (text: string) => {
    const { language, threat_indicators, recommendations } = judged(sms(text), 0.99)
    return [language, threat_indicators[0]?.description.slice(0, 10), recommendations[0]]
  }
  assert.equal(said(PHISHING), ['en', 'The messag', 'Do not open the link.'])
  assert.equal(said('BBVA: su cuenta ha sido bloqueada, verifique sus datos en https://bbva-datos.example.com'), [
    'es',
    'El mensaje',
    'No abra el enlace.',
  ])
  assert.equal(said('Ваш пакет https://dhl-pakket.example.com'), ['other', 'The messag', 'Do not open the link.'])
})

test('neighbours of Spanish are not taken for it', () => {
  for (const [text, language] of [
    ['Su tarjeta ha sido bloqueada', 'es'],
    ['BBVA: Acceso no autorizado. Cancele', 'es'],
    ['Multa pendiente. Evite recargos', 'es'],
    ['Votre colis est en attente de livraison, payez les frais de douane', 'other'],
    ['Sua conta foi bloqueada, verifique os seus dados', 'other'],
    ['Il tuo pacco non e stato consegnato, paga le spese di dogana', 'other'],
  ] as const)
    assert.is(judged(sms(text), null).language, language, text)
})

test('confidence is lower for unknown languages, unknown words, few words, disagreement and no model', () => {
  const of = (text: string, probability: number | null, known?: number) =>
    judged(sms(text), probability, known).confidence_score
  const sure = of('See you at six, then dinner with the kids', 0.01)
  assert.is(sure, 0.99)
  for (const less of [
    of('zxcv qwer tyui asdf ghjk', 0.01),
    of('See you at six, then dinner with the kids', 0.01, 0.3),
    of('See you', 0.01),
    of('See you at six, then dinner with the kids', 0.3),
    of('See you at six, then dinner with the kids', null),
  ])
    assert.ok(less < sure && less >= 0, `${less}`)
  assert.ok(of(PHISHING, 0.01) < of(PHISHING, 0.9))
  // Rules that say less than the model are as much of a disagreement.
  const code = 'Your Barclays code is 493021. Never share it with anyone.'
  assert.equal([of(code, 0.15), of(code, 0.65), of(code, 0.66)], [0.85, 0.85, 0.68])
})

test('a batch gives each message the same analysis as alone', async () => {
  const messages = [PHISHING, '', 'Hola mama, he perdido el movil, este es mi nuevo numero', 'See you'].map(text =>
    sms(text),
  )
  const all = await analyse(messages, saying(0.4))
  assert.equal(all, await Promise.all(messages.map(message => analyseOne(message, saying(0.4)))))
  assert.equal(await analyse([], saying(0.4)), [])
})

test('other work has its turn between the messages of a batch', async () => {
  const messages = Array.from({ length: 32 }, (_, at) => sms(`${at} ${'a.com '.repeat(TEXT_LENGTH_MAX / 6)}`))
  let turns = 0
  const counting = setInterval(() => (turns += 1), 1)
  await analyse(messages, saying(0.4))
  clearInterval(counting)
  assert.ok(turns >= 12, `${turns}`)
})

test('whatever is sent is analysed, in bounded time', () => {
  const extractedUrls = Array.from({ length: 2 * EXTRACTED_URLS_MAX }, (_, at) => `https://a${at}.example.net`)
  for (const message of [
    ...[
      '',
      ' ',
      '\0',
      '\ud800',
      '\udc00\ud800',
      '🎉🎊🎁',
      'שלום, החבילה שלך מחכה',
      '\u202egnihsihp',
      'javascript:alert(1)',
    ].map(text => sms(text)),
    ...HOSTILE.map(text => sms(text)),
    sms('x'.repeat(TEXT_LENGTH_MAX)),
    sms(`https://example.net/${'a'.repeat(10_000)}`),
    sms('', { extractedUrls: [`https://example.net/${'a'.repeat(10_000)}`, 'x'.repeat(100_000), '\0'] }),
    sms('', { sender: 'x'.repeat(100_000) }),
    sms('', { extractedUrls }),
    ...['x', 'a.', 'a . ', '(', 'http://a', '\u0301'].map(part =>
      sms('', { extractedUrls: extractedUrls.map(url => `${url}/${part.repeat(10_000 / part.length)}`) }),
    ),
  ])
    assert.ok(
      takesLess(50, () => judged(message, null)),
      `${message.text.slice(0, 12)} ${message.extractedUrls.length} ${message.extractedUrls[0]?.slice(0, 40)}`,
    )
  const { urls_found, urls } = judged(sms('', { extractedUrls }), null).url_analysis
  assert.equal([urls_found, urls.length], [EXTRACTED_URLS_MAX, 64])
})

test.run()
