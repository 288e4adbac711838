import type { OpenReason } from './open-reason.ts';

/** Why something about certificates, their status and CAA was not seen. */
export const certificatesReasons = {
  'key-use-unknown': ['unsupported-here', '{usage}; it is unknown whether the key has to sign'],
  'issuer-unfetched': [null, 'No path was found, but the issuer URL {url} could not be fetched: {failure}'],
  'issuer-unsent': ['unsupported-here', 'No path was found, but SSL 2.0 transmits only one certificate'],
  'root-maybe-newer': ['old-list', 'No path was found, but the certificate is in public CT logs, and {list}'],
  'caa-bogus-perhaps-alone': [
    'name-servers',
    'The CAA answer for {name} fails DNSSEC validation. Whether for this type alone was not seen',
  ],
  'caa-query-failed': ['name-servers', 'The CAA query for {name} failed: {status}'],
  'caa-failed-perhaps-alone': [
    'name-servers',
    'The CAA query for {name} failed: {status}. Whether for this type alone was not seen',
  ],
  'caa-issuer-unknown': [null, 'It is unknown whether CAA allows {issuer}: {doubt}; allowed: {allowed}'],
  'tlsa-with-ssl2': [
    'unsupported-here',
    'SSL 2.0 transmits only one certificate, so TLSA records of issuers cannot be compared',
  ],
  'key-strength-unknown': ['unsupported-here', 'The key of {certificate} ({key}) has an unknown strength'],
  'service-untested': [null, '{service} could not be tested: {failure}'],
  'no-sni-names-unstored': [
    'certificate',
    'Without SNI the address serves another certificate, whose names were not stored',
  ],
  'no-sni-certificate-unrecorded': [
    'certificate',
    'A handshake without SNI is accepted, but its certificate was not recorded',
  ],
  'hash-unknown': ['unsupported-here', 'The hash of {algorithm}, which signs {certificate}, is unknown'],
  'scts-of-two-ways': [
    'certificate',
    'only those in the certificate and those in the handshake together are of two operators',
  ],
  'scts-unrequested': ['certificate', 'The handshake did not request SCTs, so the server may have more'],
  'caa-absence-unvalidated': ['name-servers', 'The absence of CAA records for {host} could not be validated'],
  'path-in-doubt': ['certificate', 'It is unknown whether browsers trust the path: {problems}'],
  'no-revocation-status': ['certificate', 'No valid revocation status was received'],
  'revocation-failed': ['certificate', 'No valid revocation status was received ({failures})'],
  'sct-in-doubt': ['certificate', 'one is from {log}'],
  'logs-old': ['old-list', 'the log list is outdated ({date})'],
  'scts-in-doubt': [null, 'It is unknown whether the SCTs suffice: {reason}'],
  'sct-unverified': ['certificate', 'The SCT of {log} could not be verified{why}'],
  'caa-absence-bogus': ['name-servers', 'The absence of CAA records for {host} fails DNSSEC validation'],
  'caa-records-bogus': ['name-servers', 'The CAA records of {host} fail DNSSEC validation'],
} as const satisfies Readonly<Record<string, OpenReason>>;
