import { cookieCoverage } from './coverage/cookies.data.ts';
import { cspCoverage } from './coverage/csp.data.ts';
import { crossOriginCoverage } from './coverage/cross-origin.data.ts';
import { httpsCoverage } from './coverage/https.data.ts';
import { exposedContentCoverage } from './coverage/exposure.data.ts';
import { exposedServicesCoverage } from './coverage/services.data.ts';
import { subdomainsCoverage } from './coverage/names.data.ts';
import { routingCoverage } from './coverage/routing.data.ts';
import { dnsZoneCoverage } from './coverage/zone.data.ts';
import { pageContentCoverage } from './coverage/page.data.ts';
import { emailAuthCoverage } from './coverage/mail.data.ts';
import { emailTransportCoverage } from './coverage/transport.data.ts';

/** A check, with lab hosts that fail and pass it. */
export interface Coverage {
  /** Hosts that fail the check, or show the observation; separated by spaces. */
  readonly fails: string;
  readonly passes: string;
  /** Why no lab host can fail it. */
  readonly missing?: string;
}

const both = (fails: string, passes: string): Coverage => ({ fails, passes });

/** For hosts that begin with cert-, these rows list all failures. */
const certificates: Readonly<Record<string, Coverage>> = {
  'cert-untrusted': both(
    'cert-untrusted.lab cert-untrusted-root-sent.lab cert-incomplete-dead-aia.lab cert-incomplete-no-aia.lab cert-incomplete-wrong-aia.lab cert-private-aia.lab cert-endless-aia.lab cert-bad-signature.lab cert-constraint-violated.lab cert-path-too-long.lab cert-unknown-critical.lab cert-version-1-issuer.lab cert-issuer-no-authority.lab',
    'good.lab cert-cross-signed.lab cert-constrained.lab cert-expired-twin-first.lab cert-expired-twin-only.lab cert-disordered.lab cert-incomplete.lab cert-incomplete-pkcs7.lab cert-rsa-e3.lab',
  ),
  'cert-self-signed': both('cert-self-signed.lab', 'good.lab cert-untrusted.lab'),
  'cert-name-mismatch': both(
    'cert-wrong-host.lab cert-common-name-only.lab cert-wildcard-too-deep.lab',
    'good.lab cert-ip-name.lab cert-wildcard.lab cert-many-names.lab cross-name.lab',
  ),
  'cert-expired': both(
    'bad.lab cert-expired.lab cert-expired-yesterday.lab cert-future.lab',
    'good.lab cert-expiring.lab',
  ),
  'cert-expiring': both('cert-expiring.lab', 'good.lab cert-six-days.lab cert-renewal-overdue.lab'),
  'cert-renewal-overdue': both('cert-renewal-overdue.lab', 'good.lab cert-six-days.lab'),
  'cert-chain-incomplete': both(
    'cert-incomplete.lab cert-incomplete-pkcs7.lab cert-expired-twin-only.lab',
    'good.lab cert-expired-twin-first.lab cert-duplicate-sent.lab',
  ),
  'cert-sig-md5': both('cert-md5.lab', 'good.lab cert-sha1.lab'),
  'cert-sig-sha1': both('cert-sha1.lab cert-sha1-intermediate.lab', 'good.lab cert-cross-signed.lab'),
  'cert-key-broken': both('cert-rsa512.lab rsa-e1.lab', 'good.lab cert-rsa-e3.lab cert-rsa1024.lab'),
  'cert-key-short': both('cert-rsa1024.lab cert-p192.lab cert-p224.lab', 'good.lab cert-ed25519.lab cert-ml-dsa.lab'),
  'cert-key-known-weak': both(
    'cert-rsa-roca.lab cert-rsa-close-primes.lab cert-rsa-small-factor.lab cert-rsa-shared-prime.lab',
    'good.lab cert-rsa-e3.lab',
  ),
  'cert-distrusted-ca': both('cert-public-distrusted.lab', 'good.lab cert-public-distrusted-earlier.lab'),
  'cert-revoked': both(
    'cert-revoked.lab cert-ocsp-revoked.lab cert-crl-revoked.lab',
    'good.lab cert-stapled.lab cert-ocsp-good.lab',
  ),
  'cert-staple-invalid': both(
    'cert-staple-expired.lab cert-staple-wrong-signature.lab cert-staple-unknown.lab cert-staple-other.lab cert-staple-malformed.lab cert-staple-delegated-unfit.lab',
    'cert-stapled.lab cert-staple-delegated.lab cert-revoked.lab pq.lab',
  ),
  'cert-must-staple-unmet': both('cert-must-staple.lab', 'cert-must-staple-met.lab'),
  'cert-no-revocation-info': both('cert-no-revocation.lab', 'good.lab cert-ocsp-good.lab'),
  'cert-lifetime-too-long': both('cert-public-250-days.lab', 'good.lab cert-public.lab cert-public-90-days.lab'),
  'cert-ct-insufficient': both(
    'cert-public-unlogged.lab cert-public-one-operator.lab cert-public-retired-alone.lab cert-public-stapled.lab',
    'good.lab cert-public.lab cert-public-retired-later.lab cert-public-handshake.lab',
  ),
  'cert-sct-invalid': both(
    'cert-timestamps-spoilt.lab cert-public-spoilt.lab cert-public-retired.lab',
    'cert-timestamps.lab cert-public.lab cert-public-retired-later.lab cert-public-unlisted.lab',
  ),
  'cert-eku-no-serverauth': both(
    'cert-no-server-auth.lab cert-issuer-for-clients.lab',
    'good.lab cert-client-auth-too.lab',
  ),
  'cert-constraints-wrong': both('cert-leaf-authority.lab cert-unfit-key-usage.lab', 'good.lab'),
  'cert-san-internal': both('cert-internal-names.lab', 'good.lab cert-ip-name.lab'),
  'cert-nosni-leak': both('cert-no-sni.lab', 'good.lab'),
  'cert-alternate-rejected': both('cert-alternate-expired.lab', 'cert-alternate-sound.lab'),
  'cert-ip-inconsistent': both('cert-two-faces.lab', 'good.lab'),
  'caa-missing': both('pq.lab sound.lab', 'good.lab caa.lab cert-stapled.lab'),
  'caa-invalid': both(
    'bad-value.caa.lab critical.caa.lab no-issue.caa.lab',
    'caa.lab bound.caa.lab uncritical.caa.lab nobody.caa.lab web-report.caa.lab',
  ),
  'caa-issuer-not-allowed': both(
    'other.caa-public.lab nobody.caa-public.lab',
    'good.lab caa-public.lab several.caa-public.lab no-wildcard.caa-public.lab',
  ),
  'caa-lookup-fails': both('caa-servfail.lab', 'good.lab caa.lab pq.lab'),
  'dane-https': both('mismatch.dane.lab', 'good.lab dane.lab issuer.dane.lab mixed.dane.lab'),
  'cert-chain-messy': both(
    'cert-root-sent.lab cert-duplicate-sent.lab cert-large-chain.lab cert-expired-extra.lab cert-expired-twin-first.lab cert-expired-twin-only.lab cert-disordered.lab cert-cross-signed.lab cert-untrusted-root-sent.lab',
    'good.lab',
  ),
  'cert-not-stapled': both('cert-ocsp-good.lab cert-ocsp-dead.lab', 'cert-stapled.lab'),
  'cert-lifetime-trend': both('cert-public-90-days.lab cert-public-250-days.lab', 'good.lab cert-public.lab'),
  'cert-eku-clientauth': both('cert-client-auth-too.lab cert-public-client-auth.lab', 'good.lab cert-public.lab'),
  'cert-serial-entropy': both('cert-low-entropy-serial.lab cert-public-low-entropy.lab', 'good.lab cert-public.lab'),
  'cert-wildcard': both('cert-wildcard.lab cert-many-names.lab', 'good.lab'),
  'cert-shared-key-services': both('drown-shared.lab alpaca.lab', 'keys-apart.lab'),
  // For an audit with the memory of an earlier one, which saw this key or another.
  'cert-key-not-rotated': both('good.lab', 'ticket-key.lab'),
  'caa-no-accounturi': both('good.lab caa.lab', 'bound.caa.lab'),
  'caa-no-issuemail-issuevmc': both('good.lab bound.caa.lab', 'caa.lab'),
  'caa-iodef': both('bound.caa.lab web-report.caa.lab', 'good.lab caa.lab'),
  'caa-unsigned': both('cert-stapled.lab', 'good.lab caa.lab'),
  'cert-pq-signature': both('cert-ml-dsa.lab', 'good.lab'),
};

const tlsConfiguration: Readonly<Record<string, Coverage>> = {
  'tls-sslv2': both('old101.lab old100.lab fake-ssl2.lab', 'good.lab jsse.lab'),
  'tls-sslv3': both('jsse.lab nss.lab old101.lab old100.lab fake-renegotiation.lab', 'good.lab ossl3.lab'),
  'tls-1-0': both(
    'only-null.lab only-des.lab bad.lab ossl3.lab jsse.lab apache.lab two-versions.lab',
    'good.lab haproxy.lab sound.lab',
  ),
  'tls-1-1': both('bad.lab ossl3.lab jsse.lab apache.lab', 'good.lab haproxy.lab sound.lab old100.lab'),
  'tls-no-modern': both('old100.lab fake-ccs.lab fake-ssl2.lab', 'good.lab sound.lab tls13.lab'),
  'tls-1-3-missing': both('bad.lab haproxy.lab sound.lab old102s.lab', 'good.lab tls13.lab old111.lab'),
  'tls-null-anon-export': both('ossl3.lab gnutls.lab jsse.lab nss.lab old101.lab old111.lab', 'good.lab bad.lab'),
  'tls-des': both('jsse.lab nss.lab old101.lab fake-intolerant.lab', 'good.lab gnutls.lab'),
  'tls-rc4': both('gnutls.lab jsse.lab nss.lab old101.lab old102.lab', 'good.lab ossl3.lab'),
  'tls-3des-idea': both('sweet32.lab gnutls.lab old101.lab', 'good.lab ossl3.lab'),
  'tls-no-forward-secrecy': both('only-rsa.lab robot-strong.lab old101.lab', 'good.lab sound.lab bad.lab'),
  'tls-static-rsa': both('only-rsa.lab bad.lab sound-cbc.lab haproxy.lab', 'good.lab sound.lab only-cbc.lab'),
  'tls-dhe-offered': both('dh2048-common.lab dh2048-own.lab bad.lab', 'good.lab sound.lab'),
  'tls-dh-weak': both('dh1536-common.lab', 'dh2048-common.lab dh2048-own.lab'),
  'tls-no-aead': both('only-cbc.lab poodle-tls.lab old100.lab', 'good.lab sound-cbc.lab'),
  'tls-cbc-offered': both('sound-cbc.lab bad.lab haproxy.lab', 'good.lab sound.lab'),
  'tls-ccm8': both('ccm8.lab ossl3.lab', 'good.lab'),
  'tls-obscure-cipher': both('ossl3.lab fake-many-suites.lab bad.lab', 'good.lab sound-cbc.lab'),
  'tls-order-insecure': both('prefers-cbc.lab', 'good.lab sound-cbc.lab'),
  'tls-group-weak': both('weak-curve.lab only-weak-curve.lab weak-groups.lab explicit-curve.lab', 'good.lab sound.lab'),
  'tls-browser-groups': both('x448.lab', 'good.lab sound.lab'),
  'tls-pq-missing': both('classical.lab sound.lab', 'pq.lab tls13.lab'),
  'tls-pq-draft-only': both('kyber-draft.lab', 'pq.lab'),
  'tls-large-hello-intolerant': both('hello-1500.lab fake-long-hello.lab', 'good.lab sound.lab'),
  'tls-hello-answer-too-large': both('cert-large-chain.lab', 'good.lab cert-duplicate-sent.lab'),
  'tls-sigalg-weak': both('signs-sha1.lab signs-md5.lab', 'good.lab sound.lab'),
  'tls-ems-missing': both('only-null.lab no-ems.lab old101.lab', 'good.lab sound.lab'),
  'tls-reneg-insecure': both(
    'fake-renegotiation.lab renegotiates-insecurely.lab',
    'good.lab sound.lab renegotiates.lab',
  ),
  'tls-reneg-client': both('renegotiates.lab', 'sound.lab'),
  'tls-compression': both('fake-compression.lab', 'good.lab sound.lab'),
  'tls-fallback-scsv': both('fake-renegotiation.lab jsse.lab old101.lab', 'bad.lab ossl3.lab'),
  'tls-early-data': both('early-data.lab', 'tls13.lab'),
  'tls-ticket-lifetime': both('tickets-long.lab', 'tickets.lab ticketbleed.lab'),
  // For an audit whose stored ticket is eight days old.
  'tls-ticket-key-static': both('ticket-key.lab', 'ticket-keys.lab'),
  'tls-alpn-lax': both('only-null.lab alpn-lax.lab sound.lab', 'good.lab pq.lab'),
  'tls-dh-reuse': both('dh-reuse.lab ecdh-reuse.lab', 'dh2048-common.lab sound.lab'),
  'tls-downgrade-sentinel': both('no-sentinel.lab', 'good.lab pq.lab'),
  'tls-grease-intolerant': both('grease-intolerant.lab', 'good.lab sound.lab'),
  'tls-ip-inconsistent': both('two-versions.lab', 'good.lab'),
  'tls-gmt-time': both('clock.lab old101.lab', 'good.lab sound.lab'),
  'tls-heartbeat-offered': both('heartbeat.lab heartbleed.lab', 'good.lab sound.lab'),
  'tls-npn': both('npn.lab old101.lab', 'good.lab sound.lab'),
  'tls-client-auth': both('client-auth.lab mtls.lab', 'good.lab'),
  'tls-client-sim': both('good.lab', ''),
  'tls-profile': both('good.lab', ''),
  'tls-fingerprint': both('good.lab', ''),
};

const tlsVulnerabilities: Readonly<Record<string, Coverage>> = {
  'vuln-heartbleed': both(
    'heartbleed.lab fake-heartbleed.lab heartbleed-export.lab heartbleed-des.lab heartbleed-null.lab heartbleed-anonymous.lab',
    'heartbeat.lab fake-heartbeat.lab sound.lab only-anonymous.lab',
  ),
  'vuln-ccs': both('ccs.lab fake-ccs.lab old101.lab', 'sound.lab good.lab ossl3.lab'),
  'vuln-ticketbleed': both('ticketbleed.lab', 'tickets.lab good.lab'),
  'vuln-robot': both('robot-strong.lab robot-weak.lab fake-robot.lab', 'sound-cbc.lab bad.lab'),
  'vuln-poodle-ssl3': both('jsse.lab nss.lab old101.lab', 'good.lab ossl3.lab'),
  'vuln-poodle-tls': both('poodle-tls.lab', 'sound-cbc.lab bad.lab'),
  'vuln-cbc-oracle': both(
    'cbc-goldendoodle.lab cbc-zombie.lab cbc-sleeping.lab cbc-zero-length.lab cbc-2016-2107.lab old101.lab',
    'sound-cbc.lab bad.lab haproxy.lab',
  ),
  'vuln-drown': both('drown-shared.lab old101.lab fake-ssl2.lab', 'good.lab sound.lab'),
  'vuln-freak': both('old100.lab jsse.lab fake-intolerant.lab', 'good.lab bad.lab'),
  'vuln-logjam': both(
    'dh768.lab dh1024-common.lab dh1024-own.lab jsse.lab',
    'good.lab dh2048-common.lab dh2048-own.lab',
  ),
  'vuln-beast': both('bad.lab ccs.lab', 'good.lab sound-cbc.lab'),
  'vuln-opossum': both('opossum.lab', 'good.lab bad.lab'),
  'vuln-starttls-injection': both('starttls-inject.lab', 'starttls-sound.lab'),
  'vuln-alpaca': both('alpaca.lab', 'good.lab'),
  'vuln-insecure-reuse': both('cross-name.lab', 'names-apart.lab good.lab'),
  'vuln-sweet32': both('sweet32.lab', 'good.lab'),
  'vuln-rc4': both('gnutls.lab old101.lab', 'good.lab'),
  'vuln-crime': both('fake-compression.lab', 'good.lab'),
  'vuln-renego': both('renegotiates-insecurely.lab', 'good.lab'),
  'vuln-reneg-dos': both('renegotiates.lab', 'sound.lab'),
  'vuln-raccoon': both('dh-reuse.lab', 'dh2048-common.lab'),
  'vuln-lucky13': both('sound-cbc.lab', 'good.lab sound.lab'),
  'vuln-breach': both('compressed.lab', 'good.lab'),
};

/** What each host's response headers show. */
const httpHeaders: Readonly<Record<string, Coverage>> = {
  'hdr-nosniff': both('bad.lab debug.lab sloppy.lab nul.lab', 'good.lab duplicates.lab'),
  'hdr-errorpage-gap': both('gaps.lab', 'gaps-none.lab gaps-ipv6.lab'),
  'hdr-v4-v6-gap': both('gaps-ipv6.lab', 'good.lab'),
  'hdr-pages-gap': both('gaps.lab', 'gaps-none.lab'),
  'hdr-clear-site-data': both('gaps.lab', 'gaps-none.lab'),
  'hdr-clickjacking': both('bad.lab debug.lab sloppy.lab', 'good.lab duplicates.lab'),
  'hdr-xfo-invalid': both('bad.lab sloppy.lab duplicates.lab', 'good.lab'),
  'hdr-referrer-unsafe': both('referrer.lab duplicates.lab', 'good.lab bad.lab'),
  'hdr-permissions-invalid': both('sloppy.lab', 'good.lab'),
  'hdr-software-eol': both('bad.lab debug.lab', 'aplus-points.lab typical-wordpress.lab'),
  'hdr-server-version': both('bad.lab debug.lab', 'good.lab sloppy.lab'),
  'hdr-powered-by': both('bad.lab debug.lab', 'good.lab sloppy.lab'),
  'hdr-internal-leak': both('debug.lab', 'good.lab bad.lab'),
  'hdr-debug': both('debug.lab', 'good.lab bad.lab'),
  'hdr-cache-sensitive': both('bad.lab headers.lab', 'cookies-good.lab'),
  'hdr-cache-shared-cookie': both('headers.lab', 'bad.lab'),
  'hdr-content-encoding': both('leaky2-coding.lab', 'good.lab'),
  'hdr-content-type': both('headers.lab', 'good.lab login.lab'),
  'hdr-hpkp-active': both('headers.lab', 'good.lab sloppy.lab'),
  'hdr-permissions-broad': both('headers.lab', 'good.lab login.lab'),
  'hdr-reporting': both('headers.lab', 'login.lab'),
  'hdr-timing-origin': both('headers.lab', 'login.lab'),
  'hdr-powerful-info': both('headers.lab', 'good.lab'),
  'hdr-duplicate': both('duplicates.lab', 'good.lab bad.lab'),
  'hdr-referrer-missing': both('bad.lab debug.lab', 'good.lab duplicates.lab'),
  'hdr-permissions-missing': both('bad.lab debug.lab', 'good.lab sloppy.lab'),
  'hdr-deprecated': both('bad.lab sloppy.lab', 'good.lab debug.lab'),
  'hdr-waf-cdn': both('botwall.lab', 'good.lab bad.lab'),
  'endpoint-address-differs': both('several.lab', 'good.lab'),
};

/** Zones that show one property of DNSSEC each. */
const dnssec: Readonly<Record<string, Coverage>> = {
  'dnssec-unsigned': both('insecure.lab bad.lab', 'sec-nsec3.lab sec-island.lab good.lab'),
  'dnssec-island': both('sec-island.lab', 'sec-nsec3.lab'),
  'dnssec-ds-no-dnskey': both(
    'sec-ds-mismatch.lab sec-ds-no-dnskey.lab sec-key-no-zone-flag.lab sec-key-revoked.lab bogus.lab',
    'sec-nsec3.lab sec-expired.lab sec-ds-for-zsk.lab',
  ),
  'dnssec-rrsig-missing': both(
    'sec-text-unsigned.lab sec-wrong-signer.lab sec-labels.lab',
    'sec-nsec3.lab sec-text-corrupt.lab sec-longer-ttl.lab',
  ),
  'dnssec-rrsig-expired': both(
    'sec-expired.lab sec-future.lab sec-text-expired.lab expired.lab',
    'sec-nsec3.lab sec-text-unsigned.lab',
  ),
  'dnssec-rrsig-invalid': both('sec-text-corrupt.lab', 'sec-nsec3.lab sec-text-expired.lab'),
  'dnssec-denial-broken': both(
    'sec-denial-missing.lab sec-nsec3-missing.lab sec-nsec3-no-cover.lab sec-denies-mx.lab sec-denies-name.lab',
    'sec-nsec.lab sec-nsec3.lab sec-wildcard.lab',
  ),
  'dnssec-ns-inconsistent': both('sec-one-server-unsigned.lab sec-one-server-expired.lab', 'sec-nsec3.lab'),
  'dnssec-rrsig-expiring': both('sec-short-lived.lab', 'sec-nsec3.lab sec-long.lab'),
  'dnssec-rrsig-too-long': both('sec-long.lab', 'sec-nsec3.lab'),
  'dnssec-ttl-beyond-expiry': both('sec-short-lived.lab', 'sec-nsec3.lab sec-long.lab'),
  'dnssec-missing-alg-signature': both('sec-two-algs-one-signed.lab', 'sec-two-algs.lab sec-nsec3.lab'),
  'dnssec-algorithm-deprecated': both(
    'sec-rsasha1.lab rsa1.lab sec-gost.lab',
    'sec-nsec3.lab sec-rsa1024.lab sec-ed448.lab',
  ),
  'dnssec-algorithm-not-recommended': both('sec-rsasha512.lab', 'sec-nsec3.lab sec-rsa1024.lab'),
  'dnssec-algorithm-unsupported': both(
    'sec-alg-unknown.lab sec-ds-unknown.lab sec-alg-200.lab sec-alg-private.lab sec-gost.lab',
    'sec-nsec3.lab sec-rsasha1.lab sec-mldsa44.lab',
  ),
  'dnssec-ds-digest-weak': both('sec-ds-sha1.lab sec-ds-both.lab', 'sec-nsec3.lab sec-ds-sha384.lab'),
  'dnssec-ds-orphan': both('sec-ds-orphan.lab', 'sec-nsec3.lab'),
  'dnssec-rsa-key-short': both('sec-rsa1024.lab sec-rsa512.lab', 'sec-two-algs.lab sec-rsa4096.lab'),
  'dnssec-key-known-weak': both('sec-rsa-roca.lab sec-rsa-close.lab', 'sec-nsec3.lab sec-rsa1024.lab sec-rsa-e3.lab'),
  'dnssec-nsec3-iterations': both('sec-nsec3-10.lab', 'sec-nsec3.lab'),
  'dnssec-nsec3-iterations-high': both('sec-nsec3-51.lab sec-nsec3-200.lab', 'sec-nsec3.lab sec-nsec3-10.lab'),
  'dnssec-nsec3-salt': both('sec-nsec3-salted.lab', 'sec-nsec3.lab'),
  'dnssec-nsec3-optout': both('sec-optout.lab', 'sec-nsec3.lab'),
  'dnssec-zone-walkable': both('sec-nsec.lab', 'sec-nsec3.lab'),
  'dnssec-cds-not-followed': both('sec-cds-delete.lab', 'sec-cds.lab'),
  'dnssec-cds-inconsistent': both('sec-cds-other.lab sec-cds-delete.lab', 'sec-cds.lab'),
  'dnssec-mx-zone-bogus': both('sec-mx-bogus.lab', 'sec-mx-unsigned.lab good.lab'),
  'dnssec-mx-zone-unsigned': both('sec-mx-unsigned.lab', 'good.lab'),
  'dnssec-alias-bogus': both('sec-alias-bogus.lab', 'sec-alias.lab'),
  'dnssec-alias-unsigned': both('sec-alias.lab', 'sec-alias-inside.lab'),
  'dnssec-resolver-ede': both('bogus.lab sec-expired.lab', 'sec-nsec3.lab'),
};

/** Every check of these modules by id; modules in the order of the report. */
export const coverage = {
  dns_zone: dnsZoneCoverage,
  email_auth: emailAuthCoverage,
  email_transport: emailTransportCoverage,
  certificates,
  tls_configuration: tlsConfiguration,
  tls_vulnerabilities: tlsVulnerabilities,
  https_enforcement: httpsCoverage,
  cross_origin: crossOriginCoverage,
  http_headers: httpHeaders,
  content_security_policy: cspCoverage,
  cookies: cookieCoverage,
  page_content: pageContentCoverage,
  exposed_content: exposedContentCoverage,
  exposed_services: exposedServicesCoverage,
  subdomains: subdomainsCoverage,
  routing_reputation: routingCoverage,
  dnssec,
} as const;
