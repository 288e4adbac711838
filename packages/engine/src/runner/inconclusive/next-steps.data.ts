import { reasonTexts } from '../../evidence/dnssec/reason-texts.data.ts';
import { gapTexts } from '../../evidence/gap-texts.data.ts';

/** Advice for a cause of inconclusive checks. */
export interface NextStep {
  key: string;
  /** A pattern for the cause, or the codes of its texts. */
  cause: RegExp | readonly string[];
  /** One or two sentences, in the imperative. */
  step: string;
  /** Who withholds the answer. `scanner`: its limits, settings and network, or third parties; `unlistable`: it cannot be listed. Default: the host. */
  hidBy?: 'scanner' | 'unlistable';
}

/** The first matching row applies. Causes on the way to the target come before those of the target. */
export const nextSteps: readonly NextStep[] = [
  {
    key: 'internal-error',
    cause: /^Internal error/,
    step: 'Report this to the operator of the scanner, whose log names the cause.',
    hidBy: 'scanner',
  },
  {
    key: 'no-evidence',
    cause: /^No \w+ evidence:/,
    step: 'Audit again: the step that collects it did not come to its end.',
    hidBy: 'scanner',
  },
  {
    key: 'service',
    cause: /did not (?:identify its service|list its capabilities)/,
    step: 'Check on the host itself which program listens on this port (ss -ltnp).',
  },
  {
    key: 'block-list',
    cause: /did not say whether it lists|what no list may have|as a block list does|as no list does/,
    step: 'Look the address or name up at the list itself.',
    hidBy: 'scanner',
  },
  {
    key: 'login',
    cause: /takes a login|to strangers is not tested/,
    step: 'Try it with a client of this service from a network that should have no access: audits never log in.',
    hidBy: 'unlistable',
  },
  {
    key: 'routes',
    cause: /Several systems announce/,
    step: 'Look the network up in a public looking glass, and ask its holder who may announce it.',
    hidBy: 'scanner',
  },
  {
    key: 'stripping',
    cause: [reasonTexts.stripped],
    step: 'Audit through another resolver, which hands on DNSSEC records: set PERIMETER_RESOLVERS.',
    hidBy: 'scanner',
  },
  {
    key: 'contradicted',
    cause: [gapTexts['resolver-contradicted']],
    step: 'Audit through another resolver, which does not filter: set PERIMETER_RESOLVERS.',
    hidBy: 'scanner',
  },
  {
    key: 'caa-climb',
    cause: [gapTexts['caa-climb']],
    step: 'Query the name servers of that name for CAA (dig CAA +norecurse), and have its operator correct those that fail; CAA records at the domain itself end the climb before it.',
  },
  {
    key: 'dnssec',
    cause: /DNSSEC validation of the answer fails/,
    step: 'Correct the signatures first: the checks of DNSSEC name the records.',
  },
  {
    key: 'disputed',
    cause:
      /what the resolver has fails validation|what it says of missing names is its own|as those do that filter names/,
    step: 'Compare the answers of every name server (dig +dnssec +norecurse), and audit through another resolver: PERIMETER_RESOLVERS.',
  },
  {
    key: 'port-25',
    cause: /port_25_|port 25\b/i,
    step: 'Audit from a network with open port 25: `perimeter doctor` shows what this network blocks.',
    hidBy: 'scanner',
  },
  {
    key: 'port-53',
    cause: /port_53_|port 53\b/i,
    step: 'Audit from a network that lets DNS through to every server: `perimeter doctor` shows what this network blocks.',
    hidBy: 'scanner',
  },
  {
    key: 'tls-intercepted',
    cause: /tls_intercepted/,
    step: 'Exempt the scanner from TLS inspection, then audit again.',
    hidBy: 'scanner',
  },
  {
    key: 'ipv6',
    cause: /route for IPv6|over IPv6|address famil/,
    step: 'Audit from a network with IPv6, and check that the host answers there.',
    hidBy: 'scanner',
  },
  { key: 'setting', cause: /PERIMETER_[A-Z_]+/, step: 'Set this variable, then audit again.', hidBy: 'scanner' },
  {
    key: 'old-list',
    cause: /\b(?:list|table)\b.* (?:is outdated|is dated|days old|cannot be used|has no route)|has no route to/,
    step: 'Give the scanner a newer list (trust-data.md), then audit again.',
    hidBy: 'scanner',
  },
  {
    key: 'long-records',
    cause: /longer than an audit reads/,
    step: 'Shorten the records: receivers may not read them to their end either.',
  },
  {
    key: 'no-resolver',
    cause: /No resolver is configured/,
    step: 'Give the machine of the scanner a DNS resolver, then audit again.',
    hidBy: 'scanner',
  },
  { key: 'deep', cause: /deep mode/i, step: 'Run a deep audit.', hidBy: 'scanner' },
  {
    key: 'opted-out',
    cause: /opted_out|registries are not queried/i,
    step: 'Ask the owner of that name, or look it up by hand.',
    hidBy: 'scanner',
  },
  {
    key: 'registration',
    cause: /[Rr]egist(?:ered|ration|ry)|RDAP/,
    step: 'Look the domain up at its registry.',
    hidBy: 'scanner',
  },
  {
    key: 'robots',
    cause: /robots_txt:/,
    step: 'Allow the scanner in robots.txt of the site, then audit again.',
  },
  {
    key: 'mail-refused',
    cause: [gapTexts['mail-refused-us']],
    step: 'Audit from an address that mail servers accept (with a reverse name, on no block list).',
    hidBy: 'scanner',
  },
  {
    // Greylists wait longer for the second try than an audit lasts, and a try before that begins the wait anew with some.
    key: 'mail-later',
    cause: [gapTexts['mail-greylisted'], gapTexts['mail-rate-limited']],
    step: 'Audit again in 10 minutes or more from the same address: servers that greylist let the second try pass.',
    hidBy: 'scanner',
  },
  {
    key: 'limited',
    cause:
      /rate.limit|limited before|answered \S+ before|limits requests|Too Many Requests|come back later|stopped answering|limited|status (?:429|503)\b|refused for now|refuses this scanner|asked to slow|SHA-1 and MD5 may be|known-good hello/i,
    step: 'Audit again later, or exempt the addresses of the scanner from rate limits and bans.',
  },
  {
    key: 'server-error',
    cause: /^(?!.*with the site).*(?:answered with status 5\d\d\b|: status 5\d\d\b)|the server failed$/,
    step: 'Correct the error of the server, then audit again: its log has the cause.',
  },
  {
    key: 'walled',
    cause:
      /challenge page|not with the site|not shown to this audit|Something other than the site|Every path is answered|answered \d{3}\b|answered with status|: status [45]\d\d\b|in the same way/,
    step: 'Allow the user agent of the scanner in the firewall and the bot protection of the site, then audit again.',
  },
  {
    key: 'every-port',
    cause: /cannot all be in use/,
    step: 'Check on the host itself which ports are in use: something in front of it accepts every connection.',
  },
  {
    // A server that sends one byte at a time hides as much as a silent one.
    key: 'slow',
    cause: /(?:session|TLS handshake) took longer than/,
    step: 'Check from another network how fast the server answers, then audit again.',
  },
  {
    key: 'budget',
    cause:
      /used up|as many requests as|than an audit requests|per family|limits of the survey|are looked for|Only the first choice|[Nn]ot visited|first address only|Stopped after|audit ended|took longer than|cancelled|time for these requests|More than \S+ (?:fetches|messages|records|bytes|content|redirects)|has (?:read its|sent its)|silence/,
    step: 'Audit again. An audit sends and reads only so much: for more, audit the host by its own name.',
    hidBy: 'scanner',
  },
  {
    key: 'unlike',
    cause: /answered differently|Answers changed|same nonce|perhaps from a cache|changed the version/,
    step: 'Audit again when the site is quiet: it answered equal questions differently.',
  },
  {
    key: 'client-certificate',
    cause: /client certificate/,
    step: 'Test this server with a client certificate of yours (openssl s_client -cert).',
  },
  {
    key: 'unsupported-here',
    cause:
      /supported here|be computed|computed with|made here|HTTP\/2 only|raw public key|pre-shared key|unknown strength|hash of .* is unknown$|SSL 2\.0 transmits|is not known$|cannot be used$|has to sign|suite without a certificate|too short for the test/i,
    step: 'The scanner cannot test this: use a client that supports what is named here, such as openssl s_client or gnutls-cli.',
    hidBy: 'scanner',
  },
  {
    key: 'selectors',
    cause: /selector|DKIM/,
    step: 'Read the selector (s=) in the DKIM-Signature of a message that the domain sent, and look at the key under it.',
    hidBy: 'unlistable',
  },
  {
    key: 'per-message',
    cause: /depends on the message/,
    step: 'Test it with a message: the record decides by the sender, which an audit does not have.',
    hidBy: 'unlistable',
  },
  {
    key: 'guessed-name',
    cause: /knows a local part or greeting/,
    step: 'Add the address to the name of this term (%{i}), or list the mail servers: what the sender writes proves nothing.',
    hidBy: 'unlistable',
  },
  {
    key: 'mail-server',
    cause:
      /^(?!TXT |MTA-STS policy: \w|.*(?:DNSSEC|looked up|has no address)).*(?:(?<![\w.-])(?:STARTTLS|greet|EHLO|SMTP|MTA-STS)(?![\w-]*\.\w)|mail server|takes no mail|for an upgrade|does not upgrade|:25: [45]\d\d )/i,
    step: 'Check from another network that the server greets and completes STARTTLS, then audit again.',
  },
  {
    key: 'claimed',
    cause: /claimed|taken over/,
    step: 'Check at the provider whether the name still belongs to you.',
  },
  {
    key: 'certificate',
    cause:
      /revocation|\bSCTs?\b|\bOCSP\b|\bCRL\b|staple|hash of|CAA allows|certificate (?:of \S+ )?(?:was not|cannot be|has no)|whose names were not|browsers do not support|certificate was not recorded|No certificate/i,
    step: 'Read the certificate and its status by hand (openssl x509, openssl ocsp), then audit again.',
  },
  {
    key: 'name-servers',
    cause:
      /[Nn]ame server|NSEC|proves an absence|SOA\b|NS records|DNSKEY|CDS\b|[Rr]eferral|\b[Zz]one\b|parent|\bMX\b|DNSSEC|[Rr]esolver|[Ll]ookup|not be looked up|SERVFAIL|servfail|REFUSED|CNAME|CAA query|\bTXT\b|_tcp\.|[Nn]o address|No answer for its addresses|could not be determined|cannot be asked|left a question|[Nn]o question|answer the question|be queried|record that decides|DNS quer|from DNS\b|no usable answer$|could not be validated|signature (?:expired|invalid|not yet)|^\S+ [A-Z]+: no (?:answer|signature)$|: signed$|too much to verify|absence not proved/,
    step: 'Query the name servers of the domain directly (dig +norecurse), correct those that fail, then audit again.',
  },
  {
    key: 'unusable-answer',
    cause:
      /cannot be used|malformed|cannot be read|answer could not be read|broken|not TLS|another protocol|answer to \S+ was|^answered with status|where it was not due|Content-Encoding|holds no message|no URL|without end|was not whole|more than it was asked|ends before its end|names no coding|not asked for \(206|chose what was not|not request SCTs|fewer than \S+ bytes|bytes become more|Chunked|Content of more|content codings|not answer the question|in version|only http is fetched|not for the web|: redirect to/i,
    step: 'Find this answer in the log of the server, correct it, then audit again.',
  },
  {
    key: 'page',
    // A redirect to a silent host has no page for browsers.
    cause:
      /^(?!.*lead to a document: \S+ did not answer).*(?:script|source map|\bpage\b|document|meta element|nonce|content\b|robots\.txt|no response sets)/i,
    step: 'Read the rest of the page in the developer tools of a browser: the scanner did not read it.',
  },
  {
    key: 'silence',
    cause:
      /no answer|not answer|silent|no http response|no connection|closed|reset|unreachable|refused|not answered|unanswered|answered nothing|packets may be filtered|was answered|timeout|failed|\bno\b.*(?:answered|came)|not reached|connected to|ServerHello|handshake|ends connections|not come to its end|alert|ends by itself|server answered|http:\/\/ answers|No TLS/i,
    step: 'Check from another network that the host answers. If a firewall drops the scanner, allow its addresses, then audit again.',
  },
  {
    key: 'not-reached',
    cause:
      /not (?:\w+ )?(?:tested|asked|requested|sent|queried|looked|tried|compared|seen|recorded|stored|read|enumerated|offered|accepted)|was not|were not|could be|no (?:client|request|proof|cbc|suite|version|lower|rsa|ephemeral|server)|only TLS 1\.3|of TLS 1\.3 sends|TLS 1\.2|no query|seven days old|nothing was asked|too few|fewer than|all accepted|interrupted|Not every|are unknown$|one name|certificate chain|It was|beside/i,
    step: 'Audit again: a step before this one did not come to its end, or the server did not offer what it needs.',
  },
];

/** The advice where no row matches. */
export const anyStep = 'Audit again. If this remains, send the report to the operator of the scanner.';
