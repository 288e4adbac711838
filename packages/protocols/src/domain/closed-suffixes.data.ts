/**
 * Suffixes below which a registry only registers its own organizations, so that no stranger can register a name:
 * governments, armed forces, accredited schools, and brands. Labels that countries share are listed once.
 */
export const closedSuffixes: ReadonlySet<string> = new Set(
  // RFC 920, RFC 1591 section 2, and the registries that follow them.
  (
    'gov mil edu int va ac.uk nhs.uk police.uk edu.au ac.jp ed.jp go.jp lg.jp ac.kr go.kr go.th go.id go.tz go.ke go.ug ' +
    'edu.tr edu.in ac.in res.in nic.in bank.in fin.in ac.il k12.il muni.il idf.il ac.nz parliament.nz edu.br edu.tw edu.hk edu.my ac.th ac.id sch.id ac.at ac.be ac.ke ' +
    'gok.pk gkp.pk gop.pk gos.pk kommune.no herad.no stat.no dep.no fhs.no vgs.no riik.ee desa.id ekloges.cy ' +
    're.kr hs.kr dni.us bank insurance aero coop post go.cr gv.at ac.cn edu.cn edu.sg ac.za gc.ca bel.tr k12.tr pol.tr tsk.tr def.br jus.br leg.br mp.br'
  ).split(' '),
);

/** Labels below a country's top-level domain that are its government's, its armed forces' or its schools'. */
export const closedLabels: ReadonlySet<string> = new Set('gob gouv gov govt gub mil ac edu k12 sch'.split(' '));

/** Suffixes with such a label that are nevertheless open to everybody (NASK's list of functional domains). */
export const openSuffixes: ReadonlySet<string> = new Set(['edu.pl']);

/** Private suffixes whose operators are registries: anybody may register there (CentralNic, EU.org and others of the list's private part). */
export const soldSuffixes: ReadonlySet<string> = new Set(
  (
    'ae.org africa.com br.com cn.com co.com com.de com.se de.com eu.com eu.org gb.net gr.com hu.net in.net jp.net jpn.com mex.com ' +
    'radio.am radio.fm ru.com sa.com se.net uk.com uk.net us.com us.org za.bz za.com'
  ).split(' '),
);

/** Top-level domains of brands: the brand and its affiliates alone register there (ICANN Registry Agreement, Specification 13). */
export const brandSuffixes: ReadonlySet<string> = new Set(
  (
    'aaa aarp abb abbott abbvie accenture afl aig airbus airtel alipay allstate ally alstom amazon americanexpress amex ' +
    'amica android aol apple audi aws axa azure baidu barclaycard barclays bbc bbva bing bloomberg bmw bnpparibas boehringer ' +
    'bosch bradesco bridgestone brother canon capitalone cbn cern chanel chase chrome cisco citadel citi clinique ' +
    'cuisinella datsun dell deloitte delta dhl dnp dupont dvag edeka emerck epson ericsson erni eurovision fage fedex ' +
    'ferrari fidelity firmdale flir ford fresenius fujitsu gallo gmail gmx goldpoint goodyear goog google grainger hdfc ' +
    'hdfcbank hermes hisamitsu hitachi homedepot honda hotmail hsbc hughes hyatt hyundai ibm icbc ieee ikano imdb infiniti ' +
    'ipiranga itau itv jaguar java jcb jll jpmorgan kddi kerryhotels kia komatsu kpmg kpn kuokgroup lamborghini landrover ' +
    'lanxess latrobe leclerc lego lexus lidl lilly lincoln lundbeck marriott mattel mckinsey microsoft mini mitsubishi ' +
    'monash msd nab netflix nextdirect nfl nhk nike nikon nissan nissay nokia norton nra ntt obi office olayan omega oracle ' +
    'orange otsuka panasonic pfizer philips pioneer playstation pnc politie praxi prudential pwc reliance rexroth richardli ' +
    'ricoh rogers rwe sakura samsung sandvik sanofi sap sbi schaeffler schmidt schwarz seat seek sener seven sew shangrila sharp ' +
    'shell sky skype sncf softbank sony stada statebank statefarm suzuki swatch tatamotors tdk teva tjx toray toshiba total toyota ' +
    'travelers ubs unicom uol ups verisign virgin visa volvo walmart walter weatherchannel weber weir williamhill windows ' +
    'woodside xbox xerox yahoo yandex yodobashi youtube zappos '
  )
    .trim()
    .split(' '),
);
