/** Zones of the lab on either side of a row; apart by spaces. */
interface TransportCoverage {
  readonly fails: string;
  readonly passes: string;
}

const both = (fails: string, passes: string): TransportCoverage => ({ fails, passes });

/** What each zone's mail servers and mail records show. */
export const emailTransportCoverage: Readonly<Record<string, TransportCoverage>> = {
  'mx-no-address': both('mx-no-address.lab', 'good.lab mx-two.lab'),
  'mx-invalid-target': both('mx-alias.lab mx-null-beside.lab mx-private.lab mx-literal.lab', 'good.lab mx-two.lab'),
  'mx-unregistered': both('mx-unregistered.lab', 'good.lab'),
  'mx-inconsistent-ns': both('mx-differs.lab', 'good.lab ns-sound.lab'),
  'mx-unreachable': both('smtp-521.lab', 'good.lab smtp-late.lab'),
  'dns-implicit-mx': both('mail.good.lab', 'good.lab'),
  'mx-null-missing': both('mx-implicit.lab', 'nomail.lab parked-locked.lab'),
  'smtp-no-starttls': both('bad.lab smtp-plain.lab mx-two.lab', 'good.lab smtp-tls.lab postfix.lab smtp-talks-on.lab'),
  'smtp-starttls-broken': both('smtp-tls-broken.lab', 'good.lab smtp-tls.lab smtp-self-signed.lab'),
  'smtp-tls-obsolete-only': both('smtp-tls10.lab', 'good.lab smtp-tls.lab smtp-tls-old.lab'),
  'smtp-tls-obsolete-offered': both('smtp-tls-old.lab smtp-tls10.lab', 'good.lab smtp-tls.lab'),
  'smtp-ciphers-broken': both('smtp-null-suites.lab', 'good.lab smtp-tls.lab smtp-tls-old.lab'),
  'smtp-cert-expired': both('smtp-expired.lab', 'good.lab smtp-tls.lab smtp-self-signed.lab'),
  'smtp-cert-invalid': both('smtp-self-signed.lab smtp-wrong-name.lab', 'good.lab smtp-tls.lab dane-301.lab'),
  'smtp-pq': both('smtp-tls10.lab smtp-tls-old.lab', 'good.lab smtp-tls.lab'),
  'smtp-banner-version': both('bad.lab smtp-banner.lab', 'good.lab smtp-tls.lab postfix.lab'),
  'smtp-auth-cleartext': both('bad.lab smtp-auth.lab', 'good.lab smtp-tls.lab postfix.lab'),
  'smtp-vrfy-expn': both('smtp-vrfy.lab', 'good.lab smtp-tls.lab'),
  'smtp-starttls-injection': both('smtp-injectable.lab', 'good.lab smtp-tls.lab postfix.lab'),
  'dane-smtp-missing': both('dane-none.lab', 'good.lab dane-311.lab dane-mismatch.lab'),
  'dane-mismatch': both(
    'dane-mismatch.lab dane-211-name.lab dane-one-key.lab',
    'good.lab dane-311.lab dane-301.lab dane-one-of-two.lab dane-two-keys.lab',
  ),
  'dane-lookup-fails': both('dane-servfail.lab', 'good.lab dane-311.lab dane-none.lab'),
  'dane-unsigned': both('dane-unsigned.lab', 'good.lab dane-311.lab'),
  'dane-parameters': both('dane-pkix-only.lab dane-301.lab', 'good.lab dane-311.lab'),
  'dane-rollover': both('good.lab dane-311.lab', 'dane-one-of-two.lab dane-211.lab dane-rollover.lab'),
  'mtasts-missing': both('smtp-tls.lab dane-311.lab', 'good.lab sts-enforce.lab'),
  'mtasts-record-invalid': both('sts-two-txt.lab sts-bad-id.lab', 'good.lab sts-enforce.lab sts-404.lab'),
  'mtasts-policy-unavailable': both(
    'sts-404.lab sts-redirect.lab sts-html.lab sts-badcert.lab sts-big.lab',
    'good.lab sts-enforce.lab sts-no-mode.lab',
  ),
  'mtasts-policy-invalid': both('sts-no-mode.lab sts-dup.lab', 'good.lab sts-enforce.lab sts-unknown-field.lab'),
  'mtasts-not-enforcing': both('sts-testing.lab sts-mode-none.lab', 'good.lab sts-enforce.lab'),
  'mtasts-max-age-short': both('sts-short.lab', 'good.lab sts-enforce.lab'),
  'mtasts-mx-uncovered': both(
    'sts-uncovered.lab sts-uncovered-testing.lab sts-two-labels.lab',
    'good.lab sts-enforce.lab',
  ),
  'mtasts-mx-cert-bad': both('sts-no-tls.lab sts-mx-expired.lab', 'good.lab sts-enforce.lab'),
  'tlsrpt-missing': both('sts-enforce.lab smtp-tls.lab', 'good.lab rpt-ok.lab rpt-two.lab'),
  'tlsrpt-invalid': both('rpt-two.lab rpt-bad.lab', 'good.lab rpt-ok.lab'),
  'mail-client-srv': both('srv-cleartext.lab', 'srv-tls.lab'),
};
