import type { Cause } from './causes.data.ts';

/**
 * What earlier versions, which kept no codes, meant by their sentences: a pattern, or texts of the time. The first row
 * that fits counts. No sentence of today is read this way, so these rows are no longer changed with the words.
 */
export const wordedCauses: readonly (readonly [Cause, RegExp | readonly string[]])[] = [
  ['internal-error', /^Internal error/],
  ['no-evidence', /^No \w+ evidence:/],
  ['service', /did not (?:identify its service|list its capabilities)/],
  ['block-list', /did not say whether it lists|what no list may have|as a block list does|as no list does/],
  ['login', /takes a login|to strangers is not tested/],
  ['routes', /Several systems announce/],
  ['stripping', ['the resolver removes signatures or proofs']],
  [
    'contradicted',
    ['The resolver and the name servers of the zone contradict each other about it, so it may filter names'],
  ],
  ['caa-climb', ['The CAA query for {0} ended in {1}, and CAs that climb to it issue nothing for {2} then']],
  ['dnssec', /DNSSEC validation of the answer fails/],
  [
    'disputed',
    /what the resolver has fails validation|what it says of missing names is its own|as those do that filter names/,
  ],
  ['port-25', /port_25_|port 25\b/i],
  ['port-53', /port_53_|port 53\b/i],
  ['tls-intercepted', /tls_intercepted/],
  ['ipv6', /route for IPv6|over IPv6|address famil/],
  ['setting', /PERIMETER_[A-Z_]+/],
  ['old-list', /\b(?:list|table)\b.* (?:is outdated|is dated|days old|cannot be used|has no route)|has no route to/],
  ['long-records', /longer than an audit reads/],
  ['no-resolver', /No resolver is configured/],
  ['deep', /deep mode/i],
  ['opted-out', /opted_out|registries are not queried/i],
  ['registration', /[Rr]egist(?:ered|ration|ry)|RDAP/],
  ['robots', /robots_txt:/],
  ['mail-refused', ['The mail server refuses this scanner with code {0}: {1}']],
  [
    'mail-later',
    [
      'The mail server greylists strangers and asked to come back later with code {0}: {1}',
      'The mail server asked to come back later with code {0}: {1}',
    ],
  ],
  [
    'limited',
    /rate.limit|limited before|answered \S+ before|limits requests|Too Many Requests|come back later|stopped answering|limited|status (?:429|503)\b|refused for now|refuses this scanner|asked to slow|SHA-1 and MD5 may be|known-good hello/i,
  ],
  ['server-error', /^(?!.*with the site).*(?:answered with status 5\d\d\b|: status 5\d\d\b)|the server failed$/],
  ['legal', /answered (?:with status )?451\b|: status 451\b/],
  ['site-login', /answered (?:with status )?401\b|: status 401\b/],
  [
    'walled',
    /challenge page|not with the site|not shown to this audit|Something other than the site|Every path is answered|answered \d{3}\b|answered with status|: status [45]\d\d\b|in the same way/,
  ],
  ['every-port', /cannot all be in use/],
  ['slow', /(?:session|TLS handshake) took longer than/],
  [
    'budget',
    /used up|as many requests as|than an audit requests|per family|limits of the survey|are looked for|Only the first choice|[Nn]ot visited|first address only|Stopped after|audit ended|took longer than|cancelled|time for these requests|More than \S+ (?:fetches|messages|records|bytes|content|redirects)|has (?:read its|sent its)|silence/,
  ],
  ['unlike', /answered differently|Answers changed|same nonce|perhaps from a cache|changed the version/],
  ['by-protocol', /which browsers prefer/],
  ['client-certificate', /client certificate/],
  [
    'unsupported-here',
    /supported here|be computed|computed with|made here|HTTP\/2 only|raw public key|pre-shared key|unknown strength|hash of .* is unknown$|SSL 2\.0 transmits|is not known$|cannot be used$|has to sign|suite without a certificate|too short for the test/i,
  ],
  ['selectors', /selector|DKIM/],
  ['per-message', /depends on the message/],
  ['guessed-name', /knows a local part or greeting/],
  [
    'mail-server',
    /^(?!TXT |MTA-STS policy: \w|.*(?:DNSSEC|looked up|has no address)).*(?:(?<![\w.-])(?:STARTTLS|greet|EHLO|SMTP|MTA-STS)(?![\w-]*\.\w)|mail server|takes no mail|for an upgrade|does not upgrade|:25: [45]\d\d )/i,
  ],
  ['claimed', /claimed|taken over/],
  [
    'certificate',
    /revocation|\bSCTs?\b|\bOCSP\b|\bCRL\b|staple|hash of|CAA allows|certificate (?:of \S+ )?(?:was not|cannot be|has no)|whose names were not|browsers do not support|certificate was not recorded|No certificate/i,
  ],
  [
    'name-servers',
    /[Nn]ame server|NSEC|proves an absence|SOA\b|NS records|DNSKEY|CDS\b|[Rr]eferral|\b[Zz]one\b|parent|\bMX\b|DNSSEC|[Rr]esolver|[Ll]ookup|not be looked up|SERVFAIL|servfail|REFUSED|CNAME|CAA query|\bTXT\b|_tcp\.|[Nn]o address|No answer for its addresses|could not be determined|cannot be asked|left a question|[Nn]o question|answer the question|be queried|record that decides|DNS quer|from DNS\b|no usable answer$|could not be validated|signature (?:expired|invalid|not yet)|^\S+ [A-Z]+: no (?:answer|signature)$|: signed$|too much to verify|absence not proved/,
  ],
  [
    'unusable-answer',
    /cannot be used|malformed|cannot be read|answer could not be read|broken|not TLS|another protocol|answer to \S+ was|^answered with status|where it was not due|Content-Encoding|holds no message|no URL|without end|was not whole|more than it was asked|ends before its end|names no coding|not asked for \(206|chose what was not|not request SCTs|fewer than \S+ bytes|bytes become more|Chunked|Content of more|content codings|not answer the question|in version|only http is fetched|not for the web|: redirect to/i,
  ],
  // A redirect to a silent host has no page for browsers.
  [
    'page',
    /^(?!.*lead to a document: \S+ did not answer).*(?:script|source map|\bpage\b|document|meta element|nonce|content\b|robots\.txt|no response sets)/i,
  ],
  [
    'silence',
    /no answer|not answer|silent|no http response|no connection|closed|reset|unreachable|refused|not answered|unanswered|answered nothing|packets may be filtered|was answered|timeout|failed|\bno\b.*(?:answered|came)|not reached|connected to|ServerHello|handshake|ends connections|not come to its end|alert|ends by itself|server answered|http:\/\/ answers|No TLS/i,
  ],
  [
    'not-reached',
    /not (?:\w+ )?(?:tested|asked|requested|sent|queried|looked|tried|compared|seen|recorded|stored|read|enumerated|offered|accepted)|was not|were not|could be|no (?:client|request|proof|cbc|suite|version|lower|rsa|ephemeral|server)|only TLS 1\.3|of TLS 1\.3 sends|TLS 1\.2|no query|seven days old|nothing was asked|too few|fewer than|all accepted|interrupted|Not every|are unknown$|one name|certificate chain|It was|beside/i,
  ],
];
