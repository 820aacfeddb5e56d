import * as assert from 'uvu/assert'
import { classify, RULES_ONLY } from '#domain/sms/classify.ts'
import { indicatorsOf } from '#domain/sms/indicators/indicators.ts'
import { parseMessage } from '#domain/sms/parse-message.ts'
import { suite } from '../../harness/suite.ts'
import { sms, takesLess } from './samples.ts'

const test = suite('theft of one-time codes')

/** Our own sentences: strangers, couriers, banks and friends who ask for a code that the reader got. */
const THEFTS = [
  "Hi, I'm trying to log into my account and used your number by accident. When the code arrives can you text it over? Thanks",
  'Sorry to bother you!! I put down the wrong mobile for a job application, a six digit number will pop up on your phone, could you let me know what it says?',
  "Royal Mail driver: I'm at your door, what's the PIN you were sent?",
  'Barclays Security: do not hang up. Please confirm the passcode you just received to our advisor',
  "I need you to verify you're not a bot before I pay for the bike. I've texted you a code, reply with it",
  "EE: We are upgrading your SIM. Text back the code we've just sent you to finish",
  "hey it's Sarah new phone, WhatsApp sent you my code cos you're my trusted contact, what is it?",
  "To stop the payment of £640, quote the 6 digit number from your bank's text to the agent who is calling you",
  'Grandma, the bank app wants a code from your phone. Tell me the number when it comes x',
  'PayPal Support: A code has been sent to your phone. Reply with this code to keep your account open',
  "I'm from the pharmacy. Your prescription can't be released until you read us the code in the SMS",
  'Dude can you do me a favor, Insta texted a login code to you for my account, send a screenshot',
  'Your Uber Eats courier is waiting. Please share the 4-digit verification code sent to your phone to receive the order',
  'Hola, soy el transportista, para confirmar la entrega dígame por favor el código que le han enviado',
  'Perdona, me equivoqué de número al registrarme y te va a llegar un código. ¿Me lo dices?',
  'BBVA Seguridad: para detener el cargo de 890€ comunique a nuestro agente la clave recibida por SMS',
  'Amor, te llegó un código? pásamelo rápido que estoy en el cajero',
  'Somos del INSS. Para tramitar su pensión nos tiene que dar el código que acaba de recibir',
  'Whatsapp te va a mandar unos numeros, es para que yo pueda entrar. me los dictas?',
  'Hola abuela soy Carlos, me han pedido un código de tu teléfono para el médico, léemelo cuando te salga',
  'Che, sin querer puse tu celu en mi cuenta de ML. Te va a caer un codigo, me lo mandás?',
  'Parce, me regala el código que le llegó? es que cambié de celular y lo puse mal',
  'Correos: el mensajero le solicitará el código SMS. Envíelo respondiendo a este mensaje',
  'Movistar: conteste a este SMS con el PIN de 4 cifras que le hemos mandado para activar su regalo',
  'Santander: si no reconoce la operación, responda con el código que acaba de recibir para anularla',
  'Necesito q me confirmes los 6 digitos q te acaban de llegar xfa',
  'Le habla el gestor de su banco, facilíteme las coordenadas y el código OTP que ha recibido',
  "Telegram login code received? Forward it here and we'll unlock your premium",
  'Soporte: para no perder su cuenta conteste con los 6 números del último mensaje.',
  "So that you don't lose your account reply with the 6 numbers from the last message",
  'Give me the code that came to your phone plz its urgent',
  'Can you check your texts? There should be a verification code from Google. What does it say?',
  'They never ask for anything but the code: please send me the one you got',
  'Our advisor will ask you for the code we sent. Reply to this text with the code',
  'Te envío un código en un minuto, mándamelo por aquí',
  'Te llegó el número del envío que hice, son 6 cifras, ¿me lo dictas?',
  'To get the refund say the login code back to us by text',
  "The app texted you a PIN. It's 6 digits, send it to me",
]

/** They speak of codes, too, and steal none. */
const HARMLESS = [
  'Scammers may call you, so do not share the code that you receive with anyone.',
  'Para que nadie entre en su cuenta no comparta el código que recibe.',
  "Your Lyft code is 482913. Don't give it to anyone, Lyft will never call you to ask for it.",
  'If anyone calls and asks you to read out this code, hang up. Your Lloyds passcode is 482913.',
  'Give the driver this PIN when they hand over your parcel: 4829',
  'Your locker code is 482913. Share it with whoever collects for you.',
  'Use promo code SAVE20 and tell your friends. Share the code and you both get £10',
  'Hey can you send me the wifi code for the flat?',
  'Text me the postcode when you get there',
  "You'll need the code we sent you by email to check in.",
  'Monzo: scammers may ask you to share a code sent to your phone. Never do it.',
  "We've sent a verification code to your email address. Enter it in the app to continue.",
  "We'll never call you to ask for the codes we send. If someone does, hang up.",
  'Para recoger su pedido muestre el código que le enviamos por email',
  'Tu código de invitación es AMIGO20, compártelo con tus amigos y gana 10€',
  'Mándame el código postal que tengo que rellenar la dirección',
  'Si alguien le llama y le pide el código que ha recibido, cuelgue. Es una estafa. Santander.',
  'Nunca le pediremos que nos diga el código que recibe por SMS.',
  'Introduce en la app el código que te hemos enviado por correo.',
  'No facilites a nadie los códigos que recibas por SMS, aunque digan ser de tu banco.',
  'Seur: indica al repartidor el PIN 4829 para recibir tu paquete.',
  'Te paso el código del portal: 4829, sube y espérame',
  '¿Me mandas el pin del garaje?',
  'CaixaBank: clave 482913 para firmar. Si alguien te la pide es un fraude, no la compartas.',
  'Did you get the parcel? Tell me what time it came',
  'I got your message, will send you the numbers tomorrow',
  'Código 482913 para dar de alta su clave. Si usted no lo ha solicitado comuníquelo al 900 123 456',
  'Your verification code is 482913. Reply STOP to opt out',
  'Su código de cliente es necesario para la cita, llévelo por favor',
  'Can you tell me your number? I got a new phone',
  'DPD: Your driver will ask for your 4-digit PIN when delivering. Only give it once you have your parcel. PIN: 4829',
  'Se ha enviado un código a su correo. Caduca en 10 minutos.',
  'Nobody from Northwind Bank will ever ask you to read out a code that you receive by text.',
  'We will never ring and ask you to tell us the passcode we send you.',
  'No one from the bank asks for an app code or a text code to stop a payment. If that happens, hang up.',
  'The new portal sends a 6 digit code by text when you sign in. We do not need it.',
  "DPD: your driver needs a PIN, which we sent you, at the door. It's 4417.",
  "Your courier needs a verification PIN at the door. It's 4417.",
  'MRW: el repartidor necesita un PIN para la entrega. Es el 4417.',
  'Falta el número de piso en la dirección de su envío. Llame con la guía a mano para darnos la referencia.',
  'Tu envío: falta el número de portal. Llama para darnos la dirección que recibes.',
  'Sobre su envío: tenga a mano la clave para indicarnos la dirección.',
  "Clinic on Sat at 10:30, bring the form you got. Can't come? Text NO to this number and we offer it to others.",
  'Se ha bloqueado la tarjeta que recibió por seguridad, tras 3 intentos de PIN. Pase por su oficina con el DNI.',
  'Thank you for your report. Reply with the number that the text came from and we block it.',
]

test('a request for a code that the reader received is a theft', () => {
  for (const text of THEFTS) {
    const { is_phishing, threat_indicators } = classify(parseMessage(sms(text)), null, RULES_ONLY)
    assert.ok(is_phishing, text)
    const theft = threat_indicators.find(({ type }) => type === 'credential_request')
    assert.ok(theft !== undefined && theft.severity === 'high', text)
    assert.is(text.slice(theft.evidence.start, theft.evidence.end), theft.evidence.text)
  }
})

test('codes that are brought, kept or of other things are no theft', () => {
  for (const text of HARMLESS) assert.is(parseMessage(sms(text)).code.theft, null, text)
})

test('a warning of requests for codes is no request', () => {
  const rulesOf = (text: string) => classify(parseMessage(sms(text)), null, RULES_ONLY).rules
  for (const text of [
    'Si alguien le pide por chat un código que le mandó por error, no se lo reenvíe: es un robo de cuenta.',
    'If a friend asks for a code that was sent to you by mistake, do not forward it.',
  ])
    assert.not(rulesOf(text).includes('code_by_mistake'), text)
  assert.ok(rulesOf('I had a code sent to you by mistake, forward it to me').includes('code_by_mistake'))
})

test('a note that brings a code has no indicator of urgency, and one that leads on does', () => {
  const types = (text: string) => indicatorsOf(parseMessage(sms(text))).map(({ type }) => type)
  for (const text of [
    'Your code is 482913. It expires in 10 minutes. Never share it.',
    '482913 es tu código de Vinted. Caduca en 10 minutos. No lo compartas con nadie.',
    'HSBC: Your security code is 482 913 and expires in 10 mins. Not you? Call us immediately.',
  ])
    assert.not(types(text).includes('urgency_language'), text)
  for (const text of [
    'Your code is 482913. It expires in 10 minutes: https://bank-code.example.top/x',
    'Your account expires in 10 minutes, act now',
  ])
    assert.ok(types(text).includes('urgency_language'), text)
})

test('codes in whatever is sent are looked for in bounded time', () => {
  for (const part of ['send me the code you got ', 'code ', 'send ', 'no ', '4 numbers ', 'necesita '])
    assert.ok(
      takesLess(50, () => parseMessage(sms(part.repeat(10_000 / part.length)))),
      part,
    )
})

test.run()
