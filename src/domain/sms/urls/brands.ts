/** Who messages pretend to come from, by the kind of story that is told. */
export const BRAND_KINDS = [
  'bank',
  'payment',
  'delivery',
  'government',
  'telecom',
  'technology',
  'retail',
  'crypto',
] as const
export type BrandKind = (typeof BRAND_KINDS)[number]

export type Brand = {
  name: string
  kind: BrandKind
  /** As messages call it, in lower case and without accents. The first one, without spaces, is looked for in host names too. */
  words: readonly string[]
  /** Registered domains of its own. Whatever is registered under `.gov`, `.gob.es` and the like is official without standing here. */
  domains: readonly string[]
  /** Telephone numbers that it publishes for its customers, E.164. */
  telephones: readonly string[]
}

/**
 * Each brand in a line: its words, `|` between them, then its domains, then the numbers of its customer
 * lines. Of the numbers only the form was checked: a wrong one makes a line safe in messages that name the brand, and
 * nowhere else. A word in parentheses is one that people use for other things, too:
 * it is looked for in host names and senders, and in a text only where it is written in capitals or begins it.
 */
const LINES: Readonly<Record<BrandKind, string>> = {
  bank: `
(tsb)|tsb bank: tsb.co.uk +443459758758
royal bank of scotland|(rbs): rbs.co.uk +443457242424
first direct|firstdirect: firstdirect.com +443456100100
metro bank|metrobank: metrobankonline.co.uk +443450808500
co operative bank|cooperative bank|coop bank|cooperativebank: co-operativebank.co.uk +443457212212
virgin money|virginmoney: virginmoney.com virginmoneyukplc.com
yorkshire building society|ybs: ybs.co.uk +443451200100
skipton building society|(skipton): skipton.co.uk
coventry building society: coventrybuildingsociety.co.uk
(chase) uk: chase.co.uk
tesco bank|tescobank: tescobank.com
sainsburys bank|sainsburysbank: sainsburysbank.co.uk
m&s bank|(m&s): marksandspencer.com mandsbank.com
ulster bank|ulsterbank: ulsterbank.co.uk ulsterbank.ie
bank of ireland|bankofireland|(boi): bankofireland.com boi.com +353818365365 +3531800946764
allied irish banks|(aib): aib.ie aibgb.co.uk +353818724724
permanent tsb|permanenttsb|(ptsb): permanenttsb.ie ptsb.ie +353818502424
(n26): n26.com
bunq: bunq.com
(wise)|transferwise: wise.com transferwise.com
ally bank|(ally): ally.com +18772472559
sofi: sofi.com
(chime): chime.com +18442446363
varo bank|(varo): varomoney.com
citizens bank|citizensbank: citizensbank.com +18009229999
huntington bank|(huntington): huntington.com +18004802265
keybank|key bank: key.com keybank.com +18005392968
m&t bank|mtb bank: mtb.com +18007242440
bmo|bank of montreal: bmo.com +18772255266
rbc|royal bank of canada|rbc royal bank: rbc.com rbcroyalbank.com +18007692511 +18007692555
cibc: cibc.com +18004652422
desjardins: desjardins.com +18002247737
national bank of canada: nbc.ca bnc.ca
tangerine bank|(tangerine): tangerine.ca
(simplii): simplii.com
synchrony: synchrony.com synchronybank.com mysynchrony.com
barclays us: barclaysus.com
charles schwab|schwab: schwab.com +18004354000
fidelity: fidelity.com +18003433548
vanguard: vanguard.com +18776627447
goldman sachs|(marcus): marcus.com goldmansachs.com
(nab): nab.com.au
bendigo bank: bendigobank.com.au +611300236344
(suncorp): suncorp.com.au suncorpbank.com.au
bankwest: bankwest.com.au
(ing) australia: ing.com.au
macquarie: macquarie.com.au macquarie.com
kiwibank: kiwibank.co.nz +64800113355
asb bank|(asb): asb.co.nz +64800803804
bnz bank|(bnz): bnz.co.nz +64800275269
anz nz: anz.co.nz +64800269296
westpac nz: westpac.co.nz +64800400600
standard bank|standardbank: standardbank.co.za +27860123000 +27800020600
absa: absa.co.za absa.africa +27860008600 +27860557557
(fnb)|first national bank: fnb.co.za +27875759404 +27875759444
nedbank: nedbank.co.za +27800555111
capitec: capitecbank.co.za +27860102043
equity bank: equitybank.co.ke equitygroupholdings.com
zenith bank|zenithbank: zenithbank.com
access bank|accessbank: accessbankplc.com
(uba): ubagroup.com
axis bank|axisbank: axisbank.com axis.bank.in +9118604195555 +9118605005555
kotak: kotak.com kotak.bank.in +9118602662666
punjab national bank|(pnb): pnbindia.in +9118001802222
uob bank|(uob): uob.com.sg uobgroup.com +6518002222121 +6562222121 +6562550160
maybank: maybank2u.com.my maybank.com
bpi|bank of the philippine islands: bpi.com.ph
(bdo)|bdo unibank: bdo.com.ph
laboral kutxa|laboralkutxa: laboralkutxa.com
caja rural|cajarural|ruralvia: cajarural.com ruralvia.com
caja de ingenieros|caixa enginyers: caja-ingenieros.es
eurocaja rural|eurocajarural: eurocajarural.es
(deutsche bank): deutsche-bank.es db.com
triodos: triodos.es triodos.com triodos.co.uk
(pibank): pibank.es
myinvestor: myinvestor.es
banca march|bancamarch: bancamarch.es
(wizink): wizink.es
cofidis: cofidis.es
cetelem: cetelem.es
(imagin)|imaginbank: imagin.com imaginbank.com
caixa popular|caixapopular: caixapopular.es
renta4: r4.com
targobank: targobank.es
banco mediolanum|mediolanum: bancomediolanum.es
andbank: andbank.es
caixabanknow: caixabanknow.es
banregio: banregio.com
(inbursa): inbursa.com
(hey banco)|heybanco: heybanco.com
bancoppel|(coppel): bancoppel.com coppel.com
(nu)|nubank|nu mexico: nu.com.mx nubank.com.br nu.com.co
(klar): klar.mx
banbajio|banco del bajio: bb.com.mx
afirme: afirme.com
compartamos: compartamos.com.mx
hsbc mexico: hsbc.com.mx
(stori): storicard.com
banco de occidente|bancodeoccidente: bancodeoccidente.com.co
banco popular|bancopopular: bancopopular.com.co
av villas|avvillas: avvillas.com.co
bbva colombia: bbva.com.co
colpatria|scotiabank colpatria: scotiabankcolpatria.com
banco caja social|bancocajasocial: bancocajasocial.com
daviplata: daviplata.com
(itau): itau.cl itau.co itau.com.br +566006860888
banco falabella|bancofalabella: bancofalabella.cl bancofalabella.pe bancofalabella.com.co +566003906000
banco bci|(bci): bci.cl +566008242424
banco ripley: bancoripley.cl bancoripley.com.pe
(mach): somosmach.com
banco security: bancosecurity.cl
santander chile: santander.cl
banco de la nacion: bn.com.pe +5180010700
(banbif): banbif.com.pe
(pichincha)|banco pichincha: pichincha.com pichincha.pe
(produbanco): produbanco.com.ec
banco guayaquil: bancoguayaquil.com
banco del pacifico: bancodelpacifico.com
banco macro|(macro): macro.com.ar +548105552355
banco provincia|bancoprovincia|cuenta dni: bancoprovincia.com.ar +548102222776
banco ciudad: bancociudad.com.ar
(supervielle): supervielle.com.ar
(brubank): brubank.com brubank.com.ar
(uala): uala.com.ar uala.mx uala.com.co
(naranja x): naranjax.com
banco patagonia: bancopatagonia.com.ar
(brou)|banco republica: brou.com.uy
banesco: banesco.com banesco.es
mercantil banco: bancomercantil.com
banco general: bgeneral.com
(bac)|bac credomatic: baccredomatic.com
banco popular dominicano: popularenlinea.com
banreservas: banreservas.com
banco de costa rica|(bcr): bancobcr.com
banco industrial: bi.com.gt corporacionbi.com
bank of america|bofa|bankofamerica: bankofamerica.com bofa.com +18004321000
(chase)|chase bank|jpmorgan: chase.com jpmorgan.com jpmorganchase.com +18009359935 +18004323117
wells fargo|wellsfargo: wellsfargo.com +18008693557
citi|citibank|citigroup: citi.com citibank.com citigroup.com citibankonline.com +18003749700 +18009505114
capital one|capitalone: capitalone.com +18774834802 +18002274825 +18009557070
us bank|usbank: usbank.com +18008722657
pnc|pnc bank: pnc.com +18887622265
td bank|tdbank: td.com tdbank.com +18887519000 +18662223456
truist: truist.com +18444878478
navy federal|navyfederal: navyfederal.org +18888426328
usaa: usaa.com +18005318722
regions bank: regions.com +18007344667
fifth third|53 bank: 53.com +18009723030
(discover)|discover card: discover.com +18003472683
american express|amex|americanexpress: americanexpress.com americanexpress.co.uk amex.com +18005284800 +448009178047
visa card: visa.com
mastercard: mastercard.com mastercard.us
barclays|barclaycard: barclays.co.uk barclays.com barclaycard.co.uk barclaycardus.com +443457345345
hsbc: hsbc.com hsbc.co.uk +443457404404 +525557213390
lloyds|lloyds bank|lloydsbank: lloydsbank.com lloydsbank.co.uk +443453000000
natwest: natwest.com +443457888444
(halifax)|halifax bank: halifax.co.uk +443457203040
nationwide: nationwide.co.uk nationwide.com +443457302011 +448000302011
monzo: monzo.com +448008021281
revolut: revolut.com
starling bank: starlingbank.com +442079304450
santander: santander.com santander.es bancosantander.es santander.co.uk santander.com.mx santander.com.ar santander.cl santander.com.br +448009123123 +443309123123 +34915123123 +525551694300 +566003203000 +541143452400
bbva: bbva.com bbva.es bbva.mx bbva.com.co bbva.com.ar bbva.pe +34900102801 +34912249426 +525552262663 +5115950000 +576014010000 +548003330303
caixabank|la caixa|(caixa): caixabank.es caixabank.com lacaixa.es +34900404090 +34938872525
banco sabadell|sabadell|bancsabadell: bancsabadell.com bancosabadell.com +34963085000
bankinter: bankinter.com +34900802081 +34916578800
ibercaja: ibercaja.es
unicaja|unicajabanco: unicajabanco.es unicaja.es +34952076263
openbank: openbank.es openbank.com +34911773310 +34900223242
abanca: abanca.com +34981910522
kutxabank: kutxabank.es
ing direct|(ing): ing.es ing.com ing.nl +34912066666 +34912066655
evo banco|evobanco: evobanco.com +34910900900
cajamar: cajamar.es grupocooperativocajamar.es +34950210191
bankia: bankia.es
banorte: banorte.com +528181569600
banamex|citibanamex: banamex.com citibanamex.com +525512262639
banco azteca|bancoazteca: bancoazteca.com.mx +525554478810
scotiabank: scotiabank.com scotiabank.com.mx scotiabank.cl +18004726842 +525557281900 +5113116000
bancolombia: bancolombia.com grupobancolombia.com +576045109000 +576013430000 +5718000912345
davivienda: davivienda.com +576013383838
banco de bogota|bancodebogota: bancodebogota.com +576013820000
bcp|viabcp: viabcp.com +5113119898
interbank: interbank.pe +5113119000
banco estado|bancoestado: bancoestado.cl +566002007000
banco de chile|bancochile: bancochile.cl +566006373737
banco galicia|bancogalicia: bancogalicia.com.ar galicia.ar +548104446500
banco nacion: bna.com.ar +548106664444
commbank|commonwealth bank: commbank.com.au
westpac: westpac.com.au
anz bank: anz.com anz.com.au
dbs|posb: dbs.com dbs.com.sg posb.com.sg +6518001111111 +6563272265 +6518003396963 +6563396963
ocbc: ocbc.com +6518003633333 +6563633333
sbi|state bank of india: sbi.co.in onlinesbi.sbi sbi.bank.in +911800112211 +9118004253800
hdfc: hdfcbank.com hdfc.bank.in +9118002026161
icici: icicibank.com icici.bank.in +9118001080 +9118002662 +919215676766
gtbank: gtbank.com
first bank|firstbank: firstbanknigeria.com`,
  payment: `
skrill: skrill.com
(afterpay): afterpay.com
(affirm): affirm.com
interac: interac.ca
(remitly): remitly.com
(xoom): xoom.com
(yape): yape.com.pe
(plin): plin.pe
(payoneer): payoneer.com
clearpay: clearpay.co.uk
(redsys): redsys.es
(sumup): sumup.com
khipu: khipu.com
webpay|transbank: transbank.cl webpay.cl
paypal: paypal.com paypal.me paypal.es +18882211161
venmo: venmo.com +18558124430
zelle: zellepay.com zelle.com +18444288542
cash app|cashapp: cash.app +18009691940
western union|westernunion: westernunion.com +18003256000
moneygram: moneygram.com +18009269400
bizum: bizum.es
mercado pago|mercadopago: mercadopago.com mercadopago.com.ar mercadopago.com.mx mercadopago.com.co mercadopago.cl
(stripe): stripe.com
klarna: klarna.com
nequi: nequi.com.co +573006000100
paytm: paytm.com`,
  delivery: `
yodel: yodel.co.uk
inpost: inpost.co.uk inpost.es inpost.pl inpost.eu
(dx)|dx delivery|dxdelivery: dxdelivery.com thedx.co.uk
whistl: whistl.co.uk
(tnt)|tnt express: tnt.com
collectplus|collect plus: collectplus.co.uk
tuffnells: tuffnells.co.uk
apc overnight|apc delivery: apc-overnight.com
arrow xl|arrowxl: arrowxl.co.uk
fastway: fastway.ie fastway.com.au
dpd ireland: dpd.ie
ontrac: ontrac.com
lasership: lasership.com
(veho): shipveho.com
purolator: purolator.com +18887447123
intelcom|dragonfly delivery: intelcom.ca dragonflyshipping.com dragonflyshipping.ca
canpar: canpar.com
startrack: startrack.com.au
aramex: aramex.com aramex.com.au aramex.co.nz
couriersplease|couriers please: couriersplease.com.au +611300361595
toll group: tollgroup.com
nz post|nzpost: nzpost.co.nz +64800501501
courierpost: courierpost.co.nz
(postnet)|postnl: postnl.nl
ninja van|ninjavan: ninjavan.co
j&t express|jtexpress: jtexpress.com jtexpress.sg jtexpress.mx
speedpost: speedpost.com.sg
the courier guy|thecourierguy: thecourierguy.co.za
blue dart|bluedart: bluedart.com +9118602331234
delhivery: delhivery.com
(dtdc): dtdc.in dtdc.com
fedex office: fedex.com
dhl express|mydhl: dhl.com express.dhl
dhl parcel: dhlparcel.es dhlparcel.com dhlparcel.co.uk
dhl ecommerce: dhlecommerce.com
correos express|correosexpress: correosexpress.com +34902122333
(ctt)|ctt express|cttexpress: cttexpress.com ctt.es ctt.pt
(tipsa): tip-sa.com tipsa-dinapaq.com
envialia: envialia.com
zeleris: zeleris.com
paack: paack.co paack.app
celeritas: celeritastransporte.com
(ecoscooting): ecoscooting.com
(sending)|sending transporte: sending.es
(dachser): dachser.es dachser.com
packlink: packlink.es packlink.com
punto pack|mondial relay|mondialrelay: puntopack.es mondialrelay.com mondialrelay.es mondialrelay.fr
chronopost: chronopost.fr
(laposte)|la poste: laposte.fr
tourline: tourlineexpress.com
asm red: asmred.com
(halcourier): halcourier.es
(stuart): stuart.com
redpack: redpack.com.mx
paquetexpress: paquetexpress.com.mx +528008210208
99 minutos|99minutos: 99minutos.com
(sendex): sendex.mx
(skydropx): skydropx.com
correos mexico: gob.mx
coordinadora: coordinadora.com
interrapidisimo|inter rapidisimo: interrapidisimo.com +576015605000
(envia)|envia colvanes: envia.co
4 72|servicios postales nacionales: 4-72.com.co +576014722000 +5718000111210
deprisa: deprisa.com
tcc mensajeria: tcc.com.co
andreani: andreani.com +548101221111
(oca): oca.com.ar +548009997700
via cargo: viacargo.com.ar
urbano express: urbano.com.ar urbano.com.pe
chilexpress: chilexpress.cl +566006000102
starken: starken.cl +566002000102
bluexpress|blue express|(blue): blue.cl bluex.cl
correos de chile|correoschile|correosdechile: correos.cl +566009502020
olva|olva courier: olvacourier.com olvaexpress.pe +5117140909
shalom courier|(shalom): shalom.com.pe
serpost: serpost.com.pe
servientrega ecuador: servientrega.com.ec
tramaco: tramaco.com.ec
correo uruguayo: correo.com.uy
zoom envios: zoom.red
mrw venezuela: mrwve.com
usps|us postal service|us post: usps.com +18002758777
ups: ups.com +18007425877 +443457877877 +34902888820
fedex|fed ex: fedex.com +18004633339 +443456070809 +525552289904 +528009001100
dhl: dhl.com dhl.de dhl.es dhl.co.uk +18002255345 +34902122424 +525553457000
royal mail|royalmail: royalmail.com +443457740740
post office|postoffice: postoffice.co.uk
evri: evri.com evri.link +443308085456
hermes parcel|myhermes: myhermes.co.uk
dpd: dpd.co.uk dpd.com dpd.de dpd.ie dpdlocal.co.uk dpd.es +441212750500
parcelforce: parcelforce.com +443448004466
australia post|auspost: auspost.com.au
canada post|canadapost: canadapost.ca canadapost-postescanada.ca +18666076301
correos: correos.es correos.com +34915197197 +34900400004 +34902197197
seur: seur.com +34902101010
mrw: mrw.es mrw.com +34902300400
(gls): gls-spain.es gls-group.com gls-group.eu +34902113300
nacex: nacex.es nacex.com nacex.shop +34900100000
estafeta: estafeta.com +525552708300 +528003782338
servientrega: servientrega.com +576017700200
correos de mexico|correosdemexico: correosdemexico.com.mx
correo argentino|correoargentino: correoargentino.com.ar +548107777787
an post|anpost: anpost.com anpost.ie +35317057600
india post|indiapost: indiapost.gov.in +9118002666868
singpost: singpost.com`,
  government: `
gov uk|govuk|(gov)|gobmx|gob mx|gobes|(gob): gov.uk
(ulez)|transport for london|(tfl)|dart charge|dartcharge: tfl.gov.uk +443432221234 +443432222222 +443003000120
companies house|companieshouse: gov.uk
student loans company|studentloans: slc.co.uk +443001000607 +443001000611
universal credit|(dwp): gov.uk +448003285644 +448007310469
tv licensing|tvlicensing: tvlicensing.co.uk +443007906165
(revenue) commissioners|revenue ie: revenue.ie ros.ie
ndls ireland|(ndls): ndls.ie
(hse): hse.ie
nct ireland: ncts.ie
eflow: eflow.ie
services australia|centrelink|mygov au: servicesaustralia.gov.au +611800941126
service nsw: nsw.gov.au
linkt: linkt.com.au
(ird)|inland revenue: ird.govt.nz +64800775247 +64800227774 +64800377774
waka kotahi|(nzta): nzta.govt.nz
canada revenue agency|cra arc: canada.ca cra-arc.gc.ca +18009598281 +18009598383 +18009595525 +18888638657
service ontario|serviceontario: ontario.ca
407 etr|407etr: 407etr.com
revenu quebec: revenuquebec.ca
(saaq): gouv.qc.ca
txtag: txtag.org +18884689824
i pass|ipass|illinois tollway: getipass.com illinoistollway.com +18008247277
peach pass|peachpass: peachpass.com +18557247277
good to go tolls|mygoodtogo: mygoodtogo.com
ntta|tolltag: ntta.org +19728186882
the toll roads|thetollroads: thetollroads.com
paturnpike|pa turnpike: paturnpike.com +18777366727
nc quick pass|ncquickpass: ncquickpass.com
(hctra)|ez tag: hctra.org
expresstoll: expresstoll.com
medi cal: ca.gov
sss philippines: sss.gov.ph
singpass: singpass.gov.sg +6563353533
(iras): iras.gov.sg +6518003568300 +6563568300
(lta) singapore: lta.gov.sg
guardia civil|guardiacivil: guardiacivil.es
policia nacional|policianacional: policia.es citapreviadnie.es
(ine) espana: ine.es
(dehu): redsara.es
(cl@ve)|clave pin: clave.gob.es
ayuntamiento de madrid: madrid.es
comunidad de madrid|sermas: comunidad.madrid
diputacion de barcelona|diputacio de barcelona: diba.cat
ayuntamiento de barcelona|ajuntament de barcelona: barcelona.cat bcn.cat
generalitat de catalunya|(catsalut)|gencat|mossos: gencat.cat
generalitat valenciana|(gva): gva.es
junta de andalucia|juntadeandalucia: juntadeandalucia.es
xunta de galicia|(sergas)|(xunta): xunta.gal xunta.es sergas.es
gobierno vasco|osakidetza|euskadi: euskadi.eus osakidetza.eus
junta de castilla y leon|sacyl: jcyl.es saludcastillayleon.es
castilla la mancha|sescam: castillalamancha.es jccm.es
gobierno de aragon|(aragon)|salud informa: aragon.es saludinforma.es
gobierno de canarias: gobiernodecanarias.org
principado de asturias|(sespa): asturias.es
gobierno de navarra|osasunbidea: navarra.es
region de murcia: carm.es murciasalud.es
junta de extremadura: juntaex.es
govern illes balears|(ibsalut): caib.es ibsalut.es
gobierno de cantabria: cantabria.es
gobierno de la rioja: larioja.org
ayuntamiento de valencia: valencia.es
ayuntamiento de sevilla: sevilla.org
ayuntamiento de zaragoza: zaragoza.es
ayuntamiento de malaga: malaga.eu
ayuntamiento de bilbao: bilbao.eus
diputacion foral bizkaia|bizkaia: bizkaia.eus
(emt) madrid: emtmadrid.es
via t|viat: viat.es
(imss): imss.gob.mx +528006232323
(issste): issste.gob.mx
infonavit: infonavit.org.mx +525591715050 +528000083900
(cfe): cfe.mx
(simit)|fcm simit: fcm.org.co
(runt): runt.gov.co runt.com.co
colpensiones: colpensiones.gov.co +576014890909
secretaria de movilidad: movilidadbogota.gov.co
(arca)|arca afip: arca.gob.ar +548109992347
mi argentina: argentina.gob.ar
(sii): sii.cl +56223951115
tesoreria general de la republica|(tgr): tgr.cl tesoreria.cl +56227689800
registro civil: registrocivil.cl
chileatiende: chileatiende.gob.cl
fonasa: fonasa.cl +566003603000
(reniec): reniec.gob.pe
essalud: essalud.gob.pe
(sri): sri.gob.ec +5931700774774
sars efiling|south african revenue service: sars.gov.za sarsefiling.co.za +27800007277
(iess): iess.gob.ec
irs|internal revenue service: irs.gov +18008291040 +18008291954 +18008305084 +18008297650 +18008290922
social security administration|(ssa)|social security: ssa.gov +18007721213
(dmv)|department of motor vehicles: ca.gov
(edd)|edd california: ca.gov
medicare: medicare.gov +18006334227
uscis: uscis.gov +18003755283
(fbi): fbi.gov
ez pass|ezpass|e-zpass|e zpass: e-zpassny.com ezpass.com e-zpassiag.com ezpassnj.com ezpassva.com ezpassmd.com +18003338655
sunpass: sunpass.com +18888655352
fastrak: bayareafastrak.org thetollroads.com +18772298655
hmrc|hm revenue: hmrc.gov.uk +443002003300 +443002003310 +443002003822 +443453003900 +443002003700 +443002003200 +443002003835
(nhs): nhs.uk
dvla: dvla.gov.uk +443007906801 +443007906802
agencia tributaria|agenciatributaria|aeat: agenciatributaria.es aeat.es agenciatributaria.gob.es +34915548770 +34901335533 +34913335333 +34912901340 +34915357326
hacienda: hacienda.gob.es
(dgt)|trafico dgt: dgt.es
seguridad social|seguridadsocial|(tgss): seg-social.es +34915410291 +34901502050 +34901166565 +34915421176 +34901106570
(sepe): sepe.es
dian: dian.gov.co +576014899000
(sunat): sunat.gob.pe +5113150730
(anses): anses.gob.ar
(afip): afip.gob.ar +548109992347
(sat) mexico|sat mx: sat.gob.mx +525562722728
mygov: my.gov.au
(ato) tax: ato.gov.au +611800008540
service canada|(cra): canada.ca +18006226232`,
  telecom: `
(bt) group|bt broadband: bt.com
(sky) uk: sky.com
virgin media|virginmedia|virginmedia o2: virginmedia.com virginmediao2.co.uk
talktalk: talktalk.co.uk
giffgaff: giffgaff.com
tesco mobile|tescomobile: tescomobile.com
voxi: voxi.co.uk
plusnet: plus.net
lebara: lebara.co.uk lebara.es
(eir): eir.ie
three ireland: three.ie
telstra: telstra.com telstra.com.au
optus: optus.com.au
(spark) nz: spark.co.nz
one nz: one.nz
rogers wireless|(rogers): rogers.com
(bell) canada: bell.ca
(telus): telus.com
(fido): fido.ca
koodo: koodomobile.com
metro by t mobile|metropcs: metrobyt-mobile.com
mint mobile|mintmobile: mintmobile.com
cricket wireless|cricketwireless: cricketwireless.com
us cellular|uscellular: uscellular.com
boost mobile|boostmobile: boostmobile.com
straight talk: straighttalk.com
(spectrum): spectrum.com spectrum.net
(cox) communications: cox.com
safaricom: safaricom.co.ke
vodacom: vodacom.co.za
(jio): jio.com
singtel: singtel.com
starhub: starhub.com
globe telecom: globe.com.ph
(digi) mobil|digimobil: digimobil.es
simyo: simyo.es
pepephone: pepephone.com
(lowi): lowi.es
jazztel: jazztel.com
euskaltel: euskaltel.com
(finetwork): finetwork.com
(o2) espana|o2online: o2online.es
(at&t) mexico: att.com.mx
izzi: izzi.mx
telmex: telmex.com
totalplay: totalplay.com.mx
(tigo): tigo.com.co tigo.com
(wom): wom.cl wom.co
(entel): entel.cl entel.pe
(personal) flow|telecom argentina: personal.com.ar
bitel: bitel.com.pe
cnt ecuador: cnt.gob.ec
antel: antel.com.uy
at&t|at t|(att): att.com att.net +18003310500
verizon|(vzw): verizon.com verizonwireless.com vzw.com +18009220204
t mobile|tmobile|t-mobile: t-mobile.com +18009378997
xfinity|comcast: xfinity.com comcast.com comcast.net +18009346489
(sprint) mobile: sprint.com
vodafone: vodafone.com vodafone.es vodafone.co.uk
(o2) mobile|o2 uk: o2.co.uk
(ee) mobile|ee limited: ee.co.uk
(three) mobile: three.co.uk
movistar: movistar.es movistar.com movistar.com.mx movistar.com.ar movistar.cl movistar.co
telefonica: telefonica.com
(orange) mobile|orange es|(orange): orange.es orange.com orange.fr
yoigo: yoigo.com
masmovil: masmovil.es
telcel: telcel.com
(claro): claro.com.co claro.com.ar claro.com.pe claro.cl
airtel: airtel.in airtel.com airtel.com.ng
mtn: mtn.com mtn.ng mtnonline.com mtn.co.za
glo mobile: gloworld.com
etisalat: etisalat.ae etisalat.com.ng`,
  technology: `
octopus energy|octopusenergy: octopus.energy octopusenergy.es
british gas|britishgas: britishgas.co.uk
(edf) energy|edfenergy: edfenergy.com
eon next|eonnext: eonnext.com
ovo energy|ovoenergy: ovoenergy.com
scottish power|scottishpower: scottishpower.co.uk
thames water|thameswater: thameswater.co.uk
electric ireland|electricireland: electricireland.ie
agl energy: agl.com.au
origin energy|originenergy: originenergy.com.au
pge|(pg&e): pge.com
con edison|coned: coned.com
(duke energy): duke-energy.com
repsol: repsol.es repsol.com
totalenergies: totalenergies.es totalenergies.com
holaluz: holaluz.com
canal de isabel ii|canal isabel ii: canaldeisabelsegunda.es
aguas de barcelona|aigues de barcelona: aiguesdebarcelona.cat
edenor: edenor.com edenor.com.ar
edesur: edesur.com.ar
aysa: aysa.com.ar
(enel): enel.cl enel.com.co enel.com
metrogas: metrogas.com.ar metrogas.cl
aguas andinas: aguasandinas.cl
(epm): epm.com.co
(luz del sur): luzdelsur.com.pe luzdelsur.pe
(lyft): lyft.com
cabify: cabify.com
glovo: glovoapp.com glovo.com
just eat|justeat: just-eat.es just-eat.co.uk justeat.it
deliveroo: deliveroo.co.uk deliveroo.com
doordash: doordash.com
rappi: rappi.com rappi.com.co rappi.com.mx
pedidosya|pedidos ya: pedidosya.com
(indeed): indeed.com
(infojobs): infojobs.net
(zoom): zoom.us
(discord): discord.com discord.gg
(signal): signal.org
roblox: roblox.com
playstation: playstation.com
nintendo: nintendo.com
(xbox): xbox.com
adobe: adobe.com
(canva): canva.com
ryanair: ryanair.com
easyjet: easyjet.com
vueling: vueling.com
iberia airlines|(iberia): iberia.com
british airways|britishairways: ba.com britishairways.com
delta air lines|(delta) air: delta.com
american airlines|americanairlines: aa.com
united airlines|(united) airlines: united.com
avianca: avianca.com
(latam): latamairlines.com latam.com
aeromexico: aeromexico.com
volaris: volaris.com
(mapfre): mapfre.es mapfre.com
mutua madrilena|(mutua): mutua.es
sanitas: sanitas.es
adeslas: segurcaixaadeslas.es adeslas.es
linea directa|lineadirecta: lineadirecta.com
(dkv): dkv.es dkvseguros.com
quironsalud: quironsalud.es
alsa: alsa.es alsa.com
ouigo: ouigo.com
(bolt): bolt.eu
trainline: thetrainline.com
qantas: qantas.com qantas.com.au
aviva: aviva.co.uk
(axa): axa.co.uk axa.es axa.com
specsavers: specsavers.co.uk
ticketmaster: ticketmaster.com ticketmaster.co.uk ticketmaster.es
(apple)|apple id|appleid|icloud|itunes: apple.com icloud.com me.com apple.co
google|gmail: google.com gmail.com google.es google.co.uk goo.gl youtube.com youtu.be g.co
microsoft|outlook|office365|hotmail: microsoft.com outlook.com live.com office.com hotmail.com microsoftonline.com office365.com aka.ms
facebook|(fb): facebook.com fb.com fb.me messenger.com meta.com facebookmail.com
instagram: instagram.com
whatsapp: whatsapp.com wa.me whatsapp.net
telegram: telegram.org t.me
(snapchat): snapchat.com
tiktok: tiktok.com
twitter: twitter.com x.com t.co
linkedin: linkedin.com lnkd.in
netflix: netflix.com
spotify: spotify.com
disney plus|disneyplus|disney: disneyplus.com disney.com
hbo max|hbomax: hbomax.com max.com
hulu: hulu.com
dropbox: dropbox.com
docusign: docusign.com docusign.net
yahoo: yahoo.com
samsung: samsung.com
norton: norton.com
mcafee: mcafee.com
(steam) games|steamcommunity: steampowered.com steamcommunity.com
endesa: endesa.com endesaclientes.com +34800760909
iberdrola: iberdrola.es iberdrola.com +34900225235
naturgy: naturgy.es naturgy.com +34900100251
renfe: renfe.com
(uber)|uber eats: uber.com
airbnb: airbnb.com airbnb.es
booking.com|booking: booking.com`,
  retail: `
(argos): argos.co.uk
currys: currys.co.uk
john lewis|johnlewis: johnlewis.com
(boots): boots.com
(next) retail: next.co.uk
asos: asos.com
zalando: zalando.es zalando.co.uk zalando.com
(very) retail: very.co.uk
ocado: ocado.com
waitrose: waitrose.com
morrisons: morrisons.com
(screwfix): screwfix.com
vinted: vinted.com vinted.es vinted.co.uk
gumtree: gumtree.com
facebook marketplace: facebook.com
craigslist: craigslist.org
(target) stores: target.com
macys: macys.com
kohls: kohls.com
wayfair: wayfair.com wayfair.co.uk
chewy: chewy.com
instacart: instacart.com
etsy: etsy.com
(kroger): kroger.com
hellofresh: hellofresh.com hellofresh.co.uk hellofresh.es
woolworths: woolworths.com.au
(coles): coles.com.au
pccomponentes: pccomponentes.com
mediamarkt|media markt: mediamarkt.es mediamarkt.com
fnac: fnac.es fnac.com
leroy merlin|leroymerlin: leroymerlin.es
mango shop|(mango): mango.com
(druni): druni.es
sephora: sephora.es sephora.com
(alcampo): alcampo.es
(dia) supermercados: dia.es
(milanuncios): milanuncios.com
miravia: miravia.es
liverpool mexico|(liverpool): liverpool.com.mx
elektra: elektra.mx elektra.com.mx
(coppel) tienda: coppel.com
falabella: falabella.com falabella.cl
(ripley): ripley.cl ripley.com
(exito): exito.com
alkosto: alkosto.com
oxxo: oxxo.com
fravega: fravega.com
(coto): cotodigital.com.ar coto.com.ar
garbarino: garbarino.com
paris cl|(paris): paris.cl
sodimac: sodimac.cl sodimac.com
amazon|amazon prime|amazn: amazon.com amazon.es amazon.co.uk amazon.de amazon.com.mx amazon.ca amazon.in amazon.fr amazon.it amzn.to amzn.eu amazonaws.com a.co
ebay: ebay.com ebay.es ebay.co.uk ebay.us
walmart: walmart.com walmart.com.mx
costco: costco.com costco.co.uk
home depot|homedepot: homedepot.com homedepot.com.mx
(lowes)|lowe's: lowes.com
(cvs)|cvs pharmacy: cvs.com
walgreens: walgreens.com
best buy|bestbuy: bestbuy.com
tesco: tesco.com
(asda): asda.com
sainsburys: sainsburys.co.uk
aliexpress: aliexpress.com
(shein): shein.com
(temu): temu.com
mercadona: mercadona.es
(lidl): lidl.com lidl.es lidl.co.uk
carrefour: carrefour.es carrefour.com
el corte ingles|elcorteingles: elcorteingles.es
(ikea): ikea.com ikea.es
mercado libre|mercadolibre: mercadolibre.com mercadolibre.com.ar mercadolibre.com.mx mercadolivre.com.br
wallapop: wallapop.com
decathlon: decathlon.es decathlon.com
zara: zara.com
jumia: jumia.com jumia.com.ng jumia.co.ke
flipkart: flipkart.com
nike: nike.com
starbucks: starbucks.com
national lottery|nationallottery: national-lottery.co.uk lottery.ie`,
  crypto: `
coinbase: coinbase.com +18889087930
binance: binance.com
(kraken) exchange: kraken.com
metamask: metamask.io
trust wallet|trustwallet: trustwallet.com
blockchain.com|blockchain: blockchain.com
(ledger) wallet: ledger.com
crypto.com: crypto.com`,
}

/** A word that is said of other things, too. */
export type BrandWord = { text: string; isCommon: boolean; brand: Brand }

export const BRAND_WORDS: readonly BrandWord[] = BRAND_KINDS.flatMap(kind =>
  LINES[kind]
    .trim()
    .split('\n')
    .flatMap(line => wordsOfLine(line, kind)),
)

/** By registered domain, whose it is. */
export const OFFICIAL: ReadonlyMap<string, Brand> = new Map(
  BRAND_WORDS.flatMap(({ brand }) => brand.domains.map(domain => [domain, brand])),
)

function wordsOfLine(line: string, kind: BrandKind): BrandWord[] {
  const [names = '', contacts = ''] = line.split(': ')
  const [telephones = [], domains = []] = [true, false].map(is =>
    contacts.split(' ').filter(contact => contact.startsWith('+') === is),
  )
  const words = names.split('|')
  const bare = words.map(word => word.replace(/[()]/g, ''))
  const brand: Brand = { name: bare[0]!, kind, words: bare, domains, telephones }
  return words.map((word, at) => ({ text: bare[at]!, isCommon: word === `(${bare[at]})`, brand }))
}
