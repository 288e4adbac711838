import type { ModuleClaims } from './claim.ts';

const noAnswer = /OCSP response: no response sent/;
const endsInTime = /^Certificate will expire$/m;

/** What the commands of certificates must show. */
export const certificatesClaims: ModuleClaims = {
  claims: {
    'cert-untrusted': { on: 'cert-untrusted.lab', shows: /unable to get local issuer certificate/, notOn: 'good.lab' },
    'cert-self-signed': {
      on: 'cert-self-signed.lab',
      shows: /^subject=(.+)\nissuer=\1$/m,
      notOn: 'cert-untrusted.lab',
    },
    'cert-name-mismatch': {
      on: 'cert-wrong-host.lab',
      shows: /does NOT match certificate/,
      notOn: 'cert-wildcard.lab',
    },
    'cert-expired': { on: 'cert-expired.lab', shows: endsInTime, notOn: 'cert-expiring.lab' },
    'cert-expiring': { on: 'cert-expiring.lab', shows: endsInTime, notOn: 'cert-renewal-overdue.lab' },
    'cert-renewal-overdue': { on: 'cert-renewal-overdue.lab', shows: endsInTime, notOn: 'good.lab' },
    'cert-chain-incomplete': {
      on: 'cert-incomplete.lab',
      shows: /unable to verify the first certificate/,
      notOn: 'good.lab',
    },
    'cert-sig-md5': { on: 'cert-md5.lab', shows: /sigalg: RSA-MD5/, notOn: 'cert-sha1.lab' },
    'cert-sig-sha1': { on: 'cert-sha1.lab', shows: /sigalg: RSA-SHA1/, notOn: 'good.lab' },
    'cert-key-broken': { on: 'cert-rsa512.lab', shows: /Public-Key: \(512 bit\)/, notOn: 'cert-rsa1024.lab' },
    'cert-key-short': { on: 'cert-rsa1024.lab', shows: /Public-Key: \(1024 bit\)/, notOn: 'good.lab' },
    'cert-key-known-weak': {
      on: 'cert-rsa-close-primes.lab',
      shows: /^factors: \(\d+, \d+\)$/m,
      notOn: 'cert-rsa-e3.lab',
    },
    'cert-distrusted-ca': { on: 'cert-public-distrusted.lab', shows: /i:CN = Lab Public Root D1/, notOn: 'good.lab' },
    'cert-revoked': { on: 'cert-revoked.lab', shows: /Cert Status: revoked/, notOn: 'cert-stapled.lab' },
    'cert-staple-invalid': { on: 'cert-staple-unknown.lab', shows: /Cert Status: unknown/, notOn: 'cert-stapled.lab' },
    'cert-must-staple-unmet': { on: 'cert-must-staple.lab', shows: noAnswer, notOn: 'cert-must-staple-met.lab' },
    'cert-not-stapled': { on: 'cert-ocsp-good.lab', shows: noAnswer, notOn: 'cert-stapled.lab' },
    'cert-no-revocation-info': {
      on: 'cert-no-revocation.lab',
      shows: /^(?![^]*(?:OCSP|CRL Distribution))[^]*(?:CA Issuers|No extensions)/,
      notOn: 'cert-ocsp-good.lab',
    },
    'cert-lifetime-too-long': {
      on: 'cert-public-250-days.lab',
      shows: /^250\.\d+ days$/m,
      notOn: 'cert-public-90-days.lab',
    },
    'cert-lifetime-trend': { on: 'cert-public-90-days.lab', shows: /^90\.\d+ days$/m, notOn: 'cert-public.lab' },
    'cert-ct-insufficient': {
      on: 'cert-public-unlogged.lab',
      shows: /^No extensions in certificate$/m,
      notOn: 'cert-public.lab',
    },
    'cert-eku-no-serverauth': {
      on: 'cert-no-server-auth.lab',
      shows: /Extended Key Usage: \n\s+TLS Web Client Authentication\n/,
      notOn: 'cert-client-auth-too.lab',
    },
    'cert-eku-clientauth': {
      on: 'cert-client-auth-too.lab',
      shows: /TLS Web Server Authentication, TLS Web Client Authentication/,
      notOn: 'good.lab',
    },
    'cert-constraints-wrong': { on: 'cert-leaf-authority.lab', shows: /CA:TRUE/, notOn: 'good.lab' },
    'cert-san-internal': { on: 'cert-internal-names.lab', shows: /DNS:mail\.corp/, notOn: 'good.lab' },
    'cert-nosni-leak': { on: 'cert-no-sni.lab', shows: /DNS:intranet\.corp\.lab/, notOn: 'good.lab' },
    'cert-alternate-rejected': {
      on: 'cert-alternate-expired.lab',
      shows: endsInTime,
      notOn: 'cert-alternate-sound.lab',
    },
    'cert-ip-inconsistent': {
      on: 'cert-two-faces.lab',
      shows: /notBefore=(.+)[^]*notBefore=(?!\1)/,
      notOn: 'good.lab',
    },
    'cert-chain-messy': { on: 'cert-root-sent.lab', shows: /^ \d s:(.+)\n   i:\1$/m, notOn: 'good.lab' },
    'cert-wildcard': { on: 'cert-wildcard.lab', shows: /DNS:\*\./, notOn: 'good.lab' },
    'cert-serial-entropy': { on: 'cert-low-entropy-serial.lab', shows: /^serial=\w{1,14}$/m, notOn: 'good.lab' },
    'dane-https': { on: 'mismatch.dane.lab', shows: /TLSA\s+3 1 1 5{56} 5{8}/, notOn: 'dane.lab' },
    'caa-missing': { on: 'pq.lab', shows: /ANSWER: 0/, notOn: 'caa.lab' },
    'caa-invalid': { on: 'bad-value.caa.lab', shows: /issue "%%%%%"/, notOn: 'caa.lab' },
    'caa-issuer-not-allowed': {
      on: 'other.caa-public.lab',
      shows: /issue "letsencrypt\.org"/,
      notOn: 'caa-public.lab',
    },
    'caa-lookup-fails': { on: 'caa-servfail.lab', shows: /status: SERVFAIL/, notOn: 'caa.lab' },
    'caa-no-accounturi': { on: 'good.lab', shows: /issue "[^;"]+"$/m, notOn: 'bound.caa.lab' },
    'caa-no-issuemail-issuevmc': {
      on: 'good.lab',
      shows: /ANSWER SECTION:\n(?:(?!.*issue(?:mail|vmc)).+\n)+\n/,
      notOn: 'caa.lab',
    },
    'caa-iodef': { on: 'bound.caa.lab', shows: /ANSWER SECTION:\n(?:(?!.*iodef).+\n)+\n/, notOn: 'caa.lab' },
    'caa-unsigned': { on: 'cert-stapled.lab', shows: /flags: qr rd ra;/, notOn: 'caa.lab' },
  },
  cannotBeRun: {},
};
