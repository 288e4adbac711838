// Generated from the Markdown files of the topics by `npm run generate`. Do not edit.

import type { Reference } from './reference.ts';

/** The references of each check, by check id. */
export const sources: Readonly<Record<string, readonly Reference[]>> = {
  "actuator-sensitive": [
    "https://docs.spring.io/spring-boot/reference/actuator/endpoints.html",
    "https://cwe.mitre.org/data/definitions/215.html",
  ],
  "admin-login": [
    "https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/02-Configuration_and_Deployment_Management_Testing/05-Enumerate_Infrastructure_and_Application_Admin_Interfaces",
    "https://tomcat.apache.org/tomcat-10.1-doc/manager-howto.html",
    "https://cwe.mitre.org/data/definitions/284.html",
  ],
  "admin-over-http": [
    "RFC 9110 section 4.2.2",
    "https://cwe.mitre.org/data/definitions/319.html",
  ],
  "admin-unauthenticated": [
    "https://docs.phpmyadmin.net/en/latest/config.html",
    "https://cwe.mitre.org/data/definitions/306.html",
  ],
  "ai-endpoint-open": [
    "https://docs.vllm.ai/en/latest/usage/security.html",
    "https://cwe.mitre.org/data/definitions/306.html",
  ],
  "api-docs": [
    "https://spec.openapis.org/oas/latest.html",
  ],
  "asn-inventory": [
    "RFC 4271",
    "https://www.ripe.net/analyse/internet-measurements/routing-information-service-ris/",
  ],
  "bimi-invalid": [
    "https://datatracker.ietf.org/doc/draft-brand-indicators-for-message-identification/",
  ],
  "caa-invalid": [
    "RFC 8659 section 4",
    "RFC 9495 section 4",
    "https://github.com/letsencrypt/boulder/blob/main/va/caa.go",
    "https://www.iana.org/assignments/pkix-parameters/pkix-parameters.xhtml#caa-properties",
  ],
  "caa-iodef": [
    "RFC 8659 section 4.4",
  ],
  "caa-issuer-not-allowed": [
    "RFC 8659 section 4.2",
    "BR #3228-caa-records",
  ],
  "caa-lookup-fails": [
    "RFC 8659 section 3",
    "BR #3228-caa-records",
  ],
  "caa-missing": [
    "RFC 8659 section 3",
    "BR #3228-caa-records",
  ],
  "caa-no-accounturi": [
    "RFC 8657",
  ],
  "caa-no-issuemail-issuevmc": [
    "RFC 9495",
    "https://www.iana.org/assignments/pkix-parameters/pkix-parameters.xhtml#caa-properties",
  ],
  "caa-unsigned": [
    "RFC 8659 section 5.6",
    "https://cabforum.org/2025/06/18/ballot-sc-085v2-require-validation-of-dnssec-when-present-for-caa-and-dcv-lookups/",
  ],
  "cdn-origin-exposed": [
    "https://developers.cloudflare.com/fundamentals/security/protect-your-origin-server/",
    "https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/restrict-access-to-load-balancer.html",
  ],
  "cert-alternate-rejected": [
    "RFC 9846 section 4.5.1.2",
    "RFC 5246 section 7.4.2",
  ],
  "cert-chain-incomplete": [
    "RFC 9846 section 4.5.1",
    "RFC 5280 section 4.2.2.1",
  ],
  "cert-chain-messy": [
    "RFC 9846 section 4.5.1",
  ],
  "cert-constraints-wrong": [
    "RFC 5280 section 4.2.1.3",
    "RFC 5280 section 4.2.1.9",
    "BR #7127-subscriber-server-certificate-profile",
  ],
  "cert-ct-insufficient": [
    "https://googlechrome.github.io/CertificateTransparency/ct_policy.html",
    "https://support.apple.com/en-us/103214",
    "https://wiki.mozilla.org/SecurityEngineering/Certificate_Transparency",
  ],
  "cert-distrusted-ca": [
    "https://wiki.mozilla.org/CA/Included_Certificates",
    "https://www.chromium.org/Home/chromium-security/root-ca-policy/",
  ],
  "cert-eku-clientauth": [
    "https://googlechrome.github.io/chromerootprogram/",
    "BR #7127-subscriber-server-certificate-profile",
  ],
  "cert-eku-no-serverauth": [
    "RFC 5280 section 4.2.1.12",
    "BR #7127-subscriber-server-certificate-profile",
  ],
  "cert-expired": [
    "RFC 5280 section 4.1.2.5",
  ],
  "cert-expiring": [
    "RFC 9773",
  ],
  "cert-ip-inconsistent": [
    "RFC 9325 section 3.9",
  ],
  "cert-key-broken": [
    "BR #615-key-sizes",
    "https://csrc.nist.gov/pubs/sp/800/131/a/r2/final",
  ],
  "cert-key-known-weak": [
    "CVE-2017-15361",
    "CVE-2008-0166",
    "CVE-2022-26320",
  ],
  "cert-key-not-rotated": [
    "BR #632-certificate-operational-periods-and-key-pair-usage-periods",
    "https://csrc.nist.gov/pubs/sp/800/57/pt1/r5/final",
  ],
  "cert-key-short": [
    "BR #615-key-sizes",
    "https://csrc.nist.gov/pubs/sp/800/131/a/r2/final",
  ],
  "cert-lifetime-too-long": [
    "BR #632-certificate-operational-periods-and-key-pair-usage-periods",
    "https://cabforum.org/2025/04/11/ballot-sc081v3-introduce-schedule-of-reducing-validity-and-data-reuse-periods/",
  ],
  "cert-lifetime-trend": [
    "https://cabforum.org/2025/11/20/ballot-sc-090-gradually-sunset-all-remaining-email-based-phone-based-and-crossover-validation-methods-from-sections-3.2.2.4-and-3.2.2.5",
    "https://cabforum.org/2025/04/11/ballot-sc081v3-introduce-schedule-of-reducing-validity-and-data-reuse-periods/",
  ],
  "cert-must-staple-unmet": [
    "RFC 7633 section 4",
  ],
  "cert-name-mismatch": [
    "RFC 9525 section 6",
    "BR #712712-subscriber-certificate-subject-alternative-name",
  ],
  "cert-no-revocation-info": [
    "BR #712112-crl-distribution-points",
  ],
  "cert-nosni-leak": [
    "RFC 6066 section 3",
  ],
  "cert-not-stapled": [
    "RFC 6066 section 8",
  ],
  "cert-pq-signature": [
    "RFC 9881",
    "https://csrc.nist.gov/pubs/fips/204/final",
  ],
  "cert-renewal-overdue": [
    "RFC 9773",
    "https://letsencrypt.org/docs/integration-guide/#when-to-renew",
  ],
  "cert-revoked": [
    "RFC 6960 section 2.2",
    "RFC 5280 section 5",
  ],
  "cert-san-internal": [
    "BR #712712-subscriber-certificate-subject-alternative-name",
  ],
  "cert-sct-invalid": [
    "RFC 6962 section 3.2",
    "https://googlechrome.github.io/CertificateTransparency/ct_policy.html",
  ],
  "cert-self-signed": [
    "RFC 5280 section 3.2",
  ],
  "cert-serial-entropy": [
    "BR #71-certificate-profile",
  ],
  "cert-shared-key-services": [
    "https://drownattack.com/",
    "https://alpaca-attack.com/",
  ],
  "cert-sig-md5": [
    "RFC 6151",
    "https://www.kb.cert.org/vuls/id/836068",
  ],
  "cert-sig-sha1": [
    "RFC 9155",
    "BR #7132-signature-algorithmidentifier",
  ],
  "cert-staple-invalid": [
    "RFC 6066 section 8",
    "RFC 6960 section 3.2",
  ],
  "cert-untrusted": [
    "RFC 5280 section 6",
    "https://wiki.mozilla.org/CA",
  ],
  "cert-wildcard": [
    "RFC 9525 section 7.1",
  ],
  "cookie-count-size": [
    "RFC 10025 section 6.1",
  ],
  "cookie-csrf-samesite": [
    "https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html",
    "RFC 10025",
  ],
  "cookie-domain-broad": [
    "RFC 10025 section 4.1.2.3",
  ],
  "cookie-insecure": [
    "RFC 10025 section 4.1.2.5",
  ],
  "cookie-jwt-alg-none": [
    "RFC 8725 section 3.1",
    "RFC 7519 section 6",
  ],
  "cookie-lb-leak": [
    "https://my.f5.com/manage/s/article/K6917",
    "https://owasp.org/www-project-web-security-testing-guide/",
  ],
  "cookie-lifetime": [
    "RFC 10025",
  ],
  "cookie-prefix-unused": [
    "RFC 10025",
  ],
  "cookie-readable-data": [
    "https://cheatsheetseries.owasp.org/cheatsheets/Session_Management_Cheat_Sheet.html",
  ],
  "cookie-rejected": [
    "RFC 10025",
  ],
  "cookie-samesite-invalid": [
    "RFC 10025",
  ],
  "cookie-samesite-missing": [
    "RFC 10025",
    "https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html",
  ],
  "cookie-session-in-url": [
    "https://cheatsheetseries.owasp.org/cheatsheets/Session_Management_Cheat_Sheet.html",
  ],
  "cookie-session-insecure": [
    "RFC 10025 section 4.1.2.5",
    "OWASP secure-headers/",
  ],
  "cookie-session-insecure-hsts": [
    "RFC 10025 section 4.1.2.5",
    "RFC 6797 section 14.4",
  ],
  "cookie-session-no-httponly": [
    "RFC 10025 section 4.1.2.6",
  ],
  "cookie-set-over-http": [
    "RFC 10025 section 8.3",
  ],
  "cookie-third-party": [
    "https://eur-lex.europa.eu/eli/dir/2002/58/oj",
  ],
  "cors-http-origin": [
    "https://fetch.spec.whatwg.org/#http-cors-protocol",
    "RFC 6797 section 2.3",
  ],
  "cors-legacy-policy": [
    "OWASP secure-headers/",
    "https://cheatsheetseries.owasp.org/cheatsheets/HTTP_Headers_Cheat_Sheet.html",
  ],
  "cors-null-credentials": [
    "https://fetch.spec.whatwg.org/#http-cors-protocol",
    "https://cheatsheetseries.owasp.org/cheatsheets/HTML5_Security_Cheat_Sheet.html",
  ],
  "cors-preflight-broad": [
    "https://fetch.spec.whatwg.org/#http-cors-protocol",
    "https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/CORS",
  ],
  "cors-private-network": [
    "https://wicg.github.io/local-network-access/",
  ],
  "cors-reflect-credentials": [
    "https://fetch.spec.whatwg.org/#http-cors-protocol",
    "https://cheatsheetseries.owasp.org/cheatsheets/HTML5_Security_Cheat_Sheet.html",
  ],
  "cors-reflect-public": [
    "https://fetch.spec.whatwg.org/#http-cors-protocol",
    "https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/CORS",
  ],
  "cors-star-credentials": [
    "https://fetch.spec.whatwg.org/#http-cors-protocol",
  ],
  "cors-suffix-prefix": [
    "https://fetch.spec.whatwg.org/#http-cors-protocol",
    "https://cheatsheetseries.owasp.org/cheatsheets/HTML5_Security_Cheat_Sheet.html",
  ],
  "cors-vary": [
    "https://fetch.spec.whatwg.org/#http-cors-protocol",
    "RFC 9110 section 12.5.5",
  ],
  "cors-wildcard": [
    "https://fetch.spec.whatwg.org/#http-cors-protocol",
    "https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/CORS",
  ],
  "csp-allowlist-bypass": [
    "https://research.google/pubs/csp-is-dead-long-live-csp-on-the-insecurity-of-whitelists-and-the-future-of-content-security-policy/",
    "https://github.com/google/csp-evaluator",
    "W3C CSP3/#directive-script-src",
  ],
  "csp-base-uri": [
    "W3C CSP3/#directive-base-uri",
  ],
  "csp-blocks-own": [
    "W3C CSP3/#should-block-request",
  ],
  "csp-deprecated": [
    "https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Content-Security-Policy",
    "W3C CSP3/",
  ],
  "csp-fallback": [
    "W3C CSP3/#strict-dynamic-usage",
  ],
  "csp-form-action": [
    "W3C CSP3/#directive-form-action",
  ],
  "csp-host-dangling": [
    "W3C CSP3/#match-hosts",
    "https://cwe.mitre.org/data/definitions/350.html",
  ],
  "csp-http-source": [
    "W3C upgrade-insecure-requests/",
    "W3C mixed-content/",
  ],
  "csp-ip-source": [
    "W3C CSP3/#match-hosts",
  ],
  "csp-level": [
    "https://web.dev/articles/strict-csp",
    "W3C CSP3/",
  ],
  "csp-meta-misplaced": [
    "W3C CSP3/#meta-element",
    "HTML semantics.html#attr-meta-http-equiv-content-security-policy",
  ],
  "csp-missing": [
    "W3C CSP3/",
    "OWASP secure-headers/",
    "https://web.dev/articles/strict-csp",
  ],
  "csp-nonce-static": [
    "W3C CSP3/#security-nonces",
  ],
  "csp-nonce-weak": [
    "W3C CSP3/#security-nonces",
  ],
  "csp-object-src": [
    "W3C CSP3/#directive-object-src",
  ],
  "csp-report-only": [
    "W3C CSP3/#cspro-header",
  ],
  "csp-reporting": [
    "W3C CSP3/#directive-report-to",
    "W3C reporting-1/",
  ],
  "csp-script-unrestricted": [
    "W3C CSP3/#directive-script-src",
    "W3C CSP3/#directive-default-src",
  ],
  "csp-strict-dynamic-orphan": [
    "W3C CSP3/#strict-dynamic-usage",
  ],
  "csp-style-unsafe-inline": [
    "W3C CSP3/#directive-style-src",
  ],
  "csp-syntax": [
    "W3C CSP3/#parse-serialized-policy",
    "W3C CSP3/#framework-directive-source-list",
  ],
  "csp-trusted-types": [
    "https://www.w3.org/TR/trusted-types/",
  ],
  "csp-unparsable": [
    "W3C CSP3/#parse-serialized-policy",
  ],
  "csp-unsafe-eval": [
    "W3C CSP3/#can-compile-strings",
  ],
  "csp-unsafe-hashes": [
    "W3C CSP3/#unsafe-hashes-usage",
  ],
  "csp-unsafe-inline": [
    "W3C CSP3/#allow-all-inline",
    "W3C CSP3/#directive-script-src",
    "https://web.dev/articles/strict-csp",
  ],
  "csp-wildcard-script": [
    "W3C CSP3/#match-url-to-source-list",
    "W3C CSP3/#strict-dynamic-usage",
  ],
  "dane-https": [
    "RFC 6698 section 2.1",
    "RFC 7671 section 8",
  ],
  "dane-lookup-fails": [
    "RFC 7672 section 2.1.2",
  ],
  "dane-mismatch": [
    "RFC 7672 section 2.2",
    "RFC 7671 section 8",
  ],
  "dane-parameters": [
    "RFC 7672 section 3.1.3",
    "RFC 7671 section 4",
  ],
  "dane-rollover": [
    "RFC 7671 section 8.1",
  ],
  "dane-smtp-missing": [
    "RFC 7672 section 2.2",
  ],
  "dane-unsigned": [
    "RFC 7672 section 2.2",
    "RFC 6698 section 4.1",
  ],
  "dcv-persist-accounts": [
    "https://cabforum.org/working-groups/server/baseline-requirements/requirements/",
    "https://datatracker.ietf.org/doc/draft-ietf-acme-dns-persist/",
  ],
  "dcv-persist-caa-forbidden": [
    "RFC 8659 section 4.2",
    "RFC 8657",
    "https://datatracker.ietf.org/doc/draft-ietf-acme-dns-persist/",
  ],
  "dcv-persist-dangling": [
    "https://cabforum.org/working-groups/server/baseline-requirements/requirements/",
    "https://datatracker.ietf.org/doc/draft-ietf-acme-dns-persist/",
  ],
  "dcv-persist-no-end": [
    "https://cabforum.org/working-groups/server/baseline-requirements/requirements/",
    "https://datatracker.ietf.org/doc/draft-ietf-acme-dns-persist/",
  ],
  "debug-console": [
    "CVE-2021-3129",
    "https://symfony.com/doc/current/profiler.html",
    "https://cwe.mitre.org/data/definitions/489.html",
  ],
  "debug-page": [
    "https://docs.djangoproject.com/en/stable/howto/deployment/checklist/",
    "https://cwe.mitre.org/data/definitions/489.html",
    "https://cwe.mitre.org/data/definitions/209.html",
  ],
  "debug-phpinfo": [
    "https://www.php.net/manual/en/function.phpinfo.php",
    "https://cwe.mitre.org/data/definitions/497.html",
  ],
  "default-page": [
    "https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/02-Configuration_and_Deployment_Management_Testing/02-Test_Application_Platform_Configuration",
    "https://cwe.mitre.org/data/definitions/1188.html",
  ],
  "dir-listing": [
    "https://httpd.apache.org/docs/2.4/mod/mod_autoindex.html",
    "https://cwe.mitre.org/data/definitions/548.html",
  ],
  "dkim-ed25519": [
    "RFC 8463",
  ],
  "dkim-key-known-weak": [
    "CVE-2017-15361",
    "CVE-2022-26320",
  ],
  "dkim-key-short": [
    "RFC 8301 section 3.2",
  ],
  "dkim-key-too-short": [
    "RFC 8301 section 3.2",
    "https://www.kb.cert.org/vuls/id/268267",
  ],
  "dkim-none": [
    "RFC 6376 section 3.6",
    "RFC 8020",
  ],
  "dkim-record-invalid": [
    "RFC 6376 section 3.6.1",
    "RFC 6376 section 3.6.2.2",
  ],
  "dkim-revoked": [
    "RFC 6376 section 3.6.1",
  ],
  "dkim-selector-dangling": [
    "RFC 6376 section 3.6.2",
    "https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/02-Configuration_and_Deployment_Management_Testing/10-Test_for_Subdomain_Takeover",
  ],
  "dkim-sha1-only": [
    "RFC 8301 section 3.1",
  ],
  "dkim-testing": [
    "RFC 6376 section 3.6.1",
  ],
  "dmarc-missing": [
    "RFC 9989 section 4.10",
  ],
  "dmarc-multiple": [
    "RFC 9989 section 4.10",
  ],
  "dmarc-no-rua": [
    "RFC 9990",
    "RFC 9989 section 4.7",
    "RFC 6068 section 2",
  ],
  "dmarc-np-weak": [
    "RFC 9989 section 4.7",
  ],
  "dmarc-parked-weak": [
    "https://www.m3aawg.org/sites/default/files/m3aawg_parked_domains_bp-2022-06.pdf",
  ],
  "dmarc-pct-partial": [
    "RFC 7489 section 6.3",
    "RFC 9989",
  ],
  "dmarc-policy-none": [
    "RFC 9989 section 4.7",
    "https://www.cisa.gov/resources-tools/services/binding-operational-directive-18-01",
  ],
  "dmarc-quarantine": [
    "RFC 9989 section 4.7",
  ],
  "dmarc-removed-tags": [
    "RFC 9989",
  ],
  "dmarc-rua-invalid": [
    "RFC 9990",
    "RFC 9989 section 4.7",
  ],
  "dmarc-rua-unauthorised": [
    "RFC 9990 section 4",
  ],
  "dmarc-ruf-privacy": [
    "RFC 9991",
  ],
  "dmarc-subdomain-weak": [
    "RFC 9989 section 4.7",
  ],
  "dmarc-syntax": [
    "RFC 9989 section 4.8",
    "RFC 9989 section 4.7",
    "RFC 9989 section 4.10.1",
    "RFC 9989 section 4.10.2",
  ],
  "dmarc-testing": [
    "RFC 9989 section 4.7",
  ],
  "dmarc-wrong-place": [
    "RFC 9989 section 4.10",
    "RFC 7208 section 3",
  ],
  "dns-aaaa-broken": [
    "RFC 4074",
    "RFC 8906 section 3",
  ],
  "dns-any-amplification": [
    "RFC 8482",
    "RFC 5358",
  ],
  "dns-axfr-open": [
    "RFC 5936 section 5",
    "CVE-1999-0532",
  ],
  "dns-case-handling": [
    "RFC 4343 section 4",
    "https://datatracker.ietf.org/doc/draft-vixie-dnsext-dns0x20/",
  ],
  "dns-cname-at-apex": [
    "RFC 1912 section 2.4",
    "RFC 2181 section 10.1",
  ],
  "dns-cname-chain": [
    "RFC 1034 section 3.6.2",
    "RFC 2181 section 10.1",
  ],
  "dns-delegation-broken": [
    "RFC 1034 section 4.2.2",
    "RFC 1912 section 2.8",
  ],
  "dns-edns-noncompliant": [
    "RFC 6891 section 6.1",
    "RFC 8906 section 3.2",
  ],
  "dns-glue-mismatch": [
    "RFC 9471 section 3",
    "RFC 1034 section 4.2.1",
  ],
  "dns-implicit-mx": [
    "RFC 5321 section 5.1",
    "RFC 7505",
  ],
  "dns-multiple-soa": [
    "RFC 1035 section 5.2",
    "RFC 2181 section 6.1",
  ],
  "dns-ns-asn-diversity": [
    "RFC 2182 section 3.1",
    "RFC 4271",
  ],
  "dns-ns-count": [
    "RFC 2182 section 5",
    "RFC 1034 section 4.1",
  ],
  "dns-ns-is-cname": [
    "RFC 2181 section 10.3",
    "RFC 1912 section 2.4",
  ],
  "dns-ns-lame": [
    "RFC 1912 section 2.8",
    "RFC 9520",
  ],
  "dns-ns-prefix-diversity": [
    "RFC 2182 section 3.1",
  ],
  "dns-ns-private": [
    "RFC 6890",
    "RFC 1918",
  ],
  "dns-ns-provider-unclaimed": [
    "https://github.com/indianajson/can-i-take-over-dns",
    "RFC 1912 section 2.8",
  ],
  "dns-ns-set-mismatch": [
    "RFC 1034 section 4.2.2",
    "RFC 9471",
  ],
  "dns-ns-tcp": [
    "RFC 7766 section 5",
    "RFC 9210 section 3",
  ],
  "dns-ns-unregistered": [
    "RFC 1034 section 4.2.2",
    "https://dl.acm.org/doi/10.1145/3419394.3423623",
  ],
  "dns-open-recursion": [
    "RFC 5358",
    "CVE-2006-0987",
  ],
  "dns-private-address": [
    "RFC 1918",
    "RFC 6890",
  ],
  "dns-soa-rname-mname": [
    "RFC 1035 section 3.3.13",
    "RFC 1912 section 2.2",
  ],
  "dns-soa-serial-drift": [
    "RFC 1034 section 4.3.5",
    "RFC 1982",
  ],
  "dns-soa-timers": [
    "RFC 1912 section 2.2",
    "RFC 2308 section 4",
  ],
  "dns-svcb-malformed": [
    "RFC 9460 section 2.2",
    "RFC 9460 section 2.4.2",
    "RFC 9460 section 8",
  ],
  "dns-ttl-extreme": [
    "RFC 1912 section 2.2",
    "https://doi.org/10.1145/3355369.3355568",
  ],
  "dns-txt-secret": [
    "RFC 1464",
    "OWASP web-security-testing-guide/",
  ],
  "dns-txt-service-tokens": [
    "RFC 1464",
    "https://datatracker.ietf.org/doc/draft-ietf-dnsop-domain-verification-techniques/",
  ],
  "dns-upward-referral": [
    "RFC 9499 section 7",
    "https://www.dns-oarc.net/oarc/articles/upward-referrals-considered-harmful",
  ],
  "dns-version-disclosed": [
    "RFC 4892",
    "https://kb.isc.org/docs/aa-00359",
  ],
  "dns-wildcard": [
    "RFC 4592",
  ],
  "dns-wildcard-mx-txt": [
    "RFC 4592",
    "RFC 9989 section 4.10",
  ],
  "dnsbl-domain": [
    "RFC 5782 section 3",
    "RFC 6471",
  ],
  "dnsbl-ip": [
    "RFC 5782",
    "RFC 6471",
  ],
  "dnssec-algorithm-deprecated": [
    "RFC 9905",
    "RFC 9906",
    "RFC 9904",
  ],
  "dnssec-algorithm-not-recommended": [
    "RFC 9904",
  ],
  "dnssec-algorithm-unsupported": [
    "RFC 4035 section 5.2",
  ],
  "dnssec-alias-bogus": [
    "RFC 4035 section 5",
    "RFC 4035 section 3.2.3",
  ],
  "dnssec-alias-unsigned": [
    "RFC 4035 section 5",
    "RFC 6840 section 4.1",
  ],
  "dnssec-cds-inconsistent": [
    "RFC 10026",
    "RFC 7344 section 4",
    "RFC 8078 section 4",
    "RFC 9615",
  ],
  "dnssec-cds-not-followed": [
    "RFC 10026",
    "RFC 7344 section 6",
    "RFC 8078",
    "RFC 9615",
  ],
  "dnssec-denial-broken": [
    "RFC 4035 section 5.4",
    "RFC 5155 section 8",
    "RFC 8198",
    "RFC 9824",
  ],
  "dnssec-ds-digest-weak": [
    "RFC 9905",
    "RFC 9904",
  ],
  "dnssec-ds-no-dnskey": [
    "RFC 4035 section 5.2",
  ],
  "dnssec-ds-orphan": [
    "RFC 6781 section 4.1.2",
  ],
  "dnssec-island": [
    "RFC 4035 section 5.2",
    "RFC 6840 section 6.1",
  ],
  "dnssec-key-known-weak": [
    "CVE-2017-15361",
    "CVE-2022-26320",
    "CVE-2008-0166",
  ],
  "dnssec-missing-alg-signature": [
    "RFC 4035 section 2.2",
    "RFC 6840 section 5.11",
  ],
  "dnssec-mx-zone-bogus": [
    "RFC 7672 section 2.1.1",
  ],
  "dnssec-mx-zone-unsigned": [
    "RFC 7672 section 2.1.1",
  ],
  "dnssec-ns-inconsistent": [
    "RFC 4035 section 3.1",
    "RFC 6781 section 4",
  ],
  "dnssec-nsec3-iterations": [
    "RFC 9276 section 3.1",
  ],
  "dnssec-nsec3-iterations-high": [
    "RFC 9276 section 3.2",
    "CVE-2023-50868",
  ],
  "dnssec-nsec3-optout": [
    "RFC 5155 section 6",
    "RFC 9276 section 3.1",
  ],
  "dnssec-nsec3-salt": [
    "RFC 9276 section 3.1",
  ],
  "dnssec-resolver-ede": [
    "RFC 8914 section 4",
  ],
  "dnssec-rrsig-expired": [
    "RFC 4035 section 5.3.1",
  ],
  "dnssec-rrsig-expiring": [
    "RFC 6781 section 4.4.2",
  ],
  "dnssec-rrsig-invalid": [
    "RFC 4035 section 5.3.3",
  ],
  "dnssec-rrsig-missing": [
    "RFC 4035 section 2.2",
    "RFC 4035 section 5.3.1",
  ],
  "dnssec-rrsig-too-long": [
    "RFC 6781 section 4.4.2",
  ],
  "dnssec-rsa-key-short": [
    "RFC 6781 section 3.4.2",
    "https://csrc.nist.gov/pubs/sp/800/57/pt1/r5/final",
  ],
  "dnssec-ttl-beyond-expiry": [
    "RFC 4035 section 5.3.3",
  ],
  "dnssec-unsigned": [
    "RFC 4033 section 5",
    "RFC 9364",
  ],
  "dnssec-zone-walkable": [
    "RFC 5155 section 1.1",
    "RFC 9824",
  ],
  "domain-expired": [
    "RFC 8056",
    "RFC 3915",
    "RFC 9083 section 4.5",
    "https://www.icann.org/resources/pages/errp-2013-02-28-en",
  ],
  "domain-expiring": [
    "RFC 9083 section 4.5",
    "https://www.icann.org/resources/pages/errp-2013-02-28-en",
  ],
  "domain-no-transfer-lock": [
    "RFC 8056",
    "https://www.icann.org/resources/pages/epp-status-codes-2014-06-16-en",
  ],
  "endpoint-address-differs": [
    "RFC 8305 section 4",
    "RFC 9110 section 4.3.3",
  ],
  "error-verbose": [
    "https://cheatsheetseries.owasp.org/cheatsheets/Error_Handling_Cheat_Sheet.html",
    "https://cwe.mitre.org/data/definitions/209.html",
  ],
  "file-ai-agent": [
    "https://cwe.mitre.org/data/definitions/538.html",
  ],
  "file-backup-archive": [
    "https://cwe.mitre.org/data/definitions/530.html",
    "https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/02-Configuration_and_Deployment_Management_Testing/04-Review_Old_Backup_and_Unreferenced_Files_for_Sensitive_Information",
  ],
  "file-ci": [
    "https://cwe.mitre.org/data/definitions/538.html",
  ],
  "file-cloud-credentials": [
    "https://docs.aws.amazon.com/IAM/latest/UserGuide/best-practices.html",
    "https://cwe.mitre.org/data/definitions/522.html",
  ],
  "file-config-backup": [
    "https://developer.wordpress.org/advanced-administration/security/hardening/",
    "https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/02-Configuration_and_Deployment_Management_Testing/04-Review_Old_Backup_and_Unreferenced_Files_for_Sensitive_Information",
    "https://cwe.mitre.org/data/definitions/530.html",
  ],
  "file-db-dump": [
    "https://cwe.mitre.org/data/definitions/530.html",
    "https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/02-Configuration_and_Deployment_Management_Testing/04-Review_Old_Backup_and_Unreferenced_Files_for_Sensitive_Information",
  ],
  "file-editor": [
    "https://cwe.mitre.org/data/definitions/538.html",
  ],
  "file-env": [
    "https://laravel.com/docs/configuration",
    "https://cwe.mitre.org/data/definitions/538.html",
    "https://cwe.mitre.org/data/definitions/522.html",
  ],
  "file-git": [
    "https://git-scm.com/docs/gitrepository-layout",
    "https://cwe.mitre.org/data/definitions/527.html",
  ],
  "file-git-credentials": [
    "https://git-scm.com/docs/gitcredentials",
    "https://cwe.mitre.org/data/definitions/522.html",
  ],
  "file-iac-state": [
    "https://developer.hashicorp.com/terraform/language/state/sensitive-data",
    "https://cwe.mitre.org/data/definitions/522.html",
  ],
  "file-log": [
    "https://cwe.mitre.org/data/definitions/532.html",
    "https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/02-Configuration_and_Deployment_Management_Testing/04-Review_Old_Backup_and_Unreferenced_Files_for_Sensitive_Information",
  ],
  "file-manifest": [
    "https://cwe.mitre.org/data/definitions/538.html",
  ],
  "file-private-key": [
    "BR #4911-reasons-for-revoking-a-subscriber-certificate",
    "https://cwe.mitre.org/data/definitions/522.html",
  ],
  "file-vcs-other": [
    "https://cwe.mitre.org/data/definitions/527.html",
    "https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/02-Configuration_and_Deployment_Management_Testing/04-Review_Old_Backup_and_Unreferenced_Files_for_Sensitive_Information",
  ],
  "graphql-introspection": [
    "https://cheatsheetseries.owasp.org/cheatsheets/GraphQL_Cheat_Sheet.html",
    "https://cwe.mitre.org/data/definitions/200.html",
  ],
  "hdr-cache-sensitive": [
    "RFC 9111 section 5.2.2.5",
    "OWASP secure-headers/",
  ],
  "hdr-cache-shared-cookie": [
    "RFC 9111 section 7.3",
    "RFC 10025",
  ],
  "hdr-clear-site-data": [
    "https://www.w3.org/TR/clear-site-data/",
    "OWASP secure-headers/",
  ],
  "hdr-clickjacking": [
    "W3C CSP3/#directive-frame-ancestors",
    "HTML document-lifecycle.html#the-x-frame-options-header",
    "OWASP secure-headers/",
  ],
  "hdr-content-encoding": [
    "RFC 9110 section 8.4",
    "https://fetch.spec.whatwg.org/#concept-network-fetch",
  ],
  "hdr-content-type": [
    "RFC 9110 section 8.3",
    "HTML parsing.html#determining-the-character-encoding",
  ],
  "hdr-debug": [
    "OWASP secure-headers/#div-bestpractices_prevent-information-disclosure-via-http-headers",
    "https://symfony.com/doc/current/profiler.html",
    "https://underground.works/clockwork/",
  ],
  "hdr-deprecated": [
    "OWASP secure-headers/#deprecated-headers",
  ],
  "hdr-duplicate": [
    "RFC 9110 section 5.3",
    "RFC 6797 section 8.1",
  ],
  "hdr-errorpage-gap": [
    "OWASP secure-headers/",
    "https://nginx.org/en/docs/http/ngx_http_headers_module.html",
  ],
  "hdr-hpkp-active": [
    "RFC 7469 section 4.5",
  ],
  "hdr-internal-leak": [
    "OWASP secure-headers/#div-bestpractices_prevent-information-disclosure-via-http-headers",
    "RFC 1918",
    "RFC 4193",
  ],
  "hdr-nosniff": [
    "https://fetch.spec.whatwg.org/#x-content-type-options-header",
    "OWASP secure-headers/",
  ],
  "hdr-pages-gap": [
    "OWASP secure-headers/",
  ],
  "hdr-permissions-broad": [
    "W3C permissions-policy/",
    "RFC 9651 section 3.2",
  ],
  "hdr-permissions-invalid": [
    "W3C permissions-policy/",
    "RFC 9651 section 3.2",
  ],
  "hdr-permissions-missing": [
    "W3C permissions-policy/",
    "RFC 9651 section 3.2",
  ],
  "hdr-powered-by": [
    "OWASP secure-headers/#div-bestpractices_prevent-information-disclosure-via-http-headers",
  ],
  "hdr-powerful-info": [
    "HTML browsers.html#origin-keyed-agent-clusters",
    "OWASP secure-headers/",
  ],
  "hdr-referrer-missing": [
    "W3C referrer-policy/#default-referrer-policy",
  ],
  "hdr-referrer-unsafe": [
    "W3C referrer-policy/",
    "HTML semantics.html#meta-referrer",
    "OWASP secure-headers/",
  ],
  "hdr-reporting": [
    "W3C reporting-1/",
    "W3C network-error-logging/",
  ],
  "hdr-server-version": [
    "RFC 9110 section 10.2.4",
    "OWASP secure-headers/#div-bestpractices_prevent-information-disclosure-via-http-headers",
  ],
  "hdr-software-eol": [
    "https://endoflife.date/",
    "https://owasp.org/Top10/A06_2021-Vulnerable_and_Outdated_Components/",
    "https://cwe.mitre.org/data/definitions/1104.html",
  ],
  "hdr-timing-origin": [
    "W3C resource-timing/#sec-timing-allow-origin",
  ],
  "hdr-v4-v6-gap": [
    "OWASP secure-headers/",
  ],
  "hdr-waf-cdn": [
    "RFC 9110 section 7.6.3",
  ],
  "hdr-xfo-invalid": [
    "RFC 7034 section 2.1",
    "HTML document-lifecycle.html#the-x-frame-options-header",
  ],
  "hsts-below-year": [
    "https://hstspreload.org/",
    "RFC 6797 section 11.2",
  ],
  "hsts-disabled": [
    "RFC 6797 section 6.1.1",
  ],
  "hsts-invalid": [
    "RFC 6797 section 6.1",
    "RFC 6797 section 8.1",
  ],
  "hsts-missing": [
    "RFC 6797",
    "OWASP secure-headers/",
    "https://hstspreload.org/",
  ],
  "hsts-no-subdomains": [
    "RFC 6797 section 14.4",
    "RFC 6797 section 6.1.2",
  ],
  "hsts-preload-ineligible": [
    "https://hstspreload.org/",
    "RFC 6797 section 12.3",
  ],
  "hsts-preload-status": [
    "https://hstspreload.org/",
    "RFC 6797 section 12.3",
  ],
  "hsts-redirect-hop": [
    "RFC 6797 section 7.1",
    "RFC 6797 section 11.4.1",
  ],
  "hsts-short": [
    "RFC 6797 section 11.2",
    "https://hstspreload.org/",
  ],
  "http-altsvc-foreign": [
    "RFC 7838 section 2.1",
    "RFC 7838 section 3",
  ],
  "http-basic-auth-clear": [
    "RFC 7617 section 4",
  ],
  "http-bot-wall": [
    "RFC 9110 section 15.5.4",
    "RFC 6585 section 4",
  ],
  "http-clock-skew": [
    "RFC 9110 section 6.6.1",
    "RFC 5905",
  ],
  "http-default-vhost": [
    "RFC 9110 section 7.4",
  ],
  "http-h2-only": [
    "RFC 9113 section 3.2",
    "RFC 7301",
  ],
  "http-host-injection": [
    "RFC 9110 section 7.2",
    "https://portswigger.net/web-security/host-header",
  ],
  "http-methods": [
    "RFC 9110 section 10.2.1",
    "RFC 4918 section 9",
  ],
  "http-no-redirect": [
    "RFC 9110 section 15.4.2",
    "OWASP secure-headers/",
  ],
  "http-redirect-client-side": [
    "HTML semantics.html#attr-meta-http-equiv-refresh",
    "RFC 9110 section 15.4",
  ],
  "http-redirect-downgrade": [
    "RFC 9110 section 17.1",
    "https://cheatsheetseries.owasp.org/cheatsheets/Transport_Layer_Security_Cheat_Sheet.html",
  ],
  "http-redirect-first-hop": [
    "RFC 6797 section 7.2",
    "https://hstspreload.org/",
  ],
  "http-redirect-loop": [
    "RFC 9110 section 15.4",
  ],
  "http-trace": [
    "RFC 9110 section 9.3.8",
    "https://owasp.org/www-community/attacks/Cross_Site_Tracing",
  ],
  "http2-missing": [
    "RFC 9113 section 3.2",
  ],
  "http3-broken": [
    "RFC 9000 section 6",
    "RFC 9114 section 3.1",
    "RFC 7838 section 2.4",
  ],
  "https-ech": [
    "RFC 9849 section 4",
    "RFC 9849 section 6.1.6",
    "RFC 9848 section 3",
  ],
  "https-missing": [
    "RFC 9110 section 17.1",
    "https://letsencrypt.org/getting-started/",
  ],
  "https-rr": [
    "RFC 9460 section 2",
    "RFC 9460 section 3",
    "RFC 9460 section 7",
    "RFC 9460 section 8",
    "https://developer.mozilla.org/en-US/docs/Glossary/HTTPS_RR",
  ],
  "https-www-broken": [
    "RFC 9110 section 17.1",
    "https://letsencrypt.org/docs/challenge-types/",
  ],
  "ip-bogon": [
    "RFC 6890",
    "https://www.iana.org/assignments/iana-ipv4-special-registry/iana-ipv4-special-registry.xhtml",
  ],
  "ip6-mx": [
    "RFC 5321 section 5.2",
    "RFC 3974",
  ],
  "ip6-ns": [
    "RFC 10001 section 4.1",
    "RFC 9471",
    "https://en.internet.nl/faqs/ipv6/",
  ],
  "ip6-special": [
    "RFC 4291 section 2.4",
    "RFC 6724 section 2.1",
    "RFC 7526",
    "https://www.iana.org/assignments/iana-ipv6-special-registry/iana-ipv6-special-registry.xhtml",
  ],
  "ip6-tls-differs": [
    "RFC 8305",
  ],
  "ip6-web-differs": [
    "RFC 8305",
    "https://en.internet.nl/faqs/ipv6/",
  ],
  "ip6-web-missing": [
    "RFC 6540",
    "RFC 8305",
    "https://en.internet.nl/faqs/ipv6/",
  ],
  "ip6-web-unreachable": [
    "RFC 8305",
    "RFC 4890",
  ],
  "iso-coep-invalid": [
    "https://html.spec.whatwg.org/multipage/browsers.html#coep",
    "RFC 9651",
  ],
  "iso-coep-missing": [
    "https://html.spec.whatwg.org/multipage/browsers.html#coep",
    "https://web.dev/articles/coop-coep",
  ],
  "iso-coop-invalid": [
    "https://html.spec.whatwg.org/multipage/browsers.html#cross-origin-opener-policies",
    "RFC 9651",
  ],
  "iso-coop-missing": [
    "https://html.spec.whatwg.org/multipage/browsers.html#cross-origin-opener-policies",
    "https://xsleaks.dev/docs/defenses/opt-in/coop/",
  ],
  "iso-corp-invalid": [
    "https://fetch.spec.whatwg.org/#cross-origin-resource-policy-header",
  ],
  "iso-corp-missing": [
    "https://fetch.spec.whatwg.org/#cross-origin-resource-policy-header",
    "https://resourcepolicy.fyi/",
  ],
  "iso-report-only": [
    "https://html.spec.whatwg.org/multipage/browsers.html#cross-origin-opener-policies",
  ],
  "iso-state": [
    "https://web.dev/articles/coop-coep",
    "https://html.spec.whatwg.org/multipage/browsers.html#cross-origin-opener-policies",
  ],
  "js-eol": [
    "https://endoflife.date/",
    "https://docs.angularjs.org/misc/version-support-status",
  ],
  "js-public-key": [
    "https://cloud.google.com/docs/authentication/api-keys",
    "https://docs.stripe.com/keys",
  ],
  "js-secret": [
    "https://cheatsheetseries.owasp.org/cheatsheets/Secrets_Management_Cheat_Sheet.html",
    "https://cwe.mitre.org/data/definitions/798.html",
  ],
  "js-sourcemap": [
    "https://tc39.es/ecma426/",
    "https://cwe.mitre.org/data/definitions/540.html",
  ],
  "js-vulnerable-high": [
    "https://github.com/RetireJS/retire.js",
    "https://owasp.org/Top10/A06_2021-Vulnerable_and_Outdated_Components/",
  ],
  "js-vulnerable-low": [
    "https://github.com/RetireJS/retire.js",
    "https://owasp.org/Top10/A06_2021-Vulnerable_and_Outdated_Components/",
  ],
  "js-vulnerable-medium": [
    "https://github.com/RetireJS/retire.js",
    "https://owasp.org/Top10/A06_2021-Vulnerable_and_Outdated_Components/",
  ],
  "mail-client-srv": [
    "RFC 8314 section 5.1",
    "RFC 6186",
  ],
  "mail-report-unregistered": [
    "RFC 9990 section 8",
    "RFC 8460 section 7",
  ],
  "mtasts-max-age-short": [
    "RFC 8461 section 3.2",
    "RFC 8461 section 10.2",
  ],
  "mtasts-missing": [
    "RFC 8461 section 3.1",
  ],
  "mtasts-mx-cert-bad": [
    "RFC 8461 section 4.1",
    "RFC 8461 section 4.2",
  ],
  "mtasts-mx-uncovered": [
    "RFC 8461 section 4.1",
  ],
  "mtasts-not-enforcing": [
    "RFC 8461 section 5",
  ],
  "mtasts-policy-invalid": [
    "RFC 8461 section 3.2",
  ],
  "mtasts-policy-unavailable": [
    "RFC 8461 section 3.3",
  ],
  "mtasts-record-invalid": [
    "RFC 8461 section 3.1",
  ],
  "mx-inconsistent-ns": [
    "RFC 1034 section 4.3.5",
    "RFC 5321 section 5.1",
  ],
  "mx-invalid-target": [
    "RFC 5321 section 5.1",
    "RFC 2181 section 10.3",
    "RFC 7505 section 3",
  ],
  "mx-no-address": [
    "RFC 5321 section 5.1",
  ],
  "mx-null-missing": [
    "RFC 7505",
  ],
  "mx-unreachable": [
    "RFC 5321 section 5.1",
    "RFC 7504",
  ],
  "mx-unregistered": [
    "RFC 5321 section 5.1",
  ],
  "page-cms-outdated": [
    "https://wordpress.org/documentation/article/supported-versions/",
    "https://www.drupal.org/about/core/policies/core-release-cycles/schedule",
    "https://endoflife.date/",
  ],
  "page-comment-leak": [
    "https://cwe.mitre.org/data/definitions/615.html",
    "https://owasp.org/www-project-web-security-testing-guide/",
  ],
  "page-form-http": [
    "HTML form-control-infrastructure.html#form-submission-algorithm",
    "W3C upgrade-insecure-requests/",
  ],
  "page-generator": [
    "https://developer.wordpress.org/reference/functions/wp_generator/",
    "https://cwe.mitre.org/data/definitions/200.html",
  ],
  "page-iframe-sandbox": [
    "HTML iframe-embed-object.html#attr-iframe-sandbox",
    "https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Elements/iframe",
  ],
  "page-inline-handlers": [
    "W3C CSP3/",
    "https://web.dev/articles/strict-csp",
  ],
  "page-integrity-policy": [
    "W3C sri/#integrity-policy-section",
    "https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Integrity-Policy",
  ],
  "page-link-dead": [
    "https://owasp.org/www-community/attacks/",
    "https://cwe.mitre.org/data/definitions/610.html",
  ],
  "page-mixed-active": [
    "W3C mixed-content/",
    "W3C upgrade-insecure-requests/",
    "https://developer.mozilla.org/en-US/docs/Web/Security/Mixed_content",
  ],
  "page-mixed-passive": [
    "W3C mixed-content/",
    "https://developer.mozilla.org/en-US/docs/Web/Security/Mixed_content",
  ],
  "page-password-http": [
    "https://w3c.github.io/webappsec-secure-contexts/",
    "https://cheatsheetseries.owasp.org/cheatsheets/Authentication_Cheat_Sheet.html",
  ],
  "page-protocol-relative": [
    "https://url.spec.whatwg.org/#scheme-relative-special-url-string",
    "W3C mixed-content/",
  ],
  "page-robots-hints": [
    "RFC 9309 section 3",
    "https://cwe.mitre.org/data/definitions/538.html",
  ],
  "page-sri-broken": [
    "W3C sri/#parse-metadata-section",
    "https://developer.mozilla.org/en-US/docs/Web/Security/Subresource_Integrity",
  ],
  "page-sri-missing": [
    "W3C sri/",
    "https://cheatsheetseries.owasp.org/cheatsheets/Third_Party_Javascript_Management_Cheat_Sheet.html",
  ],
  "page-tech": [
    "HTML semantics.html#meta-generator",
    "https://owasp.org/www-project-web-security-testing-guide/",
  ],
  "page-thirdparty-compromised": [
    "https://sansec.io/research/polyfill-supply-chain-attack",
    "https://blog.cloudflare.com/automatically-replacing-polyfill-io-links-with-cloudflares-mirror-for-a-safer-internet/",
  ],
  "page-thirdparty-dead": [
    "https://cwe.mitre.org/data/definitions/829.html",
    "https://owasp.org/Top10/A08_2021-Software_and_Data_Integrity_Failures/",
    "https://cheatsheetseries.owasp.org/cheatsheets/Third_Party_Javascript_Management_Cheat_Sheet.html",
  ],
  "page-thirdparty-list": [
    "https://cheatsheetseries.owasp.org/cheatsheets/Third_Party_Javascript_Management_Cheat_Sheet.html",
    "W3C CSP3/",
  ],
  "port-inventory": [
    "https://nvlpubs.nist.gov/nistpubs/Legacy/SP/nistspecialpublication800-41r1.pdf",
  ],
  "port-unexpected": [
    "https://nvlpubs.nist.gov/nistpubs/Legacy/SP/nistspecialpublication800-41r1.pdf",
  ],
  "ptr-missing": [
    "RFC 1912 section 2.1",
    "RFC 3596 section 2.5",
  ],
  "rpki-invalid": [
    "RFC 6811 section 2",
    "RFC 6483 section 4",
    "RFC 9319",
  ],
  "rpki-not-found": [
    "RFC 6811 section 2",
    "RFC 7115",
  ],
  "securitytxt-expired": [
    "RFC 9116 section 2.5.5",
  ],
  "securitytxt-invalid": [
    "RFC 9116 section 2",
  ],
  "securitytxt-missing": [
    "RFC 9116 section 3",
  ],
  "single-address": [
    "RFC 1794",
  ],
  "smtp-auth-cleartext": [
    "RFC 4954 section 4",
    "RFC 8314 section 3.3",
  ],
  "smtp-banner-version": [
    "RFC 5321 section 4.3.1",
  ],
  "smtp-cert-expired": [
    "RFC 5280 section 4.1.2.5",
    "RFC 7672 section 3.1.1",
  ],
  "smtp-cert-invalid": [
    "RFC 7435",
    "RFC 8461 section 4.1",
  ],
  "smtp-ciphers-broken": [
    "RFC 9325 section 4.1",
    "RFC 7465",
  ],
  "smtp-no-starttls": [
    "RFC 3207",
    "RFC 7435",
    "RFC 8461",
  ],
  "smtp-pq": [
    "RFC 10024",
  ],
  "smtp-starttls-broken": [
    "RFC 3207 section 4",
    "RFC 9846",
  ],
  "smtp-starttls-injection": [
    "CVE-2011-0411",
    "RFC 3207 section 4.2",
  ],
  "smtp-tls-obsolete-offered": [
    "RFC 8996",
    "RFC 9325 section 3.1.1",
  ],
  "smtp-tls-obsolete-only": [
    "RFC 8996",
    "RFC 9325 section 3.1.1",
  ],
  "smtp-vrfy-expn": [
    "RFC 5321 section 7.3",
  ],
  "spf-broad-range": [
    "RFC 7208 section 11.4",
    "https://www.m3aawg.org/sites/default/files/m3aawg-email-authentication-recommended-best-practices-09-2020.pdf",
  ],
  "spf-include-broken": [
    "RFC 7208 section 5.2",
    "RFC 7208 section 6.1",
  ],
  "spf-include-unregistered": [
    "RFC 7208 section 11.2",
    "https://dl.acm.org/doi/10.1145/3646547.3689009",
  ],
  "spf-legacy-records": [
    "RFC 7208 section 3.1",
    "RFC 6686 section 6",
  ],
  "spf-loop": [
    "RFC 7208 section 5.2",
    "RFC 7208 section 6.1",
  ],
  "spf-mailless-open": [
    "RFC 7208 section 10.1.2",
    "RFC 7505 section 4.2",
    "https://www.m3aawg.org/sites/default/files/m3aawg_parked_domains_bp-2022-06.pdf",
  ],
  "spf-missing": [
    "RFC 7208 section 3",
  ],
  "spf-multiple": [
    "RFC 7208 section 4.5",
  ],
  "spf-mx-ptr-limit": [
    "RFC 7208 section 4.6.4",
  ],
  "spf-neutral": [
    "RFC 7208 section 5.1",
    "RFC 9989 section 7.1",
  ],
  "spf-pass-all": [
    "RFC 7208 section 4.6.2",
    "RFC 7208 section 5.1",
    "RFC 7208 section 5.7",
    "RFC 7208 section 11.4",
  ],
  "spf-ptr": [
    "RFC 7208 section 5.5",
  ],
  "spf-size": [
    "RFC 7208 section 3.4",
    "RFC 9715 section 3.2",
  ],
  "spf-softfail": [
    "RFC 7208 section 8.5",
    "RFC 9989 section 7.1",
  ],
  "spf-subdomain-gap": [
    "RFC 7208 section 10.1.3",
  ],
  "spf-syntax": [
    "RFC 7208 section 4.6",
    "RFC 7208 section 12",
  ],
  "spf-too-many-lookups": [
    "RFC 7208 section 4.6.4",
  ],
  "spf-void-lookups": [
    "RFC 7208 section 4.6.4",
  ],
  "ssh-banner-eol": [
    "https://wiki.debian.org/LTS",
    "https://ubuntu.com/about/release-cycle",
    "https://access.redhat.com/support/policy/updates/errata",
    "https://www.openssh.com/security.html",
  ],
  "ssh-cipher-weak": [
    "RFC 4344",
    "RFC 8758",
    "RFC 6151",
    "CVE-2008-5161",
    "https://man.openbsd.org/sshd_config#Ciphers",
  ],
  "ssh-hostkey-weak": [
    "RFC 8332",
    "RFC 9142",
    "https://www.openssh.com/txt/release-8.8",
    "https://man.openbsd.org/sshd_config#HostKeyAlgorithms",
  ],
  "ssh-kex-weak": [
    "RFC 9142 section 3",
    "RFC 8732",
    "https://man.openbsd.org/sshd_config#KexAlgorithms",
    "https://weakdh.org/",
  ],
  "ssh-pq-missing": [
    "https://www.openssh.com/pq.html",
    "https://datatracker.ietf.org/doc/draft-ietf-sshm-mlkem-hybrid-kex/",
  ],
  "ssh-protocol1": [
    "RFC 4253 section 5.1",
    "CVE-1999-1085",
    "https://www.openssh.com/txt/release-7.4",
  ],
  "ssh-terrapin": [
    "CVE-2023-48795",
    "https://terrapin-attack.com/",
    "https://www.openssh.com/txt/release-9.6",
  ],
  "status-page": [
    "https://httpd.apache.org/docs/2.4/mod/mod_status.html",
    "https://docs.haproxy.org/2.6/configuration.html#4-stats%20enable",
    "https://prometheus.io/docs/operating/security/",
    "https://cwe.mitre.org/data/definitions/497.html",
  ],
  "sub-acme-delegation": [
    "RFC 8555 section 8.4",
    "RFC 8657 section 3",
  ],
  "sub-cert-invalid": [
    "RFC 9525",
    "https://developer.mozilla.org/en-US/docs/Web/Security/Practical_implementation_guides/TLS",
  ],
  "sub-cname-nxdomain": [
    "https://developer.mozilla.org/en-US/docs/Web/Security/Subdomain_takeovers",
    "https://learn.microsoft.com/en-us/azure/security/fundamentals/subdomain-takeover",
    "RFC 1034 section 3.6.2",
  ],
  "sub-cname-unregistered": [
    "https://developer.mozilla.org/en-US/docs/Web/Security/Subdomain_takeovers",
    "https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/02-Configuration_and_Deployment_Management_Testing/10-Test_for_Subdomain_Takeover",
    "RFC 1034 section 3.6.2",
  ],
  "sub-cookie-takeover-chain": [
    "RFC 10025 section 8.6",
    "https://developer.mozilla.org/en-US/docs/Web/Security/Subdomain_takeovers",
    "https://cwe.mitre.org/data/definitions/1275.html",
  ],
  "sub-dangling-ip": [
    "https://developer.mozilla.org/en-US/docs/Web/Security/Subdomain_takeovers",
    "https://learn.microsoft.com/en-us/azure/security/fundamentals/subdomain-takeover",
    "https://aws.amazon.com/blogs/networking-and-content-delivery/",
  ],
  "sub-dev-exposed": [
    "https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/02-Configuration_and_Deployment_Management_Testing/05-Enumerate_Infrastructure_and_Application_Admin_Interfaces",
    "https://cwe.mitre.org/data/definitions/668.html",
  ],
  "sub-hsts-conflict": [
    "RFC 6797 section 11.4",
    "RFC 6797 section 14.4",
  ],
  "sub-inventory": [
    "https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/01-Information_Gathering/04-Enumerate_Applications_on_Webserver",
    "https://csrc.nist.gov/pubs/sp/800/81/2/final",
  ],
  "sub-mx-unregistered": [
    "RFC 5321 section 5.1",
    "RFC 7505",
  ],
  "sub-naming-leak": [
    "RFC 6962 section 3",
    "https://datatracker.ietf.org/doc/html/rfc9162",
  ],
  "sub-no-https": [
    "RFC 9325 section 3.2",
    "https://developer.mozilla.org/en-US/docs/Web/Security/Practical_implementation_guides/TLS",
  ],
  "sub-ns-unclaimed": [
    "https://github.com/indianajson/can-i-take-over-dns",
    "RFC 1912 section 2.8",
    "https://developer.mozilla.org/en-US/docs/Web/Security/Subdomain_takeovers",
  ],
  "sub-old-software": [
    "https://endoflife.date/",
    "https://owasp.org/Top10/A06_2021-Vulnerable_and_Outdated_Components/",
    "https://cwe.mitre.org/data/definitions/1104.html",
  ],
  "sub-private-ip": [
    "RFC 1918",
    "RFC 6950 section 4",
    "https://cwe.mitre.org/data/definitions/200.html",
  ],
  "sub-srv-dangling": [
    "RFC 2782",
    "RFC 6764 section 8",
  ],
  "sub-takeover-cname": [
    "https://developer.mozilla.org/en-US/docs/Web/Security/Subdomain_takeovers",
    "https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/02-Configuration_and_Deployment_Management_Testing/10-Test_for_Subdomain_Takeover",
    "https://github.com/EdOverflow/can-i-take-over-xyz",
    "https://learn.microsoft.com/en-us/azure/security/fundamentals/subdomain-takeover",
  ],
  "sub-wildcard-noise": [
    "RFC 4592",
    "RFC 1034 section 4.3.3",
  ],
  "sub-zone-walk": [
    "RFC 4034 section 4",
    "RFC 5155 section 12",
    "RFC 9276 section 3.1",
  ],
  "svc-ai-open": [
    "https://docs.ollama.com/faq",
    "https://qdrant.tech/documentation/guides/security/",
    "https://milvus.io/docs/authenticate.md",
    "https://docs.vllm.ai/en/latest/usage/security.html",
    "https://cwe.mitre.org/data/definitions/306.html",
  ],
  "svc-amplifier": [
    "https://www.cisa.gov/news-events/alerts/2014/01/17/udp-based-amplification-attacks",
    "RFC 2827",
    "https://cwe.mitre.org/data/definitions/406.html",
  ],
  "svc-coordination-open": [
    "https://etcd.io/docs/latest/op-guide/security/",
    "https://developer.hashicorp.com/consul/docs/secure",
    "https://zookeeper.apache.org/doc/current/zookeeperAdmin.html",
    "https://cwe.mitre.org/data/definitions/306.html",
  ],
  "svc-database": [
    "https://www.postgresql.org/docs/current/auth-pg-hba-conf.html",
    "https://mariadb.com/kb/en/configuring-mariadb-for-remote-client-access/",
    "https://docs.docker.com/engine/network/packet-filtering-firewalls/",
    "https://cwe.mitre.org/data/definitions/668.html",
  ],
  "svc-devtool-open": [
    "https://jupyter-server.readthedocs.io/en/latest/operators/security.html",
    "https://docs.ray.io/en/latest/ray-security/index.html",
    "https://prometheus.io/docs/operating/security/",
    "https://cwe.mitre.org/data/definitions/306.html",
  ],
  "svc-docker-api": [
    "https://docs.docker.com/engine/security/protect-access/",
    "https://docs.docker.com/engine/network/packet-filtering-firewalls/",
    "https://cwe.mitre.org/data/definitions/306.html",
  ],
  "svc-elasticsearch-noauth": [
    "https://www.elastic.co/guide/en/elasticsearch/reference/current/security-minimal-setup.html",
    "https://docs.opensearch.org/latest/security/",
    "https://cwe.mitre.org/data/definitions/306.html",
  ],
  "svc-eol-version": [
    "https://endoflife.date/",
    "https://www.debian.org/releases/",
    "https://cwe.mitre.org/data/definitions/1104.html",
  ],
  "svc-firewall-v6-gap": [
    "RFC 4890",
    "https://wiki.nftables.org/wiki-nftables/index.php/Main_Page",
    "https://cwe.mitre.org/data/definitions/1327.html",
  ],
  "svc-ftp-clear": [
    "RFC 4217",
    "https://security.appspot.com/vsftpd/vsftpd_conf.html",
    "https://cwe.mitre.org/data/definitions/319.html",
  ],
  "svc-ics": [
    "https://www.cisa.gov/topics/industrial-control-systems",
    "https://cwe.mitre.org/data/definitions/306.html",
  ],
  "svc-ipmi": [
    "CVE-2013-4786",
    "https://cwe.mitre.org/data/definitions/668.html",
  ],
  "svc-kubernetes-anon": [
    "https://kubernetes.io/docs/reference/access-authn-authz/kubelet-authn-authz/",
    "https://kubernetes.io/docs/reference/access-authn-authz/authentication/",
    "https://cwe.mitre.org/data/definitions/306.html",
  ],
  "svc-ldap-anonymous": [
    "RFC 4513 section 5.1.1",
    "https://www.openldap.org/doc/admin26/security.html",
    "https://cwe.mitre.org/data/definitions/200.html",
  ],
  "svc-mail-clear": [
    "RFC 8314 section 3",
    "RFC 9051 section 11.1",
    "https://cwe.mitre.org/data/definitions/319.html",
  ],
  "svc-memcached": [
    "https://docs.memcached.org/serverguide/",
    "CVE-2018-1000115",
    "https://cwe.mitre.org/data/definitions/306.html",
  ],
  "svc-mongodb-noauth": [
    "https://www.mongodb.com/docs/manual/administration/security-checklist/",
    "https://www.mongodb.com/docs/manual/tutorial/enable-authentication/",
    "https://cwe.mitre.org/data/definitions/306.html",
  ],
  "svc-object-store-open": [
    "https://download.samba.org/pub/rsync/rsyncd.conf.5",
    "https://min.io/docs/minio/linux/reference/minio-mc/mc-anonymous-set.html",
    "RFC 7530 section 19",
    "https://cwe.mitre.org/data/definitions/306.html",
  ],
  "svc-queue-open": [
    "https://www.rabbitmq.com/docs/access-control",
    "https://kafka.apache.org/documentation/#security",
    "https://mosquitto.org/man/mosquitto-conf-5.html",
    "https://cwe.mitre.org/data/definitions/306.html",
  ],
  "svc-rdp": [
    "https://learn.microsoft.com/en-us/windows-server/remote/remote-desktop-services/",
    "https://www.cisa.gov/stopransomware/ransomware-guide",
    "https://cwe.mitre.org/data/definitions/668.html",
  ],
  "svc-rdp-no-nla": [
    "CVE-2019-0708",
    "https://learn.microsoft.com/en-us/windows-server/remote/remote-desktop-services/",
    "https://cwe.mitre.org/data/definitions/306.html",
  ],
  "svc-redis-noauth": [
    "https://redis.io/docs/latest/operate/oss_and_stack/management/security/",
    "https://docs.docker.com/engine/network/packet-filtering-firewalls/",
    "https://cwe.mitre.org/data/definitions/306.html",
  ],
  "svc-rservices": [
    "RFC 1282",
    "RFC 5425",
    "https://cwe.mitre.org/data/definitions/291.html",
  ],
  "svc-smb": [
    "CVE-2017-0144",
    "https://learn.microsoft.com/en-us/windows-server/storage/file-server/smb-secure-traffic",
    "https://www.samba.org/samba/docs/current/man-html/smb.conf.5.html",
    "https://cwe.mitre.org/data/definitions/668.html",
  ],
  "svc-telnet": [
    "RFC 854",
    "RFC 4253",
    "https://cwe.mitre.org/data/definitions/319.html",
  ],
  "svc-tls-default-cert": [
    "https://kubernetes.github.io/ingress-nginx/user-guide/tls/",
    "https://cwe.mitre.org/data/definitions/1188.html",
  ],
  "svc-tls-other-ports": [
    "RFC 9325",
  ],
  "svc-vnc": [
    "RFC 6143 section 8",
    "https://cwe.mitre.org/data/definitions/319.html",
  ],
  "svc-vnc-noauth": [
    "RFC 6143 section 7.2.1",
    "https://cwe.mitre.org/data/definitions/306.html",
  ],
  "svc-webdb-open": [
    "https://docs.couchdb.org/en/stable/intro/security.html",
    "https://solr.apache.org/guide/solr/latest/deployment-guide/authentication-and-authorization-plugins.html",
    "https://clickhouse.com/docs/operations/settings/settings-users",
    "https://cwe.mitre.org/data/definitions/306.html",
  ],
  "svc-windows-mgmt": [
    "https://learn.microsoft.com/en-us/windows/win32/winrm/installation-and-configuration-for-windows-remote-management",
    "https://learn.microsoft.com/en-us/troubleshoot/windows-server/networking/service-overview-and-network-port-requirements",
    "https://cwe.mitre.org/data/definitions/668.html",
  ],
  "svc-x11-adb": [
    "https://www.x.org/releases/current/doc/man/man7/Xsecurity.7.xhtml",
    "https://developer.android.com/tools/adb",
    "https://cwe.mitre.org/data/definitions/306.html",
  ],
  "tls-1-0": [
    "RFC 8996",
    "RFC 9325 section 3.1.1",
  ],
  "tls-1-1": [
    "RFC 8996",
    "RFC 9325 section 3.1.1",
  ],
  "tls-1-3-missing": [
    "RFC 9846",
    "RFC 9325 section 3.1.1",
  ],
  "tls-3des-idea": [
    "CVE-2016-2183",
    "https://sweet32.info/",
  ],
  "tls-alpn-lax": [
    "RFC 7301 section 3.2",
    "https://alpaca-attack.com/",
  ],
  "tls-browser-groups": [
    "RFC 9846 section 4.3.7",
    "https://wiki.mozilla.org/Security/Server_Side_TLS",
  ],
  "tls-cbc-offered": [
    "RFC 9325 section 4.2",
    "CVE-2013-0169",
  ],
  "tls-ccm8": [
    "RFC 6655 section 6",
    "https://www.iana.org/assignments/tls-parameters",
  ],
  "tls-client-auth": [
    "RFC 9846 section 4.4.2",
  ],
  "tls-client-sim": [
    "https://wiki.mozilla.org/Security/Server_Side_TLS",
    "RFC 9325",
  ],
  "tls-compression": [
    "CVE-2012-4929",
    "RFC 9325 section 3.3",
  ],
  "tls-des": [
    "RFC 9325 section 4.1",
    "RFC 5469",
  ],
  "tls-dh-reuse": [
    "CVE-2020-1968",
    "RFC 9325 section 7.4",
  ],
  "tls-dh-weak": [
    "RFC 9325 section 4.5",
    "CVE-2015-4000",
  ],
  "tls-dhe-offered": [
    "RFC 10015",
    "https://ssl-config.mozilla.org/guidelines/6.0.json",
  ],
  "tls-downgrade-sentinel": [
    "RFC 9846 section 4.2.3",
  ],
  "tls-early-data": [
    "RFC 9846 section 8",
    "RFC 8470",
  ],
  "tls-ems-missing": [
    "RFC 7627",
    "RFC 9325 section 3.5",
  ],
  "tls-fallback-scsv": [
    "RFC 7507",
    "RFC 8996",
  ],
  "tls-fingerprint": [
    "https://github.com/salesforce/jarm",
    "RFC 9846 section 4.2.3",
  ],
  "tls-gmt-time": [
    "RFC 5246 section 7.4.1.2",
    "RFC 9846 section 4.2.3",
  ],
  "tls-grease-intolerant": [
    "RFC 8701",
    "RFC 9846 section 9.3",
  ],
  "tls-group-weak": [
    "RFC 8422 section 5.1.1",
    "RFC 9325 section 4.5",
  ],
  "tls-heartbeat-offered": [
    "RFC 6520",
    "CVE-2014-0160",
  ],
  "tls-hello-answer-too-large": [
    "RFC 9846 section 4",
    "https://docs.openssl.org/3.5/man3/SSL_CTX_set_max_cert_list/",
  ],
  "tls-ip-inconsistent": [
    "RFC 9325 section 3.9",
  ],
  "tls-large-hello-intolerant": [
    "https://tldr.fail/",
    "RFC 9846 section 5.1",
  ],
  "tls-no-aead": [
    "RFC 9325 section 4.2",
    "RFC 5116",
  ],
  "tls-no-forward-secrecy": [
    "RFC 9325 section 7.3",
  ],
  "tls-no-modern": [
    "RFC 8996",
    "RFC 9325 section 3.1.1",
  ],
  "tls-npn": [
    "RFC 7301",
  ],
  "tls-null-anon-export": [
    "RFC 9325 section 4.1",
    "CVE-2015-0204",
  ],
  "tls-obscure-cipher": [
    "https://www.iana.org/assignments/tls-parameters",
    "RFC 9150",
  ],
  "tls-order-insecure": [
    "RFC 9325 section 4.2.1",
    "https://ssl-config.mozilla.org/guidelines/6.0.json",
  ],
  "tls-pq-draft-only": [
    "RFC 10024",
    "https://csrc.nist.gov/pubs/fips/203/final",
  ],
  "tls-pq-missing": [
    "RFC 10024",
    "https://ssl-config.mozilla.org/guidelines/6.0.json",
  ],
  "tls-profile": [
    "https://ssl-config.mozilla.org/guidelines/6.0.json",
    "https://wiki.mozilla.org/Security/Server_Side_TLS",
    "https://www.ncsc.nl/transport-layer-security-tls/ict-beveiligingsrichtlijnen-tls",
    "https://www.bsi.bund.de/SharedDocs/Downloads/EN/BSI/Publications/TechGuidelines/TG02102/BSI-TR-02102-2.html",
  ],
  "tls-rc4": [
    "RFC 7465",
    "CVE-2013-2566",
  ],
  "tls-reneg-client": [
    "CVE-2011-1473",
    "RFC 9325 section 3.5",
  ],
  "tls-reneg-insecure": [
    "RFC 5746",
    "CVE-2009-3555",
  ],
  "tls-sigalg-weak": [
    "RFC 9155",
    "RFC 5246 section 7.4.1.4.1",
  ],
  "tls-sslv2": [
    "RFC 6176",
    "CVE-2016-0800",
  ],
  "tls-sslv3": [
    "RFC 7568",
    "CVE-2014-3566",
  ],
  "tls-static-rsa": [
    "RFC 10015",
    "RFC 9325 section 4.1",
  ],
  "tls-ticket-key-static": [
    "RFC 9846 section 4.7.1",
    "RFC 9325 section 3.4",
    "RFC 5077 section 5.5",
  ],
  "tls-ticket-lifetime": [
    "RFC 9846 section 4.7.1",
    "RFC 9325 section 3.4",
  ],
  "tlsrpt-invalid": [
    "RFC 8460 section 3",
  ],
  "tlsrpt-missing": [
    "RFC 8460 section 3",
  ],
  "vuln-alpaca": [
    "https://alpaca-attack.com/",
    "CVE-2021-3618",
  ],
  "vuln-beast": [
    "CVE-2011-3389",
    "RFC 4346 section 1.1",
  ],
  "vuln-breach": [
    "CVE-2013-3587",
    "https://www.breachattack.com/",
  ],
  "vuln-cbc-oracle": [
    "CVE-2016-2107",
    "CVE-2019-1559",
    "RFC 5246 section 6.2.3.2",
  ],
  "vuln-ccs": [
    "CVE-2014-0224",
    "RFC 5246 section 7.1",
  ],
  "vuln-crime": [
    "CVE-2012-4929",
    "RFC 9325 section 3.3",
  ],
  "vuln-drown": [
    "CVE-2016-0800",
    "https://drownattack.com/",
  ],
  "vuln-freak": [
    "CVE-2015-0204",
    "RFC 9325 section 4.1",
  ],
  "vuln-heartbleed": [
    "CVE-2014-0160",
    "RFC 6520 section 4",
  ],
  "vuln-insecure-reuse": [
    "RFC 6066 section 3",
    "CVE-2025-23419",
  ],
  "vuln-logjam": [
    "CVE-2015-4000",
    "https://weakdh.org/",
  ],
  "vuln-lucky13": [
    "CVE-2013-0169",
    "RFC 7366",
  ],
  "vuln-opossum": [
    "https://opossum-attack.com/",
    "CVE-2025-49812",
  ],
  "vuln-poodle-ssl3": [
    "CVE-2014-3566",
    "RFC 7568 section 4",
  ],
  "vuln-poodle-tls": [
    "CVE-2014-8730",
    "RFC 5246 section 6.2.3.2",
  ],
  "vuln-raccoon": [
    "CVE-2020-1968",
    "https://raccoon-attack.com/",
  ],
  "vuln-rc4": [
    "CVE-2013-2566",
    "CVE-2015-2808",
  ],
  "vuln-reneg-dos": [
    "CVE-2011-1473",
    "RFC 9325 section 3.5",
  ],
  "vuln-renego": [
    "CVE-2009-3555",
    "RFC 5746",
  ],
  "vuln-robot": [
    "https://robotattack.org/",
    "RFC 5246 section 7.4.7.1",
  ],
  "vuln-starttls-injection": [
    "https://nostarttls.secvuln.info/",
    "CVE-2011-0411",
  ],
  "vuln-sweet32": [
    "CVE-2016-2183",
    "https://sweet32.info/",
  ],
  "vuln-ticketbleed": [
    "CVE-2016-9244",
    "https://filippo.io/Ticketbleed/",
  ],
  "wellknown-inventory": [
    "RFC 8615",
    "https://w3c.github.io/webappsec-change-password-url/",
    "https://www.sitemaps.org/protocol.html",
  ],
  "wp-user-enum": [
    "https://developer.wordpress.org/rest-api/reference/users/",
    "https://cwe.mitre.org/data/definitions/204.html",
  ],
  "wp-xmlrpc": [
    "https://developer.wordpress.org/apis/xml-rpc/",
  ],
};
