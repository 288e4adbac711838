import type { ModuleClaims } from './claim.ts';

/** What the commands of tls_vulnerabilities must show. */
export const tlsVulnerabilitiesClaims: ModuleClaims = {
  claims: {
    'vuln-heartbleed': { on: 'heartbleed.lab', shows: /State: VULNERABLE/, notOn: 'heartbeat.lab' },
    'vuln-ccs': { on: 'ccs.lab', shows: /State: VULNERABLE/, notOn: 'sound.lab' },
    'vuln-ticketbleed': { on: 'ticketbleed.lab', shows: /Ticketbleed.* VULNERABLE/, notOn: 'tickets.lab' },
    'vuln-robot': { on: 'robot-strong.lab', shows: /ROBOT +VULNERABLE/, notOn: 'sound-cbc.lab' },
    'vuln-poodle-ssl3': { on: 'old101.lab', shows: /State: VULNERABLE/, notOn: 'good.lab' },
    'vuln-drown': { on: 'old101.lab', shows: /SSLv2 supported/, notOn: 'good.lab' },
    'vuln-freak': { on: 'old100.lab', shows: /TLS_RSA_EXPORT_WITH_/, notOn: 'good.lab' },
    'vuln-logjam': { on: 'dh768.lab', shows: /Modulus Length: 768/, notOn: 'dh2048-common.lab' },
    'vuln-beast': {
      on: 'bad.lab',
      shows: /(?:SSLv3|TLSv1\.0): \n\|\s+ciphers: \n(?:\|.*\n)*?\|.*_CBC_/,
      notOn: 'good.lab',
    },
    'vuln-opossum': {
      on: 'opossum.lab',
      shows: /HTTP\/1\.1 101 Switching Protocols[^]*Upgrade: TLS\/1\.0/,
      notOn: 'good.lab',
    },
    'vuln-alpaca': { on: 'alpaca.lab', shows: /Cipher is (?!\(NONE\))[^]*No ALPN negotiated/, notOn: 'good.lab' },
    'vuln-insecure-reuse': { on: 'cross-name.lab', shows: /^Reused, TLSv1\.2/m, notOn: 'names-apart.lab' },
    'vuln-sweet32': { on: 'sweet32.lab', shows: /_3DES_EDE_CBC_/, notOn: 'good.lab' },
    'vuln-rc4': { on: 'old101.lab', shows: /_RC4_128_/, notOn: 'good.lab' },
    'vuln-crime': { on: 'fake-compression.lab', shows: /compressors: \n\|\s+DEFLATE/, notOn: 'good.lab' },
    'vuln-renego': {
      on: 'renegotiates-insecurely.lab',
      shows: /Secure Renegotiation IS NOT supported/,
      notOn: 'good.lab',
    },
    'vuln-reneg-dos': {
      on: 'renegotiates.lab',
      shows: /Client-Initiated Renegotiation +VULNERABLE/,
      notOn: 'sound.lab',
    },
    'vuln-raccoon': {
      on: 'dh-reuse.lab',
      shows: /dh_Ys \(len=\d+\): ([0-9A-F]{32})[^]*dh_Ys \(len=\d+\): \1/,
      notOn: 'dh2048-common.lab',
    },
    'vuln-lucky13': { on: 'sound-cbc.lab', shows: /_CBC_SHA/, notOn: 'good.lab' },
    'vuln-breach': { on: 'compressed.lab', shows: /^Content-Encoding: gzip/m, notOn: 'good.lab' },
    'vuln-starttls-injection': { on: 'starttls-inject.lab', shows: /inside TLS: b'b OK/, notOn: 'starttls-sound.lab' },
  },
  cannotBeRun: {},
};
