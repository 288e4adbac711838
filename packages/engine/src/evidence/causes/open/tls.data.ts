import type { OpenReason } from './open-reason.ts';

/** Why something about TLS was not seen. */
export const tlsReasons = {
  'certificate-behind-groups': ['certificate', '{refusal}. The certificate was not seen'],
  'version-untested': ['not-reached', '{version} was not tested'],
  'version-unknown': [null, 'It is unknown whether {version} is accepted: {failure}'],
  'version-maybe-limited': [
    'limited',
    'The control handshake at the end failed, so the rejection of {version} may be rate limiting',
  ],
  'suites-untested': ['not-reached', 'Not every cipher suite was tested with {version}'],
  'suites-maybe-limited': [
    'limited',
    'The control handshake at the end failed, so rejected suites may be rate limiting',
  ],
  'renegotiation-untested': ['not-reached', 'Renegotiation was not tested'],
  'other-protocol': ['unusable-answer', 'the answer was in another protocol'],
  'flaw-untested': ['not-reached', 'It was not tested there'],
  'parameters-unknown': ['not-reached', 'The parameters of {suite} with {version} are unknown'],
  'key-exchanges-too-few': ['not-reached', 'Too few finite-field key exchanges to compare'],
  'group-unknown': ['unsupported-here', 'The group of the key exchange is not known'],
  'no-mail-handshake': ['mail-server', 'No mail server completed a handshake for the inventory of TLS'],
  'groups-of-version-unlisted': ['not-reached', 'The groups of {version} were not enumerated'],
  'groups-maybe-limited': [
    'limited',
    'The control handshake at the end failed, so rejected groups may be rate limiting',
  ],
  'groups-unlisted': ['not-reached', 'The groups of the server were not enumerated'],
  'hashes-maybe-limited': [
    'limited',
    'The control handshake at the end failed, so the rejection of SHA-1 and MD5 may be rate limiting',
  ],
  'no-chain-seen': ['certificate', 'No certificate chain was seen'],
  'modern-versions-untested': ['not-reached', 'TLS 1.2 and 1.3 were not tested'],
  'no-client-simulated': ['not-reached', 'No client was simulated'],
  'hellos-unanswered': ['silence', 'Some of the recorded hellos were not answered'],
  'resumption-failed-before': [null, 'The resumption of an earlier session failed: {failure}'],
  'suites-interrupted': [null, 'The cipher suite enumeration for {version} was interrupted{why}'],
  'no-handshake-completed': [
    'silence',
    'The server supports TLS, but this audit completed no handshake that shows the certificate',
  ],
  'handshake-incomplete': [
    null,
    'The server supports TLS, but this audit completed no handshake that shows the certificate: {failure}',
  ],
  'tls-unseen-at': [null, 'TLS was not seen at {place}: {reason}'],
} as const satisfies Readonly<Record<string, OpenReason>>;
