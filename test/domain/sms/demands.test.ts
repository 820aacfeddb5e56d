import * as assert from 'uvu/assert'
import { classify, RULES_ONLY } from '#domain/sms/classify.ts'
import { findDemand } from '#domain/sms/indicators/demands.ts'
import { parseMessage } from '#domain/sms/parse-message.ts'
import { suite } from '../../harness/suite.ts'
import { sms } from './samples.ts'

const test = suite('demands that no organisation makes')

/** Our own sentences: from whom, and the words that show the demand. */
const DEMANDS: readonly [sender: string, text: string, shown: RegExp][] = [
  ['Revolut', 'Revolut: our courier will collect your card at noon, leave the chip whole.', /collect your card/],
  ['Abanca', 'Un empleado irá a su domicilio para retirar la tarjeta antigua. Abanca.', /domicilio/],
  ['Barclays', 'Barclays: withdraw £2,000 in cash and wait for our officer in the car park.', /withdraw/],
  ['Halifax', 'Halifax: if anyone asks, say nothing. Withdraw £900 and wait for the officer.', /withdraw/i],
  ['CommBank', 'CommBank: a payment is pending. Our staff may request access by AnyDesk.', /AnyDesk/],
  ['Correos', 'Correos: hay un cargo en su tarjeta, espere la llamada del gestor.', /espere la llamada/],
  ['Policia', 'Policía Nacional: un envío de Correos a su nombre, espere nuestra llamada.', /espere/],
  ['Lloyds', 'Lloyds: tell nobody at the branch why you need this payment.', /tell nobody/],
  [
    '+34688000111',
    'Policía Nacional: no comente nada de este caso y espere nuestra llamada.',
    /no comente nada|espere/,
  ],
  ['+12025550100', 'County court: pay the $900 bond by Zelle before noon to avoid the warrant.', /Zelle/],
  ['MEDICARE', 'Medicare: reply with your date of birth and Medicare number.', /reply/],
  ['SEPE', 'SEPE: responda con su DNI y caducidad para cobrar la ayuda.', /responda con su DNI/],
  ['BBVA', 'BBVA: instale AnyDesk para que le ayudemos con su cuenta.', /AnyDesk/],
  ['Cajamar', 'Cajamar: para anular el cargo llame al 806 499 201', /806 499 201/],
  ['Sabadell', 'Sabadell: transferencia en curso a K. Ivanov. Para anularla llame al 910 774 206', /anularla llame/],
  ['DPD', 'DPD: pay the booking fee to our driver on WhatsApp +44 7911 123456', /\+44 7911 123456/],
  ['Bizum', 'Bizum: acepta la solicitud en la app de tu banco para cobrar tu premio.', /acepta la solicitud/],
  ['Chase', 'Chase: never ignore this alert. Send the full amount by Zelle to clear the hold.', /Send/i],
  ['Lloyds', 'Lloyds: this will never happen again if you send the rest of the fee by Bitcoin.', /send/],
  ['Correos', 'Correos: no se mueva de casa. Mande foto de su DNI y tarjeta.', /DNI/],
  ['DVLA', 'DVLA: send a photo of your licence to keep it valid.', /licence/],
  ['BBVA', 'BBVA: su cuenta está en revisión, espere la llamada de nuestro gestor.', /espere la llamada/],
  ['+14155550123', 'Sorry, wrong number! I trade options with my uncle. Add me on Telegram.', /add/i],
]

/** Of the same words, and harmless. */
const HARMLESS: readonly [sender: string, text: string][] = [
  ['Revolut', 'Revolut: your card is on its way. The courier will ask for a signature.'],
  ['Chase', 'Chase: did you try $318.00 at TARGET.COM with card ending 4410? Reply YES or NO.'],
  ['BBVA', 'BBVA: ¿has pagado 312€ en Zalando? Responde SI o NO. Si respondes NO bloquearemos la tarjeta.'],
  ['Correos', 'Correos: su envío está en la oficina. Lleve su DNI y este SMS.'],
  ['SEUR', 'SEUR: puede pagar los 34,90€ al repartidor con tarjeta.'],
  ['HSBC', 'HSBC: we never ask you to withdraw cash, tell nobody, or hand your card to a courier.'],
  ['Santander', 'Santander: has enviado 20€ por Bizum. Si no has sido tú llama al 915 123 123.'],
  ['Revolut', 'Revolut: we never ring or text asking for your PIN or card security number.'],
  ['Chase', 'Chase: no one here will ask you to send money by Zelle. Decline such a call.'],
  ['Abanca', 'Abanca: su tarjeta nueva llega por correo. Nadie pasará por su domicilio a retirar la vieja.'],
  ['Post Office', 'Post Office: your parcel is at the branch. Bring photo ID and the card that we left.'],
  ['Correos', 'Correos: recoja su envío en la oficina con un documento con foto, DNI o pasaporte.'],
  ['Servientrega', 'Servientrega: dirección incompleta. Espere la llamada de la oficina de Cali.'],
  ['Starken', 'Starken: su encomienda fue retirada. Si no fue usted, llame al 600 200 0102.'],
  ['Naturgy', 'Naturgy: un técnico pasará por su domicilio mañana para leer el contador.'],
]

for (const [sender, text, shown] of DEMANDS)
  test(`a demand: ${text}`, () => {
    const parsed = parseMessage(sms(text, { sender }))
    const demand = findDemand(parsed)
    assert.ok(demand !== null)
    assert.match(demand.text, shown)
    const { is_phishing, threat_indicators } = classify(parsed, null, RULES_ONLY)
    assert.ok(is_phishing)
    assert.ok(threat_indicators.some(({ severity }) => severity !== 'low'))
  })

for (const [sender, text] of HARMLESS)
  test(`no demand: ${text}`, () => assert.is(findDemand(parseMessage(sms(text, { sender }))), null))

test.run()
