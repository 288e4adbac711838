import type { OpenReason } from './open-reason.ts';

/** Why something about mail was not seen. */
export const mailReasons = {
  'port-25-blocked-here': ['port-25', 'port_25_blocked: Port 25 is blocked on the network of this scanner'],
  'port-25-intercepted-here': [
    'port-25',
    'port_25_intercepted: Something on the network of this scanner answers on port 25',
  ],
  'registration-undetermined': ['registration', 'Whether {domain} is registered could not be determined'],
  'spf-refusals-per-message': [
    'per-message',
    'Whom {term} refuses depends on the message, and the terms behind it pass everybody else',
  ],
  'spf-name-guessed': [
    'guessed-name',
    '{term} passes everybody who knows a local part or greeting for which the name exists; those tried have none',
  ],
  'spf-name-lookup-failed': ['name-servers', 'The lookup of a name that SPF makes receivers ask for failed'],
  'question-beyond-survey': ['budget', '{what} is beyond the limits of the survey'],
  'address-lookup-failed': ['name-servers', '{term}: the lookup of an address failed'],
  'spf-term-per-message': ['per-message', '{term} depends on the message'],
  'spf-last-unread': ['name-servers', 'The record that decides could not be read'],
  'dkim-wildcard': [
    'selectors',
    '{wildcard}, {effect}. None of the {count} tested selectors has a key of its own; others may have one: selectors cannot be listed',
  ],
  'dkim-names-undenied': [
    'selectors',
    'The name servers deny no name as missing (a wildcard, or compact denial of existence), and selectors cannot be listed',
  ],
  'starttls-for-now': ['limited', 'STARTTLS is refused for now, so the certificate was not seen'],
  'starttls-failed': ['mail-server', 'STARTTLS failed, so the certificate was not seen'],
  'mail-server-not-looked-up': ['name-servers', 'The mail server could not be looked up'],
  'no-mail-address': ['name-servers', 'No address could be tested'],
  'port-25-unknown': ['port-25', 'It is unknown whether port 25 can be reached from here'],
  'mx-servers-unreachable': ['port-53', 'port_53_{how}: name servers cannot be queried directly from here'],
  'no-mx-answered': ['name-servers', 'No name server answered the MX query'],
  'one-mx-answered': ['name-servers', 'Only one name server answered the MX query'],
  'starttls-reply': ['mail-server', 'STARTTLS: {reply}'],
  'enforcement-unknown': [null, 'Whether MTA-STS is enforced is not known: {what} was not read{failure}'],
  'implicit-lookup-failed': ['name-servers', 'MX: the lookup of the address of the domain failed'],
  'mail-role-unknown': ['name-servers', 'MX {domain}: whether the domain takes mail could not be determined'],
  'records-too-long': ['long-records', '{what}: the records are longer than an audit reads'],
  'its-addresses-not-looked-up': ['name-servers', 'The addresses could not be looked up'],
  'mail-servers-not-validated': ['name-servers', 'DNSSEC of the mail servers is {security}'],
  'tlsa-unasked': ['not-reached', 'TLSA was not looked up'],
  'tlsa-not-looked-up': [null, '{name} could not be looked up'],
  'policy-not-received': [null, 'MTA-STS policy: {failure}'],
  'selectors-not-looked-up': ['name-servers', 'The lookups of {names} failed'],
  'dkim-elsewhere': [
    'selectors',
    'DKIM keys exist, but under none of the {count} tested selectors: selectors cannot be listed',
  ],
  'dkim-useless': [
    'selectors',
    'No DKIM record that was found has a key for mail: {records}. Other selectors may have one: selectors cannot be listed',
  ],
  'mail-address-silent': [null, '{place}: {answer}'],
} as const satisfies Readonly<Record<string, OpenReason>>;
