import type { ModuleClaims } from './claim.ts';

/** An answer without this text, and with another. */
const lacking = (text: string, shown = ''): RegExp => new RegExp(`^(?![^]*${text})[^]*${shown}`);

/** What the commands of the mail servers must show. */
export const emailTransportClaims: ModuleClaims = {
  claims: {
    'mx-no-address': {
      on: 'mx-no-address.lab',
      shows: lacking('\\d\\s+IN\\s+A{1,4}\\s', 'MX\\s+10 mx\\.'),
      notOn: 'good.lab',
    },
    'mx-invalid-target': { on: 'mx-alias.lab', shows: /MX\s+10 mx\.[^]*IN\s+CNAME/, notOn: 'good.lab' },
    'mx-unregistered': {
      on: 'mx-unregistered.lab',
      shows: /MX\s+10 mail\.nobody-owns-this\.lab\.[^]*status: NXDOMAIN/,
      notOn: 'good.lab',
    },
    'mx-inconsistent-ns': {
      on: 'mx-differs.lab',
      shows: /MX\s+10 (mail\.good|smtp-tls)\.lab\.[^]*MX\s+10 (?!\1)/,
      notOn: 'ns-sound.lab',
    },
    'mx-unreachable': { on: 'smtp-521.lab', shows: /^521 /m, notOn: 'smtp-late.lab' },
    'dns-implicit-mx': { on: 'mail.good.lab', shows: /ANSWER: 0[^]*ANSWER: 1[^]*A\s+203\./, notOn: 'good.lab' },
    'mx-null-missing': { on: 'mx-implicit.lab', shows: /ANSWER: 0/, notOn: 'nomail.lab' },
    'smtp-no-starttls': { on: 'smtp-plain.lab', shows: /find STARTTLS in server response/, notOn: 'smtp-tls.lab' },
    'smtp-starttls-broken': {
      on: 'smtp-tls-broken.lab',
      shows: lacking('find STARTTLS', 'no peer certificate available'),
      notOn: 'smtp-tls.lab',
    },
    'smtp-tls-obsolete-only': {
      on: 'smtp-tls10.lab',
      shows: lacking('find STARTTLS', 'alert protocol version'),
      notOn: 'smtp-tls.lab',
    },
    'smtp-tls-obsolete-offered': {
      on: 'smtp-tls-old.lab',
      shows: /Cipher is (?!\(NONE\))[^]*Protocol *: TLSv1\.1/,
      notOn: 'smtp-tls.lab',
    },
    'smtp-ciphers-broken': { on: 'smtp-null-suites.lab', shows: /Cipher is [\w-]*NULL/, notOn: 'smtp-tls.lab' },
    'smtp-cert-expired': { on: 'smtp-expired.lab', shows: /Certificate will expire/, notOn: 'smtp-tls.lab' },
    'smtp-cert-invalid': {
      on: 'smtp-self-signed.lab',
      shows: /verify error:.*self-signed certificate/,
      notOn: 'smtp-tls.lab',
    },
    'smtp-pq': { on: 'smtp-tls-old.lab', shows: /^15 03 0\d 00 02 02 (?:28|46)/m, notOn: 'smtp-tls.lab' },
    'smtp-banner-version': { on: 'smtp-banner.lab', shows: /^220 .*Exim 4\.92\.1/m, notOn: 'smtp-tls.lab' },
    'smtp-auth-cleartext': { on: 'smtp-auth.lab', shows: /^250[ -]AUTH PLAIN LOGIN/m, notOn: 'smtp-tls.lab' },
    'smtp-vrfy-expn': { on: 'smtp-vrfy.lab', shows: /^250[ -].*<root@/m, notOn: 'smtp-tls.lab' },
    'smtp-starttls-injection': { on: 'smtp-injectable.lab', shows: /inside TLS: b'250 /, notOn: 'smtp-tls.lab' },
    'dane-smtp-missing': {
      on: 'dane-none.lab',
      shows: lacking('IN\\s+TLSA\\s+\\d', 'flags: qr rd ra ad;'),
      notOn: 'dane-311.lab',
    },
    'dane-mismatch': { on: 'dane-mismatch.lab', shows: /No matching DANE TLSA records/i, notOn: 'dane-311.lab' },
    'dane-lookup-fails': { on: 'dane-servfail.lab', shows: /status: SERVFAIL/, notOn: 'dane-311.lab' },
    'dane-unsigned': {
      on: 'dane-unsigned.lab',
      shows: /flags: qr rd ra;[^]*\sMX\s(?![^]*RRSIG\s+MX)[^]*TLSA\s+3 1 1/,
      notOn: 'dane-311.lab',
    },
    'dane-parameters': { on: 'dane-pkix-only.lab', shows: /TLSA\s+1 1 1/, notOn: 'dane-311.lab' },
    'dane-rollover': {
      on: 'dane-311.lab',
      shows: /^(?!(?:[^]*IN\s+TLSA\s+\d){2})[^]*IN\s+TLSA\s+3/,
      notOn: 'dane-one-of-two.lab',
    },
    'mtasts-missing': { on: 'smtp-tls.lab', shows: lacking('v=STSv1'), notOn: 'sts-enforce.lab' },
    'mtasts-record-invalid': { on: 'sts-two-txt.lab', shows: /v=STSv1[^]*v=STSv1/, notOn: 'sts-enforce.lab' },
    'mtasts-policy-unavailable': { on: 'sts-404.lab', shows: /^HTTP\/\S+ 404/m, notOn: 'sts-enforce.lab' },
    'mtasts-policy-invalid': { on: 'sts-no-mode.lab', shows: lacking('mode:', 'STSv1'), notOn: 'sts-enforce.lab' },
    'mtasts-not-enforcing': { on: 'sts-testing.lab', shows: /^mode: testing/m, notOn: 'sts-enforce.lab' },
    'mtasts-max-age-short': { on: 'sts-short.lab', shows: /^max_age: 3600/m, notOn: 'sts-enforce.lab' },
    'mtasts-mx-uncovered': {
      on: 'sts-uncovered.lab',
      shows: /^mx: mail\.good\.lab[^]*MX\s+10 smtp-tls\.lab\./m,
      notOn: 'sts-enforce.lab',
    },
    'mtasts-mx-cert-bad': {
      on: 'sts-mx-expired.lab',
      shows: /verify error:.*certificate has expired/,
      notOn: 'sts-enforce.lab',
      toward: 'smtp-tls.lab',
    },
    'tlsrpt-missing': { on: 'sts-enforce.lab', shows: lacking('v=TLSRPTv1'), notOn: 'rpt-ok.lab' },
    'tlsrpt-invalid': { on: 'rpt-two.lab', shows: /v=TLSRPTv1[^]*v=TLSRPTv1/, notOn: 'rpt-ok.lab' },
    'mail-client-srv': {
      on: 'srv-cleartext.lab',
      shows: /SRV\s+0 1 143 [^]*status: NXDOMAIN/,
      notOn: 'srv-tls.lab',
    },
  },
  alsoOn: [
    { id: 'mx-invalid-target', on: 'mx-private.lab', shows: /MX\s+10 mx\.[^]*A\s+10\.0\.0\.25/, notOn: 'good.lab' },
    { id: 'mx-invalid-target', on: 'mx-null-beside.lab', shows: /MX\s+0 \.\n/, notOn: 'good.lab' },
    { id: 'dane-mismatch', on: 'dane-211-name.lab', shows: /verification error/i, notOn: 'dane-301.lab' },
    { id: 'mtasts-policy-unavailable', on: 'sts-badcert.lab', shows: /SSL: no alternative/, notOn: 'sts-enforce.lab' },
    {
      id: 'mtasts-mx-cert-bad',
      on: 'sts-no-tls.lab',
      shows: /find STARTTLS in server response/,
      notOn: 'sts-enforce.lab',
      toward: 'smtp-tls.lab',
    },
  ],
  cannotBeRun: {},
};
