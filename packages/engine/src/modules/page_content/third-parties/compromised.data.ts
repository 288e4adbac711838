/** The date of this list. */
export const compromisedDate = '2026-11-23';

/** Domains that served malicious scripts to sites that included them, with what happened. Own list. */
export const compromisedDomains: readonly (readonly [domain: string, what: string])[] = [
  ['polyfill.io', 'sold in 2024, then served malicious scripts'],
  ['polyfill.com', 'of the owner of polyfill.io since 2024'],
  ['bootcdn.net', 'of the operators of polyfill.io'],
  ['bootcss.com', 'of the operators of polyfill.io'],
  ['staticfile.net', 'of the operators of polyfill.io'],
  ['staticfile.org', 'of the operators of polyfill.io'],
  ['unionadjs.com', 'of the operators of polyfill.io'],
  ['xhsbpza.com', 'of the operators of polyfill.io'],
  ['union.macoms.la', 'of the operators of polyfill.io'],
  ['newcrbpc.com', 'of the operators of polyfill.io'],
  ['googie-anaiytics.com', 'imitates Google Analytics; used by the operators of polyfill.io'],
  ['kuurza.com', 'of the operators of polyfill.io'],
  ['coinhive.com', 'mined cryptocurrency in browsers until 2019; the domain has another owner today'],
];
