/** A cause of inconclusive checks. */
interface CauseRow {
  /** What the reader can do: one or two sentences, in the imperative. */
  step: string;
  /** Who withholds the answer. `scanner`: its limits, settings and network, or third parties; `unlistable`: it cannot be listed. Default: the host. */
  hidBy?: 'scanner' | 'unlistable';
}

/**
 * Every cause by its code. Of several, the first counts: causes on the way to the target come before those of the
 * target, and what says more before silence.
 */
export const causes = {
  'internal-error': {
    step: 'Report this to the operator of the scanner, whose log names the cause.',
    hidBy: 'scanner',
  },
  'no-evidence': {
    step: 'Audit again: the step that collects it did not come to its end.',
    hidBy: 'scanner',
  },
  service: {
    step: 'Check on the host itself which program listens on this port (ss -ltnp).',
  },
  'block-list': {
    step: 'Look the address or name up at the list itself.',
    hidBy: 'scanner',
  },
  login: {
    step: 'Try it with a client of this service from a network that should have no access: audits never log in.',
    hidBy: 'unlistable',
  },
  routes: {
    step: 'Look the network up in a public looking glass, and ask its holder who may announce it.',
    hidBy: 'scanner',
  },
  stripping: {
    step: 'Audit through another resolver, which hands on DNSSEC records: set PERIMETER_RESOLVERS.',
    hidBy: 'scanner',
  },
  contradicted: {
    step: 'Audit through another resolver, which does not filter: set PERIMETER_RESOLVERS.',
    hidBy: 'scanner',
  },
  'caa-climb': {
    step: 'Query the name servers of that name for CAA (dig CAA +norecurse), and have its operator correct those that fail; CAA records at the domain itself end the climb before it.',
  },
  dnssec: {
    step: 'Correct the signatures first: the checks of DNSSEC name the records.',
  },
  disputed: {
    step: 'Compare the answers of every name server (dig +dnssec +norecurse), and audit through another resolver: PERIMETER_RESOLVERS.',
  },
  'port-25': {
    step: 'Audit from a network with open port 25: `perimeter doctor` shows what this network blocks.',
    hidBy: 'scanner',
  },
  'port-53': {
    step: 'Audit from a network that lets DNS through to every server: `perimeter doctor` shows what this network blocks.',
    hidBy: 'scanner',
  },
  'tls-intercepted': {
    step: 'Exempt the scanner from TLS inspection, then audit again.',
    hidBy: 'scanner',
  },
  ipv6: {
    step: 'Audit from a network with IPv6, and check that the host answers there.',
    hidBy: 'scanner',
  },
  setting: {
    step: 'Set this variable, then audit again.',
    hidBy: 'scanner',
  },
  'old-list': {
    step: 'Give the scanner a newer list (trust-data.md), then audit again.',
    hidBy: 'scanner',
  },
  'long-records': {
    step: 'Shorten the records: receivers may not read them to their end either.',
  },
  'no-resolver': {
    step: 'Give the machine of the scanner a DNS resolver, then audit again.',
    hidBy: 'scanner',
  },
  deep: {
    step: 'Run a deep audit.',
    hidBy: 'scanner',
  },
  'opted-out': {
    step: 'Ask the owner of that name, or look it up by hand.',
    hidBy: 'scanner',
  },
  registration: {
    step: 'Look the domain up at its registry.',
    hidBy: 'scanner',
  },
  robots: {
    step: 'Allow the scanner in robots.txt of the site, then audit again.',
  },
  'mail-refused': {
    step: 'Audit from an address that mail servers accept (with a reverse name, on no block list).',
    hidBy: 'scanner',
  },
  'mail-later': {
    // Greylists wait longer for the second try than an audit lasts, and a try before that begins the wait anew with some.
    step: 'Audit again in 10 minutes or more from the same address: servers that greylist let the second try pass.',
    hidBy: 'scanner',
  },
  limited: {
    step: 'Audit again later, or exempt the addresses of the scanner from rate limits and bans.',
  },
  'server-error': {
    step: 'Correct the error of the server, then audit again: its log has the cause.',
  },
  legal: {
    // RFC 7725 section 3: the operator of the server obeys a legal demand, which often holds for some countries alone.
    step: 'Audit from a country where the site may be shown: status 451 (RFC 7725) means that the law forbids it here, and the page may say who demanded that. No permission for a scanner removes it.',
  },
  'site-login': {
    // RFC 9110 section 15.5.2: status 401 wants credentials, whoever asks.
    step: 'Read what stands behind the login by hand, or serve it to everybody: audits never log in.',
  },
  walled: {
    step: 'Allow the user agent of the scanner in the firewall and the bot protection of the site, then audit again.',
  },
  'every-port': {
    step: 'Check on the host itself which ports are in use: something in front of it accepts every connection.',
  },
  slow: {
    // A server that sends one byte at a time hides as much as a silent one.
    step: 'Check from another network how fast the server answers, then audit again.',
  },
  budget: {
    step: 'Audit again. An audit sends and reads only so much: for more, audit the host by its own name.',
    hidBy: 'scanner',
  },
  unlike: {
    step: 'Audit again when the site is quiet: it answered equal questions differently.',
  },
  'by-protocol': {
    step: 'Make the server send the same headers over HTTP/1.1 and HTTP/2, then audit again.',
  },
  'client-certificate': {
    step: 'Test this server with a client certificate of yours (openssl s_client -cert).',
  },
  'unsupported-here': {
    step: 'The scanner cannot test this: use a client that supports what is named here, such as curl, openssl s_client or gnutls-cli.',
    hidBy: 'scanner',
  },
  selectors: {
    step: 'Read the selector (s=) in the DKIM-Signature of a message that the domain sent, and look at the key under it.',
    hidBy: 'unlistable',
  },
  'per-message': {
    step: 'Test it with a message: the record decides by the sender, which an audit does not have.',
    hidBy: 'unlistable',
  },
  'guessed-name': {
    step: 'Add the address to the name of this term (%{i}), or list the mail servers: what the sender writes proves nothing.',
    hidBy: 'unlistable',
  },
  'mail-server': {
    step: 'Check from another network that the server greets and completes STARTTLS, then audit again.',
  },
  claimed: {
    step: 'Check at the provider whether the name still belongs to you.',
  },
  certificate: {
    step: 'Read the certificate and its status by hand (openssl x509, openssl ocsp), then audit again.',
  },
  'name-servers': {
    step: 'Query the name servers of the domain directly (dig +norecurse), correct those that fail, then audit again.',
  },
  'unusable-answer': {
    step: 'Find this answer in the log of the server, correct it, then audit again.',
  },
  page: {
    step: 'Read the rest of the page in the developer tools of a browser: the scanner did not read it.',
  },
  silence: {
    step: 'Check from another network that the host answers. If a firewall drops the scanner, allow its addresses, then audit again.',
  },
  'not-reached': {
    step: 'Audit again: a step before this one did not come to its end, or the server did not offer what it needs.',
  },
  /** A sentence of an earlier version that no pattern fits. */
  unnamed: { step: 'Audit again. If this remains, send the report to the operator of the scanner.' },
} as const satisfies Readonly<Record<string, CauseRow>>;

/** Why a check is inconclusive: a closed list of codes. */
export type Cause = keyof typeof causes;
