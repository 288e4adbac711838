/**
 * The checks whose commands stand for all of their kind, which is the programs of the command and what these are asked for: these
 * are run by day, and all others at night.
 */
export const oneOfEachKind: ReadonlySet<string> = new Set([
  // nmap with each of its scripts, and without.
  'vuln-heartbleed',
  'vuln-ccs',
  'vuln-logjam',
  'tls-sslv2',
  'vuln-beast',
  'vuln-poodle-ssl3',
  'ssh-terrapin',
  'svc-rservices',
  // testssl.sh.
  'vuln-ticketbleed',
  // openssl, alone and before and after other programs.
  'vuln-alpaca',
  'tls-early-data',
  'tls-gmt-time',
  'tls-dh-reuse',
  'cert-self-signed',
  'cert-key-short',
  'cert-key-known-weak',
  'cert-ip-inconsistent',
  'smtp-tls-obsolete-offered',
  // curl.
  'vuln-opossum',
  'vuln-breach',
  'csp-unsafe-inline',
  'http-no-redirect',
  'page-sri-missing',
  'page-thirdparty-dead',
  'http-trace',
  'file-db-dump',
  'file-env',
  'securitytxt-invalid',
  'sub-cookie-takeover-chain',
  'ip6-web-differs',
  // curl in conversation with a mail server.
  'smtp-vrfy-expn',
  'smtp-auth-cleartext',
  'smtp-banner-version',
  // python3, over TCP and UDP.
  'vuln-starttls-injection',
  'svc-redis-noauth',
  'svc-ipmi',
  // dig and drill, at the resolver and at a name server.
  'dane-https',
  'dane-mismatch',
  'caa-missing',
  'spf-pass-all',
  'dns-axfr-open',
  'dnssec-rrsig-expired',
  'dnssec-rsa-key-short',
  // The files of routes.
  'rpki-invalid',
]);
