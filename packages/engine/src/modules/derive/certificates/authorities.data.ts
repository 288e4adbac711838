/** A CA: prefixes of the organisation names in its certificates, in lower case, and its CAA issuer domain names. */
export interface KnownAuthority {
  organisations: readonly string[];
  /** Issuer domain names (RFC 8659 section 4.2) from its certification practice statement. */
  identities: readonly string[];
}

const sectigo = [
  'sectigo.com',
  'usertrust.com',
  'trust-provider.com',
  'comodo.com',
  'comodoca.com',
  'entrust.net',
  'affirmtrust.com',
  'web.com',
  'networksolutions.com',
];

const amazon = ['amazon.com', 'amazontrust.com', 'awstrust.com', 'amazonaws.com', 'aws.amazon.com'];

const digicert = [
  'digicert.com',
  'www.digicert.com',
  'digicert.ne.jp',
  'cybertrust.ne.jp',
  'symantec.com',
  'thawte.com',
  'geotrust.com',
  'rapidssl.com',
  'quovadisglobal.com',
  'pkioverheid.nl',
  'digitalcertvalidation.com',
  'volusion.digitalcertvalidation.com',
  'stratossl.digitalcertvalidation.com',
  'intermediatecertificate.digitalcertvalidation.com',
  '1and1.digitalcertvalidation.com',
  'amazon.com',
  'amazontrust.com',
  'awstrust.com',
  'amazonaws.com',
  'flipkart.com',
];

const swisssign = [
  'swisssign.com',
  'swisssign.net',
  'swissign.com',
  'swisssign.ch',
  'swisssign.li',
  'swissign.li',
  'swisssign.org',
  'swisssign.biz',
  'swisstsa.ch',
  'swisstsa.li',
];

/**
 * DigiCert: its practice statement of 2026, section 4.2.1.1. All others: the CA information report of the CCADB in the
 * CAA Record Generator (SSLMate/caa_helper, cas.xml), and later additions in practice statements (Entrust's names at
 * Sectigo and SSL.com, both ways, since 2024; Viking Cloud; Certigna's .com; emSign; Microsoft). A surplus name can
 * hide a finding; a missing name causes a false one. Therefore never remove a name while certificates issued under it
 * may be in use.
 */
export const knownAuthorities: readonly KnownAuthority[] = [
  // "ISRG" is the organisation of its roots YE and YR.
  { organisations: ["let's encrypt", 'internet security research group', 'isrg'], identities: ['letsencrypt.org'] },
  { organisations: ['google trust services'], identities: ['pki.goog', 'google.com'] },
  {
    organisations: ['digicert', 'quovadis', 'thawte', 'geotrust', 'rapidssl', 'symantec', 'verokey'],
    identities: digicert,
  },
  {
    organisations: [
      'sectigo',
      'comodo',
      'the usertrust network',
      'zerossl',
      'gandi',
      'network solutions',
      'web.com',
      'cpanel',
    ],
    identities: sectigo,
  },
  { organisations: ['amazon'], identities: amazon },
  { organisations: ['globalsign'], identities: ['globalsign.com'] },
  { organisations: ['godaddy', 'starfield'], identities: ['godaddy.com', 'starfieldtech.com', ...amazon] },
  {
    organisations: ['entrust', 'affirmtrust'],
    identities: ['entrust.net', 'affirmtrust.com', 'sectigo.com', 'ssl.com'],
  },
  { organisations: ['ssl corp'], identities: ['ssl.com', 'entrust.net', 'affirmtrust.com'] },
  { organisations: ['asseco', 'unizeto', 'certum'], identities: ['certum.pl', 'certum.eu', 'yandex.ru'] },
  { organisations: ['hellenic academic', 'greek universities'], identities: ['harica.gr'] },
  { organisations: ['actalis'], identities: ['actalis.it'] },
  { organisations: ['buypass'], identities: ['buypass.com', 'buypass.no'] },
  { organisations: ['swisssign'], identities: swisssign },
  {
    organisations: ['deutsche telekom', 't-systems', 'verein zur foerderung'],
    identities: ['telesec.de', 'dfn.de', 'pki.dfn.de'],
  },
  { organisations: ['d-trust'], identities: ['d-trust.net', 'd-trust.de', 'dtrust.de', 'dtrust.net'] },
  { organisations: ['identrust'], identities: ['identrust.com', 'www.identrust.com'] },
  { organisations: ['microsoft'], identities: ['microsoft.com', 'digicert.com'] },
  { organisations: ['certainly'], identities: ['certainly.com'] },
  {
    organisations: ['trustasia'],
    identities: ['trustasia.com', 'digicert.com', 'sectigo.com', 'certum.pl', 'certum.eu'],
  },
  { organisations: ['certigna', 'dhimyotis'], identities: ['certigna.fr', 'certigna.com'] },
  { organisations: ['certsign'], identities: ['certsign.ro'] },
  { organisations: ['ac camerfirma'], identities: ['camerfirma.com'] },
  { organisations: ['accv'], identities: ['accv.es'] },
  { organisations: ['firmaprofesional'], identities: ['firmaprofesional.com'] },
  { organisations: ['microsec'], identities: ['e-szigno.hu'] },
  { organisations: ['netlock'], identities: ['netlock.hu', 'netlock.net', 'netlock.eu', 'netlock.com'] },
  { organisations: ['emudhra'], identities: ['emsign.com', 'emudhra.com'] },
  { organisations: ['secom trust'], identities: ['secomtrust.net'] },
  { organisations: ['cybertrust japan'], identities: ['cybertrust.co.jp', 'cybertrust.ne.jp'] },
  { organisations: ['taiwan-ca', 'twca'], identities: ['twca.com.tw'] },
  { organisations: ['telia'], identities: ['telia.com', 'telia.fi', 'telia.se'] },
  {
    organisations: ['viking cloud', 'trustwave', 'securetrust'],
    identities: ['trustwave.com', 'securetrust.com', 'vikingcloud.com'],
  },
  { organisations: ['beijing certificate authority'], identities: ['bjca.cn'] },
  { organisations: ['china financial certification'], identities: ['cfca.com.cn'] },
  { organisations: ['unitrust', 'shanghai electronic'], identities: ['sheca.com', 'imtrust.cn', 'wwwtrust.cn'] },
  { organisations: ['atos'], identities: ['atos.net'] },
  { organisations: ['disig'], identities: ['disig.sk'] },
  {
    organisations: ['chunghwa telecom'],
    identities: [
      'pki.hinet.net',
      'eca.hinet.net',
      'publicca.hinet.net',
      'ev.hinet.net',
      'evssl.hinet.net',
      'epki.com.tw',
    ],
  },
  { organisations: ['fnmt'], identities: ['fnmt.es'] },
  { organisations: ['guang dong certificate', 'global digital cybersecurity'], identities: ['gdca.com.cn'] },
  { organisations: ['hongkong post'], identities: ['hongkongpost.gov.hk'] },
  { organisations: ['izenpe'], identities: ['izenpe.com', 'izenpe.eus', 'izenpe.net', 'izenpe.org', 'izenpe.es'] },
  { organisations: ['krajowa izba rozliczeniowa'], identities: ['elektronicznypodpis.pl'] },
  { organisations: ['turkiye bilimsel ve teknolojik'], identities: ['kamusm.gov.tr'] },
  {
    organisations: ['wisekey', 'oiste'],
    identities: ['wisekey.com', 'hightrusted.com', 'certifyid.com', 'oiste.org'],
  },
  { organisations: ['apple'], identities: ['pki.apple.com'] },
];
