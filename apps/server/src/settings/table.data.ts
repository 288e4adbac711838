import { dayMs } from '@perimeter/protocols/durations';
import { anonymousTerms } from '@perimeter/contract/account/plan';

interface Shown {
  /** What the page of operations says of it, as Markdown. */
  says: string;
  /** What stands where it is not set and no value says the same; absent where that is nothing. */
  without?: string;
}

/** An integer between two others, and what it counts. */
interface Whole extends Shown {
  fallback: number | null;
  least: number;
  most: number;
  unit: string | null;
}

/** One of several words. */
interface Word extends Shown {
  fallback: string;
  words: readonly string[];
}

/** A text whose form is checked by the function that reads it. */
interface Text extends Shown {
  fallback: string | null;
}

/** A row of the table. */
export type Setting = Whole | Word | Text;

/** A day: longer than anybody would call an audit of today. */
const daySeconds = dayMs / 1_000;

/** Two years, as the preload list of browsers recommends. */
const maxHstsSeconds = 63_072_000;

/**
 * Every variable that an operator may set, in the order of the page: its default, what is taken, and what it means. The readers take
 * defaults, ranges and words from here, and `npm run generate` writes the table of docs/operations.md from it. The defaults of what the
 * engine reads stand with its readers; a test holds them against these.
 */
export const settingsTable = {
  HOST: { fallback: '127.0.0.1', says: 'Address to listen on; `0.0.0.0` in a container.' },
  PORT: { fallback: 8080, least: 0, most: 65_535, unit: null, says: 'Port; `0` takes any free one.' },
  DATABASE_URL: {
    fallback: null,
    says: '`postgres://user:password@host:5432/database`, PostgreSQL 15 or later. Empty: the embedded one.',
  },
  PERIMETER_DATA_DIR: { fallback: '.data', says: 'Where the embedded database and the generated secret live.' },
  PERIMETER_ROLE: {
    fallback: 'all',
    words: ['all', 'api', 'worker'],
    says: '`all`, `api` or `worker`; the last two need `DATABASE_URL`.',
  },
  PERIMETER_CONCURRENCY: {
    fallback: 4,
    least: 1,
    most: 64,
    unit: 'audits',
    says: 'Audits that one worker runs at the same time.',
  },
  PERIMETER_SECRET: {
    fallback: null,
    without: 'a file in the data directory',
    says: 'Secret for hashing API keys, 32 characters or more. Needed with `DATABASE_URL` by every process with an API, and the same for all; workers that have it too remember [TLS sessions](#retention).',
  },
  PERIMETER_SECRET_PREVIOUS: {
    fallback: null,
    says: 'Another secret whose keys are known too, while [changing over](#secrets-and-rotation).',
  },
  PERIMETER_SIGNING_CERTIFICATE: {
    fallback: null,
    says: 'PEM file of a certificate that PDF reports are [sealed](verifying.md#keys) with, RSA, followed by its issuers up to the root. Empty: the service makes its own.',
  },
  PERIMETER_SIGNING_KEY: { fallback: null, says: 'PEM file of its private key.' },
  PERIMETER_SIGNING_PKCS12: {
    fallback: null,
    says: 'PKCS#12 file with key, certificate and issuers, instead of the two.',
  },
  PERIMETER_SIGNING_PASSPHRASE: { fallback: null, says: 'Passphrase of that key or file.' },
  PERIMETER_TSA_URL: {
    fallback: null,
    without: 'none',
    says: 'Time-stamping authority (RFC 3161) whose stamp every PDF report gets, such as `https://tsa.example/tsr`; [if it does not answer](verifying.md#time-stamps), no report is sealed.',
  },
  PERIMETER_TSA_CA: {
    fallback: null,
    without: 'any',
    says: 'PEM file of the authorities that its certificate has to be under; needed over http.',
  },
  PERIMETER_TSA_POLICY: { fallback: null, without: "the authority's", says: 'Identifier of the policy to request.' },
  PERIMETER_SIGNUP: {
    fallback: 'closed',
    words: ['open', 'unconfirmed', 'closed'],
    says: '`open`: anyone can create an account; a link confirms its address before audits and API keys (without a mail server, the link is in the log). `unconfirmed`: the same without confirmation, for networks that only trusted people reach.',
  },
  PERIMETER_ADMIN_SECOND_FACTOR: {
    fallback: 'optional',
    words: ['optional', 'required'],
    says: '`required`: administrators without a passkey or an authenticator application can only set one up, and administer nothing until then.',
  },
  PERIMETER_SECURITY_LOG_DAYS: {
    fallback: 90,
    least: 1,
    most: 3_650,
    unit: 'days',
    says: 'How long the [security log](#security-log) is kept.',
  },
  PERIMETER_PUBLIC_URL: {
    fallback: null,
    without: "the request's host",
    says: 'Origin by which browsers reach the service, such as `https://perimeter.example`. Passkeys are made for its host name and need `https`; after a change of the name they no longer work. Set it before the first PDF: the links and the QR code in a sealed document never change.',
  },
  PERIMETER_TRUST_PROXY: {
    fallback: null,
    without: 'none',
    says: 'Trusted proxies for `X-Forwarded-For`: number of hops, or networks separated by commas.',
  },
  PERIMETER_SMTP_URL: {
    fallback: null,
    says: '`smtps://user:password@host:465`, or `smtp://…:587?requireTLS=true` for STARTTLS: without `requireTLS` a server that offers no TLS gets everything in the clear. Certificates must be trusted (`NODE_EXTRA_CA_CERTS` for an authority of yours). Empty: messages go to the log.',
  },
  PERIMETER_MAIL_FROM: { fallback: 'Perimeter <perimeter@localhost>', says: 'Sender of messages.' },
  PERIMETER_ADMIN_CREDITS: {
    fallback: null,
    without: 'no limit in the browser; API keys as the plan',
    least: 0,
    most: 1_000_000,
    unit: 'audits',
    says: "Audits a month for each administrator's account, by browser and API keys together.",
  },
  PERIMETER_ANONYMOUS_CREDITS: {
    fallback: anonymousTerms.creditsAMonth,
    least: 0,
    most: 1_000_000,
    unit: 'audits',
    says: 'Audits a month for each IPv4 address or IPv6 /64 without an account.',
  },
  PERIMETER_SHARE_SECONDS: {
    fallback: 60,
    least: 0,
    most: daySeconds,
    unit: 'seconds',
    says: 'How long a completed measurement serves other starts of its domain and mode; `0`: only while it runs.',
  },
  // An hour of a domain leaves room for every push to its repository; an address may belong to many domains.
  PERIMETER_DOMAIN_CEILING: {
    fallback: '30/120',
    says: 'Audits of one registrable domain per hour and per day, over all callers; `off`: no ceiling. Beyond it, starts get 429 `target_busy`. Shared measurements do not count.',
  },
  PERIMETER_ADDRESS_CEILING: {
    fallback: '60/240',
    says: 'The same for each address of the audited domains, except those of CDNs. At most two audits of an address run at a time.',
  },
  PERIMETER_AUTHORITY_CEILING: {
    fallback: '6/24',
    says: 'The same for deep audits with stated authority, of a domain and of an address.',
  },
  PERIMETER_AUTHORITY: {
    fallback: 'stated',
    // `assumed` is what earlier versions called it.
    words: ['stated', 'assume', 'assumed'],
    says: 'Who says that a domain may be tested: `stated`, the caller of each start (`authority`); `assume`, every audit has it. Only where all callers audit what is theirs: deep audits then send more, [as listed](../SECURITY.md).',
  },
  PERIMETER_ACTIVE: {
    fallback: 'all',
    words: ['all', 'accounts', 'authority'],
    says: 'Whose audits may sweep ports and paths at all: `all`, those of callers with an account (`accounts`), or those that state authority (`authority`). Other audits send neither; their checks do not apply, and the report says why.',
  },
  PERIMETER_HSTS_SECONDS: {
    fallback: 0,
    least: 0,
    most: maxHstsSeconds,
    unit: 'seconds',
    says: 'Sends `Strict-Transport-Security` with this `max-age`; `0` where the proxy sends it.',
  },
  PERIMETER_SECURITY_CONTACT: {
    fallback: null,
    says: '`mailto:` or `https:` URI for reports of weaknesses in this service, served as `/.well-known/security.txt`.',
  },
  PERIMETER_OPERATOR_CONTACT: {
    fallback: null,
    says: '`mailto:` or `https:` URI that the page `/opt-out` names to owners of audited domains and networks. The service warns at its start until it is set.',
  },
  PERIMETER_SOURCE_ADDRESSES: {
    fallback: null,
    says: 'Addresses or networks that audits come from, separated by commas, as the page `/opt-out` lists them.',
  },
  PERIMETER_BASE_PATH: {
    fallback: null,
    says: 'The path under which a proxy maps the service, such as `/perimeter`; the proxy removes it from requests.',
  },
  PERIMETER_IMPRINT_URL: {
    fallback: null,
    says: 'Page of the operator that the foot of every page links to as imprint.',
  },
  PERIMETER_PRIVACY_URL: { fallback: null, says: 'The same for the privacy policy.' },
  PERIMETER_RATE_LIMITS: {
    fallback: 'on',
    words: ['on', 'off'],
    says: '`off` only where something in front limits callers.',
  },
  PERIMETER_LOG_LEVEL: {
    fallback: 'info',
    words: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    says: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
  },
  PERIMETER_METRICS: {
    fallback: null,
    without: 'off',
    says: '`address:port` of a second listener with `/metrics`, `/health` and `/ready`.',
  },
  PERIMETER_RESOLVERS: {
    fallback: null,
    without: 'those of the system',
    says: 'DNS resolvers, `address:port`, separated by commas.',
  },
  PERIMETER_RECURSION_NAME: {
    fallback: 'example.com',
    says: 'The name that name servers are asked to resolve, where they seem to resolve for strangers.',
  },
  PERIMETER_CONTROL_NAMES: {
    fallback: null,
    without: 'none',
    says: 'Up to 8 sites with public certificates, under unrelated domains, by which audits recognize [a TLS-intercepting proxy](#what-this-machine-can-reach). `perimeter doctor` uses `example.com,www.iana.org` if it is empty.',
  },
  PERIMETER_CONTACT_URL: {
    fallback: null,
    without: "the project's page",
    says: 'Contact page sent to audited servers (in the User-Agent).',
  },
  PERIMETER_SMTP_NAME: {
    fallback: null,
    without: "the machine's full name",
    says: 'Name given to mail servers in EHLO; without one, the address of the connection.',
  },
  PERIMETER_SMTP_EGRESS: {
    fallback: 'auto',
    says: 'Whether port 25 is open from here: `auto` finds out while auditing, `open`, `blocked`, or `address:25` of a mail server of yours that is tried once an hour. While it is blocked, no mail server is contacted and the report says so.',
  },
  PERIMETER_ALLOW_NETWORKS: {
    fallback: null,
    without: 'none',
    says: 'Non-public networks that may be audited all the same, such as `203.0.113.0/24`. Dangerous on a public service.',
  },
  PERIMETER_TRUST_ANCHORS: {
    fallback: null,
    without: "the root's",
    says: 'File of DS or DNSKEY records to validate DNSSEC from. A file for the root needs the key of 2024 (38696): that of 2017 (20326) is revoked on 2027-01-11.',
  },
  PERIMETER_SOURCES: {
    fallback: 'rdap',
    says: 'Who beside the resolver and the target is asked: a list of `rdap`, `cymru`, `dqs:KEY`, `address-list:ZONE` and `domain-list:ZONE`, separated by commas ([sources](#sources)). Registries are always among them; `none` alone switches all off.',
  },
  PERIMETER_RDAP_BOOTSTRAP: {
    fallback: null,
    without: 'shipped',
    says: "File of the registries' RDAP services, in the form that IANA publishes (`https://data.iana.org/rdap/dns.json`).",
  },
  PERIMETER_ROUTES: {
    fallback: null,
    without: 'none',
    says: 'Table of routes, plain or `.gz`, in the form of RIS whois dumps (`asn<TAB>prefix<TAB>seen-by`; `%` begins comments). Audits read from it which networks announce the hosts of a domain, deep ones also those of its name servers. Rows that fewer than 10 peers see are ignored. It is never downloaded: replace the file at least every 30 days and restart; its modification time is its date. A file with more than 100 lines that are no routes is refused. A million rows take about 70 MiB and a few seconds, once a process, at the first deep audit.',
  },
  PERIMETER_VRPS: {
    fallback: null,
    without: 'none',
    says: 'Validated ROA payloads, plain or `.gz`, as JSON of Routinator (`routinator vrps --format json`) or rpki-client (`rpki-client -j`). With `PERIMETER_ROUTES`, audits judge routes by RFC 6811. It is never downloaded: replace the file daily and restart. Its date is the one in its metadata, or else its modification time; from a list older than 2 days a missing ROA is not claimed, and one older than 30 days is not used. 800,000 payloads take about 30 MiB and some seconds, once a process, at the first audit.',
  },
  PERIMETER_LIBRARIES: {
    fallback: null,
    without: 'shipped',
    says: '[List](trust-data.md#javascript-libraries) of JavaScript libraries with known flaws, in the form of Retire.js.',
  },
  PERIMETER_TAKEOVERS: {
    fallback: null,
    without: 'shipped',
    says: '[List](trust-data.md#services-whose-names-can-be-claimed) of services where strangers may claim names, in the form of can-i-take-over-xyz.',
  },
  PERIMETER_EDGES: {
    fallback: null,
    without: 'shipped',
    says: '[List](trust-data.md#networks-of-cdns) of the networks of CDNs, whose ports are not those of the site.',
  },
  PERIMETER_HSTS_PRELOAD: {
    fallback: null,
    without: 'none',
    says: '[List](trust-data.md#hsts-preload-list) of the hosts that browsers contact over https only, plain or `.gz`, in the form of Chromium.',
  },
  PERIMETER_PUBLIC_ROOTS: {
    fallback: null,
    without: 'shipped',
    says: "[List](trust-data.md) of the roots that browsers trust, since and until when, and of authorities' names in CAA.",
  },
  PERIMETER_CT_LOGS: {
    fallback: null,
    without: 'shipped',
    says: '[List](trust-data.md#logs) of Certificate Transparency logs, in the form that browsers publish.',
  },
  PERIMETER_WEAK_KEYS: {
    fallback: null,
    without: 'none',
    says: '[Lists](trust-data.md#weak-keys) of RSA keys that are public knowledge, files separated by commas.',
  },
  NODE_EXTRA_CA_CERTS: {
    fallback: null,
    without: 'none',
    says: 'PEM file of roots of your own, under which the rules for the public do not hold.',
  },
  PERIMETER_DIAL_MAP: {
    fallback: null,
    says: 'For tests: JSON of addresses to dial instead of others; `*` stands for all that it does not name, except loopback.',
  },
  PERIMETER_NOW: { fallback: null, says: 'For tests: the time that audits take for now.' },
} as const satisfies Record<string, Setting>;
