import { look } from '#domain/sms/look.ts'
import { textGrams } from '#domain/sms/model/grams.ts'
import { random } from '../random.ts'
import type { Class, Sample } from './message.ts'
import { keyOf } from './sources.ts'

/**
 * Sentences of our own, for what the data sets hold next to nothing of: codes, bank and delivery notes as banks and couriers send them today,
 * Spanish, and newer kinds of deceit. Each `{word}` is one of the words below. Nobody's real message is among them.
 */
const WORDS: Readonly<Record<string, string>> = {
  bankEn: 'Barclays|HSBC|Chase|Wells Fargo|Bank of America|Lloyds|NatWest|Citibank|Capital One|Monzo|Santander',
  bankEs:
    'BBVA|Santander|CaixaBank|Sabadell|Bankinter|Unicaja|Ibercaja|ING|Abanca|Kutxabank|Banorte|Bancolombia|BCP|Banco Estado',
  courierEn: 'USPS|UPS|FedEx|DHL|Royal Mail|Evri|DPD|Australia Post',
  courierEs: 'Correos|SEUR|MRW|DHL|GLS|Nacex|Estafeta|Servientrega',
  shopEn: 'Amazon|eBay|Walmart|Tesco|IKEA|Best Buy|Costco',
  shopEs: 'Amazon|Mercadona|Zara|IKEA|Decathlon|El Corte Ingles|Carrefour|Mercado Libre',
  serviceEn: 'Netflix|Apple|PayPal|Spotify|Microsoft|Google|Instagram|WhatsApp|Facebook',
  fakeDomain:
    'secure-{word}-{number}.com|{word}-{word}.top|{word}{number}.info|{word}-help.online|my{word}.xyz|{word}-{word}.site|{word}.{word}-online.com|{word}-es.live|{word}-cuenta.click|{word}.web.app|{word}-{number}.shop|{word}gestion.net',
  word: 'account|verify|login|cliente|envio|parcel|refund|billing|track|pago|portal|update|banca|seguro|aviso|support|reward|alert|multa|aduana',
  fakeLink:
    'https://{fakeDomain}|http://{fakeDomain}/{code}|{fakeDomain}|{fakeDomain}/{code}|https://bit.ly/{code}|tinyurl.com/{code}|cutt.ly/{code}',
  code: 'aX3kQ9|p7Rt2|Zu81mm|k2Lw9Q|r5Vv0|Tq4hB7',
  plainDomain:
    'la-tasca-madrid.com|greenfieldschool.org|drsmithdental.co.uk|clubdetenis.es|oakwoodvets.com|libreriasol.es|riversidegym.co.uk|parkhotel.com',
  plainLink:
    'https://www.{plainDomain}|{plainDomain}|https://{plainDomain}/info|https://youtu.be/{code}|https://maps.app.goo.gl/{code}|https://forms.gle/{code}',
  shopLink:
    'http://bit.ly/{code}|https://bit.ly/{code}|https://{code}.short.gy|www.{plainDomain}|http://www.{plainDomain}/{code}',
  goods: 'phones|trainers|hair dryers|laptops|curtains|perfume|headphones|a kitchen set|garden chairs|a smart TV',
  articulos: 'moviles|zapatillas|perfumes|portatiles|cortinas|auriculares|muebles de jardin|juguetes|una television',
  networkEn: 'Vodafone|Verizon|T-Mobile|Airtel|MTN|O2|AT&T|EE',
  networkEs: 'Movistar|Orange|Yoigo|Vodafone|Telcel|Claro',
  number: '12|37|204|518|90|77',
  dollars: '$4.99|$12.50|£29.90|$150|$1,200|£48|$7|$320',
  amount: '4.99|12,50|29.90|150|1.200|48,30|7.25|320',
  otp: '493021|220917|551 204|8842|730 116|094412',
  phoneEn: '+1 555 010 0199|+44 7700 900000|0800 000 000|(555) 010-0000',
  phoneEs: '+34 600 000 000|600 000 000|+52 55 0000 0000|900 000 000',
  nameEn: 'Tom|Lucy|Sarah|Mike|Grandma|Ben|Priya|Dan',
  nameEs: 'Ana|Luis|Marta|Pedro|la abuela|Sofia|Javi|Elena',
  day: 'Monday|Tuesday|Friday|tomorrow|Saturday|this evening',
  dia: 'lunes|martes|viernes|manana|sabado|esta tarde',
  time: '10:30|9am|6 pm|14:15|17:45|8:00',
  place: 'the station|the dentist|school|the office|the gym|the airport',
  lugar: 'la estacion|el dentista|el cole|la oficina|el gimnasio|el aeropuerto',
}

const SENTENCES: Readonly<Record<Class, readonly string[]>> = {
  ham: [
    '{otp} is your {serviceEn} verification code',
    'Your {bankEn} one-time passcode is {otp}. Do not share it with anyone.',
    '{serviceEn}: use {otp} to sign in. We will never ask you for this code.',
    'Use code {otp} to confirm your payment of {dollars} at {shopEn}. If this was not you, call the number on your card.',
    '{bankEn}: you spent {dollars} at {shopEn} with card ending {number}. Balance {dollars}.',
    '{bankEn}: a payment of {amount} to {nameEn} has been made from your account. Not you? Open the app.',
    '{bankEn} alert: your statement is ready in the app.',
    '{bankEn}: deposit of {dollars} received. Available balance: {dollars}',
    '{courierEn}: your parcel will be delivered {day} between {time} and {time}.',
    '{courierEn}: your package was delivered at {time}. It was left with a neighbour.',
    'Your {shopEn} order has been dispatched and arrives {day}.',
    'Your {shopEn} order is ready to collect at the store. Bring your order number {otp}.',
    'Reminder: your appointment at {place} is on {day} at {time}. Reply C to confirm.',
    'Hi {nameEn}, your table for two is booked for {day} at {time}. {plainLink}',
    'School closed {day} because of snow, see {plainLink}',
    'Photos from {day} are here {plainLink} xx',
    'Look at this video {plainLink} so funny',
    'Mum can you pick me up from {place} at {time}? Love you',
    'Hi dad, train is late, home at {time}',
    'Hey mom, I got a new phone case today lol, call me later',
    'Did you pay the rent? I sent you {dollars} yesterday',
    'Can you send me the address? I am at {place}',
    'Is {nameEn} coming {day}? We need to know for the table',
    'Happy birthday {nameEn}! See you {day} at {time}',
    'Your prescription is ready for collection at the pharmacy.',
    'Your taxi is 5 minutes away. Driver {nameEn}, plate ABC {number}.',
    'Your flight is delayed by 40 minutes. New departure {time}, gate B{number}.',
    '{networkEn}: you topped up {amount} and received {amount} of bonus for calls. Thank you.',
    '{networkEn}: you have used {number}% of your monthly data.',
    'Dear customer, your recharge of {amount} was successful. Your new balance is {amount}.',
    'Dear customer, your mobile money account is now active. For more information call {phoneEn}',
    'Welcome! Your phone settings were sent to you. Save them, or visit {plainLink} for help',
    'Interview invitation: please come to {place} on {day} at {time} with your CV. {nameEn}, HR',
    '{networkEs}: ha recargado {amount} y recibe {amount} de bono para llamadas. Gracias.',
    'Tu codigo de verificacion de {serviceEn} es {otp}',
    '{bankEs}: tu clave de un solo uso es {otp}. No la compartas con nadie.',
    'Codigo {otp} para autorizar la compra de {amount} EUR en {shopEs}. Si no la reconoce llame al telefono de su tarjeta.',
    '{bankEs}: compra de {amount} EUR en {shopEs} con su tarjeta acabada en {number}.',
    '{bankEs}: ha recibido una transferencia de {amount} EUR de {nameEs}.',
    '{bankEs}: bizum de {amount} EUR enviado a {nameEs}. Si no has sido tu, entra en la app.',
    '{bankEs}: ya puedes consultar tu extracto en la app.',
    '{bankEs}: tu recibo de la luz de {amount} EUR se ha cargado en cuenta.',
    '{courierEs}: su envio llegara el {dia} entre las {time} y las {time}.',
    '{courierEs}: su paquete ha sido entregado a las {time}. Gracias.',
    'Tu pedido de {shopEs} ha salido del almacen y llega el {dia}.',
    'Tu pedido de {shopEs} esta listo para recoger en tienda.',
    'Le recordamos su cita en {lugar} el {dia} a las {time}.',
    'Su cita con el medico es el {dia} a las {time}. Si no puede venir avise en el centro.',
    'Hola {nameEs}, mesa reservada para dos el {dia} a las {time}. {plainLink}',
    'Las fotos del {dia} estan aqui {plainLink} besos',
    'Mama, me recoges en {lugar} a las {time}? te quiero',
    'Hola papa, llego tarde, ceno en casa de {nameEs}',
    'Hija, llamame cuando salgas de {lugar}',
    'Has pagado ya el alquiler? te hice el bizum de {amount} ayer',
    'Quedamos el {dia} a las {time} en {lugar}?',
    'Feliz cumple {nameEs}! nos vemos el {dia}',
    'Tu taxi llega en 5 minutos. Conductor {nameEs}.',
    'Su analisis ya esta disponible, puede recogerlo en el centro de salud',
    'Recarga de {amount} EUR realizada. Saldo disponible {amount} EUR.',
    'Tu vuelo sale con retraso de 40 minutos. Puerta B{number}.',
    'Reunion de padres el {dia} a las {time}, mas info en {plainLink}',
  ],
  promotion: [
    '{shopEn}: {number}% off everything this weekend. Shop now at {plainLink}. Reply STOP to opt out',
    'Flash sale! Up to {number}% off shoes and bags, today only, in store and online {plainLink}. Text STOP to end',
    'Hi {nameEn}, you have {otp} reward points. Spend them before {day} at any of our shops.',
    'New menu at our restaurant! Show this text for a free dessert. {plainLink}',
    'Unlimited data for {dollars} a month. Switch today in any of our stores. T&Cs apply.',
    'Get {number} GB free when you top up {dollars}. Dial *{number}# to activate.',
    'Last days of our summer sale at {plainLink}. Opt out: STOP',
    'Gym offer: no joining fee until {day}. {plainLink}',
    '{shopEs}: {number}% de descuento este fin de semana en tienda y web {plainLink}',
    'Rebajas! Hasta {number}% en moda y hogar. Solo hasta el {dia}. Baja: responde BAJA',
    'Hola {nameEs}, tienes {number} puntos en tu tarjeta de socio. Canjealos en tienda antes del {dia}.',
    'Nueva carta en nuestro restaurante, reserva en {plainLink}',
    'Fibra y movil por {amount} EUR al mes. Informate en tu tienda o en el {phoneEs}. Publicidad.',
    'Recarga {amount} y llevate {number} GB gratis. Marca *{number}#',
    'Oferta en el gimnasio: sin matricula hasta el {dia}. {plainLink}',
    'Great prices on {goods} from {amount}! Order here {shopLink} or call {phoneEn} now',
    'Enjoy {goods} at the lowest price of {dollars}, only until {day}. Click {shopLink}',
    'Hurry, {goods} at {number}% off are going fast! Buy now: {shopLink}',
    'Your friend {nameEn} invites you to join and chat for free. Visit {shopLink}',
    'Travel deals: flight and hotel from {dollars}. See {shopLink} for details',
    '{networkEn}: recharge {dollars} or more today and win bonus airtime! Dial *{number}#',
    '{networkEn}: your data bundle is nearly used up. Buy a new one at {shopLink} or text DATA to {number}{number}',
    '{networkEn}: get the hottest tunes for your callers, text TUNE to {number}{number}. {amount} per week',
    'Los mejores precios en {articulos} desde {amount} EUR. Pide aqui {shopLink} o llama al {phoneEs}',
    'Ultimas unidades de {articulos} con {number}% de descuento: {shopLink}',
    'Tu amigo {nameEs} te invita a probar nuestra app gratis: {shopLink}',
    '{networkEs}: recarga {amount} hoy y llevate el doble de saldo. Marca *{number}#',
    '{networkEs}: te queda poco saldo de datos. Contrata mas en la app o en {shopLink}',
    'Sorteo de Navidad de la asociacion: papeletas a {amount} EUR en el bar',
  ],
  smishing: [
    '{bankEn}: your account has been restricted for your safety. Confirm your identity: {fakeLink}',
    '{bankEn} alert: a new payee {nameEn} was added. If this was NOT you visit {fakeLink}',
    '{bankEn}: we noticed a login from a new device. Cancel it now at {fakeLink}',
    '{bankEn} fraud team: a payment of {dollars} is pending. Reply Y or N. Call {phoneEn} now if you did not make it',
    'Your debit card is blocked. Unblock it here {fakeLink}',
    '{serviceEn}: your payment failed. Update your card within 24 hours or your account is closed {fakeLink}',
    '{serviceEn}: unusual sign-in, verify your account: {fakeLink}',
    '{courierEn}: your parcel is held at our depot because of an unpaid fee of {dollars}. Pay here {fakeLink}',
    '{courierEn}: delivery failed, the address is incomplete. Update it: {fakeLink}',
    'We tried to deliver your package today. Reschedule your delivery {fakeLink}',
    'Your parcel {code} is at customs, settle {dollars} to release it: {fakeLink}',
    'Congratulations {nameEn}, you came first in our {shopEn} draw. Claim your prize: {fakeLink}',
    'You have been chosen for a {dollars} {shopEn} gift card. Get it before {day}: {fakeLink}',
    'Thank you for paying your bill in March. Here is a little gift for you: {fakeLink}',
    'Tax office: you have a refund of {dollars} waiting. Apply at {fakeLink}',
    'Final notice: unpaid toll of {dollars}. Avoid late fees, pay now {fakeLink}',
    'You have an unpaid parking fine. Pay within 24 hours to avoid court: {fakeLink}',
    'Social benefits: you are eligible for a payment of {dollars}. Register: {fakeLink}',
    'Hi mum, my phone fell in the water, this is my new number. Text me on WhatsApp {phoneEn}',
    'Hi dad it is me, I broke my phone and use a friend’s number. I need to pay a bill today, can you help?',
    'Hey mom, lost my phone, save this number. Can you send me {dollars}? I pay you back {day}',
    'Part-time online job, {dollars} a day, no experience. Contact us on WhatsApp {phoneEn}',
    'I am {nameEn} from a recruiting agency. Remote work, {number} minutes a day, earn {dollars} daily. Interested? Text {phoneEn}',
    'Your resume was recommended to us. Flexible hours, {dollars} per week. Add me on Telegram {fakeLink}',
    'Make {dollars} a day with our trading robot. Join: {fakeLink}',
    'Your wallet received 1.2 BTC. Withdraw it at {fakeLink}',
    'Join our crypto signals group for guaranteed profit {fakeLink}',
    'I sent a 6 digit code to your phone by mistake, can you forward it to me please?',
    'Hello, is this {nameEn}? We met at the conference in {place}. How have you been?',
    'Sorry, I saved the wrong number. You seem nice, can we be friends?',
    '{bankEs}: su cuenta ha sido limitada por seguridad. Confirme sus datos en {fakeLink}',
    '{bankEs}: se ha registrado un acceso desde otro dispositivo. Si no lo reconoce entre en {fakeLink}',
    '{bankEs}: su tarjeta queda bloqueada a partir de manana. Active el nuevo sistema de seguridad: {fakeLink}',
    '{bankEs}: cargo no reconocido de {amount} EUR. Anulelo aqui {fakeLink}',
    '{bankEs}: su clave de firma caduca hoy, renuevela en {fakeLink}',
    'Estimado cliente, hemos suspendido su tarjeta. Llame al {phoneEs} para verificar su identidad',
    '{courierEs}: no hemos podido entregar su paquete. Programe una nueva entrega: {fakeLink}',
    '{courierEs}: su envio esta retenido, abone {amount} EUR de tasas en {fakeLink}',
    '{courierEs}: la direccion de su paquete es incorrecta, corrijala en {fakeLink}',
    'Su paquete espera en aduana, pague {amount} EUR: {fakeLink}',
    'Felicidades! Su numero ha ganado un {shopEs} de {amount} EUR. Reclamelo en {fakeLink}',
    'Ha sido elegido para recibir un iPhone gratis, confirme su direccion {fakeLink}',
    'Agencia Tributaria: tiene una devolucion de {amount} EUR pendiente. Solicitela en {fakeLink}',
    'DGT: multa sin pagar de {amount} EUR. Pague antes del {dia} con descuento: {fakeLink}',
    'Seguridad Social: su tarjeta sanitaria caduca, renuevela en {fakeLink}',
    'Ultimo aviso: su deuda sera enviada al juzgado. Pague en {fakeLink}',
    'Hola mama, se me ha caido el movil al agua, este es mi numero nuevo. Escribeme por WhatsApp',
    'Papa soy yo, te escribo del movil de un amigo. Necesito que me hagas una transferencia urgente de {amount} EUR',
    'Hola abuela, he cambiado de telefono, guarda este numero. Me puedes hacer un bizum?',
    'Oferta de trabajo a media jornada, gana {amount} euros al dia desde tu casa. Escribe al {phoneEs}',
    'Soy {nameEs} de recursos humanos. Buscamos personas para tareas faciles en linea, {amount} EUR diarios. WhatsApp {phoneEs}',
    'Invierte {amount} EUR y gana el doble en una semana. Unete: {fakeLink}',
    'Nuestro grupo de criptomonedas gana todos los dias, entra gratis {fakeLink}',
    'Te ha llegado un codigo por SMS por equivocacion, me lo mandas por favor?',
    'Hola, eres {nameEs}? Tengo tu numero de la fiesta de {lugar}',
    'Su linea sera cortada por falta de pago. Regularice hoy su factura en {fakeLink}',
    'Su suscripcion de {serviceEn} no se ha podido renovar. Actualice su tarjeta {fakeLink}',
    '{serviceEn}: alguien intenta entrar en su cuenta. Verifique su identidad: {fakeLink}',
  ],
}

/** So many different ones are made of each sentence. */
const OF_EACH = 6
const SEED = 3
const DEPTH_MAX = 4

/** The same ones each time. */
export function ownMessages(): Sample[] {
  const next = random(SEED)
  const filled = (text: string, depth = 0): string =>
    depth > DEPTH_MAX
      ? text
      : text.replace(/\{(\w+)\}/g, (_, name: string) => {
          const choices = WORDS[name]!.split('|')
          return filled(choices[Math.floor(next() * choices.length)]!, depth + 1)
        })
  return (Object.entries(SENTENCES) as [Class, readonly string[]][]).flatMap(([label, sentences]) =>
    sentences.flatMap(sentence =>
      Array.from({ length: /\{/.test(sentence) ? OF_EACH : 1 }, (): Sample => {
        const looked = look({ text: filled(sentence), sender: null, extractedUrls: [], country: null, contacts: null })
        // One sentence is one group, so that no fold is tested on what its neighbour was trained on.
        return {
          ...{ source: 'own', label, sender: '', category: '', at: null, user: '' },
          key: keyOf(sentence.toLowerCase()),
          looked,
          grams: textGrams(looked),
        }
      }),
    ),
  )
}
