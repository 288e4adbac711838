// Generated from the Markdown files of the topics by `npm run generate`. Do not edit.

/** Why each check matters, how to fix it and when the risk can be accepted: Markdown, by check id. */
export const prose: Readonly<Record<string, { why: string; fix: string; acceptable: string }>> = {
  "actuator-sensitive": {
    why: "Management endpoints of Spring Boot reveal the environment (`env`), the configuration (`configprops`) and the whole memory (`heapdump`) with passwords and sessions of users. The finding is confirmed where a HEAD request for one of them is answered with its type, and one for a name that does not exist is refused; a log-in page is no such answer.",
    fix: "Expose `health` only, and require authentication for the rest. Replace the credentials of the application if `env` or `heapdump` were readable.\n\nSpring Boot (`application.yml`)\n\n```yaml\n# before\nmanagement:\n  endpoints:\n    web:\n      exposure:\n        include: \"*\"\n# after\nmanagement:\n  endpoints:\n    web:\n      exposure:\n        include: \"health\"\n  server:\n    port: 9001\n    address: 127.0.0.1\n```",
    acceptable: "Never: the content is readable by everybody who asks for a well-known name, and scanners ask within hours.",
  },
  "admin-login": {
    why: "phpMyAdmin, Adminer and the Tomcat Manager give full control over database or server. A login that everybody reaches is subject to password guessing and to every new vulnerability of the tool. The login of a content management system is reported as an observation only.",
    fix: "Restrict the tool to a VPN or to your own addresses, or require a client certificate.\n\nnginx\n\n```nginx\nlocation /phpmyadmin/ {\n    allow 192.0.2.0/24;\n    deny all;\n}\n```\n\nTomcat (`conf/Catalina/localhost/manager.xml`)\n\n```xml\n<Context privileged=\"true\" docBase=\"${catalina.home}/webapps/manager\">\n  <Valve className=\"org.apache.catalina.valves.RemoteAddrValve\" allow=\"127\\.0\\.0\\.1|192\\.0\\.2\\.\\d+\" />\n</Context>\n```\n\nWordPress: use two-factor authentication and limit login attempts.",
    acceptable: "If the tool requires strong multi-factor authentication and is updated at once.",
  },
  "admin-over-http": {
    why: "The password of an administrator is sent unencrypted and can be read by everybody on the way.",
    fix: "Serve the whole site over HTTPS and redirect HTTP.\n\n```nginx\n# after\nserver {\n    listen 80;\n    return 301 https://$host$request_uri;\n}\n```\n\nThen change the passwords that were used over HTTP. WordPress: `define('FORCE_SSL_ADMIN', true);`",
    acceptable: "Never: the content is readable by everybody who asks for a well-known name, and scanners ask within hours.",
  },
  "admin-unauthenticated": {
    why: "The tool works without a login: everybody can read and change the database, deploy programs, or take servers out of service.",
    fix: "Switch the automatic login off at once, restrict the tool to your own addresses, and check for changes by others.\n\nphpMyAdmin (`config.inc.php`)\n\n```php\n// before\n$cfg['Servers'][$i]['auth_type'] = 'config';\n// after\n$cfg['Servers'][$i]['auth_type'] = 'cookie';\n$cfg['Servers'][$i]['AllowNoPassword'] = false;\n```\n\nHAProxy\n\n```haproxy\n# before\nstats admin if TRUE\n# after\nacl own src 192.0.2.0/24\nhttp-request deny if { path /haproxy } !own\nstats admin if own\n```",
    acceptable: "Never: the content is readable by everybody who asks for a well-known name, and scanners ask within hours.",
  },
  "ai-endpoint-open": {
    why: "Anyone who reaches a model server without a login uses its graphics cards, reads which models a company runs, and often its\ndocuments, prompts and conversations through the same interface. Ollama lets strangers delete and load models.",
    fix: "Let the server listen on loopback, and put a proxy with a login in front.\n\n```ini\n# Ollama, systemctl edit ollama: before OLLAMA_HOST=0.0.0.0\nEnvironment=\"OLLAMA_HOST=127.0.0.1\"\n```\n\n```sh\nvllm serve MODEL --host 127.0.0.1 --api-key \"$VLLM_API_KEY\"\ndocker run -e WEBUI_AUTH=True -p 127.0.0.1:3000:8080 ghcr.io/open-webui/open-webui\n```\n\n```nginx\nlocation /v1/ {\n    auth_request /login;\n    proxy_pass http://127.0.0.1:8000;\n}\n```",
    acceptable: "If the list of models is public on purpose and every other question needs a key.",
  },
  "api-docs": {
    why: "A description of an API lists all of its operations and parameters. This may be intended; if it is not, it helps attackers to find operations for internal use.",
    fix: "If the API is internal, serve its description in development only or require a login.\n\nSpring Boot (springdoc): `springdoc.api-docs.enabled=false`. ASP.NET Core: call `app.MapOpenApi()` only if `app.Environment.IsDevelopment()`. FastAPI: `FastAPI(openapi_url=None)`.",
    acceptable: "If the API is public: its description should be, too.",
  },
  "asn-inventory": {
    why: "Hosts that all stand in one network go down with it. The list also shows whose networks a company uses, and which of them nobody knew of.",
    fix: "There is nothing to fix. Compare the list with the contracts; a system that nobody knows is worth a question.",
    acceptable: "Always: this is a fact.",
  },
  "bimi-invalid": {
    why: "BIMI lets mail programs show your logo beside mail that passes DMARC. An invalid record is ignored, so recipients do not see\nthe logo; it has no effect on delivery.",
    fix: "Publish one record with an https address of an SVG logo (SVG Tiny PS), and of a mark certificate if you have one. Gmail and\nApple Mail need the certificate.\n\n```dns\n; before\ndefault._bimi.example.com.  IN TXT \"v=BIMI1; l=http://example.com/logo.png\"\n; after\ndefault._bimi.example.com.  IN TXT \"v=BIMI1; l=https://example.com/logo.svg; a=https://example.com/mark.pem\"\n```\n\nLogos are only shown under DMARC with quarantine or reject for the domain and its subdomains. To decline, publish\n`v=BIMI1; l=; a=`.",
    acceptable: "Always: only the logo is missing. Delete the record if nobody needs it.",
  },
  "caa-invalid": {
    why: "The records have no or the wrong effect. Without an `issue` property they restrict no CA. With an invalid critical\nproperty, no CA may issue, and the next renewal fails. The values of `issuemail` and `issuevmc` have the same grammar as `issue`: an invalid one\nforbids S/MIME or mark certificates to every CA.",
    fix: "Correct the record so that it names each CA by its domain name alone.\n\n```dns\n; before\nexample.com.  IN CAA 0 issue \"https://letsencrypt.org\"\nexample.com.  IN CAA 128 policy \"strict\"\n; after\nexample.com.  IN CAA 0 issue \"letsencrypt.org\"\n```\n\nThe value of `issue` is the domain name of the CA, without `https://` and without a trailing dot; parameters follow a\nsemicolon. Use flag 128 (critical) only with tags that every CA supports: `issue`,\n`issuewild`, `iodef`. The software of Let's Encrypt refuses to issue beside a critical `contactemail`, `contactphone` or\n`issuevmc`, and takes flag 1 for critical too. Tags have letters and digits alone: `issuewild`, not `issue-wild`.\n\n```sh\ndig CAA example.com\ncertbot renew --dry-run\n```\n\n```caddyfile\n# Caddy tries a second CA when the first one refuses: allow both, or configure one\n{\n    acme_ca https://acme-v02.api.letsencrypt.org/directory\n}\n```\n\nnginx, Apache and HAProxy need no change.",
    acceptable: "Never. Remove records that you do not need.",
  },
  "caa-iodef": {
    why: "A refused request for a certificate may be an attack. `iodef` names the address to which a CA can report it. Reporting\nis optional for CAs, and many do not report.",
    fix: "Give a mail address or an HTTPS URL at which you read reports.\n\n```dns\n; before\nexample.com.  IN CAA 0 iodef \"http://example.com/report\"\n; after\nexample.com.  IN CAA 0 iodef \"mailto:security@example.com\"\n```\n\nMonitoring the Certificate Transparency logs is more reliable. Web servers (nginx, Apache, HAProxy, Caddy) need no\nchange.",
    acceptable: "Always: few CAs send these reports.",
  },
  "caa-issuer-not-allowed": {
    why: "The current certificate cannot be renewed: CAA does not list the CA that issued it, so this CA must refuse the renewal.\nThe site goes down when the certificate expires. If you did not intend to use this CA, find out who requested the\ncertificate.",
    fix: "Add the CA, or switch to a CA that is listed.\n\n```dns\n; before\nexample.com.  IN CAA 0 issue \"digicert.com\"\n; after\nexample.com.  IN CAA 0 issue \"digicert.com\"\nexample.com.  IN CAA 0 issue \"letsencrypt.org\"\n```\n\n```sh\n# alternative: a CA that is allowed\ncertbot certonly --server https://acme.digicert.com/v2/acme/directory/ \\\n  --eab-kid \"$KEY_ID\" --eab-hmac-key \"$KEY\" -d example.com\ncertbot renew --dry-run\n```\n\n```caddyfile\n{\n    acme_ca https://acme-v02.api.letsencrypt.org/directory\n}\n```\n\nnginx, Apache and HAProxy need no change.",
    acceptable: "During a planned change of CA, if the current certificate is the last one from the old CA.",
  },
  "caa-lookup-fails": {
    why: "Before a CA issues a certificate, it must look up CAA records. Where name servers answer this query with an error, it must\nnot issue: each renewal fails, and the site goes down when its certificate expires. Everything else works, so nobody notices\nuntil then. CAs ask from several places in the world (five from 2026-12-15): name servers that answer one country alone have the\nsame effect.",
    fix: "Let the name servers answer the type CAA (257): with records, or with an answer without records. Old load balancers and\nfirewalls before name servers often reject types that they do not know.\n\n```sh\n# before: status SERVFAIL, REFUSED or NOTIMP; after: status NOERROR\ndig CAA example.com\n```\n\nUpdate the name server (BIND, NSD, Knot and PowerDNS answer correctly), or remove filters by query type.",
    acceptable: "Never: no CA can renew the certificate.",
  },
  "caa-missing": {
    why: "Without a CAA record, every public CA may issue certificates for your domain, so the weakest of them sets your level of\nsecurity. A CAA record in DNS lists the CAs that may issue, and all public CAs must obey it. It takes one line.",
    fix: "List the CAs that you use in the zone of your domain.\n\n```dns\n; before: nothing\n; after\nexample.com.  IN CAA 0 issue \"letsencrypt.org\"\nexample.com.  IN CAA 0 issuewild \";\"\nexample.com.  IN CAA 0 iodef \"mailto:security@example.com\"\n```\n\n```sh\n# which CA issued the current certificate\nopenssl s_client -connect example.com:443 -servername example.com </dev/null 2>/dev/null | openssl x509 -noout -issuer\n# check the result\ndig +short CAA example.com\n```\n\nCommon values: `letsencrypt.org`, `pki.goog`, `digicert.com`, `sectigo.com`, `globalsign.com`, `amazon.com`, `ssl.com`.\nInclude the CA of your CDN. The records apply to all subdomains too. nginx, Apache, certbot and Caddy need no change.",
    acceptable: "If your DNS provider does not support CAA records. Changing the provider is better.",
  },
  "caa-no-accounturi": {
    why: "An attacker who can briefly pass your CA's domain validation, for example with a BGP hijack or a dangling DNS record,\ngets a certificate from it. `accounturi` limits issuance to your account, `validationmethods` to the validation methods\nthat you choose (RFC 8657). Few domains need this, but it closes the largest gap that CAA leaves.",
    fix: "Name your account with the CA, and the validation methods that it may use, in the `issue` record.\n\n```dns\n; before\nexample.com.  IN CAA 0 issue \"letsencrypt.org\"\n; after\nexample.com.  IN CAA 0 issue (\n    \"letsencrypt.org; validationmethods=dns-01; accounturi=https://acme-v02.api.letsencrypt.org/acme/acct/1234567\" )\n```\n\n```sh\n# the URL of your account\ncertbot show_account\n# Caddy keeps it in its storage\njq -r .location /var/lib/caddy/.local/share/caddy/acme/*/users/*/*.json\n```\n\nCheck first that your CA supports both parameters. nginx, Apache and HAProxy need no change.",
    acceptable: "Always. Weigh it against the risk that a renewal fails after the ACME account was recreated.",
  },
  "caa-no-issuemail-issuevmc": {
    why: "CAA `issue` records cover only server certificates. Every CA may still issue S/MIME certificates (`issuemail`, RFC 9495)\nand brand logo certificates for BIMI (`issuevmc`) for your domain.",
    fix: "Forbid the types that you do not use.\n\n```dns\nexample.com.  IN CAA 0 issue \"letsencrypt.org\"\nexample.com.  IN CAA 0 issuemail \";\"\nexample.com.  IN CAA 0 issuevmc \";\"\n```\n\nFor a type that you use, name the CA instead of `;`. Web servers (nginx, Apache, HAProxy, Caddy) need no change.",
    acceptable: "Always: this is a recommendation.",
  },
  "caa-unsigned": {
    why: "An attacker on the path between a CA and your name servers can strip the CAA records from an unsigned zone. Since March\n2026, CAs must validate DNSSEC, so in a signed zone a forged answer stops issuance.",
    fix: "Sign the zone and submit the DS record to the registrar.\n\n```sh\n# BIND 9.16 and later, in the zone's block of named.conf: dnssec-policy default;\nrndc reload example.com\ndig +short DS example.com          # at the parent, after the registrar has it\n```\n\n```ini\n# Knot DNS\nzone:\n  - domain: example.com\n    dnssec-signing: on\n```\n\nMost DNS providers offer DNSSEC as a setting. Web servers (nginx, Apache, HAProxy, Caddy) need no change.",
    acceptable: "If you cannot operate DNSSEC reliably: an invalid signature makes the whole domain unreachable.",
  },
  "cdn-origin-exposed": {
    why: "A CDN filters attacks and takes floods, for requests that come through it. Anyone who knows the address of the origin sends them there:\nits firewall rules, rate limits and bot checks do not apply. Records of mail hosts and forgotten names tell the address.",
    fix: "Let the origin accept connections of the CDN alone: by its published networks, by a client certificate (Cloudflare: Authenticated\nOrigin Pulls; CloudFront: origin access control), or by a tunnel without an open port. Then change the address, because the old one is known.\n\n```nginx\n# before: everybody is answered\n# after\nallow 198.51.100.0/24;   # the networks of the CDN\ndeny all;\nssl_verify_client on;\nssl_client_certificate /etc/nginx/origin-pull-ca.pem;\n```\n\nLet mail and other services leave through other addresses than the web origin.",
    acceptable: "If the CDN only makes the site faster and nothing rests on its filters.",
  },
  "cert-alternate-rejected": {
    why: "The server has several certificates, for example one for an ECDSA key and one for an RSA key, and chooses by the algorithms\nthat the client offers. Browsers get a valid one. Clients that offer other algorithms, such as older programs, devices and\nlibraries, get one that is not valid: they fail, or their users switch verification off.",
    fix: "Renew and install both certificates together, or remove the one that nobody needs.\n\n```nginx\n# before: the RSA certificate is from another source and has expired\nssl_certificate     /etc/letsencrypt/live/example.com-ecdsa/fullchain.pem;\nssl_certificate_key /etc/letsencrypt/live/example.com-ecdsa/privkey.pem;\nssl_certificate     /etc/ssl/old/example.com.pem;\nssl_certificate_key /etc/ssl/old/example.com.key;\n# after: both are renewed\nssl_certificate     /etc/letsencrypt/live/example.com-rsa/fullchain.pem;\nssl_certificate_key /etc/letsencrypt/live/example.com-rsa/privkey.pem;\n```\n\n```sh\n# show each of them\nopenssl s_client -connect example.com:443 -servername example.com -sigalgs ECDSA+SHA256 </dev/null\nopenssl s_client -connect example.com:443 -servername example.com -sigalgs RSA-PSS+SHA256 </dev/null\n```",
    acceptable: "If no client without the algorithms of browsers uses the host.",
  },
  "cert-chain-incomplete": {
    why: "The connection fails for some clients. The server does not send an intermediate certificate between its own certificate\nand the root. Desktop browsers often have it cached or download it; phones, apps, payment providers and mail servers do\nnot, and reject the connection. The fault is easy to miss, because the site works in the administrator's browser.",
    fix: "Serve the file with the complete chain.\n\n```nginx\n# before\nssl_certificate /etc/letsencrypt/live/example.com/cert.pem;\n# after\nssl_certificate /etc/letsencrypt/live/example.com/fullchain.pem;\n```\n\n```apache\n# before\nSSLCertificateFile /etc/letsencrypt/live/example.com/cert.pem\n# after: Apache 2.4.8 and later\nSSLCertificateFile /etc/letsencrypt/live/example.com/fullchain.pem\n```\n\n```haproxy\n# certificate, intermediates and key in this order in one file\nbind :443 ssl crt /etc/haproxy/certs/example.com.pem\n```\n\n```sh\n# a purchased certificate: append the intermediates that came with it\ncat example.com.crt intermediate.crt > fullchain.pem\n```\n\nCaddy serves the complete chain automatically. The root need not be sent.",
    acceptable: "Never: the fix is one file name.",
  },
  "cert-chain-messy": {
    why: "The server sends unneeded certificates or sends them out of order. Current clients cope; old clients fail at the first\ncertificate that does not fit. Each unneeded certificate adds one or two kilobytes to every full handshake, which can\ncost a round trip.",
    fix: "Serve the leaf certificate first, then each issuer, without the root.\n\n```sh\n# list the certificates in the file, in order\nopenssl crl2pkcs7 -nocrl -certfile fullchain.pem | openssl pkcs7 -print_certs -noout\ncat example.com.crt intermediate.crt > fullchain.pem\n```\n\n```nginx\nssl_certificate /etc/ssl/fullchain.pem;\n```\n\n```apache\n# SSLCertificateChainFile together with a full chain sends the intermediates twice: remove it\nSSLCertificateFile /etc/ssl/fullchain.pem\n```\n\n```haproxy\nbind :443 ssl crt /etc/haproxy/certs/example.com.pem\n```\n\nCaddy keeps the order provided by the CA.",
    acceptable: "Cross-signed certificates that old clients need are correct and do not fail this check.",
  },
  "cert-constraints-wrong": {
    why: "Strict clients reject the certificate, and some violations are dangerous. If a web server holds a CA certificate\n(CA:TRUE, keyCertSign), an attacker who steals its key can issue certificates for any name. If the key usage does not\nmatch the key exchange, clients abort the handshake. Other violations (a missing key identifier, wrongly critical\nextensions, explicit curve parameters) fail in some clients only, which is hard to diagnose.",
    fix: "Reissue the certificate with the extensions of a server certificate; public CAs do so by default.\n\n```ini\n# openssl.cnf, the section for servers: before\nbasicConstraints = CA:TRUE\nkeyUsage         = keyEncipherment, keyCertSign\n# after\nbasicConstraints = critical, CA:FALSE\nkeyUsage         = critical, digitalSignature\nextendedKeyUsage = serverAuth\n```\n\n```sh\ncertbot certonly -d example.com\n```\n\nTLS 1.3 and all ECDHE suites sign with the key, so they need `digitalSignature`; `keyEncipherment` is needed only for\nthe obsolete RSA key exchange. If the server supports only RSA key exchange and the key may only sign, enable ECDHE\nsuites or TLS 1.3 instead of requesting another certificate. nginx, Apache, HAProxy and Caddy have no setting for\ncertificate extensions.",
    acceptable: "Never on a public site. Devices that you manage may tolerate it.",
  },
  "cert-ct-insufficient": {
    why: "Chrome, Safari and Firefox reject the site, because the certificate is recorded in too few Certificate Transparency\nlogs. The logs exist so that nobody can issue a certificate for your domain unnoticed. Browsers require signed\ncertificate timestamps (SCTs) from at least two logs of different operators, or three if the SCTs are embedded and the\ncertificate lifetime exceeds 180 days. SCTs that come in the TLS handshake must all be of logs that count today. Chrome 148\nand later do not count SCTs in stapled OCSP responses.",
    fix: "Every public CA embeds SCTs by default. Reissue the certificate without options that disable CT logging.\n\n```sh\n# list the embedded SCTs\nopenssl x509 -in example.com.pem -noout -ext ct_precert_scts\ncertbot certonly --force-renewal -d example.com\n```\n\n```nginx\nssl_certificate     /etc/letsencrypt/live/example.com/fullchain.pem;\nssl_certificate_key /etc/letsencrypt/live/example.com/privkey.pem;\n```\n\nHAProxy can send SCTs from another source (a `.sctl` file next to the certificate). Apache and Caddy send the embedded\nSCTs only.",
    acceptable: "For hosts used only by managed devices that are exempt from CT by policy. Not on a public site.",
  },
  "cert-distrusted-ca": {
    why: "A browser has distrusted the root of this certificate, so its users see a warning although nothing on the server has\nchanged. Browsers distrust a root as of a date: certificates issued before it stay valid until they expire, later ones\nare rejected. Some CAs were distrusted for misconduct, others have retired the root. The finding names the browser. Chrome removes roots\nwhose keys were made in 2008 or 2009 on 2027-04-15, and keeps at most two roots of one owner from 2027-09-15.",
    fix: "Request a certificate under a newer root of the CA, or choose another CA, and replace the certificate. You can keep the\nkey, unless it may be compromised.\n\n```sh\n# identify the CA\nopenssl s_client -connect example.com:443 -servername example.com -showcerts </dev/null 2>/dev/null | grep -E '^ *[0-9]+ s:|^ *i:'\n# use another CA\ncertbot certonly --server https://acme-v02.api.letsencrypt.org/directory -d example.com\n```\n\n```nginx\nssl_certificate     /etc/letsencrypt/live/example.com/fullchain.pem;\nssl_certificate_key /etc/letsencrypt/live/example.com/privkey.pem;\n```\n\n```caddyfile\n{\n    acme_ca https://acme-v02.api.letsencrypt.org/directory\n}\n```\n\nFor Apache and HAProxy, replace the files. Add the new CA to the CAA records first.",
    acceptable: "Never on a public site.",
  },
  "cert-eku-clientauth": {
    why: "The certificate can also be used as a client certificate. Public CAs are phasing this out, because browser root programs\nrequire hierarchies dedicated to server authentication: since 2026-06-15 for new intermediates, from 2027-03-15 for every leaf\n(Chrome Root Program Policy 1.8). Let's Encrypt ended its last profile with clientAuth on 2026-07-08. Systems that use this certificate as a client (mail relays,\npayment APIs, server-to-server connections) will stop working after a future renewal.",
    fix: "Find out whether any system uses it as a client certificate. If none does, request the certificate without clientAuth.\n\n```sh\n# Let's Encrypt: the profile without clientAuth\ncertbot certonly --preferred-profile tlsserver -d example.com\n```\n\n```nginx\n# if this server is a client of another one, use a certificate from a private CA\nproxy_ssl_certificate     /etc/ssl/private-ca/client.pem;\nproxy_ssl_certificate_key /etc/ssl/private-ca/client.key;\n```\n\n```apache\nSSLProxyMachineCertificateFile /etc/ssl/private-ca/client.pem\n```\n\n```haproxy\nserver app 10.0.0.5:443 ssl verify required ca-file /etc/ssl/private-ca/ca.pem crt /etc/ssl/private-ca/client.pem\n```\n\n```caddyfile\nreverse_proxy https://10.0.0.5 {\n    transport http {\n        tls_client_auth /etc/ssl/private-ca/client.pem /etc/ssl/private-ca/client.key\n    }\n}\n```",
    acceptable: "For certificates that were issued before 2027-03-15: the result is information only. Check your systems before a renewal brings a\ncertificate without clientAuth. Never for later ones, whose CA has to revoke them.",
  },
  "cert-eku-no-serverauth": {
    why: "Browsers reject the site: the certificate was issued for another purpose, such as e-mail, code signing or client\nauthentication. The extended key usage (EKU) extension restricts a certificate to its intended purpose. The fault can\nalso be an intermediate that may not issue server certificates.",
    fix: "Request a server certificate.\n\n```sh\ncertbot certonly -d example.com -d www.example.com\n```\n\n```ini\n# openssl.cnf of a private CA: before\nextendedKeyUsage = clientAuth\n# after\nextendedKeyUsage = serverAuth\n```\n\n```nginx\nssl_certificate     /etc/letsencrypt/live/example.com/fullchain.pem;\nssl_certificate_key /etc/letsencrypt/live/example.com/privkey.pem;\n```\n\nFor Apache, HAProxy and Caddy, replace the files in the same way.",
    acceptable: "Never on a server that browsers connect to.",
  },
  "cert-expired": {
    why: "Browsers reject the site with a full-page warning, and programs do not connect at all. After expiry the CA no longer\npublishes whether the certificate was revoked. Automatic renewal is missing or failing. An expired intermediate has the\nsame effect.",
    fix: "Renew now, then find out why automatic renewal failed. Since 2026, CAs validate DNSSEC when they look up proofs and CAA, and ask from\nseveral places in the world (five from 2026-12-15): broken DNSSEC, and firewalls that let one country in, stop renewal.\n\n```sh\ncertbot renew --force-renewal --cert-name example.com\nsystemctl reload nginx            # or apache2, haproxy: the server keeps the old file in memory\nsystemctl list-timers | grep -i certbot\n```\n\n```nginx\n# use the renewed file, not a copy of it\nssl_certificate     /etc/letsencrypt/live/example.com/fullchain.pem;\nssl_certificate_key /etc/letsencrypt/live/example.com/privkey.pem;\n```\n\n```sh\n# run after each renewal: /etc/letsencrypt/renewal-hooks/deploy/reload.sh\n#!/bin/sh\nsystemctl reload nginx\n```\n\n```apache\n# mod_md renews automatically\nMDomain example.com www.example.com\n```\n\n```caddyfile\n# Caddy renews automatically, unless files are configured here\ntls /etc/ssl/example.com.pem /etc/ssl/example.com.key\n```\n\nIf the certificate is not valid yet, check the clocks of the issuing system and of the server.",
    acceptable: "Never: shut down a site that is no longer in use.",
  },
  "cert-expiring": {
    why: "The site will be down for all visitors in a few days unless you act. Automatic renewal starts weeks earlier, so it has\nalready failed several times.",
    fix: "Renew now, and find out why automatic renewal did not: broken DNSSEC stops CAs since 2026-03-15, and so do firewalls that let only one\ncountry reach port 80 or the name servers: from 2026-12-15, CAs ask from five places at least. Proofs by e-mail, telephone and reverse\nlookup end on 2027-03-15 and 2028-03-15 (Baseline Requirements).\n\n```sh\ncertbot renew --cert-name example.com --dry-run   # shows what fails\ncertbot renew --cert-name example.com\nsystemctl reload nginx\n```\n\nCommon causes: port 80 is closed, so the challenge fails; the name moved to another server; a CAA record allows only\nanother CA; the server was not reloaded after a successful renewal.\n\n```nginx\n# the ACME HTTP challenge must be reachable\nlocation /.well-known/acme-challenge/ {\n    root /var/www/html;\n}\n```\n\n```apache\n# mod_md: status at https://example.com/server-status\nMDomain example.com\nMDNotifyCmd /usr/local/bin/tell-the-admin\n```\n\n```haproxy\n# after the renewal: concatenate chain and key, then reload\nbind :443 ssl crt /etc/haproxy/certs/example.com.pem\n```\n\n```sh\n# Caddy: the log shows why renewal fails\njournalctl -u caddy | grep -i -E 'renew|obtain'\n```\n\nIf an intermediate expires, get the new one from the CA, or let the ACME client download the chain again.",
    acceptable: "If the host will be shut down before the certificate expires.",
  },
  "cert-ip-inconsistent": {
    why: "One IP address of the host name serves a different certificate than the others, so visitors get one or the other by\nchance. Usually one server missed a renewal and will soon serve an expired certificate. It can also be an address in DNS\nthat you no longer control.",
    fix: "Look up the address in the evidence and identify the server. Deploy renewed certificates to every server and reload it.\n\n```sh\n# query every address\nfor ip in $(dig +short example.com A example.com AAAA); do\n  openssl s_client -connect \"[$ip]:443\" -servername example.com </dev/null 2>/dev/null | openssl x509 -noout -dates -fingerprint\ndone\n```\n\n```sh\n# /etc/letsencrypt/renewal-hooks/deploy/spread.sh: after each renewal\n#!/bin/sh\nfor host in web1 web2; do\n  rsync -a \"$RENEWED_LINEAGE/\" \"$host:/etc/ssl/example.com/\" && ssh \"$host\" systemctl reload nginx\ndone\n```\n\n```caddyfile\n# Caddy: instances with the same storage share certificates\n{\n    storage file_system /mnt/shared/caddy\n}\n```\n\nnginx, Apache and HAProxy read certificates when they are reloaded, not when the file changes. If you no longer control\nthe address, delete its DNS record.",
    acceptable: "During a rollout, or if two providers serve the name intentionally. Servers that renew independently do not fail this\ncheck as long as each renews in time.",
  },
  "cert-key-broken": {
    why: "An attacker can compute the private key from the certificate and impersonate this site unnoticed. Factoring a 512-bit\nRSA key takes a few hours on rented machines; below 1024 bits it is a matter of money. A public exponent of 1 needs no\ncomputation at all.",
    fix: "Create a new key and request a certificate for it. Do not use the old key again, and revoke its certificate.\n\n```sh\nopenssl ecparam -name prime256v1 -genkey -noout -out example.com.key\ncertbot certonly --key-type ecdsa --elliptic-curve secp256r1 -d example.com\n```\n\n```nginx\nssl_certificate     /etc/letsencrypt/live/example.com/fullchain.pem;\nssl_certificate_key /etc/letsencrypt/live/example.com/privkey.pem;\n```\n\n```apache\n# mod_md\nMDPrivateKeys P-256\n```\n\n```caddyfile\n{\n    key_type p256\n}\n```\n\nFor HAProxy, replace the file.",
    acceptable: "Never: such a key offers no protection.",
  },
  "cert-key-known-weak": {
    why: "Anyone can compute the private key, whatever its length, because the key generator was flawed. Published attacks cover\nkeys from Debian's OpenSSL of 2006 to 2008, from Infineon chips (ROCA), and RSA keys with primes that are too close\ntogether, too small, or shared with another key. An attacker with the key can impersonate the site and, without forward\nsecrecy, decrypt recorded traffic.",
    fix: "Update or replace the software or device that generated the key. Generate a new key on another system, request a\ncertificate for it, and revoke the old certificate with reason keyCompromise.\n\n```sh\nopenssl ecparam -name prime256v1 -genkey -noout -out example.com.key\nopenssl req -new -key example.com.key -subj / -addext 'subjectAltName=DNS:example.com' -out example.com.csr\ncertbot certonly --csr example.com.csr\ncertbot revoke --cert-path /etc/letsencrypt/archive/example.com/cert1.pem --reason keycompromise\n```\n\n```nginx\nssl_certificate     /etc/ssl/example.com.pem;\nssl_certificate_key /etc/ssl/example.com.key;\n```\n\nFor Apache, HAProxy and Caddy, replace the files in the same way. Look for other keys from the same source: SSH host\nkeys, DKIM, VPN.",
    acceptable: "Never: the key is effectively public.",
  },
  "cert-key-not-rotated": {
    why: "The theft of a private key usually goes unnoticed: it is copied from a backup, an old server or a former employee's\nlaptop. A stolen key works as long as the key is in use, also after a renewal for the same key. If each renewal creates\na new key, keys stolen earlier become worthless.",
    fix: "Create a new key with each renewal. Most ACME clients do so by default.\n\n```sh\n# before: certbot\ncertbot renew --reuse-key\n# after: run once; each later renewal creates a new key\ncertbot renew --new-key --no-reuse-key\n```\n\n```sh\n# acme.sh: a new key with each renewal\nacme.sh --renew -d your-domain.org --always-force-new-domain-key\n```\n\n```caddyfile\n# Caddy creates a new key with each certificate, unless configured otherwise\ntls {\n  reuse_private_keys # remove this line\n}\n```\n\nIf you order certificates by hand, create the request with a new key (`openssl req -new -newkey …`), not with the key on\nthe server. Before you change the key, look for pins of the old one: TLSA records (publish the new one two TTLs ahead),\napps with key pinning, partners that compare fingerprints.",
    acceptable: "If the key is stored in an HSM and cannot be exported, or if third parties pin it and cannot be informed in time. The\nage counts from the first stored audit that saw the key, so the key may be older, but not younger.",
  },
  "cert-key-short": {
    why: "Attackers with large resources can break the key. A 1024-bit RSA key offers about 80 bits of security. Safari and all other\nApple clients reject RSA keys below 2048 bits (2041 to 2047 bits have as many bytes and are accepted), and public CAs may\nnot certify them; Chrome and Firefox still accept 1024 bits. The finding can also concern an intermediate, whose key signs every\ncertificate below it, or a key type that browsers do not support, such as P-224 or DSA.",
    fix: "Create a new key and request a certificate for it.\n\n```sh\n# before\nopenssl genrsa -out example.com.key 1024\n# after: smaller, faster and stronger\nopenssl ecparam -name prime256v1 -genkey -noout -out example.com.key\n# or, for very old clients\nopenssl genrsa -out example.com.key 2048\n```\n\n```nginx\n# both key types: each client gets the one that it supports\nssl_certificate     /etc/ssl/example.com.ecdsa.pem;\nssl_certificate_key /etc/ssl/example.com.ecdsa.key;\nssl_certificate     /etc/ssl/example.com.rsa.pem;\nssl_certificate_key /etc/ssl/example.com.rsa.key;\n```\n\n```apache\nMDPrivateKeys P-256 RSA 2048\n```\n\n```haproxy\n# example.com.pem.ecdsa and example.com.pem.rsa are loaded together\nbind :443 ssl crt /etc/haproxy/certs/example.com.pem\n```\n\n```caddyfile\n{\n    key_type p256\n}\n```",
    acceptable: "For a device that supports nothing better, on an isolated network. Not on a public site.",
  },
  "cert-lifetime-too-long": {
    why: "Browsers reject certificates whose lifetime exceeds the limit at the time of issue, so some visitors cannot open the\nsite. With a long lifetime, a stolen key or a misissued certificate stays usable for longer. The limit is 200 days since\nMarch 2026, 100 from March 2027 and 47 from March 2029.",
    fix: "Reissue the certificate with a shorter lifetime. Public CAs must respect the limits, so report the certificate to the\nCA.\n\n```sh\ncertbot certonly -d example.com -d www.example.com    # 90 days or fewer\n```\n\n```nginx\nssl_certificate     /etc/letsencrypt/live/example.com/fullchain.pem;\nssl_certificate_key /etc/letsencrypt/live/example.com/privkey.pem;\n```\n\nUse the same files with Apache and HAProxy. Caddy requests certificates with a short lifetime by default.",
    acceptable: "Never under a public root. The limits do not apply to a private CA, nor does this check.",
  },
  "cert-lifetime-trend": {
    why: "Certificates with this lifetime will soon no longer be issued. The limit falls to 100 days on 2027-03-15 and to 47 days\non 2029-03-15, so manual renewal would be due every few weeks. Automate renewal before then.",
    fix: "Automate renewal by ACME Renewal Information (RFC 9773), or at two thirds of the lifetime: a fixed number of days before the end\nno longer works when lifetimes fall. Let's Encrypt issues for 64 days from 2027-02-10 and for 45 from 2028-02-16 by default, and its\nprofile `tlsserver` for 45 days today.\n\nMove to DNS or HTTP validation: CAs may validate domains by phone until 2027-03-15 and by e-mail until 2028-03-15, and no such proof\ncan be used after that day.\n\n```sh\ncertbot --nginx -d example.com        # or --apache\nsystemctl enable --now certbot.timer\n```\n\n```apache\nMDomain example.com www.example.com\n```\n\n```caddyfile\nexample.com {\n    reverse_proxy 10.0.0.5:8080\n}\n```\n\n```haproxy\n# HAProxy 3.2 and later can request certificates itself\nacme letsencrypt\n    directory https://acme-v02.api.letsencrypt.org/directory\n    challenge HTTP-01\n```\n\nFor devices without an ACME client, request the certificate on another machine and copy it to the device.",
    acceptable: "Until the date in the finding, if renewal is already automated.",
  },
  "cert-must-staple-unmet": {
    why: "Firefox refuses to open the site: the must-staple extension of the certificate requires a stapled OCSP response, and the\nserver does not send one. Other browsers ignore must-staple, so the fault often stays unnoticed.",
    fix: "Enable OCSP stapling, or reissue the certificate without must-staple. The second way is the lasting one: CAs are\nshutting down their OCSP responders (Let's Encrypt did in 2025).\n\n```sh\n# the default: no must-staple\ncertbot certonly -d example.com          # without --must-staple\n```\n\n```nginx\nssl_stapling on;\nssl_stapling_verify on;\nssl_trusted_certificate /etc/letsencrypt/live/example.com/chain.pem;\nresolver 192.0.2.53 valid=300s;\n```\n\n```apache\nSSLUseStapling on\nSSLStaplingCache shmcb:logs/ssl_stapling(32768)\n```\n\n```haproxy\n# HAProxy 2.8 and later, in the file that crt-list names\n/etc/haproxy/certs/example.com.pem [ocsp-update on] example.com\n```\n\nnginx sends no staple in the first handshakes after a start; repeat the audit before you investigate. Caddy staples by\ndefault.",
    acceptable: "Never: you requested must-staple, and it locks visitors out.",
  },
  "cert-name-mismatch": {
    why: "Visitors get a warning page, because the certificate was issued for a different name than the one in the address bar. An\nimpostor with a valid certificate for his own domain looks exactly the same, so browsers reject the connection. Only the\nnames in subjectAltName count; clients ignore the common name of the subject.",
    fix: "Request a certificate for every name that resolves to this server, including `www`.\n\n```sh\ncertbot certonly --expand -d example.com -d www.example.com\n```\n\n```nginx\n# each name needs a server block with a matching certificate; the first block answers for other names\nserver {\n    listen 443 ssl;\n    server_name example.com www.example.com;\n    ssl_certificate     /etc/letsencrypt/live/example.com/fullchain.pem;\n    ssl_certificate_key /etc/letsencrypt/live/example.com/privkey.pem;\n}\n```\n\n```apache\n<VirtualHost *:443>\n    ServerName example.com\n    ServerAlias www.example.com\n    SSLCertificateFile    /etc/letsencrypt/live/example.com/fullchain.pem\n    SSLCertificateKeyFile /etc/letsencrypt/live/example.com/privkey.pem\n</VirtualHost>\n```\n\n```haproxy\n# all certificates of a directory, selected by SNI\nbind :443 ssl crt /etc/haproxy/certs/ strict-sni\n```\n\n```caddyfile\nexample.com, www.example.com {\n    reverse_proxy 10.0.0.5:8080\n}\n```\n\nA wildcard covers one label: `*.example.com` matches `www.example.com`, but neither `example.com` nor `a.b.example.com`.\nIf the name is not in use, delete its address records.",
    acceptable: "Never for a name that visitors use.",
  },
  "cert-no-revocation-info": {
    why: "If the key of this site is stolen, clients cannot learn of a revocation. They need the CRL or OCSP address in the\ncertificate; this certificate has none, and its lifetime is too long to wait for its expiry.",
    fix: "Public CAs add these addresses to every certificate with a lifetime of more than a week: reissue the certificate. For a\nprivate CA, publish a CRL and add its address.\n\n```ini\n# openssl.cnf, the section for servers\ncrlDistributionPoints = URI:http://pki.example.com/issuing.crl\nauthorityInfoAccess   = caIssuers;URI:http://pki.example.com/issuing.crt\n```\n\n```sh\ncertbot certonly -d example.com\n# or short-lived certificates, which need none\ncertbot certonly --preferred-profile shortlived -d example.com\n```\n\nFor nginx, Apache, HAProxy and Caddy, replace the file; they have no setting for this.",
    acceptable: "On certificates with a lifetime of at most seven days: they expire before a revocation would spread.",
  },
  "cert-nosni-leak": {
    why: "A client that connects without SNI gets the certificate of another host. Address scans thus reveal which sites share\nthis server. This links a site behind a CDN to its origin address, or discloses internal host names.",
    fix: "Reject connections without SNI or with an unknown host name.\n\n```nginx\n# nginx 1.19.4 and later\nserver {\n    listen 443 ssl default_server;\n    server_name _;\n    ssl_reject_handshake on;\n}\n```\n\n```apache\n# the first virtual host answers for unknown names: give it a neutral certificate\n<VirtualHost *:443>\n    ServerName invalid.example.com\n    SSLStrictSNIVHostCheck on\n    SSLCertificateFile    /etc/ssl/blank.pem\n    SSLCertificateKeyFile /etc/ssl/blank.key\n</VirtualHost>\n```\n\n```haproxy\nbind :443 ssl crt /etc/haproxy/certs/ strict-sni\n```\n\n```caddyfile\n# Caddy rejects unknown names, unless configured otherwise\n{\n    # default_sni www.example.com\n}\n```",
    acceptable: "If the other names are publicly known to be yours, or if the address belongs to a shared hosting provider.",
  },
  "cert-not-stapled": {
    why: "Without stapling, a browser may query the CA's OCSP responder, which delays the connection and tells the CA who visits\nthe site. With stapling, the server fetches the response for all visitors. Fewer browsers use OCSP, and CAs are shutting\ndown their responders, so this is informational.",
    fix: "Enable OCSP stapling on every server that holds the certificate.\n\n```nginx\nssl_stapling on;\nssl_stapling_verify on;\nssl_trusted_certificate /etc/ssl/chain.pem;\nresolver 192.0.2.53 valid=300s;\n```\n\n```apache\nSSLUseStapling on\nSSLStaplingCache shmcb:logs/ssl_stapling(32768)\n```\n\n```haproxy\n# HAProxy 2.8 and later, in the file that crt-list names\n/etc/haproxy/certs/example.com.pem [ocsp-update on] example.com\n```\n\nCaddy staples by default. IIS does too, if it can reach the responder.",
    acceptable: "Always. Certificates without an OCSP responder, as issued by Let's Encrypt since May 2025, have nothing to staple.",
  },
  "cert-pq-signature": {
    why: "This is informational: a key or signature in the chain uses a post-quantum algorithm. Public CAs do not issue such\ncertificates yet and browsers do not accept them, so visitors need a classical certificate as well. Unlike key exchange,\nsignatures are not at risk from traffic recorded today.",
    fix: "Serve a classical certificate as well.\n\n```nginx\n# OpenSSL 3.5 selects the certificate by the client's signature algorithms\nssl_certificate     /etc/ssl/example.com.mldsa.pem;\nssl_certificate_key /etc/ssl/example.com.mldsa.key;\nssl_certificate     /etc/ssl/example.com.ecdsa.pem;\nssl_certificate_key /etc/ssl/example.com.ecdsa.key;\n```\n\n```haproxy\nbind :443 ssl crt /etc/haproxy/certs/example.com.mldsa.pem crt /etc/haproxy/certs/example.com.ecdsa.pem\n```\n\nApache accepts several `SSLCertificateFile` lines; Caddy does not support such keys.",
    acceptable: "Always, if clients that need a classical certificate get one.",
  },
  "cert-renewal-overdue": {
    why: "The certificate should have been renewed by now. Nothing is broken yet, but the remaining time is the reserve for\nrepairs. ACME clients renew with about a third of the lifetime left, so a warning at a fixed number of days would come\ntoo late for six-day certificates and too early for one-year certificates.",
    fix: "Test automatic renewal, and repair what fails.\n\n```sh\ncertbot certificates                 # expiry dates\ncertbot renew --dry-run              # test the renewal\nsystemctl status certbot.timer\n```\n\n```nginx\n# does the server use the file that is renewed?\nssl_certificate /etc/letsencrypt/live/example.com/fullchain.pem;\n```\n\n```apache\n# mod_md renews with this share of the lifetime left\nMDRenewWindow 33%\n```\n\n```caddyfile\n# Caddy 2.11 and later, the same\ntls {\n    renewal_window_ratio 0.33\n}\n```\n\nHAProxy itself does not renew: let the deploy hook of the ACME client write the file and reload. Use a client that\nsupports ACME Renewal Information (ARI, RFC 9773), such as certbot 4.1, lego or Caddy.",
    acceptable: "If certificates are purchased and installed by hand and the next renewal is scheduled.",
  },
  "cert-revoked": {
    why: "The CA has revoked this certificate, so browsers that check revocation reject the site. Usual reasons are a compromised\nkey or a misissued certificate. If the key was stolen, the attacker can impersonate the site to every client that does\nnot check revocation.",
    fix: "Create a new key, request a new certificate and install it on every server. Then find out why the old one was revoked\n(the evidence shows the reason).\n\n```sh\ncertbot certonly --force-renewal --no-reuse-key -d example.com -d www.example.com\nsystemctl reload nginx\n```\n\n```nginx\nssl_certificate     /etc/letsencrypt/live/example.com/fullchain.pem;\nssl_certificate_key /etc/letsencrypt/live/example.com/privkey.pem;\n```\n\n```apache\n# mod_md: fetches OCSP responses and shows them in its status\nMDStapling on\n```\n\n```haproxy\nbind :443 ssl crt /etc/haproxy/certs/example.com.pem\n```\n\nCaddy automatically replaces a certificate when its OCSP status is \"revoked\".",
    acceptable: "Never, whatever the reason for the revocation.",
  },
  "cert-san-internal": {
    why: "The certificate discloses names of machines in your internal network. Such names help an attacker who is already inside,\nand support social engineering. Certificates are public: every visitor sees all names, and Certificate Transparency logs\nkeep them permanently.",
    fix: "Use one certificate for public names and another one, from a private CA, for internal names.\n\n```sh\n# before\ncertbot certonly -d example.com -d build01.corp.example.com\n# after\ncertbot certonly --cert-name example.com -d example.com -d www.example.com\n```\n\n```nginx\n# internal hosts on their own address, with their own certificate\nserver {\n    listen 10.0.0.5:443 ssl;\n    server_name build01.corp.example.com;\n    ssl_certificate     /etc/ssl/private-ca/build01.pem;\n    ssl_certificate_key /etc/ssl/private-ca/build01.key;\n}\n```\n\nApache (`<VirtualHost 10.0.0.5:443>`), HAProxy (`bind 10.0.0.5:443`) and Caddy (`bind 10.0.0.5`, `tls internal`) offer\nthe same.",
    acceptable: "If the names are not sensitive, such as `localhost` in a test certificate.",
  },
  "cert-sct-invalid": {
    why: "An SCT does not prove that the certificate was logged: its signature is invalid, or its log had been retired by then.\nBrowsers ignore it and reject the site if too few valid SCTs remain. An invalid signature means that the logged\ncertificate differs from the issued one, or that the server sends SCTs of another certificate.",
    fix: "Reissue the certificate and report the fault to the CA, because it may affect other certificates too.\n\n```sh\ncertbot certonly --force-renewal -d example.com\n```\n\n```haproxy\n# before: example.com.pem.sctl holds SCTs of an earlier certificate\nbind :443 ssl crt /etc/haproxy/certs/example.com.pem\n# after: remove the .sctl file; the embedded SCTs suffice\n```\n\n```nginx\n# with the module nginx-ct: remove, or point to the SCTs of this certificate\nssl_ct on;\nssl_ct_static_scts /etc/nginx/scts;\n```\n\nApache and Caddy send only embedded SCTs.",
    acceptable: "If enough other SCTs are valid, browsers accept the certificate; report the fault to the CA all the same.",
  },
  "cert-self-signed": {
    why: "A self-signed certificate proves nothing about the identity of the site, because any impostor can create one. Browsers\nshow a warning page; users who habitually click it away will also do so during an attack. Often this is the default\ncertificate that a product created during installation.",
    fix: "Replace it with a certificate from a public CA.\n\n```nginx\n# before\nssl_certificate     /etc/ssl/certs/ssl-cert-snakeoil.pem;\nssl_certificate_key /etc/ssl/private/ssl-cert-snakeoil.key;\n# after: certbot certonly --webroot -w /var/www/html -d example.com\nssl_certificate     /etc/letsencrypt/live/example.com/fullchain.pem;\nssl_certificate_key /etc/letsencrypt/live/example.com/privkey.pem;\n```\n\n```apache\n# before\nSSLCertificateFile    /etc/ssl/certs/ssl-cert-snakeoil.pem\n# after\nSSLCertificateFile    /etc/letsencrypt/live/example.com/fullchain.pem\nSSLCertificateKeyFile /etc/letsencrypt/live/example.com/privkey.pem\n```\n\n```caddyfile\n# before\ntls internal\n# after: remove the line\n```\n\n```haproxy\n# before\nbind :443 ssl crt /etc/ssl/self-signed.pem\n# after: fullchain.pem and privkey.pem concatenated\nbind :443 ssl crt /etc/haproxy/certs/example.com.pem\n```",
    acceptable: "Between two of your own systems that pin exactly this certificate. Behind a proxy that terminates TLS it is harmless\ntoo, but then the server should not be reachable from outside.",
  },
  "cert-serial-entropy": {
    why: "Predictable serial numbers helped researchers to forge a CA certificate in 2008, because they knew every byte to be\nsigned. Since then CAs must use at least 64 random bits. With a secure hash this is not exploitable today; it indicates\noutdated or custom CA software.",
    fix: "Have the CA issue random serial numbers of at least 64 bits.\n\n```sh\n# before: sequential numbers\nopenssl x509 -req -in example.com.csr -CA ca.pem -CAkey ca.key -CAserial ca.srl -out example.com.pem\n# after: 20 random bytes\nopenssl x509 -req -in example.com.csr -CA ca.pem -CAkey ca.key -set_serial \"0x$(openssl rand -hex 19)\" -out example.com.pem\n```\n\n```ini\n# openssl.cnf, section of the CA\nrand_serial = yes\n```\n\nPublic CAs do this by default. nginx, Apache, HAProxy and Caddy need no change.",
    acceptable: "For a private CA that signs only your own requests.",
  },
  "cert-shared-key-services": {
    why: "A shared key is only as safe as the weakest service that uses it. SSL 2.0 on a mail server allows attackers to decrypt\nrecorded sessions of the web server (DROWN). A shared certificate allows cross-protocol attacks (ALPACA). And if one\nserver is compromised, the key of all of them is.",
    fix: "Use a separate certificate and key for each service.\n\n```sh\ncertbot certonly --cert-name web  -d example.com -d www.example.com\ncertbot certonly --cert-name mail -d mail.example.com\n```\n\n```nginx\nssl_certificate     /etc/letsencrypt/live/web/fullchain.pem;\nssl_certificate_key /etc/letsencrypt/live/web/privkey.pem;\n```\n\n```ini\n# Postfix main.cf\nsmtpd_tls_chain_files = /etc/letsencrypt/live/mail/privkey.pem, /etc/letsencrypt/live/mail/fullchain.pem\n```\n\nFor Apache, HAProxy and Caddy, also use one file per service.",
    acceptable: "If the services run on one machine, are updated together and support only TLS 1.2 and later.",
  },
  "cert-sig-md5": {
    why: "MD5 signatures can be forged: in 2008 researchers created two certificates with the same MD5 hash, one of them a CA\ncertificate. Such a CA certificate allows an attacker to impersonate any site. No browser accepts MD5 signatures.",
    fix: "Reissue the certificate; every CA signs with SHA-256 today. If the finding concerns an intermediate, use the current one\nfrom the CA.\n\n```sh\ncertbot certonly -d example.com -d www.example.com\n```\n\n```nginx\n# before\nssl_certificate /etc/ssl/old-chain-md5.pem;\n# after\nssl_certificate /etc/letsencrypt/live/example.com/fullchain.pem;\n```\n\n```sh\n# a private CA\nopenssl ca -md sha256 -in example.com.csr -out example.com.pem\n```\n\nFor Apache, HAProxy and Caddy, replace the files in the same way.",
    acceptable: "Never, not even for a private CA.",
  },
  "cert-sig-sha1": {
    why: "Browsers reject the site, because SHA-1 signatures can be forged. SHA-1 collisions have been practical since 2017, and\nchosen-prefix collisions, which are needed to forge certificates, since 2020, for tens of thousands of dollars. Public\nCAs stopped using SHA-1 in 2016.",
    fix: "Replace the certificate by one that is signed with SHA-256, and each intermediate that is not.\n\n```sh\n# public CA\ncertbot certonly -d example.com -d www.example.com\n# private CA: sign leaf and intermediate again\nopenssl x509 -req -sha256 -in example.com.csr -CA ca.pem -CAkey ca.key -extfile leaf.ext -out example.com.pem\n```\n\n```nginx\nssl_certificate     /etc/letsencrypt/live/example.com/fullchain.pem;\nssl_certificate_key /etc/letsencrypt/live/example.com/privkey.pem;\n```\n\nIf the finding concerns the intermediate, replace it in the served file; the leaf certificate can stay if the issuer's\nkey is unchanged. For Apache, HAProxy and Caddy, replace the files in the same way. The signature of a root does not\nmatter, because clients do not verify it.",
    acceptable: "For devices that you manage and that support nothing newer, on an isolated network.",
  },
  "cert-staple-invalid": {
    why: "The stapled OCSP response is expired, has an invalid signature or belongs to another certificate. Firefox may reject the\nconnection, and always does so for a must-staple certificate. Usually the server could not reach the OCSP responder for\nsome days and kept the old response.",
    fix: "Let the server fetch fresh OCSP responses: give it a resolver and the CA's certificates.\n\n```nginx\n# before: no resolver, so nginx cannot fetch OCSP responses\nssl_stapling on;\n# after\nssl_stapling on;\nssl_stapling_verify on;\nssl_trusted_certificate /etc/letsencrypt/live/example.com/chain.pem;\nresolver 192.0.2.53 valid=300s;\n```\n\n```apache\nSSLUseStapling on\nSSLStaplingCache shmcb:logs/ssl_stapling(32768)\nSSLStaplingReturnResponderErrors off\nSSLStaplingFakeTryLater off\n```\n\n```haproxy\n# HAProxy 2.8 and later, in the file that crt-list names: it fetches answers itself\n/etc/haproxy/certs/example.com.pem [ocsp-update on] example.com\n```\n\nAllow the server to reach the responder (port 80; the certificate contains the address). Caddy discards expired\nresponses. If the CA has shut down its responder, disable stapling.",
    acceptable: "Never: no staple is better than an invalid one.",
  },
  "cert-untrusted": {
    why: "Browsers show a full-page warning, because no trusted CA vouches for this site. Visitors who click through cannot tell\nthe real site from an impostor: an attacker on the path can present a certificate that is just as untrusted. Programs\n(apps, payment providers, monitoring) refuse to connect. The finding names the link of the chain that fails: an unknown\nissuer, an invalid signature, or a constraint that an intermediate violates.",
    fix: "Get a certificate from a public CA. With ACME it is free and renews automatically.\n\n```sh\n# certbot, for nginx or Apache\ncertbot --nginx -d example.com -d www.example.com\n```\n\n```caddyfile\n# Caddy does this automatically\nexample.com {\n    reverse_proxy 10.0.0.5:8080\n}\n```\n\n```nginx\n# before: a certificate from the company's private CA\nssl_certificate     /etc/ssl/intranet/example.com.pem;\nssl_certificate_key /etc/ssl/intranet/example.com.key;\n# after\nssl_certificate     /etc/letsencrypt/live/example.com/fullchain.pem;\nssl_certificate_key /etc/letsencrypt/live/example.com/privkey.pem;\n```\n\n```apache\n# after: httpd 2.4.30 and later, with mod_md\nMDomain example.com www.example.com\nMDCertificateAgreement accepted\n```\n\n```haproxy\n# after: certificate chain and key in one file\nbind :443 ssl crt /etc/haproxy/certs/example.com.pem\n```\n\nIf a signature is invalid or an intermediate violates a constraint, reissue the certificate.",
    acceptable: "On a host that only managed devices use, all of which trust your private root. Then add the root to this auditor\n(`NODE_EXTRA_CA_CERTS`), and preferably keep the host off the public internet.",
  },
  "cert-wildcard": {
    why: "One key serves many hosts. An attacker who steals it from the weakest host can impersonate all of them, and a\nreplacement has to reach every host on the same day. This is a design decision, not a fault by itself.",
    fix: "Where possible, use a separate certificate for each host.\n\n```sh\n# before: one certificate, copied to every host\ncertbot certonly --dns-rfc2136 -d '*.example.com'\n# after: one certificate per host\ncertbot --nginx -d shop.example.com\n```\n\n```caddyfile\n# Caddy requests one certificate per name\nshop.example.com, blog.example.com {\n    reverse_proxy 10.0.0.5:8080\n}\n```\n\n```apache\nMDomain shop.example.com\n```\n\n```haproxy\n# a directory with one file per host\nbind :443 ssl crt /etc/haproxy/certs/\n```",
    acceptable: "If names change too fast for individual certificates, or should not appear in CT logs, and the key is stored in one\nplace only.",
  },
  "cookie-count-size": {
    why: "Browsers keep at least 50 cookies of a domain and may drop the oldest of more. All of them are sent with every\nrequest.",
    fix: "Merge or remove cookies, and keep data on the server.\n\nResponse\n\n```http\n# before\nSet-Cookie: a=1\nSet-Cookie: b=2\n# after\nSet-Cookie: settings=a1b2\n```",
    acceptable: "Always: this is a note.",
  },
  "cookie-csrf-samesite": {
    why: "This cookie is half of a defence against forged requests: the other half comes in the form or a header. SameSite keeps\nit from being sent, or overwritten by navigation, from other sites.",
    fix: "Set SameSite on it.\n\nDjango\n\n```python\n# after\nCSRF_COOKIE_SAMESITE = \"Lax\"\nCSRF_COOKIE_SECURE = True\n```\n\nLaravel: `'same_site' => 'lax'` in `config/session.php`. Angular and axios read the cookie by script: it cannot be\nHttpOnly, but SameSite works.",
    acceptable: "If the token is bound to the session on the server.",
  },
  "cookie-domain-broad": {
    why: "With Domain set to the whole domain, every subdomain gets the cookie and can replace it: a weak or forgotten one, or\none that somebody took over, is enough to read or fix sessions.",
    fix: "Leave Domain out, so that only the host that set the cookie gets it.\n\nResponse\n\n```http\n# before\nSet-Cookie: sid=…; Secure; HttpOnly; Domain=example.com\n# after\nSet-Cookie: __Host-sid=…; Secure; HttpOnly; Path=/\n```\n\nPHP: empty `session.cookie_domain`. Express: no `domain`. Django: `SESSION_COOKIE_DOMAIN = None`.",
    acceptable: "For single sign-on across subdomains that are all equally trusted.",
  },
  "cookie-insecure": {
    why: "The cookie is sent over http too, where others can read it and replace it by a value of their own. What the\napplication trusts in it, such as a language, a basket or a flag, can then be chosen by somebody else.",
    fix: "Set Secure on all cookies.\n\nResponse\n\n```http\n# before\nSet-Cookie: sid=…; Path=/\n# after\nSet-Cookie: sid=…; Path=/; Secure\n```\n\nPHP (`php.ini`)\n\n```ini\n; after\nsession.cookie_secure = 1\nsession.cookie_httponly = 1\nsession.cookie_samesite = Lax\n```\n\nNode (express-session)\n\n```js\n// after\napp.use(session({ secret, cookie: { secure: true, httpOnly: true, sameSite: 'lax' } }));\n```\n\nDjango\n\n```python\n# after\nSESSION_COOKIE_SECURE = True\nSESSION_COOKIE_HTTPONLY = True\nSESSION_COOKIE_SAMESITE = \"Lax\"\nCSRF_COOKIE_SECURE = True\n```\n\nRails: `config.force_ssl = true` and `cookies_same_site_protection = :lax`. Spring:\n`server.servlet.session.cookie.secure=true`. ASP.NET: `<httpCookies requireSSL=\"true\" httpOnlyCookies=\"true\" />`.\nWordPress: `FORCE_SSL_ADMIN`; it then sets its cookies with Secure.\n\nIn front of software that cannot be changed, the proxy can add the attributes.\n\nnginx\n\n```nginx\n# after\nproxy_cookie_flags ~ secure httponly samesite=lax;\n```\n\nApache\n\n```apache\n# after\nHeader always edit Set-Cookie ^(.*)$ \"$1; Secure; HttpOnly; SameSite=Lax\"\n```",
    acceptable: "For a cookie whose value does not matter to anybody.",
  },
  "cookie-jwt-alg-none": {
    why: "A token without a signature can be written by anybody. If the server believes it, an attacker becomes any user. Even\nif it does not, its content is readable.",
    fix: "Sign tokens, and accept one algorithm only.\n\nNode (jose)\n\n```js\n// before\njwt.sign(claims, null, { algorithm: 'none' })\n// after\nconst token = await new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA' }).setExpirationTime('1h').sign(key);\nawait jwtVerify(token, key, { algorithms: ['EdDSA'] });\n```",
    acceptable: "If the server does not use the token; then remove it.",
  },
  "cookie-lb-leak": {
    why: "The load balancer writes the address and port of the server behind it into the cookie. It shows internal networks to\nanyone who asks.",
    fix: "Encrypt the persistence cookie, or use an opaque value.\n\nF5 BIG-IP (tmsh)\n\n```text\n# after\nmodify ltm persistence cookie my_cookie cookie-encryption required cookie-encryption-passphrase <secret>\n```\n\nHAProxy: use `cookie SERVERID insert` with names that are no addresses.",
    acceptable: "If the address is public anyway.",
  },
  "cookie-lifetime": {
    why: "A session that lives for years stays valid on lost and sold devices. Browsers end cookies after 400 days, whatever the\nserver asks for.",
    fix: "Let sessions end after days or weeks, and ask again for the password before critical actions.\n\nResponse\n\n```http\n# before\nSet-Cookie: sid=…; Max-Age=315360000\n# after\nSet-Cookie: sid=…; Max-Age=1209600\n```",
    acceptable: "For \"remember me\" on devices of one person, if the session can be ended from elsewhere.",
  },
  "cookie-prefix-unused": {
    why: "Browsers enforce the rules of `__Host-`: Secure, the whole path, and no Domain. A subdomain can then not replace the\ncookie.",
    fix: "Rename the cookie with the prefix; it meets all rules already.\n\nResponse\n\n```http\n# before\nSet-Cookie: sid=…; Secure; HttpOnly; Path=/\n# after\nSet-Cookie: __Host-sid=…; Secure; HttpOnly; Path=/\n```",
    acceptable: "Always: this is a note.",
  },
  "cookie-readable-data": {
    why: "Base64 is no encryption. Anyone who sees the cookie, in a log, on a shared computer or through an injected script,\nreads what it says about the visitor, and may try what happens if it is changed.",
    fix: "Keep data on the server under a random identifier, or encrypt and sign the value.\n\nNode\n\n```js\n// after\n// store the profile on the server, and send its key alone\nresponse.cookie('__Host-sid', crypto.randomBytes(16).toString('base64url'), { secure: true, httpOnly: true, path: '/' });\n```",
    acceptable: "For settings that are not about a person.",
  },
  "cookie-rejected": {
    why: "Browsers drop the cookie without telling the server. Logins, baskets or protections that depend on it fail, or work in\nold browsers alone.",
    fix: "Write the line so that it meets the rule that the finding names.\n\nResponse\n\n```http\n# before\nSet-Cookie: __Host-sid=…; Secure; Domain=example.com; Path=/\n# after\nSet-Cookie: __Host-sid=…; Secure; Path=/\n```\n\n`__Host-` needs Secure, `Path=/` and no Domain; `SameSite=None` and `Partitioned` need Secure; Domain must be the\nsite's own domain or above it, and no public suffix.",
    acceptable: "If the cookie is left over and nothing needs it: then remove it. A line with a control character is a note: no browser\nhas ever kept it.",
  },
  "cookie-samesite-invalid": {
    why: "Browsers treat an unknown value as if the attribute were missing. The protection that was meant is not there.",
    fix: "Use Lax, Strict or None.\n\nResponse\n\n```http\n# before\nSet-Cookie: sid=…; Secure; SameSite=Yes\n# after\nSet-Cookie: sid=…; Secure; SameSite=Lax\n```",
    acceptable: "Always: this is a note and does not affect the score. A session cookie without a valid value fails\n`cookie-samesite-missing`.",
  },
  "cookie-samesite-missing": {
    why: "SameSite decides whether the cookie goes along with requests that other sites cause. Chromium treats a missing\nattribute as Lax; Firefox and Safari do not, so forged requests carry the session there.",
    fix: "Say what you mean: Lax for most sites, Strict for back offices, None with Secure for embedded services.\n\nResponse\n\n```http\n# before\nSet-Cookie: sid=…; Path=/; Secure; HttpOnly\n# after\nSet-Cookie: sid=…; Path=/; Secure; HttpOnly; SameSite=Lax\n```\n\nPHP (`php.ini`)\n\n```ini\n; after\nsession.cookie_secure = 1\nsession.cookie_httponly = 1\nsession.cookie_samesite = Lax\n```\n\nNode (express-session)\n\n```js\n// after\napp.use(session({ secret, cookie: { secure: true, httpOnly: true, sameSite: 'lax' } }));\n```\n\nDjango\n\n```python\n# after\nSESSION_COOKIE_SECURE = True\nSESSION_COOKIE_HTTPONLY = True\nSESSION_COOKIE_SAMESITE = \"Lax\"\nCSRF_COOKIE_SECURE = True\n```\n\nRails: `config.force_ssl = true` and `cookies_same_site_protection = :lax`. Spring:\n`server.servlet.session.cookie.secure=true`. ASP.NET: `<httpCookies requireSSL=\"true\" httpOnlyCookies=\"true\" />`.\nWordPress: `FORCE_SSL_ADMIN`; it then sets its cookies with Secure.\n\nIn front of software that cannot be changed, the proxy can add the attributes.\n\nnginx\n\n```nginx\n# after\nproxy_cookie_flags ~ secure httponly samesite=lax;\n```\n\nApache\n\n```apache\n# after\nHeader always edit Set-Cookie ^(.*)$ \"$1; Secure; HttpOnly; SameSite=Lax\"\n```",
    acceptable: "If every action that changes something checks a token.",
  },
  "cookie-session-in-url": {
    why: "Addresses end up in histories, logs, bookmarks and Referer headers. With the identifier of a session in it, a link\nthat somebody shares gives the session away.",
    fix: "Use cookies alone for sessions.\n\nJava (`web.xml`)\n\n```xml\n<!-- after -->\n<session-config><tracking-mode>COOKIE</tracking-mode></session-config>\n```\n\nPHP (`php.ini`)\n\n```ini\n; before\nsession.use_trans_sid = 1\n; after\nsession.use_trans_sid = 0\nsession.use_only_cookies = 1\n```",
    acceptable: "If the identifier is for one use and short-lived.",
  },
  "cookie-session-insecure": {
    why: "A cookie that identifies a session is as good as a password while the session lasts. Without Secure, browsers send it\nover http too, and an attacker on the way can provoke such a request and read it.",
    fix: "Set Secure on every session cookie.\n\nResponse\n\n```http\n# before\nSet-Cookie: sid=…; Path=/\n# after\nSet-Cookie: sid=…; Path=/; Secure; HttpOnly; SameSite=Lax\n```\n\nPHP (`php.ini`)\n\n```ini\n; after\nsession.cookie_secure = 1\nsession.cookie_httponly = 1\nsession.cookie_samesite = Lax\n```\n\nNode (express-session)\n\n```js\n// after\napp.use(session({ secret, cookie: { secure: true, httpOnly: true, sameSite: 'lax' } }));\n```\n\nDjango\n\n```python\n# after\nSESSION_COOKIE_SECURE = True\nSESSION_COOKIE_HTTPONLY = True\nSESSION_COOKIE_SAMESITE = \"Lax\"\nCSRF_COOKIE_SECURE = True\n```\n\nRails: `config.force_ssl = true` and `cookies_same_site_protection = :lax`. Spring:\n`server.servlet.session.cookie.secure=true`. ASP.NET: `<httpCookies requireSSL=\"true\" httpOnlyCookies=\"true\" />`.\nWordPress: `FORCE_SSL_ADMIN`; it then sets its cookies with Secure.\n\nIn front of software that cannot be changed, the proxy can add the attributes.\n\nnginx\n\n```nginx\n# after\nproxy_cookie_flags ~ secure httponly samesite=lax;\n```\n\nApache\n\n```apache\n# after\nHeader always edit Set-Cookie ^(.*)$ \"$1; Secure; HttpOnly; SameSite=Lax\"\n```",
    acceptable: "If the cookie holds no session after all; its name only suggests one.",
  },
  "cookie-session-insecure-hsts": {
    why: "HSTS keeps browsers that have seen the site off http, so the cookie stays encrypted there. Other clients, and the\nfirst visit, are not covered, and the protection ends if HSTS is removed.",
    fix: "Set Secure as well.\n\nResponse\n\n```http\n# before\nSet-Cookie: sid=…; Path=/\n# after\nSet-Cookie: sid=…; Path=/; Secure; HttpOnly; SameSite=Lax\n```\n\nPHP (`php.ini`)\n\n```ini\n; after\nsession.cookie_secure = 1\nsession.cookie_httponly = 1\nsession.cookie_samesite = Lax\n```\n\nNode (express-session)\n\n```js\n// after\napp.use(session({ secret, cookie: { secure: true, httpOnly: true, sameSite: 'lax' } }));\n```\n\nDjango\n\n```python\n# after\nSESSION_COOKIE_SECURE = True\nSESSION_COOKIE_HTTPONLY = True\nSESSION_COOKIE_SAMESITE = \"Lax\"\nCSRF_COOKIE_SECURE = True\n```\n\nRails: `config.force_ssl = true` and `cookies_same_site_protection = :lax`. Spring:\n`server.servlet.session.cookie.secure=true`. ASP.NET: `<httpCookies requireSSL=\"true\" httpOnlyCookies=\"true\" />`.\nWordPress: `FORCE_SSL_ADMIN`; it then sets its cookies with Secure.\n\nIn front of software that cannot be changed, the proxy can add the attributes.\n\nnginx\n\n```nginx\n# after\nproxy_cookie_flags ~ secure httponly samesite=lax;\n```\n\nApache\n\n```apache\n# after\nHeader always edit Set-Cookie ^(.*)$ \"$1; Secure; HttpOnly; SameSite=Lax\"\n```",
    acceptable: "While the domain is preloaded and only browsers use the site.",
  },
  "cookie-session-no-httponly": {
    why: "Without HttpOnly, a script that an attacker injects can read the session and send it away. With it, the session stays\nin the browser.",
    fix: "Set HttpOnly on every session cookie that scripts do not need.\n\nResponse\n\n```http\n# before\nSet-Cookie: sid=…; Path=/; Secure\n# after\nSet-Cookie: sid=…; Path=/; Secure; HttpOnly\n```\n\nPHP (`php.ini`)\n\n```ini\n; after\nsession.cookie_secure = 1\nsession.cookie_httponly = 1\nsession.cookie_samesite = Lax\n```\n\nNode (express-session)\n\n```js\n// after\napp.use(session({ secret, cookie: { secure: true, httpOnly: true, sameSite: 'lax' } }));\n```\n\nDjango\n\n```python\n# after\nSESSION_COOKIE_SECURE = True\nSESSION_COOKIE_HTTPONLY = True\nSESSION_COOKIE_SAMESITE = \"Lax\"\nCSRF_COOKIE_SECURE = True\n```\n\nRails: `config.force_ssl = true` and `cookies_same_site_protection = :lax`. Spring:\n`server.servlet.session.cookie.secure=true`. ASP.NET: `<httpCookies requireSSL=\"true\" httpOnlyCookies=\"true\" />`.\nWordPress: `FORCE_SSL_ADMIN`; it then sets its cookies with Secure.\n\nIn front of software that cannot be changed, the proxy can add the attributes.\n\nnginx\n\n```nginx\n# after\nproxy_cookie_flags ~ secure httponly samesite=lax;\n```\n\nApache\n\n```apache\n# after\nHeader always edit Set-Cookie ^(.*)$ \"$1; Secure; HttpOnly; SameSite=Lax\"\n```",
    acceptable: "If the page's own scripts must read the cookie, as some login libraries do.",
  },
  "cookie-set-over-http": {
    why: "A cookie that is set over http was readable and replaceable on its way to the browser. An attacker can give a visitor\na session of their own, or read the one that was just made.",
    fix: "Set cookies on https responses only: redirect http before the application runs.\n\nnginx\n\n```nginx\n# before\nserver {\n  listen 80;\n  proxy_pass http://app;\n}\n# after\nserver {\n  listen 80;\n  return 301 https://$host$request_uri;\n}\n```\n\nApache\n\n```apache\n# after\n<VirtualHost *:80>\n  Redirect permanent / https://example.com/\n</VirtualHost>\n```",
    acceptable: "For a cookie that only remembers a language.",
  },
  "cookie-third-party": {
    why: "These cookies come from services that the site uses: load balancers, bot protection, analytics. Some need consent\nbefore they are set, which depends on the law and on their purpose.",
    fix: "Set cookies of analytics after consent only; those of load balancing and security usually need none.\n\nConsent\n\n```js\n// before\nloadAnalytics();\n// after\nif (consent.analytics) loadAnalytics();\n```",
    acceptable: "Always: this is a note.",
  },
  "cors-http-origin": {
    why: "A page over http can be changed by anybody on the way to the visitor. If its origin is accepted, such a changed page\nreads the https site with the cookies of the visitor, and encryption no longer helps.",
    fix: "Accept https origins alone.\n\nnginx\n\n```nginx\n# before\n\"~^https?://app\\.example\\.com$\" $http_origin;\n# after\n\"https://app.example.com\" $http_origin;\n```\n\nWith HSTS and `includeSubDomains`, browsers that know the site no longer open such http pages at all.",
    acceptable: "While an old application over http needs the data, and visitors reach it on a network that you control.",
  },
  "cors-legacy-policy": {
    why: "`crossdomain.xml` is the list of who may read the site for Flash and for PDF documents. `domain=\"*\"` lets a program\nfrom anywhere read it with the cookies of the visitor. Flash is gone; some readers of documents still follow the file.",
    fix: "Remove the file, or name the domains that need it.\n\ncrossdomain.xml\n\n```xml\n<!-- before -->\n<allow-access-from domain=\"*\"/>\n<!-- after -->\n<cross-domain-policy>\n  <site-control permitted-cross-domain-policies=\"none\"/>\n</cross-domain-policy>\n```\n\nnginx\n\n```nginx\n# after\nlocation = /crossdomain.xml { return 404; }\nadd_header X-Permitted-Cross-Domain-Policies none always;\n```",
    acceptable: "If the host serves public files only and has no sessions.",
  },
  "cors-null-credentials": {
    why: "Browsers send the origin `null` from sandboxed frames, local files and some redirects. Any site can make such a frame,\nso `null` on the list means everyone.",
    fix: "Take `null` off the list. It often comes from a test with local files.\n\nNode (the package cors)\n\n```js\n// before\norigin: ['https://app.example.com', 'null']\n// after\norigin: ['https://app.example.com']\n```\n\nnginx\n\n```nginx\n# before\nmap $http_origin $cors_origin { null null; }\n# after\nmap $http_origin $cors_origin {\n  https://app.example.com $http_origin;\n  default \"\";\n}\n```",
    acceptable: "If the host has no sessions at all.",
  },
  "cors-preflight-broad": {
    why: "The preflight decides which methods and headers other origins may use. It was answered for an origin, a method and a\nheader that nobody uses, with credentials: the list is not read at all.",
    fix: "Name origins, methods and headers of the API, and let browsers ask again within a day.\n\nResponse to OPTIONS\n\n```http\n# before\nAccess-Control-Allow-Origin: (the origin of the request)\nAccess-Control-Allow-Methods: (the method of the request)\nAccess-Control-Max-Age: 31536000\n# after\nAccess-Control-Allow-Origin: https://app.example.com\nAccess-Control-Allow-Methods: GET, POST\nAccess-Control-Allow-Headers: Content-Type\nAccess-Control-Max-Age: 7200\n```\n\nNode (the package cors)\n\n```js\n// before\napp.options(\"*\", cors({ origin: true, credentials: true }));\n// after\napp.use(cors({ origin: ['https://app.example.com'], methods: ['GET', 'POST'], credentials: true, maxAge: 7200 }));\n```",
    acceptable: "If the real requests compare the origin with a list: then the preflight only misleads.",
  },
  "cors-private-network": {
    why: "The header lets public pages send requests to this host where it stands in a private network. Chrome replaced it by a\npermission that the visitor gives, so it has no effect in current browsers.",
    fix: "Remove the header where no device in a private network needs it.\n\nResponse to OPTIONS\n\n```http\n# before\nAccess-Control-Allow-Private-Network: true\n# after\nAccess-Control-Allow-Origin: https://app.example.com\n```",
    acceptable: "Always: this is a note.",
  },
  "cors-reflect-credentials": {
    why: "The server repeats whatever origin asks, and allows cookies. That switches off the same-origin policy for logged-in\nvisitors: while somebody is logged in here, every other page they open can read their data and act for them.",
    fix: "Compare the origin with a list of known origins, whole and with case, and send no header to others.\n\nnginx\n\n```nginx\n# before\nadd_header Access-Control-Allow-Origin $http_origin always;\nadd_header Access-Control-Allow-Credentials true always;\n# after\nmap $http_origin $cors_origin {\n  https://app.example.com $http_origin;\n  default \"\";\n}\nadd_header Access-Control-Allow-Origin $cors_origin always;\nadd_header Access-Control-Allow-Credentials true always;\nadd_header Vary Origin always;\n```\n\nApache\n\n```apache\n# after\nSetEnvIf Origin \"^https://app\\.example\\.com$\" CORS=$0\nHeader set Access-Control-Allow-Origin \"%{CORS}e\" env=CORS\nHeader set Access-Control-Allow-Credentials \"true\" env=CORS\nHeader merge Vary Origin\n```\n\nNode (the package cors)\n\n```js\n// before\napp.use(cors({ origin: true, credentials: true }));\n// after\napp.use(cors({ origin: ['https://app.example.com'], credentials: true }));\n```\n\nDjango (django-cors-headers)\n\n```python\n# before\nCORS_ALLOW_ALL_ORIGINS = True\nCORS_ALLOW_CREDENTIALS = True\n# after\nCORS_ALLOWED_ORIGINS = [\"https://app.example.com\"]\nCORS_ALLOW_CREDENTIALS = True\n```\n\nRails (rack-cors)\n\n```ruby\n# before\norigins '*'\nresource '*', credentials: true\n# after\norigins 'https://app.example.com'\nresource '/api/*', credentials: true\n```\n\nSpring: `allowedOrigins(\"https://app.example.com\")` and no `allowedOriginPatterns(\"*\")`. ASP.NET Core:\n`WithOrigins(...)`, and no `SetIsOriginAllowed(_ => true)`. API gateways and CDNs have the same list in their\nsettings.",
    acceptable: "If the host has no sessions at all, not even by network or client certificate. Then leave credentials out.",
  },
  "cors-reflect-public": {
    why: "Any origin may read the response, though without cookies. For public content that is harmless, and `*` says the same\nmore clearly. Where the network decides who may read, as in an intranet, pages of strangers can read through the\nbrowsers of people inside.",
    fix: "For public content send `*`; otherwise compare with a list.\n\nnginx\n\n```nginx\n# before\nadd_header Access-Control-Allow-Origin $http_origin;\n# after\nadd_header Access-Control-Allow-Origin *;\n```\n\nNode (the package cors)\n\n```js\n// before\napp.use(cors({ origin: true }));\n// after\napp.use(cors({ origin: '*' }));\n```",
    acceptable: "For content that everyone may read, if `Vary: Origin` is sent.",
  },
  "cors-star-credentials": {
    why: "Browsers refuse credentials together with `*`, so requests with cookies fail. Somebody who then makes them work often\nrepeats the origin of the request, which opens the site to everyone.",
    fix: "Send one or the other.\n\nResponse\n\n```http\n# before\nAccess-Control-Allow-Origin: *\nAccess-Control-Allow-Credentials: true\n# after\nAccess-Control-Allow-Origin: *\n```\n\nOr, for known applications with cookies:\n\nResponse\n\n```http\n# after\nAccess-Control-Allow-Origin: https://app.example.com\nAccess-Control-Allow-Credentials: true\nVary: Origin\n```",
    acceptable: "Always, as long as nothing needs cookies across origins: browsers refuse the pair.",
  },
  "cors-suffix-prefix": {
    why: "The origin is compared by its beginning or its end. Anyone can register a name that begins or ends like the site's,\nsuch as `example.com.attacker.net` or `notexample.com`, and is then let in with the cookies of visitors.",
    fix: "Compare whole origins. In expressions, anchor both ends and write dots as `\\.`.\n\nnginx\n\n```nginx\n# before\nif ($http_origin ~ \"example\\.com\") { set $cors_origin $http_origin; }\n# after\nmap $http_origin $cors_origin {\n  \"~^https://([a-z0-9-]+\\.)?example\\.com$\" $http_origin;\n  default \"\";\n}\n```\n\nNode\n\n```js\n// before\nif (origin.endsWith('example.com')) allow(origin);\n// after\nconst { protocol, hostname } = new URL(origin);\nif (protocol === 'https:' && (hostname === 'example.com' || hostname.endsWith('.example.com'))) allow(origin);\n```",
    acceptable: "If the host has no sessions at all.",
  },
  "cors-vary": {
    why: "The response differs by the origin that asks. A cache that does not know this gives the response for one origin to\nanother: permitted sites are refused, and refused ones are let in.",
    fix: "Send `Vary: Origin` with every response of this address, also with those without CORS headers.\n\nnginx\n\n```nginx\n# before\nadd_header Access-Control-Allow-Origin $cors_origin always;\n# after\nadd_header Access-Control-Allow-Origin $cors_origin always;\nadd_header Vary Origin always;\n```\n\nApache\n\n```apache\n# after\nHeader merge Vary Origin\n```\n\nLibraries for CORS do this by themselves when they are given a list.",
    acceptable: "If no cache stands in between and the response says `Cache-Control: private` or `no-store`.",
  },
  "cors-wildcard": {
    why: "Scripts of every site may read this response without cookies. Fonts, open data and public APIs are meant to be read\nlike that; a document with something to protect is not.",
    fix: "Leave it for public content. Otherwise name the origins that need it.\n\nResponse\n\n```http\n# before\nAccess-Control-Allow-Origin: *\n# after\nAccess-Control-Allow-Origin: https://app.example.com\nVary: Origin\n```",
    acceptable: "Always for public content: this is a note.",
  },
  "csp-allowlist-bypass": {
    why: "Some hosts that are common in lists return whatever the caller asks for, by JSONP, serve an AngularJS that runs\nexpressions in markup, or serve files of anyone. An injected script element that loads from such a host is allowed by\nthe policy and runs the attacker's code.",
    fix: "Replace the list of hosts by nonces with `'strict-dynamic'`, or narrow the source to the path of the one file that the\npage loads.\n\nnginx\n\n```nginx\n# before\nadd_header Content-Security-Policy \"script-src 'self' https://www.google.com\" always;\n# after\nadd_header Content-Security-Policy \"script-src 'self' https://www.google.com/recaptcha/\" always;\n```\n\nApache\n\n```apache\n# after\nHeader always set Content-Security-Policy \"script-src 'self' https://www.google.com/recaptcha/\"\n```\n\nNode (helmet): `scriptSrc: [nonce, \"'strict-dynamic'\"]` makes browsers ignore the list of hosts.",
    acceptable: "For a host of files where only staff can publish.",
  },
  "csp-base-uri": {
    why: "A `<base>` element changes where relative URLs lead. An attacker who can inject one makes the page load its own\nscripts, with their nonces, from another host.",
    fix: "Forbid base elements, or allow the own host only. `default-src` does not cover them.\n\nnginx\n\n```nginx\n# before\nadd_header Content-Security-Policy \"script-src 'nonce-{random}'\" always;\n# after\nadd_header Content-Security-Policy \"script-src 'nonce-{random}'; base-uri 'none'\" always;\n```\n\nApache\n\n```apache\n# after\nHeader always set Content-Security-Policy \"script-src 'nonce-{random}'; base-uri 'none'\"\n```",
    acceptable: "On pages that load every script by an absolute URL and without nonces; the check does not apply there.",
  },
  "csp-blocks-own": {
    why: "The policy blocks something that the page itself contains, so that part does not work for visitors. It also shows that\nnobody reads the reports. This is a note: nothing is less safe by it.",
    fix: "Allow what the page needs, with a hash, a nonce or its host, or remove it from the page.\n\nnginx\n\n```nginx\n# before\nadd_header Content-Security-Policy \"script-src 'self'\" always;\n# after\nadd_header Content-Security-Policy \"script-src 'self' 'sha256-{hash of the blocked script}'\" always;\n```\n\nApache\n\n```apache\n# after\nHeader always set Content-Security-Policy \"script-src 'self' 'sha256-{hash of the blocked script}'\"\n```\n\nSet `report-to` and read the reports after each release.",
    acceptable: "Where the blocked content is unwanted, such as a tag that a plugin adds.",
  },
  "csp-deprecated": {
    why: "Browsers no longer support these directives, or will drop them. They make the policy longer and look as if they\nprotected something.",
    fix: "Remove the directives. `upgrade-insecure-requests` replaces `block-all-mixed-content`, the Referrer-Policy header\nreplaces `referrer`, and `object-src 'none'` replaces `plugin-types`.\n\nnginx\n\n```nginx\n# before\nadd_header Content-Security-Policy \"default-src 'self'; block-all-mixed-content\" always;\n# after\nadd_header Content-Security-Policy \"default-src 'self'; upgrade-insecure-requests\" always;\n```\n\nApache\n\n```apache\n# after\nHeader always set Content-Security-Policy \"default-src 'self'; upgrade-insecure-requests\"\n```",
    acceptable: "Always: they do no harm.",
  },
  "csp-fallback": {
    why: "Browsers of before 2022 (Safari) and 2016 (others) know nonces, but not `'strict-dynamic'`: there, scripts that\ntrusted scripts load are blocked. This concerns compatibility, not security.",
    fix: "Add `https:` and `'unsafe-inline'` for old browsers; current browsers ignore both beside `'strict-dynamic'`.\n\nnginx\n\n```nginx\n# before\nadd_header Content-Security-Policy \"script-src 'nonce-{random}' 'strict-dynamic'\" always;\n# after\nadd_header Content-Security-Policy \"script-src 'nonce-{random}' 'strict-dynamic' https: 'unsafe-inline'\" always;\n```\n\nApache\n\n```apache\n# after\nHeader always set Content-Security-Policy \"script-src 'nonce-{random}' 'strict-dynamic' https: 'unsafe-inline'\"\n```",
    acceptable: "Where old browsers need not work.",
  },
  "csp-form-action": {
    why: "An injected form, or a changed `action` of a login form, sends what visitors enter to another host. Password managers\nmay fill it in without a click. `default-src` does not cover forms. A page without a form is not judged.",
    fix: "Name the hosts that forms may be sent to.\n\nnginx\n\n```nginx\n# before\nadd_header Content-Security-Policy \"default-src 'self'\" always;\n# after\nadd_header Content-Security-Policy \"default-src 'self'; form-action 'self'\" always;\n```\n\nApache\n\n```apache\n# after\nHeader always set Content-Security-Policy \"default-src 'self'; form-action 'self'\"\n```\n\nFor payment or single sign-on, add the hosts that the form leads to, redirects included.",
    acceptable: "On pages without any input, if markup cannot be injected.",
  },
  "csp-host-dangling": {
    why: "The policy allows code from a domain that nobody has registered. Anyone who registers it can serve a script that passes the policy:\nan injected `<script>` element then runs, although the policy was meant to stop it. If a page still loads from there, no injection\nis needed.",
    fix: "Remove the source from the policy, and the references to it from the pages.\n\nnginx\n\n```nginx\n# before\nadd_header Content-Security-Policy \"script-src 'self' https://widgets.expired-vendor.example\" always;\n# after\nadd_header Content-Security-Policy \"script-src 'self'\" always;\n```\n\nApache\n\n```apache\n# after\nHeader always set Content-Security-Policy \"script-src 'self'\"\n```",
    acceptable: "Never: the domain can be registered at any time.",
  },
  "csp-http-source": {
    why: "A source with `http:` allows a script over a connection that anybody on the way can change. Current browsers block\nsuch scripts on HTTPS pages as mixed content; older browsers load them.",
    fix: "Use `https:` sources, and add `upgrade-insecure-requests` while content still has `http:` links.\n\nnginx\n\n```nginx\n# before\nadd_header Content-Security-Policy \"script-src 'self' http://cdn.example.com\" always;\n# after\nadd_header Content-Security-Policy \"script-src 'self' https://cdn.example.com; upgrade-insecure-requests\" always;\n```\n\nApache\n\n```apache\n# after\nHeader always set Content-Security-Policy \"script-src 'self' https://cdn.example.com; upgrade-insecure-requests\"\n```",
    acceptable: "For images and media on pages without logins, where the other host has no HTTPS.",
  },
  "csp-ip-source": {
    why: "By the standard, a source that is an IP address matches nothing, except `127.0.0.1`. Browsers match it all the same,\nso the policy means different things. An address in a public policy also says something about internal systems.",
    fix: "Use the name of the host.\n\nnginx\n\n```nginx\n# before\nadd_header Content-Security-Policy \"script-src 'self' https://203.0.113.9\" always;\n# after\nadd_header Content-Security-Policy \"script-src 'self' https://cdn.example.com\" always;\n```\n\nApache\n\n```apache\n# after\nHeader always set Content-Security-Policy \"script-src 'self' https://cdn.example.com\"\n```",
    acceptable: "In test systems whose hosts have no names.",
  },
  "csp-level": {
    why: "The level says at a glance how a policy protects: by hosts, which attackers often get around; by nonces or hashes; or\nstrictly, by nonces or hashes alone. This is a fact, not a fault.",
    fix: "No fix is needed. To reach a higher level, give every script of the page a nonce, then replace the list of hosts by\nthat nonce and `'strict-dynamic'`, and forbid objects and base elements.\n\n```http\nContent-Security-Policy: script-src 'nonce-{random}' 'strict-dynamic'; object-src 'none'; base-uri 'none'; require-trusted-types-for 'script'\n```",
    acceptable: "Always: lower levels have checks of their own.",
  },
  "csp-meta-misplaced": {
    why: "A policy in a meta element applies from the place where it stands. Scripts before it run without it, and browsers\nignore it in the body. `frame-ancestors`, `sandbox` and reporting count in a header only.",
    fix: "Send the policy in a header. Where this is not possible, put the meta element first in the head, after the encoding.\n\n```html\n<!-- before -->\n<head>\n  <script src=\"/app.js\"></script>\n  <meta http-equiv=\"Content-Security-Policy\" content=\"script-src 'self'; frame-ancestors 'none'\">\n</head>\n<!-- after -->\n<head>\n  <meta charset=\"utf-8\">\n  <meta http-equiv=\"Content-Security-Policy\" content=\"script-src 'self'\">\n  <script src=\"/app.js\"></script>\n</head>\n```\n\nSet `X-Frame-Options` or `frame-ancestors` in a header.",
    acceptable: "Where the directives that are lost are set in a header as well.",
  },
  "csp-missing": {
    why: "A Content Security Policy tells the browser which scripts may run on the page. Without one, a single flaw that lets an\nattacker inject markup, in the application or in a third-party script, runs code in the session of every visitor: it\ncan read the page, send forms and copy session tokens.",
    fix: "Send a policy that restricts scripts. Start with `Content-Security-Policy-Report-Only`, fix what it reports, then\nenforce it. A policy with nonces is the strongest; a list of hosts is easier to start with.\n\nnginx\n\n```nginx\n# before: no header is sent\n# after\nadd_header Content-Security-Policy \"default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'\" always;\n```\n\nAn `add_header` in an inner block replaces all `add_header` lines of the outer block: repeat them there.\n\nApache\n\n```apache\n# after\nHeader always set Content-Security-Policy \"default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'\"\n```\n\nCaddy\n\n```caddyfile\n# after\nheader Content-Security-Policy \"default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'\"\n```\n\nIIS (`web.config`)\n\n```xml\n<system.webServer>\n  <httpProtocol>\n    <customHeaders>\n      <add name=\"Content-Security-Policy\" value=\"default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'\" />\n    </customHeaders>\n  </httpProtocol>\n</system.webServer>\n```\n\nHAProxy\n\n```haproxy\n# after\nhttp-response set-header Content-Security-Policy \"default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'\"\n```\n\nNode (helmet, with a nonce for each response)\n\n```js\n// before: app.use(helmet({ contentSecurityPolicy: false }))\n// after\napp.use((request, response, next) => {\n  response.locals.nonce = crypto.randomBytes(16).toString('base64');\n  next();\n});\napp.use(\n  helmet.contentSecurityPolicy({\n    directives: {\n      scriptSrc: [(request, response) => `'nonce-${response.locals.nonce}'`, \"'strict-dynamic'\"],\n      objectSrc: [\"'none'\"],\n      baseUri: [\"'none'\"],\n    },\n  }),\n);\n```\n\nDjango\n\n```python\n# after: settings.py (Django 6, or django-csp before it)\nMIDDLEWARE += [\"django.middleware.csp.ContentSecurityPolicyMiddleware\"]\nSECURE_CSP = {\"default-src\": [CSP.SELF], \"script-src\": [CSP.NONCE, CSP.STRICT_DYNAMIC], \"object-src\": [CSP.NONE]}\n```\n\nRails\n\n```ruby\n# after: config/initializers/content_security_policy.rb\nRails.application.config.content_security_policy do |policy|\n  policy.default_src :self\n  policy.object_src :none\n  policy.base_uri :none\nend\nRails.application.config.content_security_policy_nonce_generator = ->(request) { SecureRandom.base64(16) }\nRails.application.config.content_security_policy_nonce_directives = %w[script-src]\n```\n\nWordPress: set the header in the web server as above, or with a plugin for security headers, and begin with\nreport-only, because themes and plugins use inline scripts.\n\nCloudflare: add a response header transform rule that sets `Content-Security-Policy`.\n\nWhere headers cannot be set, as on GitHub Pages, put the policy first in the head. `frame-ancestors`, `sandbox` and\nreporting count in a header only.\n\n```html\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'\">\n```",
    acceptable: "On pages without scripts, forms and logins, whose host cannot set headers. The severity is lower there.",
  },
  "csp-nonce-static": {
    why: "A nonce protects only if an attacker cannot know it. If every response has the same, an attacker who reads the page\nonce can put it on injected scripts, and the policy allows them.",
    fix: "Make a new nonce of at least 128 random bits for every response, in the application and not in the configuration of\nthe server. If pages are cached, use hashes instead.\n\nNode\n\n```js\n// before\nconst nonce = 'abc123';\n// after, for each response\nresponse.locals.nonce = crypto.randomBytes(16).toString('base64');\n```\n\nnginx\n\n```nginx\n# before: a fixed nonce\nadd_header Content-Security-Policy \"script-src 'nonce-abc123'\" always;\n# after: the hashes of the inline scripts, which may be cached\nadd_header Content-Security-Policy \"script-src 'sha256-{hash}'\" always;\n```\n\nDjango and Rails create a nonce for each request; do not store pages with it in a shared cache.",
    acceptable: "Never: use hashes where responses cannot differ.",
  },
  "csp-nonce-weak": {
    why: "A short nonce can be guessed. An attacker who can try many injections, or who learns how nonces are made, finds the\nnext one.",
    fix: "Take at least 128 bits from a cryptographic random number generator and encode them as base64.\n\n```js\n// before\nconst nonce = Math.random().toString(36).slice(2, 10);\n// after\nconst nonce = crypto.randomBytes(16).toString('base64');\n```\n\nPHP: `base64_encode(random_bytes(16))`. Python: `secrets.token_urlsafe(16)`.",
    acceptable: "Never: a longer nonce costs nothing.",
  },
  "csp-object-src": {
    why: "An injected `<object>` or `<embed>` can load a document of another host. In old browsers with plugins, it ran code.\nWithout a rule for objects, the policy leaves this way open.",
    fix: "Forbid objects.\n\nnginx\n\n```nginx\n# before\nadd_header Content-Security-Policy \"script-src 'self'\" always;\n# after\nadd_header Content-Security-Policy \"script-src 'self'; object-src 'none'\" always;\n```\n\nApache\n\n```apache\n# after\nHeader always set Content-Security-Policy \"script-src 'self'; object-src 'none'\"\n```",
    acceptable: "Where the page embeds documents of other hosts; then name these hosts.",
  },
  "csp-report-only": {
    why: "A report-only policy blocks nothing: browsers send a report and run the script all the same. It is meant for testing.\nIf it stays, the site has the work of a policy without its protection.",
    fix: "Send the policy as `Content-Security-Policy` once the reports show no violation of your own pages. Both headers may be\nsent together: enforce the tested policy, and test a stricter one.\n\nnginx\n\n```nginx\n# before\nadd_header Content-Security-Policy-Report-Only \"default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'\" always;\n# after\nadd_header Content-Security-Policy \"default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'\" always;\n```\n\nApache\n\n```apache\n# before\nHeader always set Content-Security-Policy-Report-Only \"default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'\"\n# after\nHeader always set Content-Security-Policy \"default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'\"\n```\n\nNode (helmet)\n\n```js\n// before\nhelmet.contentSecurityPolicy({ reportOnly: true, directives })\n// after\nhelmet.contentSecurityPolicy({ directives })\n```\n\nDjango (django-csp): move the directives from `CONTENT_SECURITY_POLICY_REPORT_ONLY` to `CONTENT_SECURITY_POLICY`.\nRails: set `content_security_policy_report_only` to `false`.",
    acceptable: "During a test of some weeks, with reports that somebody reads.",
  },
  "csp-reporting": {
    why: "Reports show what a policy blocks: attacks, and parts of your own pages that stopped working. `report-to` is the\ncurrent directive, and `report-uri` serves browsers without it.",
    fix: "Set both directives and read the reports.\n\nnginx\n\n```nginx\n# before\nadd_header Content-Security-Policy \"default-src 'self'\" always;\n# after\nadd_header Reporting-Endpoints 'csp=\"https://reports.example.com/csp\"' always;\nadd_header Content-Security-Policy \"default-src 'self'; report-to csp; report-uri https://reports.example.com/csp\" always;\n```",
    acceptable: "Where nobody would read the reports.",
  },
  "csp-script-unrestricted": {
    why: "A policy without `script-src` and `default-src` does not limit scripts. Directives such as `frame-ancestors` and\n`upgrade-insecure-requests` are useful, but they do not stop injected scripts.",
    fix: "Add a directive for scripts to the policy that is there.\n\nnginx\n\n```nginx\n# before\nadd_header Content-Security-Policy \"frame-ancestors 'none'\" always;\n# after\nadd_header Content-Security-Policy \"script-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'\" always;\n```\n\nApache\n\n```apache\n# after\nHeader always set Content-Security-Policy \"script-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'\"\n```\n\nNode (helmet): helmet's default policy has `script-src 'self'`; keep it instead of setting `useDefaults: false`.\n\nTest the longer policy with `Content-Security-Policy-Report-Only` first, because scripts of other hosts and inline\nscripts stop working.",
    acceptable: "On pages without scripts, forms and logins. The severity is lower there.",
  },
  "csp-strict-dynamic-orphan": {
    why: "`'strict-dynamic'` makes browsers ignore hosts and `'self'` and trust only scripts with a nonce or a hash. Without\neither, no script of the page runs: visitors see a page that does not work.",
    fix: "Add a nonce or the hashes of the page's scripts, or remove `'strict-dynamic'`.\n\nnginx\n\n```nginx\n# before\nadd_header Content-Security-Policy \"script-src 'strict-dynamic' https:\" always;\n# after\nadd_header Content-Security-Policy \"script-src 'nonce-{random}' 'strict-dynamic' https:\" always;\n```\n\nApache\n\n```apache\n# after\nHeader always set Content-Security-Policy \"script-src 'nonce-{random}' 'strict-dynamic' https:\"\n```",
    acceptable: "On pages without scripts; then `script-src 'none'` says so.",
  },
  "csp-style-unsafe-inline": {
    why: "Injected styles can hide or cover content, and selectors can send attribute values to other hosts letter by letter.\nScripts do not run, so this is a note.",
    fix: "Move styles into files, or give style elements a nonce; set styles in scripts by properties instead of attributes.\n\nnginx\n\n```nginx\n# before\nadd_header Content-Security-Policy \"style-src 'self' 'unsafe-inline'\" always;\n# after\nadd_header Content-Security-Policy \"style-src 'self' 'nonce-{random}'\" always;\n```\n\nApache\n\n```apache\n# after\nHeader always set Content-Security-Policy \"style-src 'self' 'nonce-{random}'\"\n```\n\nStatic pages: list hashes of the style elements.",
    acceptable: "Usually, if the page has no secrets in attributes: many libraries set style attributes.",
  },
  "csp-syntax": {
    why: "Browsers drop directives and sources that they cannot read, without an error that visitors see. The policy then means\nsomething else than its authors think: often less, sometimes that the page breaks.",
    fix: "Correct the parts that the finding names. Keywords, nonces and hashes stand in single quotes, directives end with a\nsemicolon, and each directive stands once.\n\nnginx\n\n```nginx\n# before\nadd_header Content-Security-Policy \"script-src self; script-src https://cdn.example.com\" always;\n# after\nadd_header Content-Security-Policy \"script-src 'self' https://cdn.example.com\" always;\n```\n\nApache\n\n```apache\n# after\nHeader always set Content-Security-Policy \"script-src 'self' https://cdn.example.com\"\n```\n\nThe console of the browser's developer tools lists what it ignores.",
    acceptable: "For a directive that only some browsers know, if the rest of the policy is complete.",
  },
  "csp-trusted-types": {
    why: "Many attacks write a string to a sink such as `innerHTML` in the page's own script. Trusted Types make browsers refuse\nplain strings there, which removes most of these attacks at the root.",
    fix: "Enforce Trusted Types after a test in report-only mode, and convert strings in one policy that sanitizes them.\n\nnginx\n\n```nginx\n# before\nadd_header Content-Security-Policy \"script-src 'self'\" always;\n# after\nadd_header Content-Security-Policy \"script-src 'self'; require-trusted-types-for 'script'; trusted-types default dompurify\" always;\n```\n\nApache\n\n```apache\n# after\nHeader always set Content-Security-Policy \"script-src 'self'; require-trusted-types-for 'script'; trusted-types default dompurify\"\n```",
    acceptable: "On most sites: this is an additional defence, and older browsers do not have it.",
  },
  "csp-unparsable": {
    why: "Browsers skip directives that they do not know. If none is left, the policy restricts nothing, although a header is\nthere and simple scanners count it. The usual causes are the name of the header inside its own value, a template that\nwas not filled in, or quotes around the whole policy.",
    fix: "Send only the policy as the value, with directives separated by semicolons.\n\nnginx\n\n```nginx\n# before: the name of the header stands in its value\nadd_header Content-Security-Policy \"Content-Security-Policy: script-src 'self'\" always;\n# after\nadd_header Content-Security-Policy \"script-src 'self'; object-src 'none'; base-uri 'none'\" always;\n```\n\nApache\n\n```apache\n# before\nHeader always set Content-Security-Policy \"'script-src self'\"\n# after\nHeader always set Content-Security-Policy \"script-src 'self'; object-src 'none'; base-uri 'none'\"\n```\n\nThe console of the browser's developer tools names every directive that it does not recognize.",
    acceptable: "Never: the header has no effect.",
  },
  "csp-unsafe-eval": {
    why: "`eval`, `Function` and timers with strings turn text into code. If text of an attacker reaches them, it runs, even\nthough no script element was injected.",
    fix: "Remove `'unsafe-eval'`, and replace what needs it: template engines have builds that compile in advance, and JSON\nneeds `JSON.parse`. WebAssembly needs `'wasm-unsafe-eval'` alone.\n\nnginx\n\n```nginx\n# before\nadd_header Content-Security-Policy \"script-src 'self' 'unsafe-eval'\" always;\n# after\nadd_header Content-Security-Policy \"script-src 'self' 'wasm-unsafe-eval'\" always;\n```\n\nApache\n\n```apache\n# after\nHeader always set Content-Security-Policy \"script-src 'self' 'wasm-unsafe-eval'\"\n```\n\nAngularJS: use `ng-csp`. Vue: use the runtime build with compiled templates. webpack: set `devtool` to a value without\n`eval`.",
    acceptable: "While a library that the page depends on needs it. `require-trusted-types-for 'script'` limits the risk.",
  },
  "csp-unsafe-hashes": {
    why: "`'unsafe-hashes'` lets hashes allow event handlers and `javascript:` links: an attacker can put an allowed handler on\nanother element. `'wasm-unsafe-eval'` allows WebAssembly, which is safer than `eval`. Both are narrow exceptions, so\nthis is a note.",
    fix: "Move event handlers into scripts and then remove `'unsafe-hashes'`; keep `'wasm-unsafe-eval'` only on pages that use\nWebAssembly.\n\n```html\n<!-- before -->\n<button onclick=\"save()\">Save</button>\n<!-- after -->\n<button id=\"save\">Save</button>\n<script nonce=\"{random}\">document.getElementById('save').addEventListener('click', save);</script>\n```",
    acceptable: "Where handlers cannot be changed: hashes are much better than `'unsafe-inline'`.",
  },
  "csp-unsafe-inline": {
    why: "Injected markup is the attack that a policy is made for. With `'unsafe-inline'` in effect, an injected script element,\nevent handler or `javascript:` link runs like the page's own, and the policy stops little else.",
    fix: "Give each inline script a nonce, or list its hash, and remove `'unsafe-inline'`. Move event handlers such as `onclick`\ninto scripts. A nonce must be random and new in every response.\n\nnginx\n\n```nginx\n# before\nadd_header Content-Security-Policy \"script-src 'self' 'unsafe-inline'\" always;\n# after\nadd_header Content-Security-Policy \"script-src 'self' 'sha256-{hash of the inline script}'\" always;\n```\n\nApache\n\n```apache\n# after\nHeader always set Content-Security-Policy \"script-src 'self' 'sha256-{hash of the inline script}'\"\n```\n\nNode (helmet)\n\n```js\n// before\nscriptSrc: [\"'self'\", \"'unsafe-inline'\"]\n// after: and nonce=\"<%= nonce %>\" on every script of the page\nscriptSrc: [(request, response) => `'nonce-${response.locals.nonce}'`, \"'strict-dynamic'\"]\n```\n\nDjango: `request.csp_nonce` has the nonce for scripts. Rails: `javascript_tag nonce: true`.\n\nBrowsers ignore `'unsafe-inline'` beside a nonce, a hash or `'strict-dynamic'`: it may stay there for browsers of\nbefore 2016.",
    acceptable: "For event handlers only, where the page cannot be changed soon: then add `'unsafe-hashes'` with the hash of each\nhandler.",
  },
  "csp-wildcard-script": {
    why: "A policy that allows scripts from any host, or from `data:`, stops nobody: an attacker who can inject a script element\npoints it at a server of their own.",
    fix: "Name the hosts that the page needs, or use nonces with `'strict-dynamic'`, which also covers the scripts that trusted\nscripts load.\n\nnginx\n\n```nginx\n# before\nadd_header Content-Security-Policy \"script-src 'self' https: data:\" always;\n# after\nadd_header Content-Security-Policy \"script-src 'self' https://cdn.example.com\" always;\n```\n\nApache\n\n```apache\n# after\nHeader always set Content-Security-Policy \"script-src 'self' https://cdn.example.com\"\n```\n\nWith nonces\n\n```http\nContent-Security-Policy: script-src 'nonce-{random}' 'strict-dynamic' https: 'unsafe-inline'; object-src 'none'; base-uri 'none'\n```\n\nBrowsers ignore `https:` and `'unsafe-inline'` beside `'strict-dynamic'`: they may stay for old browsers.",
    acceptable: "Never for any host or `data:`. `blob:` can be needed by libraries that build workers; then move it to `worker-src`.",
  },
  "dane-https": {
    why: "A DNSSEC-signed TLSA record names one certificate or key, and the service presents another. Clients that validate DANE\nreject the connection. Browsers do not validate it, so the fault stays unnoticed until a mail or chat server fails.\nUsually the certificate was renewed with a new key and the TLSA record was not updated.",
    fix: "Publish the record of the new key first, wait until the old record has expired from all caches, then replace the\ncertificate.\n\n```sh\n# the record for the current key: usage 3, selector 1, SHA-256\nopenssl x509 -in fullchain.pem -noout -pubkey | openssl pkey -pubin -outform DER | openssl dgst -sha256\n```\n\n```dns\n_443._tcp.example.com.  IN TLSA 3 1 1 0c72ac70b745ac19998811b131d662c9ac69dbdbe7cb23e5b514b56664c5d3d6\n```\n\n```sh\n# keep the key across renewals, so that the record stays valid\ncertbot certonly --reuse-key -d example.com\n```\n\n```caddyfile\ntls {\n    reuse_private_keys\n}\n```\n\nnginx, Apache and HAProxy use the key in the configured file. If you do not need DANE, delete the records.",
    acceptable: "During a key rollover with records for both keys. One matching record is enough, so this check then passes.",
  },
  "dane-lookup-fails": {
    why: "The addresses of the mail server are signed, but the TLSA query fails. Senders that follow DANE must\nassume an attack and hold the mail; after some days they return it. Part of the Internet therefore cannot send you mail.",
    fix: "Let the name servers answer the type TLSA: with records, or with a signed denial. Old load balancers and firewalls\nbefore name servers often drop unknown types.\n\n```sh\ndig TLSA _25._tcp.mx1.example.com +dnssec +cd   # SERVFAIL or silence: the fault\n```\n\nUpdate the name server (BIND, NSD, Knot and PowerDNS answer correctly), and sign the whole zone.",
    acceptable: "Never: mail is lost, and the reason is not visible to you.",
  },
  "dane-mismatch": {
    why: "The TLSA records vouch for another certificate than the one the server shows. Senders that follow DANE, among them large\nproviders in Europe and Microsoft 365, treat that as an attack and do not deliver.",
    fix: "Publish a record for the current key, wait until the old one has left all caches, and only then remove it. For the next\nrenewal keep the key, or publish the record of the next key first.\n\n```dns\n; before: the key was replaced\n_25._tcp.mx1.example.com.  IN TLSA 3 1 1 0123…\n; after: current and next key\n_25._tcp.mx1.example.com.  IN TLSA 3 1 1 4567…\n_25._tcp.mx1.example.com.  IN TLSA 3 1 1 89ab…\n```\n\n```sh\ncertbot renew --reuse-key\n```",
    acceptable: "Never: remove the records if you cannot keep them right.",
  },
  "dane-parameters": {
    why: "Senders of mail ignore TLSA records of usages 0 and 1, with unknown fields or with digests of the wrong length. If no\nother record is left, they encrypt without verifying the server.",
    fix: "Publish `3 1 1` (key of the server) or `2 1 1` (key of the issuer).\n\n```dns\n; before\n_25._tcp.mx1.example.com.  IN TLSA 1 0 1 89ab…\n; after\n_25._tcp.mx1.example.com.  IN TLSA 3 1 1 0123…\n```\n\n`3 0 1` and whole certificates work, but must change with every renewal.",
    acceptable: "If a usable record stands beside them.",
  },
  "dane-rollover": {
    why: "With one record for one key, there is a period after each key replacement in which cached records do not match the\nserver, and mail is refused.",
    fix: "Publish a second record, for the next key or for the issuer.\n\n```dns\n_25._tcp.mx1.example.com.  IN TLSA 3 1 1 0123…  ; current key\n_25._tcp.mx1.example.com.  IN TLSA 3 1 1 89ab…  ; next key\n```",
    acceptable: "If renewals keep the key (`certbot --reuse-key`).",
  },
  "dane-smtp-missing": {
    why: "Your zone is signed, so one record is enough to protect incoming mail: with TLSA, senders that follow DANE refuse to\ndeliver in plaintext or to a server with another key. Without it, an attacker on the path removes STARTTLS unnoticed.",
    fix: "Publish the digest of the server's key, and renew the certificate with the same key.\n\n```sh\nopenssl x509 -in cert.pem -noout -pubkey | openssl pkey -pubin -outform DER | openssl dgst -sha256\n```\n\n```dns\n_25._tcp.mx1.example.com.  IN TLSA 3 1 1 0123…  ; digest of the key\n```\n\nMicrosoft 365: DANE works for domains whose MX host is below mx.microsoft. Google Workspace: its zone is not signed, so\nuse MTA-STS.",
    acceptable: "If MTA-STS is enforced, or the server belongs to a provider that has no DANE.",
  },
  "dane-unsigned": {
    why: "Senders use TLSA records only if DNSSEC signs them and the MX records. Unsigned ones have no effect, but look as if they\ndid.",
    fix: "Sign the zone and publish the DS record at the registrar; or remove the TLSA records.\n\n```bind\n// BIND, named.conf\nzone \"example.com\" {\n  type primary;\n  file \"example.com.db\";\n  dnssec-policy default;\n  inline-signing yes;\n};\n```\n\nThe zone of the MX host has to be signed too: with a provider, only the provider can do that.",
    acceptable: "While DNSSEC is being introduced.",
  },
  "dcv-persist-accounts": {
    why: "Each account with a standing authorisation can get certificates for the name at any time. The key of an account lies on a server or in\na build system; the more accounts, the more places where it can be stolen.",
    fix: "Keep the accounts that renew today, and delete the others.\n\n```dns\n; before\n_validation-persist.example.com.  IN TXT  \"ca.example; accounturi=https://ca.example/acct/1\"\n_validation-persist.example.com.  IN TXT  \"ca.example; accounturi=https://ca.example/acct/2; policy=wildcard\"\n; after\n_validation-persist.example.com.  IN TXT  \"ca.example; accounturi=https://ca.example/acct/1; persistUntil=1830297600\"\n```",
    acceptable: "If several systems renew on their own, each with its account.",
  },
  "dcv-persist-caa-forbidden": {
    why: "CAA does not allow the authority that has the standing authorisation, so it must refuse the next certificate: renewal fails. One of the\ntwo records is a leftover.",
    fix: "Delete the authorisation if that authority is no longer in use, or allow it in CAA, with the same account.\n\n```dns\n; before\nexample.com.                      IN CAA  0 issue \"ca.example\"\n_validation-persist.example.com.  IN TXT  \"other-ca.example; accounturi=https://other-ca.example/acct/1\"\n; after\nexample.com.                      IN CAA  0 issue \"ca.example; accounturi=https://ca.example/acct/7\"\n_validation-persist.example.com.  IN TXT  \"ca.example; accounturi=https://ca.example/acct/7\"\n```",
    acceptable: "While you change from one authority to another.",
  },
  "dcv-persist-dangling": {
    why: "A TXT record at `_validation-persist` lets a certificate authority issue for the name again and again, without a further proof of\ncontrol (Baseline Requirements, section 3.2.2.4.22). The name leads nowhere any more, so nobody looks after it, and anyone who has the\nkey of the account still gets valid certificates for it. Together with a name that others can take over, that is a trusted site.",
    fix: "Delete the record together with the name.\n\n```dns\n; before\nold.example.com.                      IN CNAME  old.vendor.example.\n_validation-persist.old.example.com.  IN TXT    \"ca.example; accounturi=https://ca.example/acct/1\"\n; after: neither\n```",
    acceptable: "If the name comes back within days.",
  },
  "dcv-persist-no-end": {
    why: "Without `persistUntil` the authorisation holds as long as the record stands, also after the system that used it is gone.",
    fix: "Add `persistUntil` (seconds since 1970) a year ahead, and renew it with the review of your DNS.\n\n```dns\n; before\n_validation-persist.example.com.  IN TXT  \"ca.example; accounturi=https://ca.example/acct/1\"\n; after\n_validation-persist.example.com.  IN TXT  \"ca.example; accounturi=https://ca.example/acct/1; persistUntil=1830297600\"\n```",
    acceptable: "If somebody reviews the records of the zone regularly: a forgotten end stops renewal.",
  },
  "debug-console": {
    why: "Debug tools show requests of visitors with their cookies, database queries and configuration. The Ignition error page of Laravel has allowed code execution (CVE-2021-3129).",
    fix: "Switch debug mode off in production and install debug packages for development only.\n\nLaravel (`.env`)\n\n```ini\n# before\nAPP_DEBUG=true\n# after\nAPP_DEBUG=false\nAPP_ENV=production\n```\n\nSymfony: set `APP_ENV=prod`, and deploy with `composer install --no-dev`.",
    acceptable: "Never: the content is readable by everybody who asks for a well-known name, and scanners ask within hours.",
  },
  "debug-page": {
    why: "Frameworks answer errors with a debug page while an application is developed. It shows source code, file paths, settings, versions\nand sometimes values of variables to everybody who causes an error; some debug pages also run code that visitors enter.",
    fix: "Switch the debug mode off in production, and log errors instead.\n\nDjango\n\n```python\n# before\nDEBUG = True\n# after\nDEBUG = False\nALLOWED_HOSTS = ['www.example.com']\n```\n\nLaravel\n\n```ini\n# after, in .env\nAPP_ENV=production\nAPP_DEBUG=false\n```\n\nExpress: set `NODE_ENV=production`. Rails: run with `RAILS_ENV=production`. ASP.NET: `<customErrors mode=\"RemoteOnly\"/>`. Flask: never run with `--debug`.",
    acceptable: "Never on hosts that strangers can reach.",
  },
  "debug-phpinfo": {
    why: "`phpinfo()` shows versions, modules, paths and all environment variables, often with passwords. It also shows cookies that scripts must not read.",
    fix: "Delete the file. To look at the configuration use `php -i` on the server, or restrict the page to your own address.\n\n```nginx\n# after\nlocation = /phpinfo.php {\n    allow 192.0.2.10;\n    deny all;\n}\n```",
    acceptable: "Never: the content is readable by everybody who asks for a well-known name, and scanners ask within hours.",
  },
  "default-page": {
    why: "The default page of the software shows that a server is reachable before it was configured, or that its site is missing. Such servers are often not maintained, and the page names the software.",
    fix: "Configure the site, or answer unknown hosts without content.\n\nnginx\n\n```nginx\n# after\nserver {\n    listen 443 ssl default_server;\n    ssl_reject_handshake on;\n}\n```\n\nApache: `a2dissite 000-default`, and a first virtual host with `Require all denied`. If nothing is to be served, remove the address record or close the ports.",
    acceptable: "If the host is reserved and contains nothing.",
  },
  "dir-listing": {
    why: "A list of all files in a directory shows backups, uploads of other users and files that no page links to. A list without a file is low: it shows the next one that is put there.",
    fix: "Switch the listing off.\n\nnginx\n\n```nginx\n# before\nautoindex on;\n# after\nautoindex off;\n```\n\nApache\n\n```apache\n# after\nOptions -Indexes\n```\n\nCaddy: remove `browse` from `file_server`.\n\nIIS (`web.config`)\n\n```xml\n<system.webServer>\n  <directoryBrowse enabled=\"false\" />\n</system.webServer>\n```\n\nlighttpd: `dir-listing.activate = \"disable\"`. WordPress: an empty `index.php` in `wp-content/uploads/` does the same.",
    acceptable: "If the directory is a public download area.",
  },
  "dkim-ed25519": {
    why: "Ed25519 keys (RFC 8463) are short and strong. Many receivers cannot verify them yet, so that mail with an Ed25519 signature\nalone counts as unsigned there.",
    fix: "Sign with both: an RSA key of 2048 bits and the Ed25519 key, under two selectors.\n\n```dns\n; before\ned._domainkey.example.com.   IN TXT \"v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\"\n; after\ned._domainkey.example.com.   IN TXT \"v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\"\nrsa._domainkey.example.com.  IN TXT \"v=DKIM1; k=rsa; p=MIIBIjANBgkq…\"\n```",
    acceptable: "Always, if RSA signatures stand beside it.",
  },
  "dkim-key-known-weak": {
    why: "The private key can be computed from the public one, because its generator was flawed (ROCA, primes close together, small\nfactors). Anybody can sign mail in your name.",
    fix: "Generate a new key with current OpenSSL, publish it under a new selector, and delete the weak record at once.\n\n```sh\n# before: the record of the finding\ndig TXT mail._domainkey.example.com\n# after\nopenssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out s2026.pem\nopenssl pkey -in s2026.pem -pubout -outform DER | openssl base64 -A\n```\n\nReplace the library, smart card or security module that made the key: its other keys are weak too.",
    acceptable: "Never: the signatures of the key prove nothing.",
  },
  "dkim-key-short": {
    why: "Keys of 1024 bits are within reach of well-funded attackers for the years that DKIM keys usually live. RFC 8301 asks signers\nfor 2048 bits.",
    fix: "Rotate to a key of 2048 bits under a new selector. Zone editors that limit a string to 255 characters take the key in two\nstrings.\n\n```dns\n; before\nmail._domainkey.example.com.   IN TXT \"v=DKIM1; k=rsa; p=MIGfMA0GCSq…\"\n; after\ns2026._domainkey.example.com.  IN TXT (\"v=DKIM1; k=rsa; p=MIIBIjANBgkq…\" \"…IDAQAB\")\n```\n\n- Microsoft 365: `Rotate-DkimSigningConfig -KeySize 2048 -Identity example.com`\n- Google Workspace: generate a new record with 2048 bits",
    acceptable: "If the provider offers nothing longer and replaces its keys at least every six months.",
  },
  "dkim-key-too-short": {
    why: "RSA keys of less than 1024 bits are factored in days on rented machines. With the private key anybody signs mail that is\ngenuine for every receiver. Verifiers must not accept such keys any more (RFC 8301), so your own mail fails as well.",
    fix: "Generate a key of 2048 bits under a new selector, switch signing to it, then remove the old record.\n\n```sh\n# before: 512 bits\nopenssl rsa -in dkim.private -noout -text | head -1\n# after (OpenDKIM)\nopendkim-genkey -b 2048 -d example.com -s s2026\n```\n\n```dns\n; before\nmail._domainkey.example.com.   IN TXT \"v=DKIM1; k=rsa; p=MFwwDQYJ…\"\n; after\ns2026._domainkey.example.com.  IN TXT \"v=DKIM1; k=rsa; p=MIIBIjANBgkq…\"\n```",
    acceptable: "Never: the signatures of the key prove nothing.",
  },
  "dkim-none": {
    why: "A DKIM signature proves that a message comes from the domain and was not changed. It survives forwarding, which SPF does\nnot. Without it mail through mailing lists and forwarders fails DMARC, and large providers treat bulk mail as spam.",
    fix: "Turn on signing at each service that sends for you, and publish the key that it shows.\n\n```dns\n; before: nothing below _domainkey.example.com\n; after\ns2026._domainkey.example.com.  IN TXT \"v=DKIM1; k=rsa; p=MIIBIjANBgkq…\"\n```\n\n- Microsoft 365: Defender portal, Email authentication settings, DKIM: publish two CNAME records, then enable signing\n- Google Workspace: Admin console, Gmail, Authenticate email: generate a 2048-bit key, publish it, start authentication\n- Postfix: OpenDKIM or rspamd (`rspamadm dkim_keygen -d example.com -s s2026 -b 2048`)",
    acceptable: "If the domain never sends mail; then `v=spf1 -all` and `p=reject` say so, with a null MX if it receives none either.",
  },
  "dkim-record-invalid": {
    why: "Verifiers cannot use the record, so mail signed with this selector counts as unsigned and may fail DMARC.",
    fix: "Publish the record as the service shows it, once.\n\n```dns\n; before: two records, and a key that was cut\nmail._domainkey.example.com.  IN TXT \"v=DKIM1; k=rsa; p=MIIBIjANBg…\"\nmail._domainkey.example.com.  IN TXT \"v=DKIM1; k=rsa; p=MIIBIj\"\n; after\nmail._domainkey.example.com.  IN TXT \"v=DKIM1; k=rsa; p=MIIBIjANBgkq…IDAQAB\"\n```\n\nFrequent causes: the key was cut at 255 characters, quotation marks stand inside of the value, or the old key was left\nbeside the new one. In Cloudflare and Route 53 paste the whole value; they split it themselves.",
    acceptable: "If no service signs with this selector any more; then delete the record.",
  },
  "dkim-revoked": {
    why: "An empty `p` says that the key was withdrawn: signatures with it fail. It is the right way to retire a key; on a domain\nwithout mail a wildcard `*._domainkey` with an empty `p` is good practice.",
    fix: "Delete the record when no mail signed with it is under way any more, usually after some weeks.\n\n```dns\n; before\ns2024._domainkey.example.com.  IN TXT \"v=DKIM1; p=\"\n; after: no record\n```",
    acceptable: "Always. Check only that no service still signs with the selector.",
  },
  "dkim-selector-dangling": {
    why: "The selector is an alias of a name in an unregistered domain. Anyone who registers it publishes a key there and signs mail in\nyour name, which passes DMARC everywhere.",
    fix: "Delete the alias. It is left over from a service that closed or that you left.\n\n```dns\n; before: closed-newsletter.example is unregistered\nk1._domainkey.example.com.  IN CNAME k1.closed-newsletter.example.\n; after: no record\n```\n\nConfidence is \"potential\" while only one resolver says that the domain does not exist. A selector of Microsoft 365 that\nleads nowhere (`selector2`) is normal and is no finding.",
    acceptable: "Never: anybody can register the domain.",
  },
  "dkim-sha1-only": {
    why: "`h=sha1` allows only SHA-1, and verifiers must not accept signatures with SHA-1 (RFC 8301). Mail signed with this key counts\nas unsigned.",
    fix: "Remove the tag, and sign with `rsa-sha256`.\n\n```dns\n; before\nmail._domainkey.example.com.  IN TXT \"v=DKIM1; h=sha1; k=rsa; p=MIIBIjANBgkq…\"\n; after\nmail._domainkey.example.com.  IN TXT \"v=DKIM1; k=rsa; p=MIIBIjANBgkq…\"\n```\n\nOpenDKIM: `SignatureAlgorithm rsa-sha256`. Microsoft 365 and Google Workspace use SHA-256.",
    acceptable: "If no service signs with this selector any more; then delete the record.",
  },
  "dkim-testing": {
    why: "`t=y` tells verifiers that the domain is testing DKIM, and that they should treat signed mail like unsigned mail. Some\nfollow it.",
    fix: "Remove the flag when signatures verify at other providers.\n\n```dns\n; before\nmail._domainkey.example.com.  IN TXT \"v=DKIM1; t=y; k=rsa; p=MIIBIjANBgkq…\"\n; after\nmail._domainkey.example.com.  IN TXT \"v=DKIM1; k=rsa; p=MIIBIjANBgkq…\"\n```",
    acceptable: "During the first days of a new signing service.",
  },
  "dmarc-missing": {
    why: "SPF and DKIM alone do not protect the address that people see. Without DMARC anybody can send mail \"from\" the domain:\ninvoices with another account number, messages in the name of the management, phishing of your customers. Large providers\nreject bulk mail of domains without it.",
    fix: "A domain without mail publishes `p=reject` at once. For any other, begin with reports, read them for some weeks, then enforce.\n\n```dns\n; before: nothing at _dmarc.example.com\n; after, step 1: watch\n_dmarc.example.com.  IN TXT \"v=DMARC1; p=none; rua=mailto:dmarc@example.com\"\n; step 2, when all own mail passes\n_dmarc.example.com.  IN TXT \"v=DMARC1; p=reject; rua=mailto:dmarc@example.com\"\n```\n\n- Microsoft 365 and Google Workspace: the record is yours to publish at your DNS provider; both sign with DKIM for it\n- Cloudflare: Email, DMARC Management creates the record and reads the reports\n- A domain without mail goes to `p=reject` at once, as [spf-mailless-open](#spf-mailless-open) has it",
    acceptable: "Never on a domain that people know.",
  },
  "dmarc-multiple": {
    why: "Receivers that find two DMARC records use neither. The domain is as open to forgery as without a record.",
    fix: "Keep one. The second often comes from a service whose instructions were followed beside an existing record; its report\naddress fits into the same `rua`.\n\n```dns\n; before\n_dmarc.example.com.  IN TXT \"v=DMARC1; p=reject; rua=mailto:dmarc@example.com\"\n_dmarc.example.com.  IN TXT \"v=DMARC1; p=none; rua=mailto:x@reports.example\"\n; after\n_dmarc.example.com.  IN TXT \"v=DMARC1; p=reject; rua=mailto:dmarc@example.com,mailto:x@reports.example\"\n```",
    acceptable: "Never: the records cancel each other.",
  },
  "dmarc-no-rua": {
    why: "Aggregate reports say daily who sends mail in your name and what passes. Without them nobody notices a service that is not\nauthenticated, or a campaign of forgeries, and going to `reject` is guesswork.",
    fix: "Add an address that a person or a service reads. Reports are XML; many services read them, some without charge.\n\n```dns\n; before\n_dmarc.example.com.  IN TXT \"v=DMARC1; p=reject\"\n; after\n_dmarc.example.com.  IN TXT \"v=DMARC1; p=reject; rua=mailto:dmarc@example.com\"\n```\n\nCloudflare DMARC Management, Postmark and others give you the address to enter. Microsoft 365 and Google Workspace only send\nreports; they do not read yours.",
    acceptable: "On a domain without mail.",
  },
  "dmarc-np-weak": {
    why: "`np` is the policy for names that do not exist. Nothing genuine comes from there, so that a mild policy only helps forgers,\nwho may invent `security.example.com`.",
    fix: "Remove the tag, or set `np=reject`. That is safe even while `sp` is milder.\n\n```dns\n; before\n_dmarc.example.com.  IN TXT \"v=DMARC1; p=reject; np=none; rua=mailto:dmarc@example.com\"\n; after\n_dmarc.example.com.  IN TXT \"v=DMARC1; p=reject; np=reject; rua=mailto:dmarc@example.com\"\n```",
    acceptable: "If mail is sent from names without any DNS record, until these have one.",
  },
  "dmarc-parked-weak": {
    why: "The domain says that it has no mail, so everything in its name is forged. Any policy other than `reject` lets part of it\nthrough.",
    fix: "Publish `p=reject` for the domain that sends no mail.\n\n```dns\n; before\n_dmarc.example.com.  IN TXT \"v=DMARC1; p=none\"\n; after\n_dmarc.example.com.  IN TXT \"v=DMARC1; p=reject\"\n```\n\nKeep `v=spf1 -all` and the null MX (`MX 0 .`) beside it.",
    acceptable: "While mail for the domain is being prepared.",
  },
  "dmarc-pct-partial": {
    why: "Receivers that still follow RFC 7489 apply the policy to a share of the forged mail only. RFC 9989 dropped the tag, so\nothers apply it to all: which policy is in force depends on the receiver.",
    fix: "Remove the tag. To test, use `t=y`, or `quarantine` before `reject`.\n\n```dns\n; before\n_dmarc.example.com.  IN TXT \"v=DMARC1; p=reject; pct=25; rua=mailto:dmarc@example.com\"\n; after\n_dmarc.example.com.  IN TXT \"v=DMARC1; p=reject; rua=mailto:dmarc@example.com\"\n```",
    acceptable: "During a rollout of a few weeks.",
  },
  "dmarc-policy-none": {
    why: "`p=none` asks receivers to watch and do nothing: forged mail is delivered. It is a first step and does not\nprotect. `t=y` makes `p=quarantine` count as `none`, and an invalid `p`, `sp` or `np` counts as `p=none`.",
    fix: "Read the reports until all own senders pass SPF or DKIM for the domain, then enforce; a record without `rua` brings none, so\nadd that first. `quarantine` for two weeks shows what was forgotten. If the policy stands there already, remove `t=y` or correct the tag that the finding names.\n\n```dns\n; before\n_dmarc.example.com.  IN TXT \"v=DMARC1; p=none; rua=mailto:dmarc@example.com\"\n; after\n_dmarc.example.com.  IN TXT \"v=DMARC1; p=quarantine; rua=mailto:dmarc@example.com\"\n; later\n_dmarc.example.com.  IN TXT \"v=DMARC1; p=reject; rua=mailto:dmarc@example.com\"\n```\n\nMicrosoft 365 and Google Workspace: enable DKIM for the domain first. Newsletter services: set up their domain\nauthentication.",
    acceptable: "For some weeks after the record was introduced, while somebody reads the reports.",
  },
  "dmarc-quarantine": {
    why: "Under `quarantine` forged mail goes to the spam folder. Most people never see it; some look there for lost messages.",
    fix: "Go to `reject` when the reports show no own mail that fails; under `p=reject; t=y`, remove `t=y` then. Mailing lists that change messages without their own sender\naddress are the usual reason to wait.\n\n```dns\n; before\n_dmarc.example.com.  IN TXT \"v=DMARC1; p=quarantine; rua=mailto:dmarc@example.com\"\n; after\n_dmarc.example.com.  IN TXT \"v=DMARC1; p=reject; rua=mailto:dmarc@example.com\"\n```",
    acceptable: "Always: it is enforcement. RFC 9989 itself advises care with `reject` where people of the domain write to mailing lists.",
  },
  "dmarc-removed-tags": {
    why: "RFC 9989 removed `pct`, `rf`, `ri` and the size limit behind report addresses. Newer receivers ignore them; older ones still\nfollow `pct`.",
    fix: "Remove them.\n\n```dns\n; before\n_dmarc.example.com.  IN TXT \"v=DMARC1; p=reject; pct=100; ri=86400; rua=mailto:dmarc@example.com!10m\"\n; after\n_dmarc.example.com.  IN TXT \"v=DMARC1; p=reject; rua=mailto:dmarc@example.com\"\n```",
    acceptable: "Always: `pct=100` and the others change nothing.",
  },
  "dmarc-rua-invalid": {
    why: "Reports to an address that cannot receive them are lost, and nobody notices.",
    fix: "Write `mailto:` before the address, and use a host with MX.\n\n```dns\n; before\n_dmarc.example.com.  IN TXT \"v=DMARC1; p=reject; rua=dmarc@example.com\"\n; after\n_dmarc.example.com.  IN TXT \"v=DMARC1; p=reject; rua=mailto:dmarc@example.com\"\n```\n\nSenders of reports only know `mailto:`; an https address gets none. Characters that a URI does not allow, and commas and exclamation marks, are\nwritten in percent-encoding.",
    acceptable: "If another address in the same tag is valid.",
  },
  "dmarc-rua-unauthorised": {
    why: "Receivers of reports at another organization must agree, or anybody could flood them. Senders of reports check that, and\nskip addresses without consent: you get no reports.",
    fix: "Ask the other organization to publish the record; services for reports do that when you add the domain to your account.\n\n```dns\n; in your zone\n_dmarc.example.com.  IN TXT \"v=DMARC1; p=reject; rua=mailto:x@reports.example\"\n; before: nothing in theirs\n; after, in theirs\nexample.com._report._dmarc.reports.example.  IN TXT \"v=DMARC1\"\n```",
    acceptable: "If another address in the same tag gets the reports.",
  },
  "dmarc-ruf-privacy": {
    why: "Failure reports may contain addresses, subjects and text of single messages, of your own people too. Few receivers send\nthem, for that reason.",
    fix: "Remove `ruf` if nobody uses the reports, or send them to a mailbox with limited access.\n\n```dns\n; before\n_dmarc.example.com.  IN TXT \"v=DMARC1; p=reject; rua=mailto:dmarc@example.com; ruf=mailto:forensic@example.com\"\n; after\n_dmarc.example.com.  IN TXT \"v=DMARC1; p=reject; rua=mailto:dmarc@example.com\"\n```",
    acceptable: "Always, if the mailbox is covered by your data protection rules.",
  },
  "dmarc-subdomain-weak": {
    why: "Forgers choose the name that is not protected: `billing.example.com` looks as genuine as `example.com`. `sp=none` protects\nno subdomain; `sp=quarantine` below `p=reject` is an observation, like `p=quarantine` for the whole domain.",
    fix: "Remove `sp`, so that the policy of the domain applies. Give a subdomain that is not ready a record of its own.\n\n```dns\n; before\n_dmarc.example.com.       IN TXT \"v=DMARC1; p=reject; sp=none; rua=mailto:dmarc@example.com\"\n; after\n_dmarc.example.com.       IN TXT \"v=DMARC1; p=reject; rua=mailto:dmarc@example.com\"\n_dmarc.news.example.com.  IN TXT \"v=DMARC1; p=none; rua=mailto:dmarc@example.com\"\n```",
    acceptable: "While senders on subdomains are being brought to DMARC.",
  },
  "dmarc-syntax": {
    why: "Receivers ignore a record whose version is not exactly `v=DMARC1`, or in which a tag is repeated. If the value of `p`, `sp` or\n`np` is not valid, they act as if `p=none` stood there when the record asks for reports, and ignore the record otherwise. Other\ninvalid values are ignored one by one, and something else than you meant is in force. `psd=y` is for the operators of public\nsuffixes: at any other domain it separates the domain from its subdomains, so that neither signs for the other.",
    fix: "Correct what the finding names.\n\n```dns\n; before: the policy is not a valid value, and commas are not separators\n_dmarc.example.com.  IN TXT \"v=DMARC1, p=block, rua=dmarc@example.com\"\n; after\n_dmarc.example.com.  IN TXT \"v=DMARC1; p=reject; rua=mailto:dmarc@example.com\"\n```\n\nFrequent causes: `p=block` or `p=deny`, an address without `mailto:`, quotation marks copied from instructions, `v=dmarc1`.",
    acceptable: "Unknown tags may stay: receivers ignore them. Everything else should be corrected.",
  },
  "dmarc-testing": {
    why: "`t=y` asks receivers to apply each policy one step milder: `reject` becomes `quarantine`, `quarantine` becomes `none`.",
    fix: "Remove the tag when reports show no own mail that fails.\n\n```dns\n; before\n_dmarc.example.com.  IN TXT \"v=DMARC1; p=reject; t=y; rua=mailto:dmarc@example.com\"\n; after\n_dmarc.example.com.  IN TXT \"v=DMARC1; p=reject; rua=mailto:dmarc@example.com\"\n```",
    acceptable: "For the weeks of a test. RFC 9989 has the tag for that.",
  },
  "dmarc-wrong-place": {
    why: "Receivers look for SPF at the domain and for DMARC at `_dmarc`. A record at the other name has no effect, while its owner\nbelieves that the domain is protected. Beside a record at its right name it is an observation, as is SPF at `_dmarc`: that\nSPF is missing at the domain is a finding of its own.",
    fix: "Move the record. Many DNS consoles append the domain themselves: enter `_dmarc` as the name, not `_dmarc.example.com`.\n\n```dns\n; before\nexample.com.         IN TXT \"v=DMARC1; p=reject; rua=mailto:dmarc@example.com\"\n; after\n_dmarc.example.com.  IN TXT \"v=DMARC1; p=reject; rua=mailto:dmarc@example.com\"\n```",
    acceptable: "Such a record does no harm by itself. This is informational; a record that is missing at its name is a finding of its own.",
  },
  "dns-aaaa-broken": {
    why: "The server answers questions for IPv4 addresses, but drops those for IPv6 addresses or answers with an error. Most clients ask both\nquestions; they wait for seconds, or take the error for both. DNS functions of load balancers are a frequent cause.",
    fix: "Update the server or load balancer, or let an ordinary name server answer for the zone. A name without IPv6 must be answered with NOERROR\nand no records.\n\n```sh\ndig +norecurse AAAA example.com @ns1.example.com   # status: NOERROR, ANSWER: 0\n```",
    acceptable: "Never: IPv4-only clients suffer as well.",
  },
  "dns-any-amplification": {
    why: "An ANY query returns all records of a name. Over UDP, with a forged sender address, a small query sends a large answer to a victim.",
    fix: "Answer ANY over UDP with little, and limit the rate of equal answers:\n\n```text\n# BIND                                  # NSD\noptions { minimal-any yes;              server: refuse-any: yes\n  rate-limit { responses-per-second 10; }; };\n```\n\nCloudflare and Route 53 answer minimally.",
    acceptable: "If the server limits the rate of its answers, which Perimeter does not test.",
  },
  "dns-axfr-open": {
    why: "Anybody can download the zone. It lists every host name: test systems, VPN gateways, internal addresses and names of suppliers, a map for\nattackers that would otherwise have to guess.",
    fix: "Allow transfers for your secondary servers alone, best with a TSIG key.\n\n```text\n# BIND\nzone \"example.com\" { type primary; file \"example.com\"; allow-transfer { key transfer-key; }; };\n# NSD\nzone: name: example.com\n      provide-xfr: 198.51.100.53 transfer-key\n```\n\nCloudflare and Route 53 allow no transfers unless you configure them.",
    acceptable: "If the zone is published on purpose.",
  },
  "dns-case-handling": {
    why: "Resolvers mix upper and lower case in queries and compare the answer, so forged answers must guess the case as well (0x20). A server that\nchanges the case removes this protection from its zone.",
    fix: "Update the server, or the load balancer in front of it; RFC 4343 demands that the name comes back as it was sent.",
    acceptable: "Resolvers fall back by themselves; a signed zone does not need the protection.",
  },
  "dns-cname-at-apex": {
    why: "A name with a CNAME must have no other records, but the apex of a zone always has SOA and NS. Resolvers that cached the alias ask its target\nfor mail servers and TXT records, too: mail is lost, sometimes, at some receivers.",
    fix: "Use addresses, or what your provider offers instead of an alias at the apex.\n\n```dns\n; before\nexample.com.  CNAME  shop.provider.example.\n; after\nexample.com.  A      192.0.2.80\nexample.com.  AAAA   2001:db8::80\n```\n\nRoute 53: record of type A with \"Alias\". Cloudflare: CNAME at the apex is flattened by itself. PowerDNS, deSEC and others: ALIAS or ANAME.",
    acceptable: "Never: mail and name servers depend on the order of questions.",
  },
  "dns-cname-chain": {
    why: "The alias points to a name that does not exist, to itself, or over many links. Visitors reach the site late or not at all; a target that\nsomebody else can register or claim is also a way to take the name over.",
    fix: "Point the alias to the name that has the addresses, or delete it.\n\n```dns\n; before\nwww.example.com.   CNAME  old.example.com.\nold.example.com.   CNAME  gone.provider.example.\n; after\nwww.example.com.   CNAME  shop.provider.example.\n```",
    acceptable: "A chain of many links that works is slow, not dangerous.",
  },
  "dns-delegation-broken": {
    why: "No name server of the delegation gives an authoritative answer. Once cached answers expire, web, mail and all other services of\nthe domain are unreachable. Frequent causes: the provider suspended the zone, or the servers changed and the registrar still lists the old ones.",
    fix: "Load the zone on the servers that the registrar lists, or enter the servers that have it.\n\n```sh\ndig +norecurse SOA example.com @ns1.example.net   # must show \"aa\" and NOERROR\nnamed-checkzone example.com example.com.zone && rndc reload example.com   # BIND\nnsd-control addzone example.com master                                    # NSD\n```\n\nWith Route 53 and Cloudflare, copy the name servers of the hosted zone to the registrar: those of a deleted and recreated zone differ.",
    acceptable: "Never for a domain in use.",
  },
  "dns-edns-noncompliant": {
    why: "EDNS carries larger answers, DNSSEC and cookies. Servers must ignore options and flags that they do not know, and answer an unknown version\nwith BADVERS. Since DNS Flag Day 2019, resolvers no longer work around servers that do not.",
    fix: "Update the name server, and let firewalls in front of it pass EDNS.\n\n```sh\ndig +norecurse +edns=1 +noednsneg SOA example.com @ns1.example.com   # status: BADVERS\ndig +norecurse +ednsopt=100 SOA example.com @ns1.example.com         # status: NOERROR\n```",
    acceptable: "Until the next update of the server, as long as plain questions work.",
  },
  "dns-glue-mismatch": {
    why: "The parent zone sends addresses of name servers along (glue), because resolvers could not find servers inside the zone otherwise. Glue\nthat the zone does not confirm leads resolvers to a machine that may be gone, or is somebody else's.",
    fix: "Change the host records (\"glue\", \"child name servers\") at the registrar; they do not follow the zone by themselves.\n\n```dns\n; before: glue at the registrar says 192.0.2.1\nns1.example.com.  A  192.0.2.53\n; after: glue 192.0.2.53\n```",
    acceptable: "Never: correct glue costs nothing.",
  },
  "dns-implicit-mx": {
    why: "Without an MX record, mail servers deliver to the address of the domain, which is that of the web site (RFC 5321). A web site that moves to\nanother host or behind a CDN then takes the mail with it, and is attacked for it.",
    fix: "Say that the domain takes no mail, or name the server that does:\n\n```dns\n; no mail at all (RFC 7505)\nexample.com.  MX  0  .\nexample.com.  TXT  \"v=spf1 -all\"\n; or name the mail server\nexample.com.  MX  10  mail.example.com.\n```",
    acceptable: "If the web server takes the mail of the domain on purpose.",
  },
  "dns-multiple-soa": {
    why: "A zone has exactly one SOA record. With several, resolvers cache \"does not exist\" by one of them, secondary servers compare serials with\nanother, and some servers refuse the zone.",
    fix: "Remove all but one; the servers that still answer with two have a broken zone file or a faulty generator.\n\n```sh\nnamed-checkzone example.com example.com.zone\n```",
    acceptable: "Never: each zone has exactly one SOA record.",
  },
  "dns-ns-asn-diversity": {
    why: "One autonomous system announces the addresses of all name servers. When its routing fails, or somebody else announces its networks by\nmistake, no server of the domain is reachable. The operator of Perimeter provides the table of routes (`PERIMETER_ROUTES`).",
    fix: "Add a secondary server with a provider in another autonomous system.\n\n```dns\n; before\nexample.com.  NS  ns1.example.com.\nexample.com.  NS  ns2.example.com.\n; after\nexample.com.  NS  ns1.example.com.\nexample.com.  NS  ns1.secondary.example.net.\n```\n\n```text\n# BIND: the second provider transfers the zone\nzone \"example.com\" { type primary; file \"example.com\"; allow-transfer { key transfer-key; }; };\n```",
    acceptable: "If the system announces the servers from many places (anycast), or web and mail depend on the same system.",
  },
  "dns-ns-count": {
    why: "With one name server, or two names of one address, a single failure makes the domain unreachable: web, mail and everything else.\nRFC 2182 asks for at least two, three for organizations.",
    fix: "Add a second server, at another site or another provider, at the registrar and in the zone.\n\n```dns\n; before\nexample.com.  NS  ns1.example.com.\n; after\nexample.com.  NS  ns1.example.com.\nexample.com.  NS  ns2.example.net.\n```\n\n```text\n# BIND on the second server\nzone \"example.com\" { type secondary; primaries { 192.0.2.53; }; file \"example.com\"; };\n# NSD on the second server\nzone: name: example.com\n      request-xfr: 192.0.2.53 transfer-key\n      allow-notify: 192.0.2.53 transfer-key\n```\n\nCloudflare and Route 53 give two and four servers: enter all of them.",
    acceptable: "For a domain that nothing depends on.",
  },
  "dns-ns-is-cname": {
    why: "The name of a name server must have addresses itself. If it is an alias, many resolvers ignore the server, others need one more\nquestion; the zone has fewer servers than it seems.",
    fix: "Replace the alias with the addresses, or name its target in the NS record.\n\n```dns\n; before\nexample.com.      NS     ns1.example.com.\nns1.example.com.  CNAME  dns.provider.example.\n; after\nexample.com.      NS     dns.provider.example.\n```",
    acceptable: "Never: RFC 2181 forbids it.",
  },
  "dns-ns-lame": {
    why: "Resolvers choose among all name servers of a delegation. One that does not answer, refuses, or answers without authority costs each of\nthem a time-out, and leaves fewer servers when another fails. A server that no longer knows the zone may also be one on which somebody\nelse can create it.",
    fix: "Make the server load the zone, or remove it at the registrar and from the NS records of the zone.\n\n```dns\n; before\nexample.com.  NS  ns1.example.net.\nexample.com.  NS  old.example.net.   ; REFUSED\n; after\nexample.com.  NS  ns1.example.net.\nexample.com.  NS  ns2.example.net.\n```\n\n```sh\nrndc zonestatus example.com       # BIND: loaded? transferred?\nnsd-control zonestatus example.com\n```",
    acceptable: "During a move of name servers, for as long as the old ones are cached.",
  },
  "dns-ns-prefix-diversity": {
    why: "All addresses of the name servers are in one /24, and IPv6 is missing or in one /48. One cut line, one wrong route or one attack on\nthat network takes the domain off the internet. Anycast networks are announced from many places; Perimeter cannot see that.",
    fix: "Place a secondary server with another provider, or use one that has several networks.\n\n```dns\n; before\nns1.example.com.  A  192.0.2.53\nns2.example.com.  A  192.0.2.54\n; after\nns1.example.com.  A  192.0.2.53\nns2.example.com.  A  198.51.100.53\n```",
    acceptable: "If the network is anycast, or everything that the domain serves is in it anyway.",
  },
  "dns-ns-private": {
    why: "An address of a name server is private, loopback or otherwise reserved. Resolvers outside cannot reach it and wait for it in vain; the\nrecord also reveals an internal network.",
    fix: "Publish the address by which the server is reached from outside, and keep internal addresses in an internal view.\n\n```dns\n; before\nns2.example.com.  A  10.0.0.53\n; after\nns2.example.com.  A  198.51.100.53\n```\n\n```text\n# BIND: the internal address only for internal clients\nview \"internal\" { match-clients { 10.0.0.0/8; }; zone \"example.com\" { type primary; file \"internal/example.com\"; }; };\n```",
    acceptable: "Never in public DNS, where nobody can reach the address.",
  },
  "dns-ns-provider-unclaimed": {
    why: "The domain is delegated to a provider that does not have the zone, and at which anybody can create it with a free account. Anyone who does\nso first may control the domain. Attackers search for such delegations systematically (\"sitting ducks\").",
    fix: "Create the zone in your own account, or delegate to servers that have it.\n\n```sh\ndig +norecurse SOA example.com @ns1.digitalocean.com   # REFUSED: the zone is not there\n```\n\nAt Route 53 and Google Cloud DNS, compare the name servers of the existing zone with those at the registrar: a new zone gets others.",
    acceptable: "Never for a domain in use; for an unused one, delete the delegation.",
  },
  "dns-ns-set-mismatch": {
    why: "The parent zone delegates to one set of name servers, the zone names another. Resolvers use both sets: a server that is in only one of\nthem gets part of the questions, and a forgotten one may answer with old data, or belong to somebody else by now.",
    fix: "Enter the same names at the registrar and in the zone.\n\n```dns\n; parent (registrar): ns1.example.net, old.example.net\n; before, in the zone\nexample.com.  NS  ns1.example.net.\nexample.com.  NS  ns2.example.net.\n; after, at the registrar: ns1.example.net, ns2.example.net\n```\n\nIn Route 53, compare \"Name servers\" of the registered domain with the NS record of the hosted zone; with Cloudflare, remove NS records\nof the former provider.",
    acceptable: "While name servers are being moved.",
  },
  "dns-ns-tcp": {
    why: "Answers that are too long for a datagram are asked for again over TCP: long TXT records (SPF, DKIM), signatures, many addresses. A name\nserver without TCP loses them, and resolvers that meet packet loss or attacks cannot switch to TCP.",
    fix: "Open TCP port 53 in firewalls and load balancers, not only UDP.\n\n```sh\nnft add rule inet filter input tcp dport 53 accept\ndig +tcp +norecurse SOA example.com @ns1.example.com\n```\n\n```text\n# NSD: nsd.conf           # BIND: named.conf\nserver: tcp-count: 100    options { tcp-clients 150; };\n```",
    acceptable: "Never: TCP is required since RFC 7766.",
  },
  "dns-ns-unregistered": {
    why: "The domain of a name server is not registered. Anyone can register it for a few dollars and then answer for this zone: redirect the\nweb site, receive mail and get certificates. One such name server of several is enough.",
    fix: "Remove the name server at the registrar and from the zone today. If you cannot, register the domain.\n\n```dns\n; before: gone-provider.example is free\nexample.com.  NS  ns1.example.net.\nexample.com.  NS  ns1.gone-provider.example.\n; after\nexample.com.  NS  ns1.example.net.\nexample.com.  NS  ns2.example.net.\n```\n\nOften it is a typing error (`ns1.exmaple.net`) or a provider that has closed.",
    acceptable: "Never: the domain of the name server costs less than anything that depends on it.",
  },
  "dns-open-recursion": {
    why: "The name server resolves any name for anybody. Attackers send it questions with a forged sender and let the large answers flood a\nvictim; and every stranger who can make it ask can try to poison its cache.",
    fix: "Separate authoritative servers from resolvers, or allow recursion for your own networks alone.\n\n```text\n# BIND: before\noptions { recursion yes; };\n# after, on an authoritative server\noptions { recursion no; allow-query-cache { none; }; };\n```\n\nNSD, Cloudflare and Route 53 never resolve for clients.",
    acceptable: "For a public resolver that limits its rate and is run as one; then it should not be a name server of the zone.",
  },
  "dns-private-address": {
    why: "A public name has an address that only an internal network knows. It shows strangers the inside of that network. And a page that a visitor\nopens may use such a name to reach devices in the visitor's own network (DNS rebinding), past browsers' protections.",
    fix: "Keep internal names in an internal zone.\n\n```dns\n; before, in public DNS\nvpn.example.com.  A  10.1.2.3\n; after: in the internal zone alone; in public DNS the public address\nvpn.example.com.  A  192.0.2.80\n```\n\nRoute 53: a private hosted zone. BIND: views. Unbound: `private-address` protects clients from rebinding.",
    acceptable: "If devices with public certificates must be found by name in networks without DNS of their own.",
  },
  "dns-soa-rname-mname": {
    why: "RNAME is the mailbox of the people who run the zone, with a dot in place of the at sign; MNAME is its primary server. Wrong values break nothing\nfor visitors, but people who report faults write to nobody, and dynamic updates go astray.",
    fix: "Name a name server of the zone, and a mailbox with a dot in place of the @:\n\n```dns\n; before\nexample.com. SOA old.example.net. admin@example.com. 1 14400 3600 1209600 3600\n; after\nexample.com. SOA ns1.example.com. hostmaster.example.com. 1 14400 3600 1209600 3600\n```",
    acceptable: "A hidden primary is intended where only secondaries are public.",
  },
  "dns-soa-serial-drift": {
    why: "Name servers with different serials serve different versions of the zone. Where serials of one primary differ, Perimeter looks again after\nfive seconds, in deep mode after a minute, so that a change on its way is no finding. Servers that still differ after a minute do not get\ntransfers: visitors see old addresses by chance, and signatures may expire there. Zones of two providers never share serials; that is\nreported as information.",
    fix: "Look at the secondary server: notifications blocked, transfer refused, key expired.\n\n```sh\ndig +nssearch SOA example.com              # serial of every name server\nrndc retransfer example.com                # BIND, on the secondary\nnsd-control force_transfer example.com     # NSD, on the secondary\n```\n\n```text\n# BIND, on the primary\nzone \"example.com\" { notify yes; also-notify { 198.51.100.53; }; allow-transfer { key transfer-key; }; };\n```",
    acceptable: "During a change, and where each provider numbers the zone itself.",
  },
  "dns-soa-timers": {
    why: "Secondary servers ask for a new version after *refresh*, again after *retry*, and drop the zone after *expire*. If expire is not above\nrefresh, or retry is above it, a short failure of the primary takes the zone off its secondaries. All other values are a matter of taste:\nlarge providers use short ones, and registries demand others.",
    fix: "Let secondary servers retry sooner than they refresh, and keep the zone for weeks:\n\n```dns\n; before: refresh 86400, retry 86400, expire 3600\n; after\nexample.com. SOA ns1.example.com. hostmaster.example.com. 2026112201 14400 3600 1209600 3600\n```",
    acceptable: "If there are no secondary servers that transfer the zone (Cloudflare, Route 53).",
  },
  "dns-svcb-malformed": {
    why: "The HTTPS record tells browsers protocol, port and addresses before they connect. One malformed record costs all of the name: clients drop the whole set and connect as if there were none.",
    fix: "Give a service the parameters that it names as mandatory, and each parameter once:\n\n```dns\n; before: a mandatory parameter that is not there\nexample.com.  HTTPS  1  .  mandatory=port alpn=\"h3\"\n; after\nexample.com.  HTTPS  1  .  alpn=\"h3,h2\"\n```\n\nBrowsers ignore the parameters of an alias (priority 0).",
    acceptable: "Never; without a use for it, delete the record.",
  },
  "dns-ttl-extreme": {
    why: "NS records that are cached for less than five minutes let every outage of the name servers show at once. Addresses that are cached for more\nthan a week keep visitors at the old server as long.",
    fix: "Set a default of an hour, and days only for records that hardly change:\n\n```dns\n$TTL 3600\nexample.com.  86400  NS  ns1.example.com.\nexample.com.    300  A   192.0.2.80\n```",
    acceptable: "Before a move, short times are intended. Resolvers cap long ones at a day or a week.",
  },
  "dns-txt-secret": {
    why: "DNS is public, and archives keep every record for years. A key or password in a TXT record is known to anyone who looks for it; scanners do.",
    fix: "Revoke the secret first, then delete the record. Deleting the record alone is not enough: archives keep it.\n\n```dns\n; before\nexample.com.  TXT  \"api_key=5f1c09a7e3b24d68\"\n; after: no such record; services verify domains by random, single-use values\nexample.com.  TXT  \"google-site-verification=…\"\n```",
    acceptable: "If the text only looks like a secret.",
  },
  "dns-txt-service-tokens": {
    why: "Verification records tell which services a company uses, and so whom a phishing mail should pretend to come from. Dozens of them make answers\nthat do not fit into a datagram.",
    fix: "Delete records of services that are no longer used, and of those that check only once.\n\n```dns\n; before\nexample.com.  TXT  \"atlassian-domain-verification=…\"\nexample.com.  TXT  \"docusign=…\"\n; after: verified, and removed\n```",
    acceptable: "Where a service checks the record again and again, it must stay.",
  },
  "dns-upward-referral": {
    why: "The server answers queries for zones that it does not serve with the list of root servers. Resolvers ignore this list; with forged\nsender addresses it amplifies attacks.",
    fix: "Answer REFUSED. Current versions of all name servers do so; old BIND has a hint zone on an authoritative server.\n\n```text\n# BIND: before                                        # after: no hint zone, and\nzone \".\" { type hint; file \"root.hints\"; };           options { recursion no; allow-query-cache { none; }; };\n```",
    acceptable: "If the server limits the rate of its answers.",
  },
  "dns-version-disclosed": {
    why: "The server answers `version.bind` with software and version. That is no weakness by itself, but it spares attackers the search for a\nmatching exploit.",
    fix: "Turn off the answer that names the software:\n\n```text\n# BIND                           # NSD                         # Unbound, Knot\noptions { version none; };       server: hide-version: yes     server: hide-version: yes\n```",
    acceptable: "If the server is kept up to date. Hiding the version replaces no update.",
  },
  "dns-wildcard": {
    why: "With a wildcard, every name below the domain has an address. That is often intended (customers' names, previews). It also hides typing\nerrors, and if others can claim its target, they control all names at once.",
    fix: "Replace the wildcard by the names that are used:\n\n```dns\n; before\n*.example.com.     A  192.0.2.80\n; after: the names that are used\nshop.example.com.  A  192.0.2.80\n```",
    acceptable: "If the server behind it answers for every name on purpose.",
  },
  "dns-wildcard-mx-txt": {
    why: "A wildcard MX gives every made-up name a mail server: spam to such names is accepted, and forged senders pass checks that ask for one.\nA wildcard TXT record answers at `_dmarc` and `_domainkey`, where receivers expect a policy or nothing.",
    fix: "Replace the wildcard by the names that are needed, or add the names of the policies: an existing name stops the wildcard.\n\n```dns\n; before\n*.example.com.           MX   10 mail.example.com.\n*.example.com.           TXT  \"verification=8d1f\"\n; after\nnews.example.com.        MX   10 mail.example.com.\n_dmarc.example.com.      TXT  \"v=DMARC1; p=reject\"\n_domainkey.example.com.  TXT  \"\"\n```",
    acceptable: "`*._domainkey` with an empty key (`v=DKIM1; p=`) is right for domains without mail. A wildcard `\"v=spf1 -all\"` is no finding: it says that names below the domain send no mail.",
  },
  "dnsbl-domain": {
    why: "Filters reject mail that holds the domain in a link, and resolvers that use the list as a policy zone do not resolve it.",
    fix: "Find what was sent or hosted under the domain: pages that intruders left (search for files newer than the last release), a\nmailing that nobody wanted, a subdomain that others control. End it, then ask for removal at the list.\n\n```sh\ndig +short A test.dbl.example      # the test entry of a list of domains (RFC 5782)\nfind /srv/www -newermt '7 days ago' -type f\n```",
    acceptable: "Hardly ever for the domain itself; for the domain of a provider, ask the provider.",
  },
  "dnsbl-ip": {
    why: "Receivers refuse mail from listed addresses, and some networks block them altogether. For a machine that only serves a web site, this\nweighs little. A listing is also a sign: of malware on the\nmachine, of an open relay, of a form that sends spam, or of the one who had the address before.",
    fix: "Look up the reason at the list, end the cause, then ask for removal there. Removal without that lasts a day.\n\n```sh\ndig +short A 2.0.0.127.zen.example      # the test entry answers 127.0.0.2\ngrep -c 'status=sent' /var/log/mail.log # does the machine send what nobody wrote?\n```\n\nAn address that was listed before it was yours: ask the provider for another one.",
    acceptable: "If the machine sends no mail and the list is one of mail alone.",
  },
  "dnssec-algorithm-deprecated": {
    why: "RSASHA1, DSA and GOST are retired. RFC 9905 lets validators treat SHA-1 signatures as unsupported, so the zone loses its\nprotection on such systems, RHEL 9 among them.",
    fix: "Roll over to algorithm 13 (ECDSAP256SHA256). An algorithm rollover needs signatures of both algorithms for a time.\n\n```bind\n# before: algorithm rsasha1 or nsec3rsasha1\n# after\ndnssec-policy \"modern\" { keys { ksk lifetime unlimited algorithm ecdsap256sha256; zsk lifetime 90d algorithm ecdsap256sha256; }; };\n```\n\n```sh\npdnsutil add-zone-key example.com ksk active ecdsa256   # PowerDNS; replace the DS, then remove the old key\n```",
    acceptable: "While an algorithm rollover is under way.",
  },
  "dnssec-algorithm-not-recommended": {
    why: "RSASHA512 is not recommended for signing (RFC 9904): larger answers and no gain over RSASHA256 or ECDSA, and fewer validators\nsupport it.",
    fix: "Roll over to algorithm 13 (ECDSAP256SHA256).\n\n```bind\n# before: algorithm rsasha512\n# after\ndnssec-policy \"modern\" { keys { csk lifetime unlimited algorithm ecdsap256sha256; }; };\n```",
    acceptable: "Until the next key rollover: validators accept the signatures.",
  },
  "dnssec-algorithm-unsupported": {
    why: "The zone is signed, but only with algorithms or DS digests that validators do not know. They treat it as unsigned (RFC 4035\nsection 5.2), so the signatures protect nobody.",
    fix: "Add a key with algorithm 13 (ECDSAP256SHA256) or 8 (RSASHA256), and publish its DS record with digest type 2.\n\n```dns\n; before\nexample.com. IN DS 12345 200 2 3A0B…\n; after\nexample.com. IN DS 23456 13 2 7F1C…\n```",
    acceptable: "For experiments with new algorithms.",
  },
  "dnssec-alias-bogus": {
    why: "An answer is as good as every link of its aliases. Where the zone of the target is signed and its signatures fail, validating\nresolvers answer SERVFAIL for the alias too: their users cannot reach the site, although the domain itself is in order.",
    fix: "Report the fault to the operator of the target. Until it is corrected, put addresses into your own zone or use another target.\n\n```dns\n; before\nwww.example.com. IN CNAME example.cdn.example.   ; its signatures have expired\n; after\nwww.example.com. IN A 203.0.113.10\n```",
    acceptable: "Never: large public resolvers validate.",
  },
  "dnssec-alias-unsigned": {
    why: "The alias is signed, its target is not. Answers for the name are only as safe as the weakest link: an attacker can forge the\naddresses of the target.",
    fix: "Use a provider whose zones are signed, or put the addresses into your own zone.\n\n```dns\n; before\nwww.example.com. IN CNAME example.cdn.example.   ; unsigned\n; after\nwww.example.com. IN A 203.0.113.10\n```",
    acceptable: "With most CDNs there is no alternative. HTTPS certificates still protect visitors.",
  },
  "dnssec-cds-inconsistent": {
    why: "CDS and CDNSKEY records tell the parent zone which DS records to publish. If they contradict each other or name keys that do\nnot exist, the next automatic key rollover fails, or the registry removes the DS records.",
    fix: "Publish CDS and CDNSKEY of the current key signing key only, or neither.\n\n```dns\n; before\nexample.com. IN CDS     11111 13 2 0C72…        ; retired key\nexample.com. IN CDNSKEY 257 3 13 mdsswUyr…\n; after: both of key 12345\nexample.com. IN CDS     12345 13 2 3A0B…\nexample.com. IN CDNSKEY 257 3 13 mdsswUyr…\n```\n\n```sh\npdnsutil set-publish-cds example.com 2 && pdnsutil set-publish-cdnskey example.com   # PowerDNS\n```",
    acceptable: "If the registry does not read CDS records.",
  },
  "dnssec-cds-not-followed": {
    why: "CDS and CDNSKEY records ask the parent zone to change its DS records. Nobody followed them here. During a key rollover the zone waits for\nthe new DS; if the old key is removed before, validating resolvers no longer find the domain. A zone that hopes for its first DS this way\nstays without DNSSEC.",
    fix: "Find out whether the registry or the registrar reads CDS records, and how often. If neither does, enter the DS records by hand and\nremove CDS and CDNSKEY, or keep them and check the DS after each rollover. RFC 10026 asks registries to keep the manual way open.\n\n```sh\ndig example.com CDS +short     # what the zone asks for\ndig example.com DS +short      # what the parent zone has: enter the difference at the registrar\n```\n\n```bind\n# BIND waits with the rollover until it sees the DS\ndnssec-policy \"auto\" { parent-propagation-delay 2h; parent-ds-ttl 1d; };\nparental-agents \"registry\" { 192.0.2.53; };\n```",
    acceptable: "For up to two days after a change.",
  },
  "dnssec-denial-broken": {
    why: "A signed zone must prove that a name or type does not exist. Where the proof is missing or wrong, validating resolvers answer\nSERVFAIL in place of \"does not exist\". For AAAA, HTTPS and MX that breaks visits and mail, although the existing records\nare in order. Load balancers that answer only A queries are a frequent cause.\n\nA signed proof can also deny what the zone has: a list of types that leaves one out, or a span over a name that exists. Resolvers that answer from\ncached proofs (RFC 8198, on in BIND and Unbound) then report the record as missing as soon as anybody has asked for another one.",
    fix: "Rebuild the NSEC or NSEC3 chain, and let every name server answer with it.\n\n```sh\nrndc sign example.com                  # BIND\npdnsutil rectify-zone example.com      # PowerDNS: order names and NSEC3 hashes\nknotc zone-sign example.com            # Knot DNS\ndig +dnssec nothing.example.com A      # must show NSEC or NSEC3 with RRSIG\n```\n\n```dns\n; before: NXDOMAIN with SOA alone\n; after\nalpha.example.com. IN NSEC omega.example.com. A RRSIG NSEC\n```",
    acceptable: "Never: resolvers that validate reject these answers.",
  },
  "dnssec-ds-digest-weak": {
    why: "The DS records name the key by SHA-1 or GOST digests only. RFC 9905 and RFC 9906 retire both, and validators that follow them\ntreat the zone as unsigned.",
    fix: "Publish a DS record with SHA-256 (digest type 2) for the same key, then remove the old one.\n\n```dns\n; before\nexample.com. IN DS 12345 13 1 2BB183AF5F22588179A53B0A98631FAD1A292118\n; after\nexample.com. IN DS 12345 13 2 3A0B7C9D…\n```\n\n```sh\ndig example.com DNSKEY | dnssec-dsfromkey -2 -f - example.com\n```",
    acceptable: "A weak DS record beside one with SHA-256 does no harm; validators ignore it.",
  },
  "dnssec-ds-no-dnskey": {
    why: "The parent zone says that the zone is signed with a key which the zone does not have. Validating resolvers answer SERVFAIL:\nfor their users the website and mail of the domain do not exist. The usual causes are a change of the DNS provider without\nremoving the DS record, and a key rollover that removed the old key too early. CAs validate DNSSEC since 2026-03-15 (ballot\nSC-085), so certificates of the domain cannot be renewed either.",
    fix: "Replace the DS record at the registrar by that of the current key, or remove it if the zone is no longer signed. Remove the DS\nrecord before you move a zone to another provider, and wait for its TTL.\n\n```dns\n; before: DS of a key that is gone\nexample.com. IN DS 11111 13 2 0C72…\n; after: DS of the key in \"dig example.com DNSKEY +multi\"\nexample.com. IN DS 12345 13 2 3A0B…\n```\n\n```sh\ndig example.com DNSKEY | dnssec-dsfromkey -2 -f - example.com   # BIND\npdnsutil show-zone example.com                                  # PowerDNS\nkeymgr example.com ds                                           # Knot DNS\n```",
    acceptable: "Never: the domain is unreachable for everybody behind a validating resolver.",
  },
  "dnssec-ds-orphan": {
    why: "A DS record that matches no key is normal during a rollover, when the DS of the next key is published in advance. One that\nremains afterwards only makes answers larger, and anyone with its old private key could still use it.",
    fix: "Remove the DS record at the registrar if the key is retired.\n\n```dns\n; before\nexample.com. IN DS 11111 13 2 0C72…   ; retired key\nexample.com. IN DS 12345 13 2 3A0B…\n; after\nexample.com. IN DS 12345 13 2 3A0B…\n```",
    acceptable: "During a key rollover, and for standby keys whose DS is published on purpose.",
  },
  "dnssec-island": {
    why: "The zone is signed, but the parent zone does not vouch for its keys. Resolvers treat it as unsigned, so the\nsignatures have no effect.",
    fix: "Give the DS record of the key signing key to the registrar.\n\n```sh\ndig example.com DNSKEY | dnssec-dsfromkey -2 -f - example.com\n```\n\n```dns\n; before: the parent zone has NS records only\n; after, in the parent zone\nexample.com. IN DS 12345 13 2 3A0B…\n```\n\nWith CDS records, some registries publish the DS automatically (RFC 8078).",
    acceptable: "For a few days while a zone is being signed: publish the DS only after all name servers serve the signatures.",
  },
  "dnssec-key-known-weak": {
    why: "The private key can be computed from the public one: a faulty chip (ROCA), related primes, a broken random generator or the\nexponent 1. Anybody can sign records of the zone, TLSA and SSHFP records among them.",
    fix: "Create a new key with current software, roll over to it, and remove the DS record of the weak key.\n\n```sh\ndnssec-keygen -a ECDSAP256SHA256 -f KSK example.com     # BIND\npdnsutil add-zone-key example.com ksk active ecdsa256   # PowerDNS\nkeymgr example.com generate algorithm=ECDSAP256SHA256 ksk=yes   # Knot DNS\n```",
    acceptable: "Never: anybody can compute the private key.",
  },
  "dnssec-missing-alg-signature": {
    why: "The parent zone announces an algorithm, but no signature over the keys uses it. RFC 4035 requires one for each algorithm of\nthe DS records. Most validators are satisfied with any valid path; strict ones treat the zone as bogus.",
    fix: "Remove the DS record of the algorithm that is no longer used, or sign with both algorithms until it is gone from caches.\n\n```dns\n; before\nexample.com. IN DS 11111 8 2 0C72…    ; RSA, no longer signing\nexample.com. IN DS 12345 13 2 3A0B…\n; after\nexample.com. IN DS 12345 13 2 3A0B…\n```",
    acceptable: "Never as a permanent state; an algorithm rollover needs signatures of both algorithms first (RFC 6781 section 4.1.4).",
  },
  "dnssec-mx-zone-bogus": {
    why: "The addresses of a mail host fail DNSSEC validation. Senders whose resolvers validate cannot find the host, and mail to the\ndomain waits and then returns.",
    fix: "Repair DNSSEC in the zone of the mail host: its DS record, signatures or keys. If it belongs to a provider, report it there\nand use another MX host meanwhile.\n\n```sh\ndelv mail.example.net A       # shows which step fails\n```\n\n```dns\n; before\nexample.com. IN MX 10 mail.broken.example.\n; after\nexample.com. IN MX 10 mail.example.net.\n```",
    acceptable: "Never: mail from validating senders does not arrive.",
  },
  "dnssec-mx-zone-unsigned": {
    why: "The domain is signed, but the zone of its mail host is not. DANE needs both, so senders cannot be sure to reach the right host\nwith encryption.",
    fix: "Ask the mail provider for hosts in a signed zone, or protect mail with MTA-STS.\n\n```dns\n; before\nexample.com. IN MX 10 mail.unsigned.example.\n; after\nexample.com. IN MX 10 mail.signed.example.\n```",
    acceptable: "If MTA-STS is enforced. Large providers such as Google Workspace have no signed MX zones.",
  },
  "dnssec-ns-inconsistent": {
    why: "Each name server of a signed zone must serve its keys, signatures and proofs of absence. Where one does not, because it runs old software,\nlost the signed version, gets no transfers until its signatures expire, or signs with keys that the others do not have, validating resolvers\nfail there: some visitors get SERVFAIL, sometimes.",
    fix: "Transfer the signed zone to all servers, or remove the one that cannot serve it.\n\n```sh\ndig +dnssec +norecurse DNSKEY example.com @ns2.example.net   # must show DNSKEY and RRSIG\nrndc retransfer example.com                                  # BIND, on the secondary\nnsd-control force_transfer example.com                       # NSD, on the secondary\n```\n\nWith two providers, both must sign, and each must publish the keys of the other (RFC 8901).",
    acceptable: "Never: it is a failure that shows by chance.",
  },
  "dnssec-nsec3-iterations": {
    why: "Each additional iteration costs servers and resolvers time for every missing name, and does not protect the names: guessing is\ncheap anyway. RFC 9276 requires 0.",
    fix: "Sign the zone with 0 iterations.\n\n```sh\nrndc signing -nsec3param 1 0 0 - example.com      # BIND without dnssec-policy\npdnsutil set-nsec3 example.com '1 0 0 -'          # PowerDNS\n```\n\n```bind\n# before: nsec3param iterations 10 optout no salt-length 8;\n# after\ndnssec-policy \"standard\" { nsec3param iterations 0 optout no salt-length 0; };\n```",
    acceptable: "Up to 50 iterations validators still accept the zone.",
  },
  "dnssec-nsec3-iterations-high": {
    why: "Validators limit iterations against denial of service (CVE-2023-50868). Above 50, BIND, Knot Resolver and PowerDNS treat the\nzone as unsigned; others accept up to 150. Signing then protects only part of the users.",
    fix: "Set the iterations to 0 and use no salt.\n\n```sh\nrndc signing -nsec3param 1 0 0 - example.com      # BIND without dnssec-policy\npdnsutil set-nsec3 example.com '1 0 0 -'          # PowerDNS\n```\n\n```yaml\n# Knot DNS\npolicy:\n  - id: standard\n    nsec3: on\n    nsec3-iterations: 0\n    nsec3-salt-length: 0\n```",
    acceptable: "Never: fewer iterations have no disadvantage.",
  },
  "dnssec-nsec3-optout": {
    why: "With opt-out, the chain leaves out unsigned delegations, so forged delegations to unsigned zones cannot be detected. The\nflag saves space in zones with very many delegations, such as those of registries.",
    fix: "Turn opt-out off, so that denials also cover delegations without DS.\n\n```bind\n# before: nsec3param iterations 0 optout yes salt-length 0;\n# after\ndnssec-policy \"standard\" { nsec3param iterations 0 optout no salt-length 0; };\n```",
    acceptable: "In registries with a large number of unsigned delegations.",
  },
  "dnssec-nsec3-salt": {
    why: "The salt was meant to stop precomputed tables. The name of the zone in each hash already does that, so RFC 9276 advises\nagainst a salt. Changing it means signing the whole chain again.",
    fix: "Sign the zone without a salt.\n\n```sh\nrndc signing -nsec3param 1 0 0 - example.com      # BIND without dnssec-policy\npdnsutil set-nsec3 example.com '1 0 0 -'          # PowerDNS\n```",
    acceptable: "Always: a salt does no harm.",
  },
  "dnssec-resolver-ede": {
    why: "Extended DNS errors say what a resolver thinks is wrong with the domain, such as \"DNSSEC Bogus\" or \"No Reachable Authority\".\nUsers of such resolvers see a failure without an explanation.",
    fix: "Look up the code in RFC 8914, and repair what the findings of this report name. Codes 6 to 12 are about DNSSEC.\n\n```sh\ndig example.com SOA +dnssec       # shows \"EDE:\" lines of your own resolver\n```",
    acceptable: "Codes such as \"Stale Answer\" (3) come from a passing failure: audit again.",
  },
  "dnssec-rrsig-expired": {
    why: "Validating resolvers reject signatures outside of their validity period and answer SERVFAIL: the domain is unreachable for\ntheir users. Usually the job that signs the zone stopped, or a secondary server no longer receives the zone.",
    fix: "Sign the zone again, then repair the job. Check the clock of the signer if the signatures are not valid yet.\n\n```sh\nrndc sign example.com                 # BIND\npdnsutil rectify-zone example.com     # PowerDNS: live signing; check the clock\nknotc zone-sign example.com           # Knot DNS\n```\n\n```bind\n# before: a zone signed once by hand with dnssec-signzone\nzone \"example.com\" { type primary; file \"example.com.zone.signed\"; };\n# after: BIND renews the signatures itself\nzone \"example.com\" { type primary; file \"example.com.zone\"; dnssec-policy default; inline-signing yes; };\n```",
    acceptable: "Never: validating resolvers reject the domain until it is signed again.",
  },
  "dnssec-rrsig-expiring": {
    why: "The signatures end within hours, and the last quarter of their validity has begun. If they are not renewed, the domain becomes\nunreachable for users of validating resolvers. Below 12 hours it is a fault; between 12 hours and a day it is an observation.",
    fix: "Check that the signer runs, and that the secondary servers receive the zone. Renew well before expiry.\n\n```bind\n# BIND: validity of 14 days, renewed 5 days before the end\ndnssec-policy \"standard\" { signatures-validity 14d; signatures-refresh 5d; keys { csk lifetime unlimited algorithm ecdsap256sha256; }; };\n```\n\n```yaml\n# Knot DNS\npolicy:\n  - id: standard\n    rrsig-lifetime: 14d\n    rrsig-refresh: 7d\n```",
    acceptable: "If you know that the renewal is due within the next hours. Signers that sign each answer on request are not affected.",
  },
  "dnssec-rrsig-invalid": {
    why: "A signature does not verify with any key of the zone. Validating resolvers answer SERVFAIL. Typical causes are records changed\nafter signing, a load balancer or proxy that rewrites answers, and a key that was removed while its signatures remained.",
    fix: "Sign the zone again with the keys that it publishes, and do not change signed data afterwards.\n\n```sh\n# before: edit example.com.zone.signed by hand\n# after: edit the unsigned zone, and let the server sign\nrndc sign example.com                 # BIND\nknotc zone-sign example.com           # Knot DNS\npdnsutil check-zone example.com       # PowerDNS\n```",
    acceptable: "Never: validating resolvers reject the records.",
  },
  "dnssec-rrsig-missing": {
    why: "In a signed zone each record set needs a signature. Resolvers that validate reject one without it and answer SERVFAIL. Often one\nname server serves an unsigned copy, or a dynamic name is answered by software that does not sign.",
    fix: "Serve the signed zone from all name servers, and sign dynamic answers as well.\n\n```sh\ndig +dnssec example.com A @ns1.example.com   # each name server must answer with RRSIG\nrndc sign example.com                        # BIND\npdnsutil rectify-zone example.com            # PowerDNS\n```\n\n```dns\n; before\nwww.example.com. IN A 203.0.113.10\n; after\nwww.example.com. IN A 203.0.113.10\nwww.example.com. IN RRSIG A 13 3 300 20270101000000 20261201000000 12345 example.com. …\n```",
    acceptable: "Never: the records cannot be resolved behind validating resolvers.",
  },
  "dnssec-rrsig-too-long": {
    why: "An attacker who recorded an old answer can replay it as long as its signature is valid, even if the record has changed since. Long\nvalidity also hides that the signer no longer works.",
    fix: "Use 7 to 30 days.\n\n```bind\n# before: signatures-validity 365d;\n# after\ndnssec-policy \"standard\" { signatures-validity 14d; keys { csk lifetime unlimited algorithm ecdsap256sha256; }; };\n```",
    acceptable: "For zones that are signed offline and rarely change.",
  },
  "dnssec-rsa-key-short": {
    why: "RSA keys below 1024 bits can be factored by anybody. Keys of 1024 bits are within reach of well-funded attackers, who could\nthen forge records of the zone.",
    fix: "Use ECDSA, whose keys are short and strong, or RSA with 2048 bits.\n\n```bind\n# before: zsk lifetime 90d algorithm rsasha256 1024;\n# after\ndnssec-policy \"modern\" { keys { ksk lifetime unlimited algorithm ecdsap256sha256; zsk lifetime 90d algorithm ecdsap256sha256; }; };\n```\n\n```sh\npdnsutil add-zone-key example.com zsk active ecdsa256   # PowerDNS\n```",
    acceptable: "Zone signing keys of 1024 bits or more that are replaced every few weeks, until the rollover to ECDSA.",
  },
  "dnssec-ttl-beyond-expiry": {
    why: "A resolver could keep the record longer than its signature is valid. Validating resolvers shorten the TTL (RFC 4035 section\n5.3.3), so nothing breaks, but the signature is renewed late compared to the TTL.",
    fix: "Renew signatures earlier than the longest TTL before their end, or shorten the TTL.\n\n```dns\n; before\nexample.com. 604800 IN MX 10 mail.example.com.\n; after\nexample.com. 3600 IN MX 10 mail.example.com.\n```",
    acceptable: "Always with validating resolvers; caches that do not validate ignore signatures.",
  },
  "dnssec-unsigned": {
    why: "DNS answers are not protected. Without DNSSEC, an attacker who can send forged answers to a resolver (cache poisoning, a\nhostile network) sends visitors and mail to other servers. Certificates protect browsers from most of this, but mail, CAA and\ncertificate issuance rest on plain DNS.",
    fix: "Sign the zone, then give the DS record to the registrar. Most DNS providers do both with one switch.\n\n```bind\n# before\nzone \"example.com\" { type primary; file \"example.com.zone\"; };\n# after (BIND 9.16 or later); then publish the DS that \"dnssec-dsfromkey\" prints\nzone \"example.com\" { type primary; file \"example.com.zone\"; dnssec-policy default; inline-signing yes; };\n```\n\n```sh\n# PowerDNS\npdnsutil secure-zone example.com && pdnsutil show-zone example.com\n# Knot DNS: \"dnssec-signing: on\" in the zone, then\nkeymgr example.com ds\n```\n\nCloudflare: *DNS > Settings > Enable DNSSEC*, then copy the DS record to the registrar. Monitor the zone afterwards: an error\nin DNSSEC makes the domain unreachable.",
    acceptable: "If nobody can operate key rollovers and monitoring, or the registry or provider does not support DNSSEC.",
  },
  "dnssec-zone-walkable": {
    why: "NSEC records name the next existing name, so anybody can list all names of the zone. That is no weakness of the signatures, but\nit shows attackers hosts such as `vpn` or `staging`.",
    fix: "If the names are sensitive, use NSEC3, or sign missing names online (minimal answers, RFC 9824).\n\n```sh\npdnsutil set-nsec3 example.com '1 0 0 -'          # PowerDNS; append \"narrow\" for online signing\n```\n\n```bind\ndnssec-policy \"standard\" { nsec3param iterations 0 optout no salt-length 0; };\n```",
    acceptable: "If all names of the zone are public anyway, as in most zones. NSEC3 only slows the listing down.",
  },
  "domain-expired": {
    why: "When a registration ends, the registry takes the domain out of its zone: web, mail and log-ins that depend on mail stop. After a grace\nperiod of 30 to 75 days, anybody can register the domain and receive its mail.",
    fix: "Renew at the registrar today. In the redemption period (`redemption period`) only the registrar can restore the domain, for a\nhigher price; after `pending delete` it cannot be restored, and five days later it is free.\n\n```sh\ncurl -sSL https://rdap.verisign.com/com/v1/domain/example.com | jq '.status, .events'\nwhois example.com | grep -iE 'expir|status'\n# before: \"redemption period\"      after: \"client transfer prohibited\", expiration in a year or more\n```\n\nA domain that is held (`client hold`, `server hold`) is left out of DNS for another reason: an unpaid invoice, an unconfirmed contact\naddress (ICANN gives 15 days), or a complaint. The registrar says which.",
    acceptable: "If the domain is given up on purpose. Then remove everything that refers to it first: links, mail addresses, SPF includes, log-ins.",
  },
  "domain-expiring": {
    why: "When a registration lapses, web and mail stop working, and after a grace period somebody else may register the domain.",
    fix: "Renew at the registrar, switch on automatic renewal, and keep card and contact address up to date. Many registrars renew only days\nbefore the end; then the finding goes away by itself.\n\n```sh\ncurl -sSL https://rdap.verisign.com/com/v1/domain/example.com | jq '.events'\n# before: \"expiration\" in nine days      after: in a year or more\n```",
    acceptable: "If automatic renewal is on and known to work.",
  },
  "domain-no-transfer-lock": {
    why: "Without a transfer lock, a transfer code that leaked, or that support gave to the wrong person, moves the domain to another registrar within days.",
    fix: "Switch on the lock at the registrar (\"transfer lock\", \"domain lock\"). For domains that matter, ask for a registry lock\n(`serverTransferProhibited`), which only people can lift.\n\n```sh\ncurl -sSL https://rdap.verisign.com/com/v1/domain/example.com | jq '.status'\n# before: [\"active\"]      after: [\"client transfer prohibited\"]\n```",
    acceptable: "During a transfer; and under top-level domains that protect transfers by other means, as many of countries do (codes by mail, tags):\nthere the missing lock is an observation.",
  },
  "endpoint-address-differs": {
    why: "DNS sends visitors to any address of the host. A dead address makes the site slow or unreachable for some of them, and an\naddress with another configuration serves some visitors without the protection that the other addresses provide. Such\ndifferences appear only now and then, so monitoring with one address misses them.",
    fix: "Remove the records of addresses that no longer serve the site, or start the server there. Deploy the same configuration to\nevery server: status, security headers and certificate.\n\nDNS\n\n```dns\n; before: 192.0.2.20 was switched off\nexample.com.  300  IN  A  192.0.2.10\nexample.com.  300  IN  A  192.0.2.20\n; after\nexample.com.  300  IN  A  192.0.2.10\n```\n\nShell: compare two addresses\n\n```sh\ncurl -s -o /dev/null -D - --resolve example.com:443:192.0.2.10 https://example.com/\ncurl -s -o /dev/null -D - --resolve example.com:443:192.0.2.20 https://example.com/\n```",
    acceptable: "During a deployment that replaces servers one by one, or if the difference is intended, such as a canary server.",
  },
  "error-verbose": {
    why: "A stack trace names the framework, its version, file paths and at times values: what an attacker needs to choose the next step. The audit\nasks for a path with a byte that no text has (`/%ff`), and nothing else.",
    fix: "Show visitors a page without details, and write the trace to the log.\n\n```properties\n# Spring Boot\nserver.error.include-stacktrace=never\nserver.error.include-message=never\n```\n\n```ini\n; php.ini: before display_errors = On\ndisplay_errors = Off\nlog_errors = On\n```\n\n```python\n# Django: before DEBUG = True\nDEBUG = False\n```",
    acceptable: "On test systems without real data, behind a login.",
  },
  "file-ai-agent": {
    why: "Instructions and settings for coding agents describe the internals of the application and which tools and servers may be used. Settings can contain tokens.",
    fix: "Exclude these files from deployments, and replace tokens that they contain.\n\nnginx\n\n```nginx\n# before: every file below root is served\n# after\nlocation ~ /\\.(?!well-known/) {\n    return 404;\n}\n```\n\nApache\n\n```apache\n# after\nRedirectMatch 404 \"/\\.(?!well-known/)\"\n```\n\nCaddy\n\n```caddyfile\n# after\n@hidden {\n\tpath */.*\n\tnot path /.well-known/*\n}\nrespond @hidden 404\n```\n\nIIS (`web.config`)\n\n```xml\n<system.webServer>\n  <security>\n    <requestFiltering>\n      <hiddenSegments>\n        <add segment=\".claude\" />\n        <add segment=\".cursor\" />\n        <add segment=\".mcp.json\" />\n      </hiddenSegments>\n    </requestFiltering>\n  </security>\n</system.webServer>\n```",
    acceptable: "If the project is open source and the files contain no tokens.",
  },
  "file-backup-archive": {
    why: "An archive with the name of a backup usually contains the source code, its configuration with passwords, and uploads of users. Only its first bytes were read.",
    fix: "Delete the archive, check the access log for downloads, and replace the credentials that it contains. Write backups outside of the web root.\n\nnginx\n\n```nginx\n# before: every file below root is served\n# after\nlocation ~ \\.(?:zip|gz|tgz|7z)$ {\n    return 404;\n}\n```\n\nApache\n\n```apache\n# after\n<FilesMatch \"\\.(?:zip|gz|tgz|7z)$\">\n    Require all denied\n</FilesMatch>\n```\n\nCaddy\n\n```caddyfile\n# after\n@files path *.zip *.gz *.tgz *.7z\nrespond @files 404\n```\n\nIIS (`web.config`)\n\n```xml\n<system.webServer>\n  <security>\n    <requestFiltering>\n      <fileExtensions>\n        <add fileExtension=\".zip\" allowed=\"false\" />\n        <add fileExtension=\".gz\" allowed=\"false\" />\n        <add fileExtension=\".tgz\" allowed=\"false\" />\n        <add fileExtension=\".7z\" allowed=\"false\" />\n      </fileExtensions>\n    </requestFiltering>\n  </security>\n</system.webServer>\n```",
    acceptable: "If the archive is a download that is meant for visitors. Give it another name then.",
  },
  "file-ci": {
    why: "Build and deployment files (`.gitlab-ci.yml`, `Jenkinsfile`, `Dockerfile`, `docker-compose.yml`) describe internal hosts, images and variables, and sometimes contain passwords.",
    fix: "Deploy the result of the build, not the repository; list these files in `.dockerignore`. Replace credentials that they contain.\n\nnginx\n\n```nginx\n# before: every file below root is served\n# after\nlocation ~ /(?:\\.gitlab-ci\\.yml|Jenkinsfile|Dockerfile|(?:docker-)?compose\\.ya?ml)$ {\n    return 404;\n}\n```\n\nApache\n\n```apache\n# after\n<FilesMatch \"^(?:\\.gitlab-ci\\.yml|Jenkinsfile|Dockerfile|(?:docker-)?compose\\.ya?ml)$\">\n    Require all denied\n</FilesMatch>\n```\n\nCaddy\n\n```caddyfile\n# after\n@build path /.gitlab-ci.yml /Jenkinsfile /Dockerfile /docker-compose.yml /compose.yaml\nrespond @build 404\n```\n\nIIS (`web.config`)\n\n```xml\n<system.webServer>\n  <security>\n    <requestFiltering>\n      <hiddenSegments>\n        <add segment=\"Jenkinsfile\" />\n        <add segment=\"Dockerfile\" />\n        <add segment=\"docker-compose.yml\" />\n      </hiddenSegments>\n    </requestFiltering>\n  </security>\n</system.webServer>\n```",
    acceptable: "If the project is open source and the files contain no credentials.",
  },
  "file-cloud-credentials": {
    why: "Files of command-line tools (`.aws/credentials`, `.npmrc`, `.docker/config.json`, `.git-credentials`) contain long-lived credentials. They open cloud accounts, registries and repositories, and thus everything that is deployed from there.",
    fix: "Every credential in the file must be considered stolen: replace it first, and search the logs of the services that it opens. Removing the file does not undo a download.\n\nDo not use a home directory as web root and do not copy these files into images. On servers use roles (instance profiles, workload identity) instead of files.\n\nnginx\n\n```nginx\n# before: every file below root is served\n# after\nlocation ~ /\\.(?!well-known/) {\n    return 404;\n}\n```\n\nApache\n\n```apache\n# after\nRedirectMatch 404 \"/\\.(?!well-known/)\"\n```\n\nCaddy\n\n```caddyfile\n# after\n@hidden {\n\tpath */.*\n\tnot path /.well-known/*\n}\nrespond @hidden 404\n```\n\nIIS (`web.config`)\n\n```xml\n<system.webServer>\n  <security>\n    <requestFiltering>\n      <hiddenSegments>\n        <add segment=\".aws\" />\n        <add segment=\".npmrc\" />\n        <add segment=\".docker\" />\n        <add segment=\".git-credentials\" />\n      </hiddenSegments>\n    </requestFiltering>\n  </security>\n</system.webServer>\n```",
    acceptable: "Never: the content is readable by everybody who asks for a well-known name, and scanners ask within hours.",
  },
  "file-config-backup": {
    why: "Copies such as `wp-config.php.bak` are sent as text, because the server runs only files that end in `.php`. They contain the database password and the keys that sign sessions. Configuration of ASP.NET, Spring Boot and editors (`web.config`, `appsettings.json`, `application.yml`, `.vscode/sftp.json`) does the same when it lies in the web root. Without a credential in it, the finding is medium: source and settings still show how the application is built.",
    fix: "Every credential in the file must be considered stolen: replace it first, and search the logs of the services that it opens. Removing the file does not undo a download.\n\nEdit files outside of the web root, or let editors write their copies elsewhere (vim: `set backupdir=~/.vim/backup`). In WordPress, `wp-config.php` may stand one directory above the web root. In Spring Boot, keep `application.yml` inside the archive or in `config/`; in ASP.NET Core, publish to a directory whose `wwwroot` alone is served.\n\nnginx\n\n```nginx\n# before: every file below root is served\n# after\nlocation ~ \\.(?:bak|save|old|yml)$ {\n    return 404;\n}\n```\n\nApache\n\n```apache\n# after\n<FilesMatch \"\\.(?:bak|save|old|yml)$\">\n    Require all denied\n</FilesMatch>\n```\n\nCaddy\n\n```caddyfile\n# after\n@files path *.bak *.save *.old *.yml\nrespond @files 404\n```\n\nIIS (`web.config`)\n\n```xml\n<system.webServer>\n  <security>\n    <requestFiltering>\n      <fileExtensions>\n        <add fileExtension=\".bak\" allowed=\"false\" />\n        <add fileExtension=\".save\" allowed=\"false\" />\n        <add fileExtension=\".old\" allowed=\"false\" />\n        <add fileExtension=\".yml\" allowed=\"false\" />\n      </fileExtensions>\n    </requestFiltering>\n  </security>\n</system.webServer>\n```",
    acceptable: "If the values are placeholders that the application replaces when it starts.",
  },
  "file-db-dump": {
    why: "A database dump contains the data of all customers and the password hashes of all accounts. It can be downloaded without a trace in the application.",
    fix: "Delete the file, check the access log for downloads, and treat the data as disclosed if there were any; a notification may be due by law. Write dumps to a directory outside of the web root.\n\n```sh\n# before\nmysqldump shop > /var/www/html/dump.sql\n# after\nmysqldump shop | gzip > /var/backups/shop.sql.gz\n```\n\nnginx\n\n```nginx\n# before: every file below root is served\n# after\nlocation ~ \\.(?:sql|sqlite|sqlite3)$ {\n    return 404;\n}\n```\n\nApache\n\n```apache\n# after\n<FilesMatch \"\\.(?:sql|sqlite|sqlite3)$\">\n    Require all denied\n</FilesMatch>\n```\n\nCaddy\n\n```caddyfile\n# after\n@files path *.sql *.sqlite *.sqlite3\nrespond @files 404\n```\n\nIIS (`web.config`)\n\n```xml\n<system.webServer>\n  <security>\n    <requestFiltering>\n      <fileExtensions>\n        <add fileExtension=\".sql\" allowed=\"false\" />\n        <add fileExtension=\".sqlite\" allowed=\"false\" />\n        <add fileExtension=\".sqlite3\" allowed=\"false\" />\n      </fileExtensions>\n    </requestFiltering>\n  </security>\n</system.webServer>\n```",
    acceptable: "If the dump contains public sample data only.",
  },
  "file-editor": {
    why: "Files of editors and desktops (`.DS_Store`, `.idea/`) name the files of a directory, including those that no page links to.",
    fix: "Delete these files, exclude them from deployments (`rsync --exclude .DS_Store`, `.gitignore`, `.dockerignore`), and deny hidden files.\n\nnginx\n\n```nginx\n# before: every file below root is served\n# after\nlocation ~ /\\.(?!well-known/) {\n    return 404;\n}\n```\n\nApache\n\n```apache\n# after\nRedirectMatch 404 \"/\\.(?!well-known/)\"\n```\n\nCaddy\n\n```caddyfile\n# after\n@hidden {\n\tpath */.*\n\tnot path /.well-known/*\n}\nrespond @hidden 404\n```\n\nIIS (`web.config`)\n\n```xml\n<system.webServer>\n  <security>\n    <requestFiltering>\n      <hiddenSegments>\n        <add segment=\".DS_Store\" />\n        <add segment=\".idea\" />\n        <add segment=\".vscode\" />\n      </hiddenSegments>\n    </requestFiltering>\n  </security>\n</system.webServer>\n```",
    acceptable: "If all files of the directory are public.",
  },
  "file-env": {
    why: "Frameworks such as Laravel, Symfony, Django and Node.js applications keep database passwords, API keys and signing keys in `.env`. Automated scanners request this file on every host; with its content they enter the database, the mail account and the cloud account.\n\nThe finding is critical where a setting holds a password or a secret, and high where the key of a service stands alone. It is medium where nothing in the file opens anything: placeholders (`changeme`, `<password>`, `${VAR}`), values that browsers get anyway (`VITE_…`, `NEXT_PUBLIC_…`, publishable keys, keys of maps, DSNs of Sentry) and keys of test systems are no secrets.",
    fix: "Every credential in the file must be considered stolen: replace it first, and search the logs of the services that it opens. Removing the file does not undo a download.\n\nSet the document root to the public directory of the application (`public/` in Laravel and Symfony), so that `.env` is outside of it, and delete copies such as `.env.bak`.\n\nLaravel and Symfony\n\n```nginx\n# before\nroot /srv/shop;\n# after\nroot /srv/shop/public;\n```\n\nnginx\n\n```nginx\n# before: every file below root is served\n# after\nlocation ~ /\\.(?!well-known/) {\n    return 404;\n}\n```\n\nApache\n\n```apache\n# after\nRedirectMatch 404 \"/\\.(?!well-known/)\"\n```\n\nCaddy\n\n```caddyfile\n# after\n@hidden {\n\tpath */.*\n\tnot path /.well-known/*\n}\nrespond @hidden 404\n```\n\nIIS (`web.config`)\n\n```xml\n<system.webServer>\n  <security>\n    <requestFiltering>\n      <hiddenSegments>\n        <add segment=\".env\" />\n        <add segment=\".env.local\" />\n        <add segment=\".env.production\" />\n        <add segment=\".env.bak\" />\n      </hiddenSegments>\n    </requestFiltering>\n  </security>\n</system.webServer>\n```",
    acceptable: "If the file contains public settings only, as a template does. It should still not be in the web root.",
  },
  "file-git": {
    why: "A `.git` directory in the web root lets anybody reconstruct the source code with all earlier versions, including files and passwords that were deleted later.",
    fix: "Deploy without the repository, for example with `git archive` or a build artefact, delete `.git` from the web root, and deny hidden files. If the history contains credentials, replace them.\n\nnginx\n\n```nginx\n# before: every file below root is served\n# after\nlocation ~ /\\.(?!well-known/) {\n    return 404;\n}\n```\n\nApache\n\n```apache\n# after\nRedirectMatch 404 \"/\\.(?!well-known/)\"\n```\n\nCaddy\n\n```caddyfile\n# after\n@hidden {\n\tpath */.*\n\tnot path /.well-known/*\n}\nrespond @hidden 404\n```\n\nIIS (`web.config`)\n\n```xml\n<system.webServer>\n  <security>\n    <requestFiltering>\n      <hiddenSegments>\n        <add segment=\".git\" />\n      </hiddenSegments>\n    </requestFiltering>\n  </security>\n</system.webServer>\n```",
    acceptable: "If the repository is public anyway and contains no credentials. Git serves such a repository better through a hosting service.",
  },
  "file-git-credentials": {
    why: "The URL of a remote in `.git/config` contains a user name and a password or token. Anyone who reads it can usually read the private repository, and often write to it: the next deployment then runs foreign code.",
    fix: "Every credential in the file must be considered stolen: replace it first, and search the logs of the services that it opens. Removing the file does not undo a download.\n\nUse a deploy key or a credential helper instead of a URL with a password:\n\n```ini\n# before\nurl = https://deploy:TOKEN@git.example/shop.git\n# after\nurl = git@git.example:shop.git\n```\n\nThen keep the repository out of the web root:\n\nnginx\n\n```nginx\n# before: every file below root is served\n# after\nlocation ~ /\\.(?!well-known/) {\n    return 404;\n}\n```\n\nApache\n\n```apache\n# after\nRedirectMatch 404 \"/\\.(?!well-known/)\"\n```\n\nCaddy\n\n```caddyfile\n# after\n@hidden {\n\tpath */.*\n\tnot path /.well-known/*\n}\nrespond @hidden 404\n```\n\nIIS (`web.config`)\n\n```xml\n<system.webServer>\n  <security>\n    <requestFiltering>\n      <hiddenSegments>\n        <add segment=\".git\" />\n      </hiddenSegments>\n    </requestFiltering>\n  </security>\n</system.webServer>\n```",
    acceptable: "Never: the content is readable by everybody who asks for a well-known name, and scanners ask within hours.",
  },
  "file-iac-state": {
    why: "The state of Terraform contains every password and key that it created, unencrypted. A kubeconfig with a token opens the cluster.",
    fix: "Every credential in the file must be considered stolen: replace it first, and search the logs of the services that it opens. Removing the file does not undo a download.\n\nKeep the state in a remote backend with encryption and access control, and never in the directory of a site.\n\n```hcl\n# before: terraform.tfstate beside the code\n# after\nterraform {\n  backend \"s3\" {\n    bucket  = \"state\"\n    key     = \"shop/terraform.tfstate\"\n    encrypt = true\n  }\n}\n```\n\nnginx\n\n```nginx\n# before: every file below root is served\n# after\nlocation ~ \\.(?:tfstate)$ {\n    return 404;\n}\n```\n\nApache\n\n```apache\n# after\n<FilesMatch \"\\.(?:tfstate)$\">\n    Require all denied\n</FilesMatch>\n```\n\nCaddy\n\n```caddyfile\n# after\n@files path *.tfstate\nrespond @files 404\n```\n\nIIS (`web.config`)\n\n```xml\n<system.webServer>\n  <security>\n    <requestFiltering>\n      <fileExtensions>\n        <add fileExtension=\".tfstate\" allowed=\"false\" />\n      </fileExtensions>\n    </requestFiltering>\n  </security>\n</system.webServer>\n```",
    acceptable: "Never: the content is readable by everybody who asks for a well-known name, and scanners ask within hours.",
  },
  "file-log": {
    why: "Log files contain paths, queries, addresses of visitors and often session identifiers or tokens from URLs.",
    fix: "Write logs outside of the web root and delete the files that are there.\n\nPHP (`php.ini`): `error_log = /var/log/php/error.log`\n\nWordPress (`wp-config.php`)\n\n```php\n// before\ndefine('WP_DEBUG_LOG', true);\n// after\ndefine('WP_DEBUG_LOG', '/var/log/wordpress/debug.log');\n```\n\nASP.NET: set `<trace enabled=\"false\" />`, and restrict `elmah.axd` to local requests (`<elmah><security allowRemoteAccess=\"false\" /></elmah>`). Laravel: serve `public/` only.\n\nnginx\n\n```nginx\n# before: every file below root is served\n# after\nlocation ~ \\.(?:log)$ {\n    return 404;\n}\n```\n\nApache\n\n```apache\n# after\n<FilesMatch \"\\.(?:log)$\">\n    Require all denied\n</FilesMatch>\n```\n\nCaddy\n\n```caddyfile\n# after\n@files path *.log\nrespond @files 404\n```\n\nIIS (`web.config`)\n\n```xml\n<system.webServer>\n  <security>\n    <requestFiltering>\n      <fileExtensions>\n        <add fileExtension=\".log\" allowed=\"false\" />\n      </fileExtensions>\n    </requestFiltering>\n  </security>\n</system.webServer>\n```",
    acceptable: "If the log contains no personal data and no internal details.",
  },
  "file-manifest": {
    why: "A lock file lists every installed package with its exact version. Attackers compare it with lists of known vulnerabilities.",
    fix: "Serve only the public directory of the application, or deny these files.\n\nnginx\n\n```nginx\n# before: every file below root is served\n# after\nlocation ~ /(?:composer|package|yarn|package-lock)\\.(?:json|lock)$ {\n    return 404;\n}\n```\n\nApache\n\n```apache\n# after\n<FilesMatch \"^(?:composer|package|package-lock|yarn)\\.(?:json|lock)$\">\n    Require all denied\n</FilesMatch>\n```\n\nCaddy\n\n```caddyfile\n# after\n@manifests path /composer.lock /composer.json /package.json /package-lock.json /yarn.lock\nrespond @manifests 404\n```\n\nIIS (`web.config`)\n\n```xml\n<system.webServer>\n  <security>\n    <requestFiltering>\n      <hiddenSegments>\n        <add segment=\"composer.lock\" />\n        <add segment=\"package.json\" />\n      </hiddenSegments>\n    </requestFiltering>\n  </security>\n</system.webServer>\n```",
    acceptable: "If the project is open source: the versions are public anyway.",
  },
  "file-private-key": {
    why: "With the private key of the server others can impersonate the site; with an SSH key they can log in to the machines that accept it.",
    fix: "Replace the key, have its certificates revoked (reason keyCompromise), and remove an SSH key from every `authorized_keys`. Keep keys outside of the web root, readable by root only (`chmod 600`).\n\nnginx\n\n```nginx\n# before: every file below root is served\n# after\nlocation ~ \\.(?:key|pem)$ {\n    return 404;\n}\n```\n\nApache\n\n```apache\n# after\n<FilesMatch \"\\.(?:key|pem)$\">\n    Require all denied\n</FilesMatch>\n```\n\nCaddy\n\n```caddyfile\n# after\n@files path *.key *.pem\nrespond @files 404\n```\n\nIIS (`web.config`)\n\n```xml\n<system.webServer>\n  <security>\n    <requestFiltering>\n      <fileExtensions>\n        <add fileExtension=\".key\" allowed=\"false\" />\n        <add fileExtension=\".pem\" allowed=\"false\" />\n      </fileExtensions>\n    </requestFiltering>\n  </security>\n</system.webServer>\n```",
    acceptable: "Never: the content is readable by everybody who asks for a well-known name, and scanners ask within hours.",
  },
  "file-vcs-other": {
    why: "Metadata of Subversion (`.svn/wc.db`), Mercurial (`.hg`), CVS or Bazaar names every file of the source code and often contains a copy of it.",
    fix: "Deploy an export (`svn export`, `hg archive`) instead of a working copy, delete the metadata, and deny hidden files.\n\nnginx\n\n```nginx\n# before: every file below root is served\n# after\nlocation ~ /\\.(?!well-known/) {\n    return 404;\n}\n```\n\nApache\n\n```apache\n# after\nRedirectMatch 404 \"/\\.(?!well-known/)\"\n```\n\nCaddy\n\n```caddyfile\n# after\n@hidden {\n\tpath */.*\n\tnot path /.well-known/*\n}\nrespond @hidden 404\n```\n\nIIS (`web.config`)\n\n```xml\n<system.webServer>\n  <security>\n    <requestFiltering>\n      <hiddenSegments>\n        <add segment=\".svn\" />\n        <add segment=\".hg\" />\n        <add segment=\".bzr\" />\n        <add segment=\"CVS\" />\n      </hiddenSegments>\n    </requestFiltering>\n  </security>\n</system.webServer>\n```",
    acceptable: "If the source code is public and contains no credentials.",
  },
  "graphql-introspection": {
    why: "With the schema of a GraphQL interface, strangers know every query, every mutation and every field, also those that no page uses. One\nquestion is posted, for the name of the query type; nothing of the schema is read.",
    fix: "Switch introspection off where the interface is not public, and check permissions in every resolver: a hidden schema protects nothing by itself.\n\n```js\n// Apollo Server: before introspection: true\nnew ApolloServer({ typeDefs, resolvers, introspection: false });\n```\n\n```python\n# Strawberry, Django\nschema = strawberry.Schema(Query, extensions=[DisableIntrospection()])\n```",
    acceptable: "For public interfaces that are documented anyway.",
  },
  "hdr-cache-sensitive": {
    why: "A browser or proxy may store a page that belongs to a logged-in session. The next user of a shared computer can then\nview it with the back button, even after the first user has logged out.",
    fix: "Send `Cache-Control: no-store` on login pages, on pages that set a session cookie and on pages behind a login. A request\nfor a login (401) needs it only where other headers let caches keep it. `private`\nat least prevents storage in shared caches. `no-cache` alone does not: it allows caches to store the page and revalidate\nit.\n\nnginx\n\n```nginx\n# before: no Cache-Control\n# after\nlocation /login {\n    add_header Cache-Control \"no-store\" always;\n    proxy_pass http://app;\n}\n```\n\nApache\n\n```apache\n<Location \"/login\">\n    Header always set Cache-Control \"no-store\"\n</Location>\n```\n\nCaddy\n\n```caddyfile\nheader /login* Cache-Control \"no-store\"\n```\n\nExpress\n\n```js\napp.use('/account', (request, response, next) => {\n  response.set('Cache-Control', 'no-store');\n  next();\n});\n```",
    acceptable: "On a login page that is identical for all visitors and sets no cookie before login.",
  },
  "hdr-cache-shared-cookie": {
    why: "A shared cache may store a response together with its session cookie. The next visitors then receive this cookie, and\nwith it access to the first visitor's account. This has happened to large sites after a change of cache rules.",
    fix: "Set session cookies only on responses with `Cache-Control: private` or `no-store`, and configure caches not to store\nresponses with `Set-Cookie`.\n\nnginx\n\n```nginx\n# before: cookies are ignored when deciding what to store\nproxy_ignore_headers Cache-Control Set-Cookie;\n# after: such responses are not stored\nproxy_no_cache $upstream_http_set_cookie;\n```\n\nApache\n\n```apache\n# before: stored with the cookie\nHeader set Cache-Control \"public, max-age=600\"\n# after\nHeader set Cache-Control \"private, no-store\" \"expr=-n resp('Set-Cookie')\"\nCacheIgnoreHeaders Set-Cookie\n```\n\nCaddy\n\n```caddyfile\n# after: for the paths that start a session\nheader /account* Cache-Control \"private, no-store\"\n```\n\nCloudflare: a \"cache everything\" rule needs an exception for paths that set session cookies.",
    acceptable: "If the cookie, despite its name, is identical for all visitors and grants no access.",
  },
  "hdr-clear-site-data": {
    why: "After logging out, caches and stores of the browser still hold what the application left there. Clear-Site-Data\nremoves it with the response to the logout.",
    fix: "Send the header with the response that ends the session.\n\nResponse to the logout\n\n```http\n# before\nHTTP/1.1 302 Found\n# after\nHTTP/1.1 302 Found\nClear-Site-Data: \"cache\", \"cookies\", \"storage\"\n```\n\nNode (Express)\n\n```js\n// after\nresponse.set('Clear-Site-Data', '\"cache\", \"cookies\", \"storage\"').redirect('/');\n```\n\nSpring Security: `ClearSiteDataHeaderWriter` in the logout handler. Rails and Django: set the header in the logout\naction.",
    acceptable: "Always: this is a note. An audit does not log in or out.",
  },
  "hdr-clickjacking": {
    why: "Another website can embed this page in an invisible frame and trick a logged-in visitor into clicking on it. The click\nthen confirms a payment, grants a permission or deletes an account on the visitor's behalf. Browsers prevent this only\nif the page restricts who may frame it.",
    fix: "Send a `Content-Security-Policy` with `frame-ancestors`. Add `X-Frame-Options` for browsers without support for the\ndirective. If the site already has a policy, add the directive to it instead of sending a second policy.\n\nnginx\n\n```nginx\n# before: neither header is sent\n# after\nadd_header Content-Security-Policy \"frame-ancestors 'self'\" always;\nadd_header X-Frame-Options \"SAMEORIGIN\" always;\n```\n\nAn `add_header` in an inner block replaces all `add_header` lines of the outer block: repeat them there.\n\nApache\n\n```apache\n# after\nHeader always set Content-Security-Policy \"frame-ancestors 'self'\"\nHeader always set X-Frame-Options \"SAMEORIGIN\"\n```\n\nCaddy\n\n```caddyfile\n# after\nheader {\n\tContent-Security-Policy \"frame-ancestors 'self'\"\n\tX-Frame-Options \"SAMEORIGIN\"\n}\n```\n\nIIS (`web.config`)\n\n```xml\n<system.webServer>\n  <httpProtocol>\n    <customHeaders>\n      <add name=\"Content-Security-Policy\" value=\"frame-ancestors 'self'\" />\n      <add name=\"X-Frame-Options\" value=\"SAMEORIGIN\" />\n    </customHeaders>\n  </httpProtocol>\n</system.webServer>\n```\n\nTo allow framing by partners, list them: `frame-ancestors 'self' https://partner.example`. Then omit `X-Frame-Options`,\nor old browsers will block the partner.",
    acceptable: "On pages meant for embedding anywhere, such as a video player or a map widget, if they offer no actions on a visitor's\naccount.",
  },
  "hdr-content-encoding": {
    why: "`Content-Encoding` names a coding that no browser knows, such as `none`, `binary`, `aws-chunked` or a character set.\nBrowsers ignore the header and read the content as it came, or refuse it where the value has parameters. Proxies,\nfirewalls and other clients may discard the content, and what they cannot decode they cannot inspect. This audit reads\nsuch content as Chromium does.",
    fix: "Send the header only for content that is compressed, with `gzip`, `br` or `zstd`. A character set belongs to\n`Content-Type`.\n\nObject stores keep the value that was stated at the upload:\n\n```sh\n# before: aws s3 cp --content-encoding none page.html s3://site/\n# after\naws s3 cp page.html s3://site/\n```\n\nnginx\n\n```nginx\n# before\nadd_header Content-Encoding none;\n# after: no header, or compression\ngzip on;\n```",
    acceptable: "Always: this is a fact. Browsers show the page.",
  },
  "hdr-content-type": {
    why: "Without a media type and charset, the browser has to guess how to interpret the page, and an attacker can influence the\nguess. Text that is harmless in one encoding can become markup in another and bypass the filters of the site.",
    fix: "Set the media type of each response with content, and the charset of HTML.\n\nnginx\n\n```nginx\n# before: Content-Type: text/html\n# after\ncharset utf-8;\n```\n\nApache\n\n```apache\n# after\nAddDefaultCharset utf-8\n```\n\nCaddy sets `charset=utf-8` for files that it serves itself. For an application behind Caddy:\n\n```caddyfile\nreverse_proxy app:8080 {\n\theader_down Content-Type \"^text/html$\" \"text/html; charset=utf-8\"\n}\n```\n\nIIS (`web.config`)\n\n```xml\n<system.webServer>\n  <staticContent>\n    <remove fileExtension=\".html\" />\n    <mimeMap fileExtension=\".html\" mimeType=\"text/html; charset=utf-8\" />\n  </staticContent>\n</system.webServer>\n```\n\nExpress adds the charset automatically for `res.send` and `res.type('html')`; do not set a bare `text/html` yourself.",
    acceptable: "If every document has `<meta charset>` as the first element of its head, with no user content before it. Little risk\nremains then.",
  },
  "hdr-debug": {
    why: "A developer tool is active on the public site. Such tools record requests with cookies, form data, database queries and\nsettings, and often show them to anyone who opens the URL in the header.",
    fix: "Run the application in production mode, and do not install the tool in production.\n\nSymfony (`.env.local` or the server's environment)\n\n```ini\n# before: X-Debug-Token-Link: https://example.com/_profiler/1a2b3c\n# after\nAPP_ENV=prod\nAPP_DEBUG=0\n```\n\nLaravel with Clockwork\n\n```ini\nAPP_DEBUG=false\nCLOCKWORK_ENABLE=false\n```\n\nAs a temporary measure at the reverse proxy, which blocks the URL but leaves the tool running:\n\n```nginx\nproxy_hide_header X-Debug-Token;\nproxy_hide_header X-Debug-Token-Link;\nlocation ~ ^/(_profiler|_wdt|__clockwork) { return 404; }\n```\n\nApache\n\n```apache\nHeader always unset X-Debug-Token\nHeader always unset X-Debug-Token-Link\nRedirectMatch 404 \"^/(_profiler|_wdt|__clockwork)\"\n```\n\nAfterwards, rotate secrets and invalidate sessions that the tool may have exposed.",
    acceptable: "On a development site that only developers can reach, so not on a site that this audit can reach.",
  },
  "hdr-deprecated": {
    why: "The site sends headers that browsers no longer support. They do little harm, but suggest a protection that does not\nexist. In old browsers, the XSS filter itself can be abused against the page.",
    fix: "Remove the header, and set its replacement: `Content-Security-Policy` for `X-XSS-Protection`, `X-WebKit-CSP` and\n`X-Content-Security-Policy`, `Permissions-Policy` for `Feature-Policy`, nothing for `Expect-CT`, `Public-Key-Pins` and\n`P3P`.\n\nnginx\n\n```nginx\n# before\nadd_header X-XSS-Protection \"1; mode=block\";\n# after: remove the line, or disable the filter in old browsers\nadd_header X-XSS-Protection \"0\" always;\n```\n\nApache\n\n```apache\nHeader always unset Expect-CT\nHeader always unset P3P\n```\n\nCaddy\n\n```caddyfile\nheader {\n\t-Expect-CT\n\t-P3P\n}\n```",
    acceptable: "While you serve old clients that still use the header. This is informational and does not affect the score.",
  },
  "hdr-duplicate": {
    why: "Two components set the same security header with different values, and browsers use one of them or neither, depending on\nthe header. The intended protection may be disabled unnoticed.",
    fix: "Set the header in one place, usually the front-end server, and remove the header of the back end there.\n\nnginx\n\n```nginx\n# before: the application sends SAMEORIGIN, the server adds DENY\nadd_header X-Frame-Options \"DENY\";\n# after\nproxy_hide_header X-Frame-Options;\nadd_header X-Frame-Options \"DENY\" always;\n```\n\nApache keeps two header tables: one for successful responses and one for all. If you set the second, clear the first.\n\n```apache\n# before\nHeader always set X-Frame-Options \"DENY\"\n# after\nHeader onsuccess unset X-Frame-Options\nHeader always set X-Frame-Options \"DENY\"\n```\n\nCaddy\n\n```caddyfile\n# before: set before the application responds, which then adds its own\nheader X-Frame-Options \"DENY\"\n# after: set last\nheader >X-Frame-Options \"DENY\"\n```",
    acceptable: "Always: this is a note and does not affect the score; what browsers make of the lines is judged by the check of each\nheader. `Referrer-Policy` may list several values intentionally, the preferred one last; put them in one header line to\navoid the duplicate.",
  },
  "hdr-errorpage-gap": {
    why: "Error pages belong to the same origin as all others: a script that runs there, or a frame around it, reaches the\ncookies and data of the site. They often repeat parts of the address, and are tested less.",
    fix: "Send security headers with every response, whatever its status.\n\nnginx\n\n```nginx\n# before\nlocation / {\n  add_header X-Content-Type-Options nosniff;\n}\n# after\n# in server {}, with always, and not repeated in a location that has add_header of its own\nadd_header X-Content-Type-Options nosniff always;\nadd_header Content-Security-Policy \"default-src 'self'; frame-ancestors 'none'\" always;\n```\n\nApache\n\n```apache\n# before\nHeader set X-Content-Type-Options nosniff\n# after\nHeader always set X-Content-Type-Options nosniff\n```\n\nNode (Express)\n\n```js\n// before\napp.get('/', helmet(), home);\n// after\napp.use(helmet()); // before all routes and error handlers\n```\n\nDjango, Rails and Spring Security set them on every response of the application; pages of the web server in front need\nthem there. Caddy: `header` outside of any `handle`. Cloudflare: a Transform Rule for all responses.",
    acceptable: "If error pages are fixed text without any part of the request.",
  },
  "hdr-hpkp-active": {
    why: "The site instructs browsers to accept only certain keys for weeks or months. If the keys are lost or must be replaced\nimmediately, clients that still support HPKP are locked out until the pin expires. Browsers removed HPKP for that\nreason, so it offers no protection and can only do harm.",
    fix: "Send `max-age=0` for as long as the longest `max-age` that you ever sent, then remove the header.\n\nnginx\n\n```nginx\n# before\nadd_header Public-Key-Pins 'pin-sha256=\"…\"; pin-sha256=\"…\"; max-age=5184000';\n# after\nadd_header Public-Key-Pins 'max-age=0' always;\n```\n\nApache\n\n```apache\nHeader always set Public-Key-Pins \"max-age=0\"\n```\n\nCaddy\n\n```caddyfile\nheader Public-Key-Pins \"max-age=0\"\n```\n\nInstead, restrict certificate issuance with CAA records, and monitor Certificate Transparency logs.",
    acceptable: "If your own clients, such as embedded devices, use the header and the backup keys are stored safely. Pinning in the\nclient itself is better even then.",
  },
  "hdr-internal-leak": {
    why: "A response discloses internal addresses, host names or paths. This information helps an attacker with a first foothold,\nor with a server-side request forgery (SSRF) vulnerability, to find further targets.",
    fix: "Find the component that sets the header, and configure it to use public names. Remove headers that only operators need.\n\nnginx\n\n```nginx\n# before: Location: http://10.0.3.7:8080/login, X-Backend: web1.prod.internal\n# after\nproxy_set_header Host $host;\nproxy_redirect http://10.0.3.7:8080/ /;\nproxy_hide_header X-Backend;\n```\n\nApache\n\n```apache\n# after\nProxyPreserveHost On\nProxyPassReverse \"/\" \"http://10.0.3.7:8080/\"\nHeader always unset X-Backend\n```\n\nCaddy\n\n```caddyfile\nreverse_proxy 10.0.3.7:8080 {\n\theader_down -X-Backend\n\theader_down Location http://10.0.3.7:8080/ /\n}\n```\n\nIIS puts its own address into redirects for requests without a Host header; configure the public host name instead:\n\n```powershell\nappcmd set config -section:system.webServer/serverRuntime /alternateHostName:\"www.example.com\" /commit:apphost\n```\n\nA stack trace in a header means that detailed errors are enabled in production: disable them in the application.",
    acceptable: "If the name or address is meaningless to outsiders, such as an opaque node name that ends in `.internal`.",
  },
  "hdr-nosniff": {
    why: "Browsers may guess the type of a response (MIME sniffing) and execute content that was only meant to be displayed. An\nuploaded image or text file that the browser treats as a script runs with the privileges of the site. One header\ndisables the guessing.",
    fix: "First check that scripts and style sheets have the correct Content-Type, because browsers block them otherwise. Then\nsend `X-Content-Type-Options: nosniff` on every response.\n\nnginx\n\n```nginx\n# before: no header\n# after\nadd_header X-Content-Type-Options \"nosniff\" always;\n```\n\nApache\n\n```apache\n# after\nHeader always set X-Content-Type-Options \"nosniff\"\n```\n\nCaddy\n\n```caddyfile\n# after\nheader X-Content-Type-Options \"nosniff\"\n```\n\nIIS (`web.config`)\n\n```xml\n<system.webServer>\n  <httpProtocol>\n    <customHeaders>\n      <add name=\"X-Content-Type-Options\" value=\"nosniff\" />\n    </customHeaders>\n  </httpProtocol>\n</system.webServer>\n```\n\nExpress\n\n```js\napp.use(helmet.noSniff());\n```\n\nCloudflare: Rules, Transform Rules, Modify Response Header, set static `X-Content-Type-Options` to `nosniff`.",
    acceptable: "Hardly ever: the header costs nothing. It can wait until files with a wrong Content-Type are corrected.",
  },
  "hdr-pages-gap": {
    why: "The start page is often static and well protected, while the pages behind it come from an application with headers of\nits own. Attacks choose the weakest page of an origin.",
    fix: "Send security headers in one place for the whole site.\n\nnginx\n\n```nginx\n# before\nlocation / {\n  add_header X-Content-Type-Options nosniff;\n}\n# after\n# in server {}, with always, and not repeated in a location that has add_header of its own\nadd_header X-Content-Type-Options nosniff always;\nadd_header Content-Security-Policy \"default-src 'self'; frame-ancestors 'none'\" always;\n```\n\nApache\n\n```apache\n# before\nHeader set X-Content-Type-Options nosniff\n# after\nHeader always set X-Content-Type-Options nosniff\n```\n\nNode (Express)\n\n```js\n// before\napp.get('/', helmet(), home);\n// after\napp.use(helmet()); // before all routes and error handlers\n```\n\nDjango, Rails and Spring Security set them on every response of the application; pages of the web server in front need\nthem there. Caddy: `header` outside of any `handle`. Cloudflare: a Transform Rule for all responses.",
    acceptable: "If the pages without protection hold nothing but text.",
  },
  "hdr-permissions-broad": {
    why: "Every site embedded in this page, including advertisements, may request the visitor's camera, location or a similar\nfeature in the name of this site. Visitors who trust this site grant it without knowing who really asks.",
    fix: "Replace `*` with the origins that need the feature, or with `()` if none does.\n\nnginx\n\n```nginx\n# before\nadd_header Permissions-Policy \"camera=*, geolocation=*\";\n# after\nadd_header Permissions-Policy \"camera=(), geolocation=(self \\\"https://maps.example\\\")\" always;\n```\n\nApache\n\n```apache\n# after\nHeader always set Permissions-Policy \"camera=(), geolocation=(self \\\"https://maps.example\\\")\"\n```\n\nCaddy\n\n```caddyfile\n# after\nheader Permissions-Policy `camera=(), geolocation=(self \"https://maps.example\")`\n```\n\nIIS (`web.config`)\n\n```xml\n<add name=\"Permissions-Policy\" value=\"camera=(), geolocation=(self &quot;https://maps.example&quot;)\" />\n```\n\nThe header alone does not grant the feature: a frame also needs `allow=\"geolocation\"` on its `<iframe>`.",
    acceptable: "On a page whose purpose is to embed unknown applications that need the feature, such as a sandbox for developers.",
  },
  "hdr-permissions-invalid": {
    why: "The site tries to disable unused browser features, but browsers cannot parse the header and ignore it. The intended\nprotection does not exist. One wrong character invalidates the whole header.",
    fix: "Use the dictionary syntax: `feature=(allow-list)`, separated by commas, with origins in double quotes. The older\n`Feature-Policy` has a different syntax and almost no browser supports it.\n\nnginx\n\n```nginx\n# before\nadd_header Feature-Policy \"camera 'none'; microphone 'self'\";\n# after\nadd_header Permissions-Policy \"camera=(), microphone=(self)\" always;\n```\n\nApache\n\n```apache\n# before\nHeader set Permissions-Policy \"camera 'none'; microphone 'self'\"\n# after\nHeader always set Permissions-Policy \"camera=(), microphone=(self)\"\n```\n\nCaddy\n\n```caddyfile\n# after\nheader Permissions-Policy \"camera=(), microphone=(self)\"\n```",
    acceptable: "Always: this is a note and does not affect the score. Remove the header if you do not want to\nrestrict anything.",
  },
  "hdr-permissions-missing": {
    why: "The site does not restrict browser features. Each keeps its default, so an injected script can still request camera or\nlocation. The header prevents this.",
    fix: "List the powerful features that the site does not use.\n\nnginx\n\n```nginx\n# before: no header\n# after\nadd_header Permissions-Policy \"camera=(), microphone=(), geolocation=(), payment=(), usb=()\" always;\n```\n\nApache\n\n```apache\n# after\nHeader always set Permissions-Policy \"camera=(), microphone=(), geolocation=(), payment=(), usb=()\"\n```\n\nCaddy\n\n```caddyfile\n# after\nheader Permissions-Policy \"camera=(), microphone=(), geolocation=(), payment=(), usb=()\"\n```",
    acceptable: "Almost always: by default, embedded sites cannot use most features. This is informational and does not affect the score.",
  },
  "hdr-powered-by": {
    why: "The site discloses the software it is built with, often including the version. This saves an attacker reconnaissance\nwork and has no benefit.",
    fix: "If the version gets no fixes any more (`hdr-software-eol`), update the software first. Then disable the header in the software that sends it; otherwise remove it at the reverse proxy.\n\nPHP (`php.ini`)\n\n```ini\n; before: X-Powered-By: PHP/8.1.2\n; after\nexpose_php = Off\n```\n\nExpress\n\n```js\napp.disable('x-powered-by');\n```\n\nnginx\n\n```nginx\nproxy_hide_header X-Powered-By;\nfastcgi_hide_header X-Powered-By;\n```\n\nApache\n\n```apache\nHeader unset X-Powered-By\nHeader always unset X-Powered-By\n```\n\nCaddy\n\n```caddyfile\nreverse_proxy app:8080 {\n\theader_down -X-Powered-By\n}\n```\n\nIIS (`web.config`)\n\n```xml\n<system.web>\n  <httpRuntime enableVersionHeader=\"false\" />\n</system.web>\n<system.webServer>\n  <httpProtocol>\n    <customHeaders>\n      <remove name=\"X-Powered-By\" />\n    </customHeaders>\n  </httpProtocol>\n</system.webServer>\n```\n\nCloudflare: Rules, Transform Rules, Modify Response Header, remove `X-Powered-By`.",
    acceptable: "For a product name without a version that the pages show anyway. Request tracing identifiers are reported as\ninformational; keep them if your support team needs them.",
  },
  "hdr-powerful-info": {
    why: "The site sends other headers that change browser behavior. None of them is a weakness; review whether they are intended.",
    fix: "No fix is needed. Sensible values, if you use these headers:\n\nnginx\n\n```nginx\nadd_header Origin-Agent-Cluster \"?1\" always;\nadd_header X-Permitted-Cross-Domain-Policies \"none\" always;\n```\n\nApache\n\n```apache\nHeader always set Origin-Agent-Cluster \"?1\"\nHeader always set X-Permitted-Cross-Domain-Policies \"none\"\n```\n\nCaddy\n\n```caddyfile\nheader {\n\tOrigin-Agent-Cluster \"?1\"\n\tX-Permitted-Cross-Domain-Policies \"none\"\n}\n```",
    acceptable: "Always: this is informational and does not affect the score.",
  },
  "hdr-referrer-missing": {
    why: "The site sends no policy, or none that browsers know, and so relies on the browser default for the Referer header. The current default is safe, but older browsers and some\nembedded ones still send full URLs. An explicit policy gives the same behavior everywhere.",
    fix: "Send the header `Referrer-Policy: strict-origin-when-cross-origin` with every response.\n\nnginx\n\n```nginx\n# before: no header\n# after\nadd_header Referrer-Policy \"strict-origin-when-cross-origin\" always;\n```\n\nApache\n\n```apache\n# after\nHeader always set Referrer-Policy \"strict-origin-when-cross-origin\"\n```\n\nCaddy\n\n```caddyfile\n# after\nheader Referrer-Policy \"strict-origin-when-cross-origin\"\n```",
    acceptable: "If visitors use current browsers, or the URLs of the site contain no private data. This is informational and does not\naffect the score.",
  },
  "hdr-referrer-unsafe": {
    why: "When visitors follow a link to another site, the Referer header leaks the URL of this site. Full URLs often contain\nnames, search terms, document numbers or access tokens, and end up in the logs of third parties. The browser default is\nsafe; this setting weakens it.",
    fix: "Send one policy that hides paths and queries from other sites. `strict-origin-when-cross-origin` suits most sites,\n`no-referrer` sites with sensitive URLs.\n\nnginx\n\n```nginx\n# before\nadd_header Referrer-Policy \"unsafe-url\";\n# after\nadd_header Referrer-Policy \"strict-origin-when-cross-origin\" always;\n```\n\nApache\n\n```apache\n# before\nHeader set Referrer-Policy \"no-referrer-when-downgrade\"\n# after\nHeader always set Referrer-Policy \"strict-origin-when-cross-origin\"\n```\n\nCaddy\n\n```caddyfile\n# after\nheader Referrer-Policy \"strict-origin-when-cross-origin\"\n```\n\nIIS (`web.config`)\n\n```xml\n<customHeaders>\n  <add name=\"Referrer-Policy\" value=\"strict-origin-when-cross-origin\" />\n</customHeaders>\n```\n\nIf there are several values, browsers use the last one that they support: put the preferred one last.",
    acceptable: "If all URLs of the site are public. `origin` and `origin-when-cross-origin` send the host name alone and are no finding.",
  },
  "hdr-reporting": {
    why: "The site asks browsers to report violations and network errors, but some reports may never arrive. Problems then stay\nunnoticed. This check examines only the headers; it does not resolve the host names of the endpoints.",
    fix: "List the endpoints in `Reporting-Endpoints`, with HTTPS URLs. Keep `Report-To` only for Network Error Logging, which\nstill uses it.\n\nnginx\n\n```nginx\n# before\nadd_header Report-To '{\"group\":\"main\",\"max_age\":86400,\"endpoints\":[{\"url\":\"https://reports.example/r\"}]}';\n# after\nadd_header Reporting-Endpoints 'main=\"https://reports.example/r\"' always;\n```\n\nApache\n\n```apache\nHeader always set Reporting-Endpoints \"main=\\\"https://reports.example/r\\\"\"\n```\n\nCaddy\n\n```caddyfile\nheader Reporting-Endpoints `main=\"https://reports.example/r\"`\n```",
    acceptable: "If a CDN sets `Report-To` for its own error statistics. This is informational and does not affect the score.",
  },
  "hdr-server-version": {
    why: "The server discloses its exact version, which allows attackers to find servers that are affected by a new vulnerability.\nHiding the version fixes no vulnerability, but keeps the site out of search results for vulnerable versions.",
    fix: "If the version gets no fixes any more (`hdr-software-eol`), update the software first. Then remove the version from the `Server` header.\n\nnginx\n\n```nginx\n# before: Server: nginx/1.18.0\n# after: Server: nginx\nserver_tokens off;\n```\n\nApache\n\n```apache\n# before: Server: Apache/2.4.6 (CentOS) OpenSSL/1.0.2k-fips\n# after: Server: Apache\nServerTokens Prod\nServerSignature Off\n```\n\nCaddy sends `Server: Caddy` without a version; `header -Server` removes it.\n\nIIS 10 (`web.config`)\n\n```xml\n<system.webServer>\n  <security>\n    <requestFiltering removeServerHeader=\"true\" />\n  </security>\n</system.webServer>\n```\n\nCloudflare and most CDNs replace the origin's header with their own; check the origin as well.",
    acceptable: "If the software is updated automatically and the version is public anyway. Updates matter more than hiding the version.",
  },
  "hdr-software-eol": {
    why: "The version that the site names gets no security fixes from its makers any more. Flaws that are found in it stay open, and attackers search\nfor servers by these versions.\n\nSome distributions repair old versions without a new number. Where a living one may have, the finding is marked as potential.",
    fix: "Update to a version that is maintained. If it came with the operating system, and that gets no fixes any more either, update the system\nfirst. Hiding the version does not close its flaws.\n\n```sh\n# before: Server: Apache/2.2.15, X-Powered-By: PHP/5.6.40\napt-get update && apt-get dist-upgrade\n# after: Apache 2.4 and PHP 8.4\n```",
    acceptable: "If a distribution or a contract of support repairs this version: keep the date on which that ends.",
  },
  "hdr-timing-origin": {
    why: "Any website can measure in detail how long this response took and how large it was. If these values differ between\nvisitors, other sites can learn, for example, whether a visitor is logged in.",
    fix: "List the sites that need the measurements, or remove the header.\n\nnginx\n\n```nginx\n# before\nadd_header Timing-Allow-Origin \"*\";\n# after\nadd_header Timing-Allow-Origin \"https://www.example.com\" always;\n```\n\nApache\n\n```apache\nHeader always set Timing-Allow-Origin \"https://www.example.com\"\n```\n\nCaddy\n\n```caddyfile\nheader Timing-Allow-Origin \"https://www.example.com\"\n```",
    acceptable: "On public files that are identical for all visitors, such as fonts and libraries. This is informational and does not\naffect the score.",
  },
  "hdr-v4-v6-gap": {
    why: "IPv4 and IPv6 lead to the same site, and often to different servers or settings. Visitors get one or the other without\nknowing, so the weaker one counts.",
    fix: "Use one configuration for all addresses.\n\nnginx\n\n```nginx\n# before\nserver { listen 443 ssl; include headers.conf; }\nserver { listen [::]:443 ssl; }\n# after\nserver {\n  listen 443 ssl;\n  listen [::]:443 ssl;\n  include headers.conf;\n}\n```\n\nApache\n\n```apache\n# before\n<VirtualHost 192.0.2.80:443>\n# after\n<VirtualHost *:443>\n```\n\nBehind a load balancer compare the pools of both families.",
    acceptable: "While servers are moved, for hours.",
  },
  "hdr-waf-cdn": {
    why: "A CDN or WAF answers in front of the site, so some findings concern its configuration. Its name shows where to change a\nsetting, and the origin behind it may behave differently.",
    fix: "No fix is needed. Make sure that the origin accepts connections from the CDN or WAF only, otherwise attackers can bypass\nit.\n\nnginx\n\n```nginx\n# before: the origin answers all clients\n# after: only the published address ranges of the CDN\nallow 192.0.2.0/24;\ndeny all;\n```\n\nApache\n\n```apache\nRequire ip 192.0.2.0/24\n```\n\nCaddy\n\n```caddyfile\n@stranger not remote_ip 192.0.2.0/24\nabort @stranger\n```",
    acceptable: "Always: this is informational and does not affect the score.",
  },
  "hdr-xfo-invalid": {
    why: "The page tries to restrict framing with a value that browsers do not apply as intended. Browsers ignore an unknown\nvalue, which leaves the page open to clickjacking; with contradictory values they block every frame, including\nlegitimate ones.",
    fix: "Send the header once, with `DENY` or `SAMEORIGIN`. `ALLOW-FROM` and lists were never supported by all browsers: use\n`frame-ancestors` to allow certain sites.\n\nnginx\n\n```nginx\n# before\nadd_header X-Frame-Options \"ALLOW-FROM https://partner.example\";\n# after\nadd_header Content-Security-Policy \"frame-ancestors 'self' https://partner.example\" always;\n```\n\nApache\n\n```apache\n# before: the application sends SAMEORIGIN and the server adds DENY\nHeader append X-Frame-Options \"DENY\"\n# after\nHeader onsuccess unset X-Frame-Options\nHeader always set X-Frame-Options \"DENY\"\n```\n\nCaddy\n\n```caddyfile\n# after: > sets the header last, over what the application sent\nheader >X-Frame-Options \"DENY\"\n```",
    acceptable: "`ALLOW-FROM` together with a correct `frame-ancestors`, while you serve very old browsers. Contradictory values are\nnever acceptable.",
  },
  "hsts-below-year": {
    why: "The policy lasts between 180 days and a year. That protects most visitors; guidelines and the preload list ask for a\nyear.",
    fix: "Raise max-age to 31536000 or more.\n\nnginx\n\n```nginx\n# before\nadd_header Strict-Transport-Security \"max-age=15552000\" always;\n# after\nadd_header Strict-Transport-Security \"max-age=31536000; includeSubDomains\" always;\n```\n\nApache\n\n```apache\n# after\nHeader always set Strict-Transport-Security \"max-age=31536000; includeSubDomains\"\n```",
    acceptable: "Always: this is a note.",
  },
  "hsts-disabled": {
    why: "`max-age=0` makes browsers forget an earlier policy. It is meant for leaving HTTPS; on a site with HTTPS it removes\nthe protection from returning visitors too.",
    fix: "Send a max-age of a year.\n\nnginx\n\n```nginx\n# before\nadd_header Strict-Transport-Security \"max-age=0\" always;\n# after\nadd_header Strict-Transport-Security \"max-age=31536000; includeSubDomains\" always;\n```\n\nApache\n\n```apache\n# after\nHeader always set Strict-Transport-Security \"max-age=31536000; includeSubDomains\"\n```",
    acceptable: "While HTTPS is being switched off on purpose.",
  },
  "hsts-invalid": {
    why: "Browsers drop the whole header where max-age is missing or malformed, where max-age or includeSubDomains is repeated, or\nwhere includeSubDomains has a value. The site looks protected in its configuration, and is not. Other errors, such as an\nunknown directive that is repeated, leave the policy in force in Chromium, while stricter clients may drop the header; the\nseverity is lower there.",
    fix: "Send one header with max-age first and directives separated by semicolons.\n\nnginx\n\n```nginx\n# before\nadd_header Strict-Transport-Security \"max-age=31536000, includeSubDomains=1\" always;\n# after\nadd_header Strict-Transport-Security \"max-age=31536000; includeSubDomains\" always;\n```\n\nApache\n\n```apache\n# after\nHeader always set Strict-Transport-Security \"max-age=31536000; includeSubDomains\"\n```\n\nIf both the application and the server send the header, remove one: the first line alone counts.",
    acceptable: "Never: a header without effect protects nobody.",
  },
  "hsts-missing": {
    why: "Without HTTP Strict Transport Security, browsers try http whenever somebody types the name or follows an old link. An\nattacker on the way, for example in a public Wi-Fi, can keep the visitor on http and read or change everything,\nalthough the site has HTTPS.",
    fix: "Send the header on every https response. Begin with a short max-age, check that all subdomains have HTTPS, then raise\nit to a year.\n\nnginx\n\n```nginx\n# after\nadd_header Strict-Transport-Security \"max-age=31536000; includeSubDomains\" always;\n```\n\nApache\n\n```apache\n# after\nHeader always set Strict-Transport-Security \"max-age=31536000; includeSubDomains\"\n```\n\nCaddy\n\n```caddyfile\n# after\nheader Strict-Transport-Security \"max-age=31536000; includeSubDomains\"\n```\n\nIIS (`web.config` of the site)\n\n```xml\n<!-- after -->\n<hsts enabled=\"true\" max-age=\"31536000\" includeSubDomains=\"true\" redirectHttpToHttps=\"true\" />\n```\n\nHAProxy\n\n```haproxy\n# after\nhttp-response set-header Strict-Transport-Security \"max-age=31536000; includeSubDomains\"\n```\n\nNode (helmet)\n\n```js\n// after\napp.use(helmet.strictTransportSecurity({ maxAge: 31536000, includeSubDomains: true }));\n```\n\nDjango\n\n```python\n# after\nSECURE_HSTS_SECONDS = 31536000\nSECURE_HSTS_INCLUDE_SUBDOMAINS = True\n```\n\nRails: `config.force_ssl = true` sets the header. WordPress: set it in the web server. Cloudflare: SSL/TLS, Edge\nCertificates, HTTP Strict Transport Security. Static hosts: Netlify and Cloudflare Pages read it from a `_headers`\nfile; GitHub Pages cannot set it for own domains, so put a CDN in front.",
    acceptable: "For APIs that no browser uses; the severity is lower there. Not for sites with logins or forms.",
  },
  "hsts-no-subdomains": {
    why: "Without `includeSubDomains`, an attacker on the way can invent a subdomain over http, such as `x.example.com`. From\nthere, cookies of the domain can be set, and those without `Secure` be read.",
    fix: "Add includeSubDomains after checking that every subdomain that people use has HTTPS, internal ones included.\n\nnginx\n\n```nginx\n# before\nadd_header Strict-Transport-Security \"max-age=31536000\" always;\n# after\nadd_header Strict-Transport-Security \"max-age=31536000; includeSubDomains\" always;\n```\n\nApache\n\n```apache\n# after\nHeader always set Strict-Transport-Security \"max-age=31536000; includeSubDomains\"\n```",
    acceptable: "While subdomains without HTTPS are still in use.",
  },
  "hsts-preload-ineligible": {
    why: "The header asks browsers to ship the domain on their preload list, but the domain does not meet the requirements. It\nis not added, or it is removed, and the word gives a false sense of safety.",
    fix: "Meet every requirement that the finding names, or remove preload.\n\nnginx\n\n```nginx\n# before\nadd_header Strict-Transport-Security \"max-age=15552000; preload\" always;\n# after\nadd_header Strict-Transport-Security \"max-age=31536000; includeSubDomains; preload\" always;\n```\n\nApache\n\n```apache\n# after\nHeader always set Strict-Transport-Security \"max-age=31536000; includeSubDomains; preload\"\n```\n\nThen submit the domain at https://hstspreload.org/. Removal from the list takes months: be sure that every subdomain\ncan stay on HTTPS.",
    acceptable: "While you prepare the submission.",
  },
  "hsts-preload-status": {
    why: "Browsers contact domains on the preload list over https from the first visit on. Perimeter ships the preloaded top-level\ndomains only; the operator can add the complete list (`PERIMETER_HSTS_PRELOAD`).",
    fix: "No fix is needed. To be preloaded, meet the requirements and submit the domain at https://hstspreload.org/.\n\n```http\nStrict-Transport-Security: max-age=31536000; includeSubDomains; preload\n```",
    acceptable: "Always: this is a note.",
  },
  "hsts-redirect-hop": {
    why: "People type the short name, which redirects to the one with the page. Without a policy on that redirect, browsers ask\nthe short name over http on every visit, and an attacker on the way can take over there.",
    fix: "Send the header on the redirect too. Headers that are set for pages alone do not reach redirects.\n\nnginx\n\n```nginx\n# before\nserver {\n  listen 443 ssl;\n  server_name example.com;\n  return 301 https://www.example.com$request_uri;\n}\n# after\nserver {\n  listen 443 ssl;\n  server_name example.com;\n  add_header Strict-Transport-Security \"max-age=31536000; includeSubDomains\" always;\n  return 301 https://www.example.com$request_uri;\n}\n```\n\nApache\n\n```apache\n# after\nHeader always set Strict-Transport-Security \"max-age=31536000; includeSubDomains\"\n```\n\nCloudflare: switch HSTS on in Edge Certificates; it then covers redirects.",
    acceptable: "If nobody types or links the redirecting name.",
  },
  "hsts-short": {
    why: "The policy ends max-age seconds after the last visit. Visitors who come less often arrive unprotected each time.",
    fix: "Raise max-age to a year once all pages work over https.\n\nnginx\n\n```nginx\n# before\nadd_header Strict-Transport-Security \"max-age=86400\" always;\n# after\nadd_header Strict-Transport-Security \"max-age=31536000; includeSubDomains\" always;\n```\n\nApache\n\n```apache\n# after\nHeader always set Strict-Transport-Security \"max-age=31536000; includeSubDomains\"\n```",
    acceptable: "For some weeks, while HSTS is being introduced.",
  },
  "http-altsvc-foreign": {
    why: "Alt-Svc sends browsers to another host for the same site. If that host does not exist, they try in vain. If nobody has\nregistered its domain, a stranger can register it and hold up these connections; to serve the site the stranger would\nneed its certificate.",
    fix: "Name a host that exists, or remove the alternative. To make browsers forget it at once, send `clear` for some days.\n\nnginx\n\n```nginx\n# before\nadd_header Alt-Svc 'h2=\"edge.old-vendor.example:443\"; ma=2592000';\n# after\nadd_header Alt-Svc 'clear' always;\n```\n\nApache\n\n```apache\n# after\nHeader always set Alt-Svc \"clear\"\n```",
    acceptable: "If the host is missing for a short time only, and its domain is yours.",
  },
  "http-basic-auth-clear": {
    why: "With Basic authentication over http, browsers send user name and password readable with every request. Anybody on the\nway, for example in the same Wi-Fi, can collect them.",
    fix: "Redirect to https before a password is asked for, and then change the passwords.\n\nnginx\n\n```nginx\n# before\nserver {\n  listen 80;\n  auth_basic \"internal\";\n  auth_basic_user_file /etc/nginx/htpasswd;\n}\n# after\nserver {\n  listen 80;\n  return 301 https://$host$request_uri;\n}\nserver {\n  listen 443 ssl;\n  auth_basic \"internal\";\n  auth_basic_user_file /etc/nginx/htpasswd;\n}\n```\n\nApache\n\n```apache\n# after\n<VirtualHost *:80>\n  Redirect permanent / https://example.com/\n</VirtualHost>\n```",
    acceptable: "Never, even for test systems: people reuse passwords.",
  },
  "http-bot-wall": {
    why: "A bot protection, a firewall or a rate limit answered in place of the site. What is behind it was not seen, so checks\nof the content are inconclusive instead of passed.",
    fix: "No fix is needed. To audit your own site, allow the User-Agent `PerimeterAudit`, or the address of the scanner, in the\nbot protection.\n\n```text\nCloudflare: Security, WAF, Custom rules: (http.user_agent contains \"PerimeterAudit\") -> Skip\n```",
    acceptable: "Always: this is a note.",
  },
  "http-clock-skew": {
    why: "The server's clock is wrong. Its logs then do not match others, cookies and caches end at the wrong time, and signed\nrequests or one-time passwords fail.",
    fix: "Synchronize the clock by NTP.\n\n```sh\n# Debian\napt install chrony\nchronyc tracking\n```",
    acceptable: "Where an old page of a cache without Age is served on purpose.",
  },
  "http-default-vhost": {
    why: "The server gives the site to anyone who asks for another name. Others can point their domains at it, and scanners that\nask by address find the site.",
    fix: "Add a default host that answers with an error.\n\nnginx\n\n```nginx\n# after\nserver {\n  listen 443 ssl default_server;\n  ssl_reject_handshake on;\n}\n```\n\nApache\n\n```apache\n# after\n<VirtualHost _default_:443>\n  Redirect 404 /\n</VirtualHost>\n```",
    acceptable: "On servers with one site.",
  },
  "http-h2-only": {
    why: "The server speaks HTTP/2 alone. Browsers can use it; older clients and this audit cannot, so checks of responses are\ninconclusive.",
    fix: "No fix is needed. To serve all clients, offer http/1.1 beside h2.\n\nApache\n\n```apache\n# before\nProtocols h2\n# after\nProtocols h2 http/1.1\n```",
    acceptable: "Always: this is a note.",
  },
  "http-host-injection": {
    why: "The server builds addresses from the Host header, which the client chooses. A cache can store such a page and give it\nto others, and e-mails with links, such as for a new password, can lead to the attacker's host.",
    fix: "Answer unknown hosts with an error, and build links from the configured name.\n\nnginx\n\n```nginx\n# before\nserver { listen 443 ssl; server_name _; }\n# after\nserver {\n  listen 443 ssl default_server;\n  ssl_reject_handshake on;\n}\nserver {\n  listen 443 ssl;\n  server_name example.com;\n}\n```\n\nApache\n\n```apache\n# after\nUseCanonicalName On\n<VirtualHost *:443>\n  ServerName default.invalid\n  Redirect 404 /\n</VirtualHost>\n```\n\nDjango: list the names in `ALLOWED_HOSTS`. Rails: `config.hosts`. Laravel: `TrustHosts`. Express: do not use\n`request.hostname` in links.",
    acceptable: "If the host comes back in a redirect alone and no cache stands in front.",
  },
  "http-methods": {
    why: "The server announces methods that can change things. Whether they work, and for whom, was not tried.",
    fix: "Allow only the methods that the application needs.\n\nnginx\n\n```nginx\n# after\nlimit_except GET POST { deny all; }\n```\n\nApache\n\n```apache\n# after\n<LimitExcept GET POST HEAD OPTIONS>\n  Require all denied\n</LimitExcept>\n```",
    acceptable: "For APIs that use these methods with a login.",
  },
  "http-no-redirect": {
    why: "Visitors who type the name, or follow an old link, arrive over http. Without a redirect they stay there: everybody on\nthe way can read and change the pages, and the site's protection by HTTPS does not reach them. Chrome has announced a warning\nbefore public pages over http.",
    fix: "Redirect every request on port 80 to https on the same host, permanently.\n\nnginx\n\n```nginx\n# before\nserver { listen 80; root /var/www; }\n# after\nserver {\n  listen 80;\n  return 301 https://$host$request_uri;\n}\n```\n\nApache\n\n```apache\n# after\n<VirtualHost *:80>\n  ServerName example.com\n  Redirect permanent / https://example.com/\n</VirtualHost>\n```\n\nCaddy redirects by itself, unless `auto_https` is off.\n\nIIS (`web.config`, with the module URL Rewrite)\n\n```xml\n<!-- after -->\n<rule name=\"https\" stopProcessing=\"true\">\n  <match url=\"(.*)\" />\n  <conditions><add input=\"{HTTPS}\" pattern=\"off\" /></conditions>\n  <action type=\"Redirect\" url=\"https://{HTTP_HOST}/{R:1}\" redirectType=\"Permanent\" />\n</rule>\n```\n\nHAProxy\n\n```haproxy\n# after\nhttp-request redirect scheme https code 301 unless { ssl_fc }\n```\n\nNode (Express, behind a proxy)\n\n```js\n// after\napp.set('trust proxy', 1);\napp.use((request, response, next) =>\n  request.secure ? next() : response.redirect(301, `https://${request.hostname}${request.originalUrl}`),\n);\n```\n\nDjango: `SECURE_SSL_REDIRECT = True`. Rails: `config.force_ssl = true`. WordPress: set both addresses in Settings to\nhttps, and redirect in the web server. Cloudflare: switch on Always Use HTTPS. GitHub Pages, Netlify and others have a\nswitch to enforce HTTPS.",
    acceptable: "On hosts for machines that need http, such as those that serve certificate revocation lists. Pages for people always\nneed the redirect.",
  },
  "http-redirect-client-side": {
    why: "The page over http sends browsers to https itself. Clients that read no HTML, such as search engines, tools and API\nclients, stay on http, and the page that makes the redirect can be changed on the way.",
    fix: "Replace the page by a redirect of the server.\n\nPage\n\n```html\n<!-- before -->\n<meta http-equiv=\"refresh\" content=\"0; url=https://example.com/\">\n<!-- after -->\n<!-- no page: the server answers 301 with Location -->\n```\n\nnginx\n\n```nginx\n# before\nserver { listen 80; root /var/www; }\n# after\nserver {\n  listen 80;\n  return 301 https://$host$request_uri;\n}\n```\n\nApache\n\n```apache\n# after\n<VirtualHost *:80>\n  ServerName example.com\n  Redirect permanent / https://example.com/\n</VirtualHost>\n```",
    acceptable: "On hosts of files that cannot redirect.",
  },
  "http-redirect-downgrade": {
    why: "A redirect from https to http takes visitors off the encrypted connection: the request that follows can be read and\nchanged by anybody on the way, with its cookies and parameters.",
    fix: "Redirect to an https URL. The cause is often an application behind a proxy that does not know that the visitor came\nover https.\n\nnginx (proxy in front of the application)\n\n```nginx\n# before\nproxy_pass http://127.0.0.1:8080;\n# after\nproxy_pass http://127.0.0.1:8080;\nproxy_set_header X-Forwarded-Proto $scheme;\n```\n\nDjango: `SECURE_PROXY_SSL_HEADER = (\"HTTP_X_FORWARDED_PROTO\", \"https\")`. Express: `app.set('trust proxy', 1)`. Tomcat:\n`RemoteIpValve`. WordPress: set both addresses in Settings to https.",
    acceptable: "Never: every step of a redirect can use https.",
  },
  "http-redirect-first-hop": {
    why: "Browsers learn the HSTS policy of a host only over https. If `http://example.com` redirects to\n`https://www.example.com` directly, they never see a policy for `example.com`, and every later visit to that name\nstarts over http again. The preload list also requires the direct step.",
    fix: "Redirect to https on the same host first, and to the other name there.\n\nnginx\n\n```nginx\n# before\nserver {\n  listen 80;\n  server_name example.com;\n  return 301 https://www.example.com$request_uri;\n}\n# after\nserver {\n  listen 80;\n  server_name example.com www.example.com;\n  return 301 https://$host$request_uri;\n}\nserver {\n  listen 443 ssl;\n  server_name example.com;\n  add_header Strict-Transport-Security \"max-age=31536000; includeSubDomains\" always;\n  return 301 https://www.example.com$request_uri;\n}\n```\n\nApache\n\n```apache\n# after\n<VirtualHost *:80>\n  ServerName example.com\n  Redirect permanent / https://example.com/\n</VirtualHost>\n```",
    acceptable: "If the domain is preloaded, or nobody uses the other name.",
  },
  "http-redirect-loop": {
    why: "The redirects never reach a page, so visitors see an error. Often http and https redirect to each other, because a\nproxy talks http to a server that insists on https.",
    fix: "Let one place decide about https. Behind a CDN, use its full encryption mode, or let the origin trust the protocol\nheader of the proxy.\n\nnginx (origin behind a proxy)\n\n```nginx\n# before\nif ($scheme = http) { return 301 https://$host$request_uri; }\n# after\nif ($http_x_forwarded_proto = http) { return 301 https://$host$request_uri; }\n```\n\nCloudflare: set SSL/TLS to Full (strict) instead of Flexible.",
    acceptable: "On paths that need a cookie or a login, if a browser with cookies gets to the page.",
  },
  "http-trace": {
    why: "TRACE returns the request as the server received it. That shows header fields that proxies in front add, such as\ninternal addresses or authentication, to anyone who can make a client send it.",
    fix: "Switch TRACE off.\n\nApache\n\n```apache\n# before\nTraceEnable On\n# after\nTraceEnable Off\n```\n\nIIS (`web.config`)\n\n```xml\n<!-- after -->\n<requestFiltering><verbs><add verb=\"TRACE\" allowed=\"false\" /></verbs></requestFiltering>\n```\n\nTomcat: leave `allowTrace` at `false`. nginx refuses TRACE by itself; if it answers, the application behind it does.",
    acceptable: "In a closed test system.",
  },
  "http2-missing": {
    why: "HTTP/2 loads pages with many parts faster over one connection. Nothing is less safe without it.",
    fix: "Switch HTTP/2 on.\n\nnginx\n\n```nginx\n# before\nlisten 443 ssl;\n# after\nlisten 443 ssl;\nhttp2 on;\n```\n\nApache\n\n```apache\n# after\nProtocols h2 http/1.1\n```",
    acceptable: "Always: this is a note.",
  },
  "http3-broken": {
    why: "Browsers that read the advertisement try HTTP/3 over UDP first, wait, and go back to TCP. The first pages of a visit come\nlate, and some networks make it worse.",
    fix: "Open the UDP port in the firewall and let the server listen there, or stop advertising HTTP/3.\n\nnginx\n\n```nginx\n# before: advertised, but nothing listens on UDP\nlisten 443 ssl;\nadd_header Alt-Svc 'h3=\":443\"; ma=86400';\n# after\nlisten 443 quic reuseport;\nlisten 443 ssl;\nadd_header Alt-Svc 'h3=\":443\"; ma=86400' always;\n```\n\nCaddy advertises HTTP/3 by itself. Where UDP is closed, switch it off:\n\n```caddyfile\n# after\n{\n  servers {\n    protocols h1 h2\n  }\n}\n```\n\nHAProxy: `bind quic4@:443 ssl crt /etc/haproxy/site.pem alpn h3`. Firewall: `ufw allow 443/udp`; in clouds, a rule for UDP\n443 in the security group; in Docker, publish the port a second time as `443:443/udp`. Behind a CDN, switch HTTP/3 on or\noff there. An HTTPS record that lists `h3` is changed in DNS.",
    acceptable: "For some days while a server moves: browsers forget the advertisement after its `ma` seconds.",
  },
  "https-ech": {
    why: "Encrypted Client Hello hides the name of the site in the handshake. A browser whose copy of the key is out of date gets\nthe certificate of the public name instead, and learns the new key by it. If that certificate does not fit, or the value\nis malformed, the browser cannot connect at all.",
    fix: "Publish the configuration that the server wrote, and give the server a valid certificate for its public name.\n\nZone file\n\n```dns\n; before\nexample.com. HTTPS 1 . ech=AD7+DQA6...   ; public name without a certificate\n; after\nexample.com. HTTPS 1 . alpn=\"h2\"\n```\n\nWith a CDN, let the CDN write the record: it changes keys every few hours. Without a server that decrypts it, leave `ech`\nout: nothing is less safe than before.",
    acceptable: "A site without Encrypted Client Hello needs nothing: that is a note. A broken one should not wait.",
  },
  "https-missing": {
    why: "The site can be reached over http alone. Everybody on the way can read what visitors see and enter, and change it:\nlogins, prices, downloads. Browsers mark the site as not secure; Chrome has\nannounced a full warning before public sites without HTTPS.",
    fix: "Get a certificate, which is free and automatic with ACME, serve the site on port 443, and redirect port 80 to it.\n\n```sh\n# Debian with nginx\napt install certbot python3-certbot-nginx\ncertbot --nginx -d example.com -d www.example.com\n```\n\nCaddy gets certificates by itself. Hosting providers have a switch for Let's Encrypt in their panel. Cloudflare: set\nthe mode Full (strict).",
    acceptable: "Never on the public internet.",
  },
  "https-rr": {
    why: "Browsers that read the HTTPS record connect to what it says before they look at anything else. A hint to an old address,\na protocol that the server does not speak or a target without an address makes visits slow or makes them fail. Browsers drop\nall records of a name where one is malformed, and ignore those beside an alias (priority 0). `HTTPS 0 .` says that there is\nno site.",
    fix: "Write the record from the same source as the addresses, and leave out what need not be there: hints are optional.\n\nZone file\n\n```dns\n; before\nexample.com. HTTPS 1 . alpn=\"h3,h2\" ipv4hint=198.51.100.7\n; after\nexample.com. HTTPS 1 . alpn=\"h2\" ipv4hint=192.0.2.10\n```\n\nLeave out `mandatory`, and write `no-default-alpn` only beside `alpn`. With a CDN, let the CDN write the record. After a move to another address, change A, AAAA and HTTPS together. For `h2`,\nswitch HTTP/2 on at the server: nginx `http2 on;`, Apache `Protocols h2 http/1.1`, HAProxy `alpn h2,http/1.1`.",
    acceptable: "While addresses change, for as long as the records are cached.",
  },
  "https-www-broken": {
    why: "People type names with and without www, and browsers try https first. One of the two names refuses https: these\nvisitors see an error, or are served over http.",
    fix: "Serve both names on port 443 with a certificate that has both, and redirect one to the other.\n\n```sh\ncertbot --nginx -d example.com -d www.example.com\n```\n\nnginx\n\n```nginx\n# before\nserver { listen 443 ssl; server_name www.example.com; }\n# after\nserver { listen 443 ssl; server_name www.example.com; }\nserver {\n  listen 443 ssl;\n  server_name example.com;\n  return 301 https://www.example.com$request_uri;\n}\n```\n\nWith a CDN, add both names to its configuration.",
    acceptable: "If the name is not meant to be used: then remove its address records.",
  },
  "ip-bogon": {
    why: "An address that no network announces answers nobody. Beside working addresses, it makes every second or third visit slow or fail,\nfrom different places at different times.",
    fix: "Delete the record. Such addresses come from examples of documentation (`192.0.2.0/24`, `203.0.113.0/24`), from internal networks, or\nfrom place-holders such as `0.0.0.0`.\n\n```sh\ndig +short A www.example.com\n# before: 198.18.7.9 and 10.1.2.3      after: 198.18.7.9\n```",
    acceptable: "Never for a name that visitors use. Internal names belong into an internal zone (split horizon).",
  },
  "ip6-mx": {
    why: "Senders that have IPv6 alone cannot deliver mail. They are few today.",
    fix: "Give a mail host an AAAA record, with a reverse name and an SPF entry for the address if it sends, too. Otherwise receivers refuse its mail.\n\n```text\nmail.example.com.  AAAA  2001:db8::25\n@                  TXT   \"v=spf1 mx ip6:2001:db8::25 -all\"\n```",
    acceptable: "If the mail provider has no IPv6.",
  },
  "ip6-ns": {
    why: "Resolvers that have IPv6 alone need two name servers that they reach, as everybody does: one fails, the other answers.",
    fix: "Give two name servers an AAAA record, and glue at the registrar where their names lie in the domain. Or choose a DNS provider with IPv6.\n\n```text\nns1.example.com.  AAAA  2001:db8:1::53\nns2.example.com.  AAAA  2001:db8:2::53\n```",
    acceptable: "If the DNS provider has no IPv6 and a change is planned anyway.",
  },
  "ip6-special": {
    why: "IPv4-mapped (`::ffff:0:0/96`), link-local (`fe80::/10`), unique local (`fc00::/7`), 6to4 (`2002::/16`) and documentation addresses are\nnot reached over the internet. Clients with IPv6 try most of them first and wait; those of 6to4, of Teredo and of local networks they\ntake after IPv4, so that visitors without IPv4 get no answer.",
    fix: "Publish the address that the hosting provider gave the machine, from a network that it announces, or no AAAA record.\n\n```sh\ndig +short AAAA www.example.com\nip -6 addr show scope global\n# before: fd12:3456::80      after: 2a00:1450:4001:81b::2003, or nothing\n```",
    acceptable: "Never for a name that visitors use.",
  },
  "ip6-tls-differs": {
    why: "Another certificate or other TLS versions at the IPv6 addresses mean that two machines are set up apart: the next renewal or hardening\nwill miss one of them.",
    fix: "Serve both families from one configuration. The checks of certificates and of TLS say what is at fault at which address.\n\n```sh\nopenssl s_client -4 -connect example.com:443 -servername example.com </dev/null | openssl x509 -noout -subject -dates\nopenssl s_client -6 -connect example.com:443 -servername example.com </dev/null | openssl x509 -noout -subject -dates\n```",
    acceptable: "If a CDN serves one family and the own server the other, on purpose.",
  },
  "ip6-web-differs": {
    why: "A host that shows another page over IPv6 is often a machine that was left out of an update: an old version, a default page, a site\nwithout its redirect to HTTPS. Part of the visitors gets it, and nobody in the office sees it.",
    fix: "Serve both families from one server block or virtual host, and roll out to both.\n\n```nginx\n# before: two blocks, one of them old\nserver { listen 443 ssl; server_name example.com; root /srv/www; }\nserver { listen [::]:443 ssl; root /var/www/html; }\n# after\nserver { listen 443 ssl; listen [::]:443 ssl; server_name example.com; root /srv/www; }\n```",
    acceptable: "If pages differ from visit to visit, or by country: then the finding, which is potential, is wrong.",
  },
  "ip6-web-missing": {
    why: "Mobile networks and parts of companies have IPv6 alone and reach the IPv4 internet through translators, which are slow at times,\nbreak with DNSSEC and put many users behind one address.",
    fix: "Get an IPv6 address from the hosting provider, let the web server listen there, open the firewall for the same ports, and only\nthen add the AAAA record.\n\n```nginx\nlisten 80;\nlisten [::]:80;\nlisten 443 ssl;\nlisten [::]:443 ssl;\n```\n\n```text\nexample.com.      AAAA  2001:db8::80\nwww.example.com.  AAAA  2001:db8::80\n```\n\nApache: `Listen 443` covers both families. A CDN in front of the site adds IPv6 with a switch, without a change of the origin.",
    acceptable: "If all visitors are known to have IPv4.",
  },
  "ip6-web-unreachable": {
    why: "Browsers try IPv6 first. Where the address does not answer, they wait before they fall back; programs without fallback, and networks\nwithout IPv4, do not arrive at all. Operators rarely notice, because their own network has IPv4.",
    fix: "Look in this order: does the server listen (`ss -ltn6`), does its firewall let the ports through (`ip6tables` and security groups have\nrules of their own), does the address in DNS belong to this machine?\n\n```sh\nss -ltn '( sport = :443 or sport = :80 )'\nip6tables -A INPUT -p tcp -m multiport --dports 80,443 -j ACCEPT\nnft add rule ip6 filter input tcp dport '{ 80, 443 }' accept\nip6tables -A INPUT -p icmpv6 -j ACCEPT   # without it, path MTU discovery fails\n```\n\nIf the machine has no IPv6, delete the AAAA record.",
    acceptable: "Hardly ever: deleting the record is free.",
  },
  "iso-coep-invalid": {
    why: "Browsers read the header by a strict grammar and drop it whole when the value is none they know. The document is then\nnot isolated, and features that need it do not work.",
    fix: "Send one of the known values once, in lower case and without quotes.\n\nnginx\n\n```nginx\n# before\nadd_header Cross-Origin-Embedder-Policy \"required\" always;\n# after\nadd_header Cross-Origin-Embedder-Policy require-corp always;\n```\n\nApache\n\n```apache\n# after\nHeader always set Cross-Origin-Embedder-Policy \"require-corp\"\n```\n\nNode\n\n```js\n// after\nresponse.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');\n```",
    acceptable: "Always: this is a note and does not affect the score. If nobody needs the header, remove it.",
  },
  "iso-coep-missing": {
    why: "With COEP a document loads only resources that agree to it. Together with COOP that isolates the document in a process\nof its own, and browsers then give it precise clocks and shared memory.",
    fix: "Set it only if the site needs these features; pictures and frames of other sites without CORP or CORS stop loading.\n\nnginx\n\n```nginx\n# after\nadd_header Cross-Origin-Embedder-Policy credentialless always;\n```\n\nApache\n\n```apache\n# after\nHeader always set Cross-Origin-Embedder-Policy \"credentialless\"\n```\n\nNode\n\n```js\n// after\nresponse.setHeader('Cross-Origin-Embedder-Policy', 'credentialless');\n```",
    acceptable: "Always: this is a note. Few sites need it.",
  },
  "iso-coop-invalid": {
    why: "Browsers read the header by a strict grammar and drop it whole when the value is none they know. The protection that\nwas meant is not there.",
    fix: "Send one of the known values once, in lower case and without quotes.\n\nnginx\n\n```nginx\n# before\nadd_header Cross-Origin-Opener-Policy \"sameorigin\" always;\n# after\nadd_header Cross-Origin-Opener-Policy same-origin always;\n```\n\nApache\n\n```apache\n# after\nHeader always set Cross-Origin-Opener-Policy \"same-origin\"\n```\n\nNode\n\n```js\n// after\nresponse.setHeader('Cross-Origin-Opener-Policy', 'same-origin');\n```\n\nSites that open a window for payment or login of another site need `same-origin-allow-popups`.",
    acceptable: "Always: this is a note and does not affect the score. If nobody needs the header, remove it.",
  },
  "iso-coop-missing": {
    why: "A page of another site that opens this one keeps a handle to its window. It can count frames, notice redirects and\nsend the window elsewhere, for example to a false login. With COOP browsers cut the handle.",
    fix: "Try it with the report-only header first if the site uses windows for login or payment.\n\nnginx\n\n```nginx\n# after\nadd_header Cross-Origin-Opener-Policy same-origin always;\n```\n\nApache\n\n```apache\n# after\nHeader always set Cross-Origin-Opener-Policy \"same-origin\"\n```\n\nNode\n\n```js\n// after\nresponse.setHeader('Cross-Origin-Opener-Policy', 'same-origin');\n```\n\nHelmet sets it by default. Static hosts: Netlify and Cloudflare Pages read headers from a `_headers` file.",
    acceptable: "Always: this is a note. Sites that work together with windows of other sites need `same-origin-allow-popups` or\nnothing.",
  },
  "iso-corp-invalid": {
    why: "Browsers compare the value letter by letter, and ignore one they do not know. Other sites can load the response\nalthough the header was meant to prevent that.",
    fix: "Send one of the known values once, in lower case.\n\nnginx\n\n```nginx\n# before\nadd_header Cross-Origin-Resource-Policy \"sameorigin\" always;\n# after\nadd_header Cross-Origin-Resource-Policy same-origin always;\n```\n\nApache\n\n```apache\n# after\nHeader always set Cross-Origin-Resource-Policy \"same-origin\"\n```\n\nNode\n\n```js\n// after\nresponse.setHeader('Cross-Origin-Resource-Policy', 'same-origin');\n```",
    acceptable: "Always: this is a note and does not affect the score. If everyone may load the response, remove the header.",
  },
  "iso-corp-missing": {
    why: "Without CORP a page of any site can load this response as a picture or script, so that it enters the process of that\npage. Flaws of processors (Spectre) let such a page read memory. Browsers block JSON and HTML in many such requests by\nthemselves.",
    fix: "Send `same-origin` for pages and data, `same-site` for what sister hosts use, `cross-origin` for what everyone embeds.\n\nnginx\n\n```nginx\n# after\nadd_header Cross-Origin-Resource-Policy same-origin always;\n```\n\nApache\n\n```apache\n# after\nHeader always set Cross-Origin-Resource-Policy \"same-origin\"\n```\n\nNode\n\n```js\n// after\nresponse.setHeader('Cross-Origin-Resource-Policy', 'same-origin');\n```",
    acceptable: "Always: this is a note.",
  },
  "iso-report-only": {
    why: "A report-only policy shows what would break, and changes nothing. That is the right first step, and no protection.",
    fix: "When no more reports come, send the enforced header.\n\nResponse\n\n```http\n# before\nCross-Origin-Opener-Policy-Report-Only: same-origin; report-to=\"main\"\n# after\nCross-Origin-Opener-Policy: same-origin; report-to=\"main\"\n```",
    acceptable: "While the roll-out lasts: this is a note.",
  },
  "iso-state": {
    why: "COOP and COEP together decide whether browsers isolate the document. The report shows which state results, because one\nheader alone isolates nothing.",
    fix: "To be isolated, send both.\n\nResponse\n\n```http\n# before\nCross-Origin-Opener-Policy: same-origin\n# after\nCross-Origin-Opener-Policy: same-origin\nCross-Origin-Embedder-Policy: require-corp\n```",
    acceptable: "Always: this is a note.",
  },
  "js-eol": {
    why: "Nobody publishes security fixes for this version any more. Vulnerabilities that are found from now on stay open, and\nscanners for known vulnerabilities stop listing them.",
    fix: "Update the library that the finding names; where its development has ended, migrate to another one.\n\n| Library | Go to | Command |\n| --- | --- | --- |\n| AngularJS 1 | Angular | `npm install @angular/core@latest` |\n| Angular | one major version at a time | `npx ng update @angular/core @angular/cli` |\n| jQuery 1 and 2 | jQuery 3, with `jquery-migrate` during the change | `npm install jquery@3` |\n| Bootstrap 3 and 4 | Bootstrap 5 | `npm install bootstrap@5` |\n| Vue 2 | Vue 3 | `npm install vue@3` |\n| CKEditor 4 | CKEditor 5 | `npm install ckeditor5` |\n| TinyMCE 5 and earlier | a maintained TinyMCE | `npm install tinymce@latest` |\n| jQuery Mobile, YUI, Prototype | functions of browsers, or a maintained library | |\n| SWFObject | HTML video or canvas | |",
    acceptable: "If a vendor maintains the version for you, and you can tell its builds from the public ones.",
  },
  "js-public-key": {
    why: "Keys of this kind are made to stand in pages. Without restrictions, others can use them at your cost or send data in your\nname. This is an observation.",
    fix: "Restrict the key at its provider: Google API keys by referrer and function, Sentry by allowed domains.\n\n```sh\n# before: no restriction; after: only your site and the Maps API\ngcloud services api-keys update KEY --allowed-referrers=\"https://www.example.com/*\" --api-target=service=maps-backend.googleapis.com\n```",
    acceptable: "If the key is restricted.",
  },
  "js-secret": {
    why: "Every visitor can read the page and its scripts. A secret key there gives them the rights of the service that it belongs to:\npayments, storage, source code. Keys are found by automated searches within minutes. The key was not tried.",
    fix: "1. Revoke the key at its provider now. Deleting it from the page is not enough, because copies exist.\n2. Create a new one with the least rights, and keep it on the server.\n3. Search the provider's logs for use by others.\n\n```js\n// before: in the browser\nfetch('https://api.example.com/charge', { headers: { Authorization: 'Bearer sk_live_…' } });\n// after: the browser asks your server, and only the server has the key\nfetch('/api/charge', { method: 'POST' });\n```\n\nBundlers put variables into public files: in Vite those that begin with `VITE_`, in Next.js `NEXT_PUBLIC_`, in Create React App\n`REACT_APP_`. Never give secrets such names. WordPress: keep keys in `wp-config.php`, and do not pass them to\n`wp_localize_script`.",
    acceptable: "Never. If the key is for tests only, replace it with one whose format says so.",
  },
  "js-sourcemap": {
    why: "A source map contains the names of the source files and often their complete text with comments. It makes it easier to find\nflaws, and it shows what minified code hides.",
    fix: "Build without public source maps, or upload them only to your error monitoring.\n\n```js\n// vite.config.js, before\nexport default { build: { sourcemap: true } };\n// after: written, but not named in the scripts, and not deployed\nexport default { build: { sourcemap: 'hidden' } };\n```\n\n```js\n// webpack.config.js\nmodule.exports = { mode: 'production', devtool: false };\n```\n\nOr refuse them on the server:\n\n```nginx\nlocation ~ \\.map$ { return 404; }\n```\n\n```apache\n<FilesMatch \"\\.map$\">\n  Require all denied\n</FilesMatch>\n```",
    acceptable: "If the source code is public anyway.",
  },
  "js-vulnerable-high": {
    why: "The page loads a version of a JavaScript library with published vulnerabilities of high or critical severity. Depending on how\nthe page uses the library, they allow cross-site scripting, prototype pollution or denial of service. The version follows\nfrom the library's banner or code; whether the flawed functions are used was not tested. If only the address names the\nversion, the finding is potential: a name that somebody gave to a file. A hash of the content in an address is no version.",
    fix: "Update to the named version or later, test the pages that use the library, and remove copies that nothing needs.\n\nThe finding names the library and its version to go to. For jQuery from a CDN:\n\n```html\n<!-- before -->\n<script src=\"https://cdn.jsdelivr.net/npm/jquery@1.12.4/dist/jquery.min.js\"></script>\n<!-- after -->\n<script src=\"https://cdn.jsdelivr.net/npm/jquery@3.7.1/dist/jquery.min.js\"\n  integrity=\"sha384-1H217gwSVyLSIfaLxHbE7dRb3v4mYCKbpQvzx0cegeju1MVsGrX5xXxAvs/HgeFs\"\n  crossorigin=\"anonymous\"></script>\n```\n\nBundles: update the package, then build again.\n\n```sh\nnpm outdated\nlibrary=jquery version=3.7.1 # those that the finding names\nnpm install \"$library@$version\"\nnpm audit\n```\n\nWordPress: update core, themes and plugins, because libraries come with them. Drupal: `composer update`. If a plugin contains\nan old copy and has no update, replace the plugin.",
    acceptable: "If you have verified for each advisory that the page does not use the flawed function with data of others, or if your vendor repaired this build without changing the number.",
  },
  "js-vulnerable-low": {
    why: "The page loads a version of a JavaScript library with published vulnerabilities of low severity. They need unusual\nconditions, but an update removes them.",
    fix: "Update to the named version or later, test the pages that use the library, and remove copies that nothing needs.\n\nThe finding names the library and its version to go to. For jQuery from a CDN:\n\n```html\n<!-- before -->\n<script src=\"https://cdn.jsdelivr.net/npm/jquery@1.12.4/dist/jquery.min.js\"></script>\n<!-- after -->\n<script src=\"https://cdn.jsdelivr.net/npm/jquery@3.7.1/dist/jquery.min.js\"\n  integrity=\"sha384-1H217gwSVyLSIfaLxHbE7dRb3v4mYCKbpQvzx0cegeju1MVsGrX5xXxAvs/HgeFs\"\n  crossorigin=\"anonymous\"></script>\n```\n\nBundles: update the package, then build again.\n\n```sh\nnpm outdated\nlibrary=jquery version=3.7.1 # those that the finding names\nnpm install \"$library@$version\"\nnpm audit\n```\n\nWordPress: update core, themes and plugins, because libraries come with them. Drupal: `composer update`. If a plugin contains\nan old copy and has no update, replace the plugin.",
    acceptable: "Until the next regular update.",
  },
  "js-vulnerable-medium": {
    why: "The page loads a version of a JavaScript library with published vulnerabilities of medium severity, most often cross-site\nscripting if the page passes data of others to certain functions. Whether it does was not tested.",
    fix: "Update to the named version or later, test the pages that use the library, and remove copies that nothing needs.\n\nThe finding names the library and its version to go to. For jQuery from a CDN:\n\n```html\n<!-- before -->\n<script src=\"https://cdn.jsdelivr.net/npm/jquery@1.12.4/dist/jquery.min.js\"></script>\n<!-- after -->\n<script src=\"https://cdn.jsdelivr.net/npm/jquery@3.7.1/dist/jquery.min.js\"\n  integrity=\"sha384-1H217gwSVyLSIfaLxHbE7dRb3v4mYCKbpQvzx0cegeju1MVsGrX5xXxAvs/HgeFs\"\n  crossorigin=\"anonymous\"></script>\n```\n\nBundles: update the package, then build again.\n\n```sh\nnpm outdated\nlibrary=jquery version=3.7.1 # those that the finding names\nnpm install \"$library@$version\"\nnpm audit\n```\n\nWordPress: update core, themes and plugins, because libraries come with them. Drupal: `composer update`. If a plugin contains\nan old copy and has no update, replace the plugin.",
    acceptable: "If the page passes no data of others to the flawed functions, or if your vendor repaired this build.",
  },
  "mail-client-srv": {
    why: "Mail programs find their servers by SRV records. If only services without implicit TLS are named, they begin in\nplaintext, and an attacker on the path can remove STARTTLS before the password is sent.",
    fix: "Publish the services with implicit TLS, and declare the others unavailable with the target `.`.\n\n```dns\n; before\n_imap._tcp.example.com.         IN SRV 0 1 143 mail.example.com.\n; after\n_imaps._tcp.example.com.        IN SRV 0 1 993 mail.example.com.\n_submissions._tcp.example.com.  IN SRV 0 1 465 mail.example.com.\n_imap._tcp.example.com.         IN SRV 0 0 0 .\n```",
    acceptable: "If all users get their settings in another way, such as autodiscovery or a profile.",
  },
  "mail-report-unregistered": {
    why: "Reports show which servers send mail for you, how much and to whom, and TLS reports name your mail servers and their\nfailures. Anyone who registers the domain receives them from then on.",
    fix: "Remove the address. It is often a service that closed, or a typing error.\n\n```dns\n; before: old-reports.example is unregistered\n_dmarc.example.com.  IN TXT \"v=DMARC1; p=reject; rua=mailto:x@old-reports.example\"\n; after\n_dmarc.example.com.  IN TXT \"v=DMARC1; p=reject; rua=mailto:dmarc@example.com\"\n```\n\nFor TLS-RPT the record is at `_smtp._tls.example.com`. Confidence is \"potential\" while only one resolver says that the\ndomain does not exist.",
    acceptable: "Never. If the domain is yours and expired, renew it.",
  },
  "mtasts-max-age-short": {
    why: "Senders protect mail for as long as they remember the policy. With a short time, an attacker only has to block the\npolicy server that long.",
    fix: "Raise max_age to weeks once the policy is stable.\n\n```text\n# before\nmax_age: 3600\n# after\nmax_age: 2592000\n```\n\nSenders ask for the record with every message, so changes still reach them at once.",
    acceptable: "In the first weeks of MTA-STS, and before mail servers move.",
  },
  "mtasts-missing": {
    why: "STARTTLS alone does not stop an attacker on the path: they remove the offer or show a certificate of their own, and\nsenders deliver all the same. With MTA-STS, senders such as Google, Microsoft and Yahoo deliver only over TLS with a\nvalid certificate.",
    fix: "Publish a policy on a web server, then the record. Begin with `mode: testing` and TLS reports.\n\n```dns\n_mta-sts.example.com.  IN TXT \"v=STSv1; id=20260101T000000\"\nmta-sts.example.com.   IN A   192.0.2.80\n```\n\n```text\n# https://mta-sts.example.com/.well-known/mta-sts.txt\nversion: STSv1\nmode: testing\nmx: mx1.example.com\nmax_age: 604800\n```\n\nMicrosoft 365: `mx: example-com.mail.protection.outlook.com`, or the host below mx.microsoft by its full name. Google\nWorkspace: `mx: smtp.google.com`, or `aspmx.l.google.com` and `*.aspmx.l.google.com`.",
    acceptable: "If DANE protects all mail servers, or the domain receives no confidential mail.",
  },
  "mtasts-mx-cert-bad": {
    why: "The policy is enforced, and the mail server has no TLS with a trusted certificate for its name. Senders that follow\nMTA-STS do not deliver; Google and Microsoft are among them.",
    fix: "Give the server a certificate of a public authority for the name in the MX record, with its intermediates. Until then\nset `mode: testing` and change the id.\n\n```ini\n# Postfix, main.cf: before\nsmtpd_tls_cert_file = /etc/ssl/certs/ssl-cert-snakeoil.pem\n# after: key, certificate and intermediates in this order\nsmtpd_tls_chain_files = /etc/ssl/private/mx1.example.com.pem\n```",
    acceptable: "Never in mode enforce: mail is lost.",
  },
  "mtasts-mx-uncovered": {
    why: "Senders that follow MTA-STS deliver only to hosts that the policy names. Mail to another MX host is refused, and returns\nif no host is left. This has happened to whole providers after they renamed hosts.",
    fix: "Name every MX host. A star stands for exactly one label: `*.mx.microsoft` does not cover\n`example-com.a-v1.mx.microsoft`.\n\n```text\n# before\nmx: *.mx.microsoft\n# after\nmx: example-com.a-v1.mx.microsoft\n```\n\nChange policy and id before the MX records, and wait for max_age before you remove an old name.",
    acceptable: "Never in mode enforce.",
  },
  "mtasts-not-enforcing": {
    why: "In mode testing senders only report; an attacker on the path still gets mail in plaintext. In mode none they do not even\nreport: the policy has no effect.",
    fix: "Read the TLS reports for two or three weeks, then enforce.\n\n```text\n# before\nmode: testing\n# after\nmode: enforce\n```\n\nChange the id in the record afterwards. To end MTA-STS, publish `mode: none` with a short max_age, and remove the record\nwhen the old max_age is over.",
    acceptable: "While you are introducing or ending MTA-STS.",
  },
  "mtasts-policy-invalid": {
    why: "Senders ignore a policy that does not follow the syntax, and deliver as if there were none.",
    fix: "Write one field per line: version, mode, one mx per server, max_age.\n\n```text\n# before\nversion: STSv1\nmode: Enforce\nmx: mx1.example.com, mx2.example.com\n# after\nversion: STSv1\nmode: enforce\nmx: mx1.example.com\nmx: mx2.example.com\nmax_age: 604800\n```\n\nThen change the id in the record.",
    acceptable: "Never: an invalid policy has no effect.",
  },
  "mtasts-policy-unavailable": {
    why: "Senders fetch the policy over HTTPS. Without it they deliver as if there were no MTA-STS. A server that hangs or closes the connection in two\ntries counts as one without a policy. They follow no redirect, and\naccept only a trusted certificate, status 200 and plain text.",
    fix: "Serve the file itself at the exact address, with a certificate for `mta-sts.` and your domain.\n\n```nginx\n# before\nserver { server_name mta-sts.example.com; return 301 https://example.com$request_uri; }\n# after\nserver {\n  listen 443 ssl;\n  server_name mta-sts.example.com;\n  location = /.well-known/mta-sts.txt { default_type text/plain; root /srv/mta-sts; }\n}\n```\n\nCloudflare Pages or a Worker serve it as well; exempt the path from bot protection.",
    acceptable: "For a short time: senders keep the policy they have until max_age ends.",
  },
  "mtasts-record-invalid": {
    why: "Senders ignore MTA-STS unless there is exactly one record and its id is valid. The policy then has no effect.",
    fix: "Publish one record with an id of at most 32 letters and digits.\n\n```dns\n; before\n_mta-sts.example.com.  IN TXT \"v=STSv1; id=2026-01-01\"\n; after\n_mta-sts.example.com.  IN TXT \"v=STSv1; id=20260101\"\n```\n\nChange the id with each change of the policy.",
    acceptable: "Never: remove the record if MTA-STS is not wanted.",
  },
  "mx-inconsistent-ns": {
    why: "A resolver asks any name server of the zone. If their MX records differ, part of the mail goes to servers that may no\nlonger take it, and the fault comes and goes.",
    fix: "Let all name servers transfer the zone from one primary, and check that the transfer works. After a change of provider,\nremove the old name servers from the NS records.\n\n```sh\nrndc retransfer example.com        # BIND, on the secondary\nnsd-control force_transfer example.com\n```\n\nWith two DNS providers, deploy each change to both.",
    acceptable: "For the minutes that a change takes to reach all servers.",
  },
  "mx-invalid-target": {
    why: "MX records hold names of hosts that have addresses of their own. Senders treat an alias, an IP address or an unreachable\nprivate address differently: some deliver, others return the mail. A null MX beside other records contradicts them.",
    fix: "Point the record to a name with A or AAAA records that the Internet can reach.\n\n```dns\n; before\nexample.com.       IN MX 10 192.0.2.25.\nexample.com.       IN MX 20 mail.example.com.\nmail.example.com.  IN CNAME host7.example.net.\n; after\nexample.com.       IN MX 10 host7.example.net.\n```\n\nInternal servers do not belong into public DNS: keep them in the internal view of the zone, or in the transport table of\nPostfix. A domain with mail has no `MX 0 .`.",
    acceptable: "If a provider demands an alias and all important senders deliver. A private address beside a public one only costs time.",
  },
  "mx-no-address": {
    why: "Senders look up the address of each MX host in order of preference. A host without an address costs them time; if it is\nthe only one, mail is returned to its sender after days.",
    fix: "Add A and AAAA records for the host, or remove the MX record of a server that was switched off.\n\n```dns\n; before: mx2 has no address\nexample.com.      IN MX 10 mx1.example.com.\nexample.com.      IN MX 20 mx2.example.com.\n; after\nexample.com.      IN MX 10 mx1.example.com.\n```\n\nAfter a move to Microsoft 365 or Google Workspace, remove the records of the former provider.",
    acceptable: "For a few hours, while a server moves and another one takes the mail.",
  },
  "mx-null-missing": {
    why: "Senders try the address of a domain without MX records. Mail to a mistyped or forged address then waits for days before\nit comes back. A null MX ends that at once, and many receivers reject mail that claims to be from a domain with a null\nMX.",
    fix: "Publish a null MX together with an SPF record and a DMARC policy that reject everything.\n\n```dns\nexample.com.         IN MX  0 .\nexample.com.         IN TXT \"v=spf1 -all\"\n_dmarc.example.com.  IN TXT \"v=DMARC1; p=reject\"\n```\n\nSome DNS panels do not accept `.` as a target; Cloudflare, Route 53 and BIND do.",
    acceptable: "If mail to the domain is wanted at its web server, which is rare.",
  },
  "mx-unreachable": {
    why: "None of the mail servers accepts connections on port 25, so the domain receives no mail. Senders try for up to five days\nand then return the mail.",
    fix: "Start the mail server and open port 25 in the firewall, or point the MX records to the server that takes mail.\n\n```sh\nss -ltn 'sport = :25'              # does the server listen?\npostconf inet_interfaces           # Postfix: \"all\", not \"loopback-only\"\n```\n\n```dns\n; after a move to Microsoft 365\nexample.com.  IN MX 0 example-com.mail.protection.outlook.com.\n```\n\nA domain that takes no mail publishes `MX 0 .`.",
    acceptable: "During announced maintenance of some hours: senders try again.",
  },
  "mx-unregistered": {
    why: "Anyone who registers the domain of an MX host receives your mail: confidential messages, and password resets by which\naccounts can be taken over. Expired domains are watched and registered within hours.",
    fix: "Remove the MX record at once. If you still need the host, register its domain again, and keep it with automatic renewal.\n\n```dns\n; before: oldprovider.example has expired\nexample.com.  IN MX 10 mx1.example.com.\nexample.com.  IN MX 50 mx.oldprovider.example.\n; after\nexample.com.  IN MX 10 mx1.example.com.\n```\n\nThen search logs for deliveries to the old host.",
    acceptable: "Never: the next owner of the domain reads your mail.",
  },
  "page-cms-outdated": {
    why: "By its own word, the site runs a version for which security fixes are no longer published. Known vulnerabilities stay\nopen and are attacked automatically. The version is what the page says: it may be changed by hand, or your provider may\nmaintain it.",
    fix: "Back up, then update to a supported major version.\n\n```sh\n# WordPress, before: 4.5; after: current\nwp core update && wp core update-db\nwp plugin update --all\n```\n\n```sh\n# Drupal\ncomposer update \"drupal/core-*\" --with-all-dependencies && drush updatedb\n```\n\nFor Drupal 7, Joomla 3 and TYPO3 11 the change is a migration: plan it, and meanwhile use paid extended support.",
    acceptable: "If you have a contract for extended security support of this version.",
  },
  "page-comment-leak": {
    why: "Everyone can read the comments of a page. Internal addresses, paths and credentials in them help attackers to plan the next\nstep.",
    fix: "Remove comments when the page is built or rendered.\n\n```html\n<!-- before -->\n<!-- TODO: auth missing here, see 10.20.30.40:8080 -->\n<!-- after: nothing; use comments of the template language, which are not sent -->\n```\n\n```php\n<?php /* comments of PHP are not sent to visitors */ ?>\n```\n\nBundlers: `html-minifier-terser` with `--remove-comments`, or the option `removeComments` of `html-webpack-plugin`. Change any\npassword that was in a comment.",
    acceptable: "If the comment names nothing that helps outside, such as a documentation address.",
  },
  "page-form-http": {
    why: "What is typed into the form is sent in the clear: anyone on the network path can read and change it. Browsers warn before\nthey send such a form from an HTTPS page.",
    fix: "Point the form to HTTPS, or to a path of the own site, and redirect HTTP to HTTPS.\n\n```html\n<!-- before -->\n<form action=\"http://www.example.com/contact\" method=\"post\">\n<!-- after -->\n<form action=\"/contact\" method=\"post\">\n```\n\n```nginx\nadd_header Content-Security-Policy \"upgrade-insecure-requests; form-action 'self'\" always;\n```\n\n```apache\nHeader always set Content-Security-Policy \"upgrade-insecure-requests; form-action 'self'\"\n```",
    acceptable: "If the form sends nothing but a search word that anyone may read.",
  },
  "page-generator": {
    why: "Attackers search for pages that name vulnerable versions. The version alone is no vulnerability, but it selects the site for\nautomated attacks.",
    fix: "Remove the version from the page. Updates matter more than hiding it.\n\nWordPress (`functions.php` of the theme, or a small plugin):\n\n```php\n// before: <meta name=\"generator\" content=\"WordPress 6.4.3\">\nremove_action('wp_head', 'wp_generator');\nadd_filter('the_generator', '__return_empty_string');\n```\n\n```nginx\n# TYPO3, Drupal and others also send headers\nproxy_hide_header X-Generator;\n```\n\n```apache\nHeader unset X-Generator\n```",
    acceptable: "If the software is always current: then the version only says so.",
  },
  "page-iframe-sandbox": {
    why: "A frame of another site without `sandbox` may open windows, run plug-ins and, after a click, navigate the whole page to\nanother address. Browsers limit frames of other sites by default; `sandbox` limits them further.",
    fix: "Add `sandbox` with the rights that the content needs.\n\n```html\n<!-- before -->\n<iframe src=\"https://widget.example.com/\"></iframe>\n<!-- after -->\n<iframe src=\"https://widget.example.com/\" sandbox=\"allow-scripts allow-same-origin allow-forms\"></iframe>\n```",
    acceptable: "For content of vendors that you trust as much as your own, such as payment forms that need more rights.",
  },
  "page-inline-handlers": {
    why: "Inline scripts and event handlers are the reason why many sites need `'unsafe-inline'` in their Content-Security-Policy, which\nthen does not stop injected scripts. The count shows how far the page is from a strict policy.",
    fix: "Move code into files, and register handlers there; give the remaining scripts a nonce.\n\n```html\n<!-- before -->\n<button onclick=\"send()\">Send</button>\n<!-- after -->\n<button id=\"send\">Send</button>\n<script nonce=\"r4nd0m\" src=\"/js/form.js\"></script>\n```\n\n```js\n// form.js\ndocument.querySelector('#send').addEventListener('click', send);\n```",
    acceptable: "If the site shows no data of others.",
  },
  "page-integrity-policy": {
    why: "Integrity hashes protect only the tags that have them. With `Integrity-Policy`, browsers block scripts of all tags without a\nhash, so that a forgotten one is noticed. This is an observation: few sites send the header today.",
    fix: "Begin with a report, then enforce.\n\n```nginx\n# before: no header\n# after\nadd_header Integrity-Policy-Report-Only \"blocked-destinations=(script), endpoints=(default)\" always;\n```\n\n```apache\nHeader always set Integrity-Policy-Report-Only \"blocked-destinations=(script), endpoints=(default)\"\n```",
    acceptable: "If vendors whose files change are needed: their scripts would be blocked.",
  },
  "page-link-dead": {
    why: "A link of the page leads to a domain that nobody has registered. Anyone who registers it can show your visitors anything under a\nlink that they trust, such as a forged login or download.",
    fix: "Remove or correct the link.\n\n```html\n<!-- before -->\n<a href=\"https://old-partner.example/\">Our partner</a>\n<!-- after -->\n<a href=\"https://new-partner.example/\">Our partner</a>\n```\n\nIn WordPress, find it with `wp search-replace 'old-partner.example' '' --dry-run`.",
    acceptable: "If the page is an archive whose links are marked as outdated.",
  },
  "page-mixed-active": {
    why: "A script, frame, style or object over HTTP can be replaced by anyone on the network path, and a replaced script controls\nthe whole page. Browsers therefore block such resources on HTTPS pages: the page is incomplete, and in clients that do\nnot block them it is insecure.",
    fix: "Write https addresses, or addresses without scheme and host for files of the own site.\n\n```html\n<!-- before -->\n<script src=\"http://cdn.example.com/app.js\"></script>\n<!-- after -->\n<script src=\"https://cdn.example.com/app.js\"></script>\n```\n\nUntil every address is corrected, let browsers upgrade them:\n\n```nginx\nadd_header Content-Security-Policy \"upgrade-insecure-requests\" always;\n```\n\n```apache\nHeader always set Content-Security-Policy \"upgrade-insecure-requests\"\n```\n\nWordPress: set both addresses in Settings, General to https, then replace stored addresses:\n\n```sh\nwp search-replace 'http://www.example.com' 'https://www.example.com' --skip-columns=guid\n```\n\nIf a host does not offer HTTPS, copy its file to your own site.",
    acceptable: "If the resource is not needed: then remove it. The risk itself cannot be accepted, because the page depends on the path.",
  },
  "page-mixed-passive": {
    why: "Images, audio and video over HTTP show anyone on the network path what is viewed, and can be replaced. Current browsers\nask for them over HTTPS instead; if the host does not answer there, the picture is missing.",
    fix: "Write https addresses.\n\n```html\n<!-- before -->\n<img src=\"http://img.example.com/logo.png\" alt=\"Logo\">\n<!-- after -->\n<img src=\"https://img.example.com/logo.png\" alt=\"Logo\">\n```\n\nOr let browsers upgrade all addresses:\n\n```nginx\nadd_header Content-Security-Policy \"upgrade-insecure-requests\" always;\n```\n\n```apache\nHeader always set Content-Security-Policy \"upgrade-insecure-requests\"\n```\n\nWordPress: replace the addresses in stored posts with `wp search-replace`.",
    acceptable: "If only current browsers are used, which upgrade these addresses, and the hosts answer over HTTPS.",
  },
  "page-password-http": {
    why: "The page with the password field comes over HTTP. Anyone on the network path can read the password as it is sent, and\ncan change the form beforehand so that it is sent elsewhere, even if the form itself points to HTTPS.",
    fix: "Redirect every request to HTTPS before a form is shown, and add HSTS.\n\n```nginx\nserver {\n  listen 80;\n  return 301 https://$host$request_uri;\n}\n```\n\n```apache\n<VirtualHost *:80>\n  Redirect permanent / https://www.example.com/\n</VirtualHost>\n```\n\nWordPress (`wp-config.php`), after the certificate is installed:\n\n```php\ndefine('FORCE_SSL_ADMIN', true);\n```",
    acceptable: "Never on a network that others can reach: a certificate costs nothing.",
  },
  "page-protocol-relative": {
    why: "An address such as `//cdn.example.com/app.js` takes the scheme of the page. This page is shown over HTTP too, and there\nits scripts, styles and frames are loaded over HTTP, where anyone on the network path can replace them.",
    fix: "Write `https://` before the host, and redirect HTTP to HTTPS.\n\n```html\n<!-- before -->\n<script src=\"//cdn.example.com/app.js\"></script>\n<!-- after -->\n<script src=\"https://cdn.example.com/app.js\"></script>\n```\n\n```nginx\nserver {\n  listen 80;\n  return 301 https://$host$request_uri;\n}\n```\n\n```apache\nRewriteEngine On\nRewriteCond %{HTTPS} off\nRewriteRule ^ https://%{HTTP_HOST}%{REQUEST_URI} [R=301,L]\n```",
    acceptable: "If the site redirects to HTTPS, the finding disappears with it. There is no reason to keep such addresses.",
  },
  "page-robots-hints": {
    why: "robots.txt is public. A line about a hidden path tells attackers where to look, and hides it from nobody. This is an\nobservation.",
    fix: "Protect the paths with access control, and remove the lines. To keep public pages out of search results, use a header.\n\n```nginx\n# before, in robots.txt: Disallow: /admin-old/\n# after\nlocation /admin-old/ { allow 192.0.2.0/24; deny all; }\n```\n\n```apache\n<Location \"/admin-old/\">\n  Require ip 192.0.2.0/24\n</Location>\n```",
    acceptable: "If the paths are well known, such as the login of a content management system.",
  },
  "page-sri-broken": {
    why: "An integrity attribute with an error either protects nothing (an unknown algorithm, no valid hash), or makes browsers block\nthe file (the hash of another version, no `crossorigin`).",
    fix: "Use sha256, sha384 or sha512 in base64, the hash of exactly the file that is served, and `crossorigin` for other origins.\n\n```html\n<!-- before: MD5 does not count, and crossorigin is missing -->\n<script src=\"https://cdn.example.com/app-1.2.3.js\" integrity=\"md5-XrY7u+Ae7tCTyyK7j1rNww==\"></script>\n<!-- after -->\n<script src=\"https://cdn.example.com/app-1.2.3.js\" integrity=\"sha384-…\" crossorigin=\"anonymous\"></script>\n```\n\n```sh\ncurl -s https://cdn.example.com/app-1.2.3.js | openssl dgst -sha384 -binary | openssl base64 -A\n```\n\nLet the build calculate hashes, so that they change with the files (`webpack-subresource-integrity`, or the option of your\nbundler). Do not let a proxy or delivery network minify files that have hashes.",
    acceptable: "Hardly ever: either the protection is missing, or the file is.",
  },
  "page-sri-missing": {
    why: "A script or style of another site runs with all rights of the page. If its host is compromised or sold, every visitor\nloads what the attacker puts there. With an integrity hash, browsers refuse a changed file.",
    fix: "Name an exact version, and add `integrity` and `crossorigin`. Most delivery networks show the complete tag.\n\n```html\n<!-- before -->\n<script src=\"https://cdn.jsdelivr.net/npm/jquery@3/dist/jquery.min.js\"></script>\n<!-- after: an exact version, and its hash -->\n<script src=\"https://cdn.jsdelivr.net/npm/jquery@3.7.1/dist/jquery.min.js\"\n  integrity=\"sha384-1H217gwSVyLSIfaLxHbE7dRb3v4mYCKbpQvzx0cegeju1MVsGrX5xXxAvs/HgeFs\"\n  crossorigin=\"anonymous\"></script>\n```\n\nCalculate a hash:\n\n```sh\ncurl -s https://cdn.example.com/app.js | openssl dgst -sha384 -binary | openssl base64 -A\n```\n\nOr serve the file from the own site: bundlers such as Vite and webpack copy packages into the build, and WordPress themes\ncan include files with `wp_enqueue_script`. For WordPress, add the attributes with the filter `script_loader_tag`:\n\n```php\nadd_filter('script_loader_tag', function ($tag, $handle) {\n  return $handle !== 'jquery-cdn' ? $tag\n    : str_replace(' src=', ' integrity=\"sha384-…\" crossorigin=\"anonymous\" src=', $tag);\n}, 10, 2);\n```",
    acceptable: "If the vendor changes the file at the same address, as tag managers, payment and captcha services do. Then limit scripts with Content-Security-Policy, and load such vendors only on pages that need them.",
  },
  "page-tech": {
    why: "Software that the page names, as an inventory. It is not a weakness by itself.",
    fix: "Keep the software current. If the page need not name it, remove the meta element.\n\n```html\n<!-- before -->\n<meta name=\"generator\" content=\"Hugo 0.121.0\">\n<!-- after: no such element -->\n```",
    acceptable: "Always: this is an observation.",
  },
  "page-thirdparty-compromised": {
    why: "This domain has served malicious scripts to sites that loaded from it, in most cases after it was sold. What it serves today\ncan change at any time and depend on the visitor.",
    fix: "Remove the reference at once, and check what was served to your visitors. For polyfill.io, most sites need no replacement,\nbecause current browsers have the functions.\n\n```html\n<!-- before -->\n<script src=\"https://cdn.polyfill.io/v3/polyfill.min.js\"></script>\n<!-- after: nothing, or the mirror of a delivery network with an exact version and a hash -->\n<script src=\"https://cdnjs.cloudflare.com/polyfill/v3/polyfill.min.js\" crossorigin=\"anonymous\"></script>\n```\n\nRemove the host from Content-Security-Policy as well.",
    acceptable: "Never: what the domain serves can change at any time.",
  },
  "page-thirdparty-dead": {
    why: "The page loads code from a domain that nobody has registered, sends a form there, or leads visitors to it. Anyone can register\nit for a few dollars and then serve a script of their choice to every visitor, with all rights of the page, or receive what\nvisitors enter.",
    fix: "Remove the reference, or replace it with a copy on the own site.\n\n```html\n<!-- before -->\n<script src=\"https://widgets.expired-vendor.example/w.js\"></script>\n<!-- after: removed, or a copy of a version that you have read -->\n<script src=\"/js/w.js\"></script>\n```\n\nSearch templates, tag managers and content for the domain. In WordPress:\n\n```sh\nwp search-replace 'widgets.expired-vendor.example' '' --dry-run\n```\n\nUntil the reference is gone, a Content-Security-Policy without that host stops the script. Do not register the domain merely to\nkeep the reference.",
    acceptable: "Never: any visitor may be attacked as soon as the domain has an owner.",
  },
  "page-thirdparty-list": {
    why: "Each site whose scripts, styles or frames are loaded can change what visitors see, and learns who visits the page. The list\nhelps to decide which of them are needed. It is not a weakness by itself.",
    fix: "Remove what is not needed, and limit the rest with Content-Security-Policy and integrity hashes.\n\n```nginx\n# before: any host may serve scripts\n# after: only those on the list\nadd_header Content-Security-Policy \"script-src 'self' https://cdn.example.com\" always;\n```",
    acceptable: "If each vendor on the list is known, needed and under contract.",
  },
  "port-inventory": {
    why: "Every open port is a way in that has to be updated and watched. The list shows what strangers see besides the web site.",
    fix: "Compare the list with what you operate, and close what nobody needs.\n\n```sh\n# on the host: which program listens\nss -ltnp\n# before the packet filter: what a container publishes\ndocker ps --format '{{.Names}} {{.Ports}}'\n```",
    acceptable: "If each open port has an owner. This is informational and does not affect the score.",
  },
  "port-unexpected": {
    why: "A port that nobody opened on purpose is the usual beginning of an incident: a container that publishes its database, a firewall rule\nfor a test, a service that an update started. The check compares each address with what the last audit saw there.",
    fix: "Find the program behind the port. Close the port if nobody needs it, and record it if it is wanted.\n\n```sh\n# on the host: which program listens, and since when\nss -ltnp 'sport = :6379'\nsystemctl status redis-server\n```\n\n```nft\n# nftables: nothing is open that is not on the list\ntable inet filter {\n  chain input {\n    type filter hook input priority 0; policy drop;\n    ct state established,related accept\n    iif lo accept\n    tcp dport { 22, 80, 443 } accept\n  }\n}\n```",
    acceptable: "If somebody opened the port on purpose and its service is meant for the internet. This is informational and does not affect the score.",
  },
  "ptr-missing": {
    why: "Receivers of mail refuse senders whose address has no name in the reverse zone. For a web server it only helps others to see whose\nmachine it is.",
    fix: "The provider who gave the address sets the reverse name: a field in the panel of the hosting provider. It should resolve back to the address.\n\n```sh\ndig +short -x 198.18.7.9\n# before: nothing      after: mail.example.com.\n```",
    acceptable: "For web servers, always.",
  },
  "rpki-invalid": {
    why: "A ROA says which autonomous system may announce a network, and how long the announced prefix may be. Many large networks drop routes\nthat contradict it. An invalid route therefore cuts off part of the internet, or it is a hijack: traffic of the host goes to\nsomebody else, who can read it and get certificates for its name.",
    fix: "The holder of the network changes the ROA in the portal of the registry (RIPE NCC, ARIN, APNIC, LACNIC, AFRINIC) or the\nannouncement. A customer of a hosting provider reports it there, with the prefix.\n\n```text\nbefore: ROA 198.51.100.0/22 up to /22 by AS64500, announced 198.51.100.0/24 by AS64500 (too long)\nafter:  ROA 198.51.100.0/22 up to /24 by AS64500, or the /22 is announced\n```\n\n```sh\nroutinator vrps --format json --filter-prefix 198.51.100.0/24\nbgpq4 -J -l example -R 24 AS64500\n```\n\nGive a maximum length only as long as what is really announced (RFC 9319): a longer one lets others forge more specific routes.",
    acceptable: "For some hours, while a network moves between two systems and its ROA follows.",
  },
  "rpki-not-found": {
    why: "Without a ROA, networks that validate cannot tell the true route from one of somebody who announces the network by mistake or on purpose.",
    fix: "The holder of the network creates a ROA in the portal of its registry. Customers of a hosting provider can only ask for it, so this is\nan observation.\n\n```sh\nroutinator vrps --format json --filter-prefix 198.51.100.0/24\n# before: no row      after: {\"asn\":\"AS64500\",\"prefix\":\"198.51.100.0/24\",\"maxLength\":24}\n```",
    acceptable: "For networks whose holder has no agreement with a registry (legacy space).",
  },
  "securitytxt-expired": {
    why: "RFC 9116 tells researchers not to use an expired file, so a report of a vulnerability may not reach you.",
    fix: "Check the contact addresses, then set a new date less than a year away and a reminder before it.\n\n```text\n# before\nExpires: 2024-01-01T00:00:00Z\n# after\nContact: mailto:security@example.com\nExpires: 2027-06-30T00:00:00Z\n```",
    acceptable: "If the contact is published elsewhere, for example on a page for vulnerability disclosure. This is informational, as a missing file is.",
  },
  "securitytxt-invalid": {
    why: "Programs that read security.txt reject or misread an invalid file.",
    fix: "Correct the faults that the observation names. Contact and Expires are required, every value that is a web address begins with `https://`, and the file is served as `text/plain; charset=utf-8`.\n\nnginx\n\n```nginx\nlocation = /.well-known/security.txt {\n    charset utf-8;\n    default_type text/plain;\n}\n```",
    acceptable: "If people can still read the contact.",
  },
  "securitytxt-missing": {
    why: "Researchers who find a vulnerability look for a contact in `/.well-known/security.txt`. Without it, reports arrive late or never.",
    fix: "Publish the file over HTTPS as `text/plain; charset=utf-8`.\n\n```text\nContact: mailto:security@example.com\nExpires: 2027-06-30T00:00:00Z\nPreferred-Languages: en\nCanonical: https://example.com/.well-known/security.txt\n```",
    acceptable: "If the contact is published elsewhere.",
  },
  "single-address": {
    why: "Behind one address there may be one machine: when it fails, or is flooded, the site is gone.",
    fix: "Put a CDN or a load balancer with a second machine in front, or publish a second address. Behind one anycast address there are many\nmachines already, which cannot be seen from here.\n\n```text\nwww.example.com.  A  198.18.7.9\nwww.example.com.  A  198.18.8.9\n```",
    acceptable: "If an outage of hours is acceptable, or the address is that of a load balancer.",
  },
  "smtp-auth-cleartext": {
    why: "A server that offers AUTH PLAIN or LOGIN before TLS invites mail programs to send passwords in plaintext. Anyone on\nthe path can read them and send mail as the user.",
    fix: "Offer AUTH only inside TLS, and on the submission ports 465 and 587 rather than on port 25.\n\n```ini\n# Postfix, main.cf: before\nsmtpd_sasl_auth_enable = yes\n# after\nsmtpd_tls_auth_only = yes\nsmtpd_sasl_auth_enable = no\n# master.cf: smtps and submission set smtpd_sasl_auth_enable=yes for themselves\n```\n\nExim: `auth_advertise_hosts = ${if eq{$tls_in_cipher}{}{}{*}}`.",
    acceptable: "If no accounts exist on this server and AUTH cannot succeed.",
  },
  "smtp-banner-version": {
    why: "The version in the greeting tells attackers which published vulnerabilities to try.",
    fix: "Set a greeting without product and version.\n\n```ini\n# Postfix, main.cf: before\nsmtpd_banner = $myhostname ESMTP $mail_name $mail_version\n# after\nsmtpd_banner = $myhostname ESMTP\n```\n\nExim: `smtp_banner = $primary_hostname ESMTP`. Exchange: `Set-ReceiveConnector \"MX1\\Default Frontend MX1\" -Banner \"220 mail.example.com ESMTP\"`.\nUpdates matter more than silence.",
    acceptable: "If the software is updated promptly: hiding the version only delays an attacker.",
  },
  "smtp-cert-expired": {
    why: "Most senders encrypt without verifying, so that nobody notices an expired certificate until a sender verifies: with\nMTA-STS, with DANE and usage 2, or by agreement with a partner. That sender then does not deliver.",
    fix: "Renew the certificate automatically, and reload the mail server afterwards.\n\n```sh\ncertbot renew --deploy-hook 'systemctl reload postfix'\n```\n\nA common cause: the certificate is renewed for the web server, and the mail server still has the old file open.",
    acceptable: "If DANE with usage 3 is in use, where dates do not count.",
  },
  "smtp-cert-invalid": {
    why: "A certificate that is not trusted for the name of the MX host still allows encryption, but senders cannot tell the\nserver from an attacker. MTA-STS needs a trusted one.",
    fix: "Use a certificate of a public authority for the name that stands in the MX record.\n\n```sh\ncertbot certonly --standalone -d mx1.example.com\ncd /etc/letsencrypt/live/mx1.example.com\npostconf -e \"smtpd_tls_chain_files = $PWD/privkey.pem, $PWD/fullchain.pem\"\n```\n\nWith DANE (TLSA 3 1 1) a self-signed certificate is enough.",
    acceptable: "As long as neither MTA-STS is enforced nor a partner verifies certificates.",
  },
  "smtp-ciphers-broken": {
    why: "NULL, export, DES and RC4 suites offer no protection against an attacker who records the traffic. Senders that allow them get\nencryption in name only.",
    fix: "Exclude broken suites.\n\n```ini\n# Postfix, main.cf: before\nsmtpd_tls_ciphers = export\n# after\nsmtpd_tls_ciphers = medium\nsmtpd_tls_exclude_ciphers = RC4, DES, eNULL, EXPORT\n```\n\nAnonymous suites (aNULL) may stay: senders that do not verify certificates lose nothing by them.",
    acceptable: "If a known old sender has nothing better: broken encryption is no worse than plaintext.",
  },
  "smtp-no-starttls": {
    why: "Without STARTTLS all mail to the server crosses the network in plaintext. Anyone on the path can read and change it, and\nsome senders refuse to deliver.",
    fix: "Enable TLS for incoming mail with a certificate for the name of the MX host.\n\n```ini\n# Postfix, main.cf: before\nsmtpd_tls_security_level = none\n# after\nsmtpd_tls_security_level = may\nsmtpd_tls_chain_files = /etc/ssl/private/mail.pem\n```\n\nIf the server offers STARTTLS and senders do not see it, a firewall removes it (\"SMTP fixup\" or \"inspection\" on Cisco\ndevices): switch that off. Microsoft 365 and Google Workspace always offer STARTTLS.",
    acceptable: "If the server takes only mail that is public anyway.",
  },
  "smtp-pq": {
    why: "Mail that is recorded today can be read once quantum computers break elliptic curves. A hybrid key exchange prevents\nthat for mail between servers that both have it.",
    fix: "Use OpenSSL 3.5 or later; Postfix takes its default groups, with X25519MLKEM768 first.\n\n```ini\n# Postfix 3.11, main.cf, with OpenSSL 3.5\ntls_eecdh_auto_curves = X25519MLKEM768 X25519 prime256v1 secp384r1\n```",
    acceptable: "Today for most domains: hardly any sender offers it yet.",
  },
  "smtp-starttls-broken": {
    why: "The server offers STARTTLS, but the handshake fails. Senders then deliver in plaintext or not at all, depending\non their settings.",
    fix: "Check the log of the mail server. Usual causes: certificate and key do not match, files are not readable, or no enabled\ncipher suite is supported by senders.\n\n```ini\n# Postfix, main.cf: before\nsmtpd_tls_cert_file = /etc/ssl/old/cert.pem\n# after: key and chain in one file, readable by root\nsmtpd_tls_chain_files = /etc/ssl/private/mail.pem\n```\n\n```sh\nopenssl s_client -starttls smtp -connect mx1.example.com:25\n```",
    acceptable: "Never: switch STARTTLS off until it works, so that at least all senders deliver.",
  },
  "smtp-starttls-injection": {
    why: "The server keeps plaintext that arrives after STARTTLS and executes it inside TLS. An attacker on the path can inject\ncommands before those of the sender, for example add a recipient, and receive a copy of the message.",
    fix: "Update the mail server. Postfix fixed it in 2.4.16, 2.5.12, 2.6.9, 2.7.3 and 2.8; proxies and filters before the server\nhad the same flaw in 2021.\n\n```sh\napt-get install --only-upgrade postfix\n```",
    acceptable: "Never on submission ports. On port 25, the same attacker could remove STARTTLS where neither MTA-STS nor DANE is in use.",
  },
  "smtp-tls-obsolete-offered": {
    why: "Old versions have known weaknesses, and while they are enabled, an attacker on the path may try to bring senders down to\nthem.",
    fix: "Reject versions before TLS 1.2.\n\n```ini\n# Postfix, main.cf: before\nsmtpd_tls_protocols = !SSLv2, !SSLv3\n# after\nsmtpd_tls_protocols = >=TLSv1.2\n```\n\nLook at the log first: senders that have nothing newer fall back to plaintext.",
    acceptable: "If old senders must be served: for them TLS 1.0 is better than plaintext.",
  },
  "smtp-tls-obsolete-only": {
    why: "TLS 1.0 and 1.1 were deprecated in 2021. Current senders reject them and either deliver in plaintext or hold the mail.",
    fix: "Enable TLS 1.2 and 1.3. Where the software has neither, update it.\n\n```ini\n# Postfix, main.cf: before\nsmtpd_tls_protocols = !TLSv1.2, !TLSv1.3\n# after\nsmtpd_tls_protocols = >=TLSv1.2\n```\n\nExchange on Windows Server before 2016 needs registry keys for TLS 1.2.",
    acceptable: "Only until the software is replaced: plaintext would be worse.",
  },
  "smtp-vrfy-expn": {
    why: "VRFY and EXPN confirm user names and list members of mailing lists. Spammers and password guessers use\nthat.",
    fix: "Switch the commands off; delivery does not need them.\n\n```ini\n# Postfix, main.cf: before\ndisable_vrfy_command = no\n# after\ndisable_vrfy_command = yes\n```\n\nSendmail: `O PrivacyOptions=goaway` in sendmail.cf. Exim: no `acl_smtp_vrfy` and no `acl_smtp_expn`.",
    acceptable: "On a server that only internal networks reach.",
  },
  "spf-broad-range": {
    why: "A range of a cloud or hosting provider belongs to all of its customers. Each of them can send mail in your name from there,\nand it passes SPF and DMARC.",
    fix: "List the addresses of your own servers, or give mail a fixed address.\n\n```dns\n; before: a whole region of a cloud\nexample.com.  IN TXT \"v=spf1 ip4:198.16.0.0/14 -all\"\n; after\nexample.com.  IN TXT \"v=spf1 ip4:198.18.33.7 ip4:198.18.33.8 -all\"\n```\n\nAmazon SES, Microsoft 365 and Google Workspace have includes that list mail servers only.",
    acceptable: "If the whole range is your own.",
  },
  "spf-include-broken": {
    why: "An include of a name without a valid SPF record is a permanent error of your whole record. Mail that an earlier term does\nnot pass fails, though nothing changed in your zone.",
    fix: "Compare the term with the provider's instructions; remove it if the service is no longer used.\n\n```dns\n; before: the provider renamed its record\nexample.com.  IN TXT \"v=spf1 include:spf.old-provider.example mx -all\"\n; after\nexample.com.  IN TXT \"v=spf1 include:_spf.provider.example mx -all\"\n```\n\nCommon names: `spf.protection.outlook.com` (Microsoft 365), `_spf.google.com` (Google Workspace), `_spf.mx.cloudflare.net`\n(Cloudflare Email Routing).",
    acceptable: "Only while a provider repairs its record.",
  },
  "spf-include-unregistered": {
    why: "Anyone who registers the missing domain decides who may send in your name: mail forged that way passes SPF and DMARC. Expired\ndomains of former services are registered for exactly this.",
    fix: "Remove the term today. Look for mistyped names (`_spf.gogle.com`) and for services that closed.\n\n```dns\n; before: old-newsletter.example is unregistered\nexample.com.  IN TXT \"v=spf1 mx include:_spf.old-newsletter.example -all\"\n; after\nexample.com.  IN TXT \"v=spf1 mx -all\"\n```\n\nConfidence is \"potential\" while only one resolver says that the domain does not exist.",
    acceptable: "Never. If the domain is yours and expired, renew it.",
  },
  "spf-legacy-records": {
    why: "Records of the type SPF (99) and Sender ID records (`spf2.0/`) were experiments. No receiver reads them, but people who\nmaintain the zone do, and may change the wrong one.",
    fix: "Delete them; the TXT record stays.\n\n```dns\n; before\nexample.com.  IN SPF \"v=spf1 mx -all\"\nexample.com.  IN TXT \"v=spf1 mx -all\"\n; after\nexample.com.  IN TXT \"v=spf1 mx -all\"\n```",
    acceptable: "Always: they have no effect.",
  },
  "spf-loop": {
    why: "A record that leads back to itself makes receivers go round until the limit of ten lookups, and then it is a permanent\nerror. Mail of senders behind the loop fails.",
    fix: "Remove the include that leads back. Often two names of one organization include each other.\n\n```dns\n; before\nexample.com.       IN TXT \"v=spf1 include:_spf.example.com -all\"\n_spf.example.com.  IN TXT \"v=spf1 mx include:example.com -all\"\n; after\nexample.com.       IN TXT \"v=spf1 include:_spf.example.com -all\"\n_spf.example.com.  IN TXT \"v=spf1 mx -all\"\n```",
    acceptable: "Never: it is always a mistake.",
  },
  "spf-mailless-open": {
    why: "Forgers prefer domains without mail, because their owners never see complaints. Receivers only know that such a domain sends\nnothing if its records say so.",
    fix: "Publish all three records. They cost nothing and need no maintenance.\n\n```dns\n; before: one of them or more is missing\n; after\nexample.com.         IN MX  0 .\nexample.com.         IN TXT \"v=spf1 -all\"\n_dmarc.example.com.  IN TXT \"v=DMARC1; p=reject\"\n```\n\nCloudflare: Email, Email Security, \"Configure\" sets the same records for a domain without mail. Many registrars offer it\nfor parked domains.",
    acceptable: "While mail for the domain is being set up. Below a domain with `p=reject`, receivers that follow DMARC reject mail in the name of a host that only\nserves web pages; there it is an observation. If the domain sends mail without receiving any, list its senders instead of\n`-all`, and publish no null MX: replies and bounces need a way back.",
  },
  "spf-missing": {
    why: "SPF lists the servers that may send mail for a domain. Without it receivers cannot tell your servers from those of a\nforger, DMARC loses one of its two proofs, and large providers reject or mark your own mail.",
    fix: "List everything that sends mail in your name: the mailbox provider, newsletters, tickets, shops. Publish one TXT record at\nthe domain.\n\n```dns\n; before: no record that begins with v=spf1\n; after\nexample.com.  IN TXT \"v=spf1 mx include:_spf.example.net -all\"\n```\n\n- Microsoft 365: `v=spf1 include:spf.protection.outlook.com -all`\n- Google Workspace: `v=spf1 include:_spf.google.com ~all`\n- Cloudflare: DNS, Records, Add record, type TXT, name `@`",
    acceptable: "Never on a domain with MX records. A domain without mail publishes `v=spf1 -all` instead.",
  },
  "spf-multiple": {
    why: "Receivers that find two SPF records must treat that as a permanent error (RFC 7208): none of the records counts, and mail\nof all your senders loses its SPF pass.",
    fix: "Merge the records into one, and delete the others. The usual cause is a provider whose instructions were followed beside\nan existing record.\n\n```dns\n; before\nexample.com.  IN TXT \"v=spf1 mx -all\"\nexample.com.  IN TXT \"v=spf1 include:spf.protection.outlook.com -all\"\n; after\nexample.com.  IN TXT \"v=spf1 mx include:spf.protection.outlook.com -all\"\n```",
    acceptable: "Never: all receivers follow the rule.",
  },
  "spf-mx-ptr-limit": {
    why: "An `mx` mechanism whose domain has more than ten hosts is a permanent error (RFC 7208 section 4.6.4).",
    fix: "Name the addresses of the servers that send; they are rarely those that receive.\n\n```dns\n; before: example.com has 14 MX hosts\nexample.com.  IN TXT \"v=spf1 mx -all\"\n; after\nexample.com.  IN TXT \"v=spf1 ip4:198.51.100.0/27 ip6:2001:db8:25::/64 -all\"\n```",
    acceptable: "If an earlier term passes all of your mail; then receivers never get to it.",
  },
  "spf-neutral": {
    why: "For servers that the record does not list, `?all` and a missing `all` result in \"neutral\", as if there were no record.",
    fix: "End in `~all` while you complete the list of senders, then in `-all`, or keep `~all` under an enforced DMARC policy.\n\n```dns\n; before\nexample.com.  IN TXT \"v=spf1 mx include:_spf.example.net ?all\"\n; after\nexample.com.  IN TXT \"v=spf1 mx include:_spf.example.net ~all\"\n```",
    acceptable: "Under DMARC with quarantine or reject: DMARC only looks at what passes.",
  },
  "spf-pass-all": {
    why: "The record tells every receiver that every server may send in your name. Forged mail passes SPF, and through it DMARC, and\narrives looking genuine. It is worse than no record.",
    fix: "End the record in `-all` or `~all`, and remove ranges that cover large parts of the Internet. An `exists:` whose name always has\nan address, because it does not depend on the sender or a wildcard answers it, passes everybody too, as does `ptr:` of a public\nsuffix. The sender chooses the local part (`%{l}`) and the greeting (`%{h}`): `exists:%{l}.com` passes everybody, and\n`exists:%{l}.example.com` everybody who picks a name that exists, so put the address (`%{i}`) into such names. Perimeter evaluates\nthe record as receivers do, for all addresses in the order of the terms, and with three IPv4 and three IPv6 addresses that have\nnothing in common. The first term that matches decides: `-ip4:` before a range refuses, behind it does nothing.\n\n```dns\n; before\nexample.com.  IN TXT \"v=spf1 +all\"\nexample.org.  IN TXT \"v=spf1 ip4:0.0.0.0/1 ip4:128.0.0.0/1 -all\"\nexample.net.  IN TXT \"v=spf1 exists:mail.example.net -all\"\n; after\nexample.com.  IN TXT \"v=spf1 mx include:_spf.example.net -all\"\n```\n\nIf an included record passes everybody, stop including it and tell its provider.",
    acceptable: "Never: it authenticates forged mail.",
  },
  "spf-ptr": {
    why: "`ptr` lets the owner of an address decide, by its reverse name, whether it may send. It needs several lookups for each\nmail, is slow, fails with large networks, and RFC 7208 says not to use it. Some receivers skip it.",
    fix: "Name the servers.\n\n```dns\n; before\nexample.com.  IN TXT \"v=spf1 ptr -all\"\n; after\nexample.com.  IN TXT \"v=spf1 ip4:198.51.100.0/28 mx -all\"\n```\n\nIf the term is in an included record, ask its provider. Microsoft 365 and Google Workspace do not use it.",
    acceptable: "In the record of a provider that you cannot replace, as long as your mail passes by another term.",
  },
  "spf-size": {
    why: "All TXT records of a domain come in one answer. If it does not fit into a datagram, resolvers must ask again by TCP, and\nsome receivers give up and treat SPF as a temporary error, which delays mail.",
    fix: "Delete verification tokens of services that you no longer use, and replace lists of addresses by ranges.\n\n```dns\n; before: 40 tokens and one address per server\nexample.com.  IN TXT \"some-service-verification=3f2c…\"\nexample.com.  IN TXT \"v=spf1 ip4:198.51.100.1 ip4:198.51.100.2 ip4:198.51.100.3 -all\"\n; after\nexample.com.  IN TXT \"v=spf1 ip4:198.51.100.0/29 -all\"\n```\n\nMost tokens are only read once. Google Workspace and Microsoft 365 keep theirs; ask other services whether a name of its own\n(`_token.example.com`) is possible.",
    acceptable: "If every name server answers by TCP and mail arrives without delays. Large organizations often live with it.",
  },
  "spf-softfail": {
    why: "`~all` asks receivers to be suspicious, not to reject. Without DMARC most of them deliver forged mail.",
    fix: "Enforce DMARC; then `~all` is right, and Google Workspace recommends it. Otherwise end in `-all`.\n\n```dns\n; before\nexample.com.         IN TXT \"v=spf1 include:_spf.google.com ~all\"\n; after\nexample.com.         IN TXT \"v=spf1 include:_spf.google.com ~all\"\n_dmarc.example.com.  IN TXT \"v=DMARC1; p=quarantine; rua=mailto:dmarc@example.com\"\n```",
    acceptable: "For some weeks, while DMARC reports show which senders are missing.",
  },
  "spf-subdomain-gap": {
    why: "SPF is not inherited: the record of `example.com` does not apply to `news.example.com`. A subdomain that receives mail is\nknown to people and filters, and forged mail from it is credible.",
    fix: "Publish a record at each subdomain with MX, with the senders that use it.\n\n```dns\n; before\nnews.example.com.  IN MX  10 mx.example.net.\n; after\nnews.example.com.  IN MX  10 mx.example.net.\nnews.example.com.  IN TXT \"v=spf1 include:spf.example.net -all\"\n```\n\nProviders of newsletters (SendGrid, Mailgun, Amazon SES) show the record in their domain settings.",
    acceptable: "If DMARC rejects mail from subdomains (`sp=reject`) and the subdomain only receives bounces.",
  },
  "spf-syntax": {
    why: "One wrong term makes the whole record a permanent error: receivers look at the grammar before anything else. Your senders\nget no SPF pass, and many receivers reject mail for it.",
    fix: "Correct the terms that the finding names, and check the result before you publish it.\n\n```dns\n; before: ipv4 is not a mechanism, and a comma is not a separator\nexample.com.  IN TXT \"v=spf1 ipv4:198.51.100.7, include:_spf.example.net -all\"\n; after\nexample.com.  IN TXT \"v=spf1 ip4:198.51.100.7 include:_spf.example.net -all\"\n```\n\nFrequent causes: `ipv4:` for `ip4:`, `include=` for `include:`, a missing space, a prefix length beyond 32, quotation marks\nor a byte order mark copied from a document. Microsoft 365, Google Workspace and Cloudflare publish what you type without\nchecking it.",
    acceptable: "Never: the record has no effect, or a bad one.",
  },
  "spf-too-many-lookups": {
    why: "Receivers stop after ten DNS lookups and treat the record as broken. Which mail fails depends on the order of the terms, so\nthat newsletters arrive while invoices do not, or the reverse.",
    fix: "Remove includes of services that you no longer use. Many senders need none: if their bounce address is at their own or at a\ndelegated domain, SPF is checked there. Move a service to a subdomain that has a record of its own.\n\n```dns\n; before: 13 lookups\nexample.com.  IN TXT ( \"v=spf1 a mx include:_spf.google.com include:servers.mcsv.net \"\n    \"include:sendgrid.net include:mail.zendesk.com -all\" )\n; after: 4 lookups; newsletters and tickets use subdomains\nexample.com.       IN TXT \"v=spf1 include:_spf.google.com -all\"\nnews.example.com.  IN TXT \"v=spf1 include:servers.mcsv.net -all\"\n```\n\nThe collected data shows the tree with the running count. Replacing includes by their addresses (\"flattening\") breaks when\nthe provider changes them.",
    acceptable: "Never: mail is lost without notice.",
  },
  "spf-void-lookups": {
    why: "Terms that lead to nothing are left over from servers and services that are gone. Many receivers stop after two of them and\ntreat the record as a permanent error.",
    fix: "Remove the terms that find no record at all. A name with addresses of one family only is no mistake: keep it, and put the\naddresses of the other family before it as `ip4` or `ip6` terms, so that receivers match them before they look it up.\n\n```dns\n; before: both names are gone\nexample.com.  IN TXT \"v=spf1 a:old-mail.example.com include:_spf.gone.example mx -all\"\n; after\nexample.com.  IN TXT \"v=spf1 mx -all\"\n```\n\n`mx` finds nothing on a domain without MX, and `a` on one without address.",
    acceptable: "If the names come back soon, for example while servers move.",
  },
  "ssh-banner-eol": {
    why: "The identification shows the OpenSSH of a release that gets no free security fixes any more. Flaws such as regreSSHion in sshd\nare then never patched, and the rest of the system is as old.\n\nThe finding is potential: paid extended support patches the same version without showing it.",
    fix: "Upgrade the operating system to a supported release. Check first whether the packages still get fixes:\n\nUbuntu\n\n```sh\npro security-status            # before: esm-infra disabled\nsudo pro attach TOKEN          # or: sudo do-release-upgrade\n```\n\nDebian\n\n```sh\n# before, /etc/apt/sources.list\ndeb http://deb.debian.org/debian buster main\n# after\ndeb http://deb.debian.org/debian bullseye main\n```\n\nDebian upgrades one release at a time: after bullseye follow bookworm and trixie.\n\nLimit port 22 to the addresses of administrators until then:\n\n```sh\nnft insert rule inet filter input tcp dport 22 ip saddr != 198.51.100.0/24 drop\n# IPv6 needs a rule of its own\nnft insert rule inet filter input meta nfproto ipv6 tcp dport 22 drop\n```",
    acceptable: "If extended support is paid for and its packages are installed.",
  },
  "ssh-cipher-weak": {
    why: "CBC ciphers of SSH leak parts of the plaintext to an on-path attacker who can change packets, arcfour has a biased key stream, 3DES has\n64-bit blocks, and MD5 or truncated MACs leave little margin. A client with an old preference still gets them.",
    fix: "Remove the weak ciphers and MACs.\n\n/etc/ssh/sshd_config\n\n```sshdconfig\n# before\nCiphers +aes128-cbc,3des-cbc\nMACs +hmac-md5,hmac-sha1-96\n# after\nCiphers chacha20-poly1305@openssh.com,aes256-gcm@openssh.com,aes128-gcm@openssh.com,aes256-ctr\nMACs hmac-sha2-512-etm@openssh.com,hmac-sha2-256-etm@openssh.com,umac-128-etm@openssh.com\n```\n\nRemove the two lines instead to use the defaults of OpenSSH, which have none of these.",
    acceptable: "For one named old client, limited to its address with a `Match` block.",
  },
  "ssh-hostkey-weak": {
    why: "The signature of the host key proves that the server is the right one. DSA keys have 1,024 bits, and SHA-1 signatures can be forged\nwith effort. Current clients refuse both; users who work around that also accept an attacker's key.",
    fix: "Replace the weak host key, and stop signing with SHA-1.\n\n/etc/ssh/sshd_config, after `ssh-keygen -t ed25519 -f /etc/ssh/ssh_host_ed25519_key -N ''`\n\n```sshdconfig\n# before\nHostKey /etc/ssh/ssh_host_dsa_key\nHostKeyAlgorithms ssh-rsa\n# after\nHostKey /etc/ssh/ssh_host_ed25519_key\nHostKey /etc/ssh/ssh_host_rsa_key\nHostKeyAlgorithms ssh-ed25519,rsa-sha2-512,rsa-sha2-256\n```\n\nAn RSA key stays as it is: SHA-2 signatures use the same key. Publish the fingerprint of a new key before clients meet it.",
    acceptable: "If the only clients are devices without SHA-2, in a network of their own.",
  },
  "ssh-kex-weak": {
    why: "The key exchange protects every later message of a session. SHA-1 is broken for signatures, and the 1,024-bit group 1 can be\nprecomputed once and then opens recorded sessions of all servers that use it. Clients that prefer these methods still get them.",
    fix: "Remove the weak key exchange methods.\n\n/etc/ssh/sshd_config (then `sshd -t && systemctl reload ssh`)\n\n```sshdconfig\n# before\nKexAlgorithms +diffie-hellman-group14-sha1,diffie-hellman-group1-sha1\n# after\nKexAlgorithms -diffie-hellman-*-sha1,gss-*-sha1-*\n```\n\nCisco IOS XE\n\n```cisco\nip ssh server algorithm kex curve25519-sha256@libssh.org ecdh-sha2-nistp256\n```",
    acceptable: "Only for a device that nobody can update, reachable from a management network alone.",
  },
  "ssh-pq-missing": {
    why: "An attacker who records sessions today can decrypt them when quantum computers break elliptic curves. OpenSSH has had hybrid methods since 2022\nand prefers them; from version 10.1, its client warns about servers without them.",
    fix: "/etc/ssh/sshd_config (OpenSSH 9.9 or later; 9.0 and later have `sntrup761x25519-sha512@openssh.com`)\n\n```sshdconfig\n# before\nKexAlgorithms curve25519-sha256\n# after\nKexAlgorithms mlkem768x25519-sha256,sntrup761x25519-sha512,curve25519-sha256\n```\n\nRun `sshd -t` before the restart: a version that does not know one of the names does not start.",
    acceptable: "If nothing that the sessions carry must stay secret for more than a few years.",
  },
  "ssh-protocol1": {
    why: "Protocol 1 protects messages by a CRC, so an on-path attacker can insert commands into a session, and its key exchange can be\ntaken over. A server that offers both versions lets the attacker choose for clients that accept both. OpenSSH removed it in 2017.",
    fix: "/etc/ssh/sshd_config (OpenSSH before 7.4)\n\n```sshdconfig\n# before\nProtocol 2,1\n# after\nProtocol 2\n```\n\nCisco IOS\n\n```cisco\nip ssh version 2\n```\n\nBetter: update the server, which then has no protocol 1.",
    acceptable: "Never on the internet.",
  },
  "ssh-terrapin": {
    why: "Sequence numbers of SSH count messages before encryption begins, too. With these ciphers, an on-path attacker can add such a message and\nthen remove one from the start of the encrypted channel without either side noticing. Removing EXT_INFO downgrades client\nauthentication and switches off protection against keystroke timing; some servers had worse consequences.",
    fix: "Update OpenSSH to 9.6 or to a package with the patch: strict key exchange is then on. It needs an updated client, too. Until then:\n\n/etc/ssh/sshd_config\n\n```sshdconfig\n# before\nCiphers chacha20-poly1305@openssh.com,aes256-cbc,aes256-gcm@openssh.com\n# after\nCiphers aes256-gcm@openssh.com,aes128-gcm@openssh.com,aes256-ctr,aes128-ctr\n```",
    acceptable: "Briefly, until the next regular update, if administrators reach the server over a VPN.",
  },
  "status-page": {
    why: "Status and metrics pages show requests of other visitors, internal host names, memory and, with Go profiles, parts of the program. Collecting a profile also costs the server time.",
    fix: "Restrict the page to the monitoring system.\n\nnginx\n\n```nginx\nlocation = /nginx_status {\n    stub_status;\n    allow 127.0.0.1;\n    deny all;\n}\n```\n\nApache\n\n```apache\n<Location \"/server-status\">\n    SetHandler server-status\n    Require local\n</Location>\n```\n\nHAProxy\n\n```haproxy\n# before: in a public frontend\nstats enable\n# after: in a frontend of its own\nfrontend stats\n    bind 127.0.0.1:8404\n    stats enable\n```\n\nPrometheus exporters and Go services: listen on a separate port that only the monitoring network reaches. Do not import `net/http/pprof` into the default mux of a public server.",
    acceptable: "If the figures are meant to be public.",
  },
  "sub-acme-delegation": {
    why: "Certificate authorities look for proof of control at `_acme-challenge` (ACME, DNS challenge). This name is an alias into a domain\nthat nobody has registered. Anyone who registers it can get certificates for the name, wildcards included, and then intercept its\ntraffic without a warning.",
    fix: "Delete the alias, or point it to a zone that you control.\n\n```dns\n; before\n_acme-challenge IN CNAME  example.proofs.expired.example.\n; after\n_acme-challenge IN CNAME  example.acme-proofs.example.net.\n```\n\nLimit who can issue certificates in addition:\n\n```dns\n@ IN CAA 0 issue \"letsencrypt.org; validationmethods=dns-01; accounturi=https://acme-v02.api.letsencrypt.org/acme/acct/1\"\n```",
    acceptable: "Never: a certificate for your name can be issued as soon as the domain has an owner.",
  },
  "sub-cert-invalid": {
    why: "The certificate of the host does not verify: it is for other names, has expired, is self-signed, or its issuer is not trusted.\nBrowsers show a warning. Users who learn to click through it do not notice an attacker in the middle.",
    fix: "Install a certificate for the name, with its intermediates, and renew it automatically.\n\n```sh\ncertbot certonly --webroot -w /var/www/html -d portal.example.com\n```\n\nnginx\n\n```nginx\n# before\nssl_certificate /etc/ssl/other-host.pem;\n# after\nssl_certificate     /etc/letsencrypt/live/portal.example.com/fullchain.pem;\nssl_certificate_key /etc/letsencrypt/live/portal.example.com/privkey.pem;\n```\n\nIf nobody uses the host any more, delete its DNS record.",
    acceptable: "If only devices that trust a private CA use the host. Then keep its name out of public DNS.",
  },
  "sub-cname-nxdomain": {
    why: "The name is an alias of a name that does not exist, in a domain that somebody has registered. Visitors get an error. Anyone who can\ncreate the missing name answers for yours: a customer of the same service, or the new owner of an account there.\n\nA missing name in your own domain, or one that no public zone can have, is an observation: no stranger can create it.",
    fix: "Delete the alias, or restore its target.\n\n```dns\n; before\nold     IN CNAME  legacy.hosting.example.\n; after: no record\n```\n\nTo find aliases without a target in a zone file:\n\n```sh\nawk '$4 == \"CNAME\" { print $1, $5 }' zone.txt | while read name target; do\n  dig +short A \"$target\" | grep -q . || echo \"$name -> $target\"\ndone\n```",
    acceptable: "If the target is missing for a planned period, and only you can create it.",
  },
  "sub-cname-unregistered": {
    why: "The name is an alias into a domain that nobody has registered. Anyone can register it for a few dollars and then controls the\nname: its content, its certificates, and cookies of the whole domain.",
    fix: "Delete the alias. Register the domain only if its services are still needed.\n\n```dns\n; before\npartner IN CNAME  portal.expired-vendor.example.\n; after: no record\n```",
    acceptable: "Never: anyone can register the domain at any time.",
  },
  "sub-cookie-takeover-chain": {
    why: "A cookie with a `Domain` attribute is sent to every name below the domain. A name below it can be taken over: anyone who takes it\nreceives these cookies from every visitor they lead there, session cookies included, and can set cookies that the site then\naccepts.",
    fix: "Delete the DNS record that can be taken over. Then limit the cookie to the host that needs it.\n\n```http\n# before\nSet-Cookie: sid=…; Domain=example.com; Secure; HttpOnly; SameSite=Lax\n# after\nSet-Cookie: __Host-sid=…; Path=/; Secure; HttpOnly; SameSite=Lax\n```\n\nPHP\n\n```php\n// before\nsession_set_cookie_params(['domain' => 'example.com', 'secure' => true, 'httponly' => true]);\n// after\nsession_name('__Host-sid');\nsession_set_cookie_params(['path' => '/', 'secure' => true, 'httponly' => true, 'samesite' => 'Lax']);\n```",
    acceptable: "If the cookie holds nothing that matters, such as a language. The takeover itself must be fixed all the same.",
  },
  "sub-dangling-ip": {
    why: "The name leads to an address that a cloud lends to one customer after another. The host there shows a certificate of another\ndomain, and nothing of yours. Your organization probably gave up the address but kept the record: anyone who has the address now\nanswers for your name and can get certificates for it.",
    fix: "Delete the record. Confirm first that the address is not yours.\n\n```sh\naws ec2 describe-addresses --public-ips 203.0.113.7\ngcloud compute addresses list --filter=\"address=203.0.113.7\"\naz network public-ip list --query \"[?ipAddress=='203.0.113.7']\"\n```\n\n```dns\n; before\nold-app IN A      203.0.113.7\n; after: no record\n```\n\nLet the tool that creates servers create and delete their records, too.",
    acceptable: "If the host is yours and shows the certificate of another of your domains.",
  },
  "sub-dev-exposed": {
    why: "The name stands for development, testing or administration, and its host shows a tool, an unfinished page or a copy of the site without a login. Such hosts often run\nunfinished software with test data, debug output or open consoles, and nobody watches them. Attackers look for these names first.",
    fix: "Make the host reachable only for those who work with it.\n\nnginx\n\n```nginx\n# before\nlocation / { proxy_pass http://127.0.0.1:3000; }\n# after\nlocation / {\n    allow 198.51.100.0/24;\n    deny all;\n    proxy_pass http://127.0.0.1:3000;\n}\n```\n\nApache\n\n```apache\n# after\n<Location \"/\">\n    Require ip 198.51.100.0/24\n</Location>\n```\n\nKubernetes (ingress-nginx)\n\n```yaml\nmetadata:\n  annotations:\n    nginx.ingress.kubernetes.io/whitelist-source-range: 198.51.100.0/24\n```\n\nA VPN or an identity-aware proxy works as well. Delete the DNS records of hosts that nobody uses any more.",
    acceptable: "If the host shows public content on purpose, such as a demo without real data.",
  },
  "sub-hsts-conflict": {
    why: "The domain tells browsers to use only https for every name below it (`includeSubDomains`). This host answers over http and has no\nvalid HTTPS: everyone who has visited the domain before cannot open it, and cannot skip the warning. With preloading, this holds\nfor all visitors.",
    fix: "Set up HTTPS on the host. Until then, remove `includeSubDomains`, or move the host to another domain.\n\n```http\n# before\nStrict-Transport-Security: max-age=31536000; includeSubDomains\n# until every host has HTTPS\nStrict-Transport-Security: max-age=31536000\n```",
    acceptable: "If the host is only used by programs that ignore HSTS.",
  },
  "sub-inventory": {
    why: "These names can be found by anybody: in certificates, in records and pages of the domain, or by trying common names. Each of them\nis a way in that needs an owner, updates and HTTPS.",
    fix: "Compare the list with your own inventory. Delete records of hosts that nobody uses any more.\n\n```sh\ndig +noall +answer AXFR example.com @ns1.example.com   # from a host that may transfer the zone\n```",
    acceptable: "Public names are normal. Each needs somebody who is responsible for it.",
  },
  "sub-mx-unregistered": {
    why: "Mail for this name is delivered to a host in a domain that nobody has registered. Anyone who registers it receives that mail,\nincluding links to reset passwords and codes to confirm accounts, and can prove control of the name to services.",
    fix: "Delete the MX record. If the name takes no mail, say so.\n\n```dns\n; before\nnews    IN MX 10  mail.expired-provider.example.\n; after\nnews    IN MX 0   .\n```",
    acceptable: "Never while the domain can be registered.",
  },
  "sub-naming-leak": {
    why: "Published names tell which products and internal services there are. Attackers search certificates for such words when a flaw in\na product becomes known.",
    fix: "Use a wildcard certificate or a private CA for internal hosts, and names without products.\n\n```ini\n# before\nsubjectAltName = DNS:jira.example.com, DNS:vpn-fortigate.example.com\n# after\nsubjectAltName = DNS:*.example.com\n```",
    acceptable: "If the host is public and everyone knows what it is.",
  },
  "sub-no-https": {
    why: "The host answers over http only. Anyone on the path can read and change what visitors send and receive, including cookies of the\nwhole domain that lack the `Secure` attribute.",
    fix: "Get a certificate and redirect to https.\n\nCertbot with nginx\n\n```sh\ncertbot --nginx -d app.example.com --redirect\n```\n\nCaddy\n\n```caddyfile\n# before\nhttp://app.example.com { reverse_proxy 127.0.0.1:3000 }\n# after\napp.example.com { reverse_proxy 127.0.0.1:3000 }\n```",
    acceptable: "If the host only redirects to another site, for a short time.",
  },
  "sub-ns-unclaimed": {
    why: "A part of the domain is delegated to name servers that do not have its zone. At this provider, anyone with an account can create a\nzone of any name. Anyone who creates it answers for every name in that part: web, mail and certificates.",
    fix: "Create the zone at the provider, or delete the delegation.\n\n```dns\n; before\nshop    IN NS     ns1.provider.example.\nshop    IN NS     ns2.provider.example.\n; after: no delegation\n```\n\nDigitalOcean (create the zone in your account)\n\n```sh\ndoctl compute domain create shop.example.com\n```\n\nDelete delegations before you delete a zone at its provider.",
    acceptable: "Never: the zone can be created by others at any time.",
  },
  "sub-old-software": {
    why: "The host names software that its makers no longer repair. Flaws that are found in it stay open, and exploits for old versions\nare public. Forgotten hosts are a usual way into a network.",
    fix: "Upgrade the software, or switch the host off and delete its DNS record.\n\n```sh\n# Debian and Ubuntu: which version the distribution supports\napt-cache policy apache2 nginx php\n# after: a supported release of the distribution\ndo-release-upgrade\n```\n\nIf the distribution repairs the old version, keep its updates installed. Hide the version only in addition:\n\n```apache\nServerTokens Prod\n```",
    acceptable: "If the vendor of the distribution repairs this version, and its updates are installed.",
  },
  "sub-private-ip": {
    why: "A name in public DNS has an address that only an internal network can reach. It shows strangers how the network is built. A\nlaptop that asks for the name in another network, where somebody else has that address, connects to a stranger and may send\ncredentials.",
    fix: "Keep internal names in a zone that only internal resolvers answer (split DNS).\n\nBIND\n\n```bind\n// before: db IN A 10.1.2.3 in the public zone\n// after\nview \"internal\" {\n  match-clients { 10.0.0.0/8; };\n  zone \"example.com\" { type primary; file \"example.com.internal\"; };\n};\n```\n\nAmazon Route 53: create a private hosted zone for the name, and delete the record from the public one.",
    acceptable: "If the address must be public for a reason, such as DNS proof of internal certificates without split DNS.",
  },
  "sub-srv-dangling": {
    why: "Programs look up this service in DNS and connect to a host in a domain that nobody has registered. Anyone who registers it is\noffered the credentials of their users, and can answer in place of the service.",
    fix: "Delete the record, or point it to the host that provides the service.\n\n```dns\n; before\n_sip._tls IN SRV 10 5 5061 sip.expired-provider.example.\n; after: the service is not available\n_sip._tls IN SRV 0 0 0 .\n```",
    acceptable: "Never while the domain can be registered.",
  },
  "sub-takeover-cname": {
    why: "The name is an alias of a name at a service, and nobody has claimed that name there. Anyone with an account can claim it, and\nthen controls what visitors see under your domain. They also get valid certificates for the name, receive cookies of the whole\ndomain, and pass checks that trust names below it.\n\nTwo proofs are needed for a finding: DNS shows the alias, and the service shows its page for unclaimed names under your name and,\nat the same address, under a random name. Both must be the same page by status, size and text. Where they share only the words of\nthe service, the finding is potential; a page of your own that quotes these words is none. For some services, the missing name in\nDNS is the proof.",
    fix: "Delete the alias first. If the name is still needed, claim it at the service and then create the alias again.\n\nZone file\n\n```dns\n; before\nblog    IN CNAME  example-blog.github.io.\n; after: no record, or an alias of a name that you have claimed\n```\n\nAmazon Route 53 (list aliases to services)\n\n```sh\naws route53 list-resource-record-sets --hosted-zone-id Z123 --query \"ResourceRecordSets[?Type=='CNAME']\"\n```\n\nAzure (list aliases of a zone)\n\n```sh\naz network dns record-set cname list -g rg -z example.com --query \"[].{name:name, target:CNAMERecord.cname}\"\n```\n\nWhenever a service is cancelled, delete the DNS record before the service.",
    acceptable: "Never for a name that can be claimed. If the service gives names only to their former owners, for a short time until the record is deleted.",
  },
  "sub-wildcard-noise": {
    why: "A wildcard record answers for every name that has no records of its own. Typing errors and names of an attacker's choice lead to\nyour server, links with invented names look real, and names that were forgotten do not stand out.",
    fix: "Replace the wildcard with the names that are used.\n\n```dns\n; before\n*       IN A      203.0.113.7\n; after\nwww     IN A      203.0.113.7\nshop    IN A      203.0.113.7\n```",
    acceptable: "If names are given to customers automatically, and the server rejects names that it does not know.",
  },
  "sub-zone-walk": {
    why: "The zone is signed with NSEC records, each of which names the next name. Anyone can follow them and list every name of the zone,\ninternal ones included.",
    fix: "Use NSEC3 without salt and iterations, or minimal NSEC records that a server signs on the spot.\n\nBIND\n\n```bind\ndnssec-policy \"standard\" {\n    // before: no line, which means NSEC\n    // after\n    nsec3param iterations 0 optout no salt-length 0;\n};\n```\n\nKnot DNS\n\n```yaml\npolicy:\n  - id: default\n    nsec3: on\n    nsec3-iterations: 0\n    nsec3-salt-length: 0\n```",
    acceptable: "If every name of the zone is public anyway.",
  },
  "svc-ai-open": {
    why: "Model servers such as Ollama and vLLM have no login by default. Strangers use your hardware, replace or copy models, and read prompts. Vector stores such as Qdrant, Chroma and Milvus contain the text of the documents that they index.",
    fix: "Let the server listen on loopback, and put a proxy with a login in front.\n\nOllama\n\n```ini\n# systemd unit, before\nEnvironment=\"OLLAMA_HOST=0.0.0.0\"\n# after\nEnvironment=\"OLLAMA_HOST=127.0.0.1:11434\"\n```\n\nvLLM: `--host 127.0.0.1 --api-key <a long random key>`.\n\nQdrant (`config.yaml`)\n\n```yaml\nservice:\n  host: 127.0.0.1\n  api_key: <a long random key>\n```\n\nMilvus (`milvus.yaml`): change the password of `root` afterwards, which is `Milvus`.\n\n```yaml\ncommon:\n  security:\n    # before\n    authorizationEnabled: false\n    # after\n    authorizationEnabled: true\n```\n\nChroma: `chroma run --host 127.0.0.1`, because current versions have no login of their own.\n\nIn front of it, nginx can ask for a login and end TLS.\n\n```nginx\n# after: the service itself listens on loopback only\nlocation / {\n    allow 10.0.0.0/8;\n    deny all;\n    auth_basic \"operators\";\n    auth_basic_user_file /etc/nginx/htpasswd;\n    proxy_pass http://127.0.0.1:11434;\n}\n```\n\nDocker publishes ports past ufw and other rules of the `INPUT` chain. Bind to loopback, or filter in `DOCKER-USER`, where `--dport` is the port inside of the container.\n\n```yaml\n# before: open to the internet, whatever ufw says\nservices:\n  ollama:\n    ports: [\"11434:11434\"]\n# after\nservices:\n  ollama:\n    ports: [\"127.0.0.1:11434:11434\"]\n```\n\n```sh\niptables -I DOCKER-USER -i eth0 -p tcp --dport 11434 ! -s 10.0.0.0/8 -j DROP\n```",
    acceptable: "If it is a public demonstration with limits on requests, on a host without other data.",
  },
  "svc-amplifier": {
    why: "The service answers a datagram with at least twice its size. Attackers send datagrams in the name of a victim, and the answers flood the victim: your address appears as the attacker, and your line is used up.",
    fix: "Close the UDP port to the internet, or make the service answer its users only.\n\nNTP\n\n```text\n# before\n# chrony answers control messages of everybody\n# after (chrony.conf)\ncmdport 0\nallow 10.0.0.0/8\n```\n\nmemcached: `-U 0`. SNMP (`snmpd.conf`): `agentaddress udp:10.0.0.5:161`. Active Directory: close UDP port 389. SSDP, CHARGEN and QOTD: switch them off.\n\nFirewall of the host\n\n```sh\n# nftables: before all other rules; keep both in /etc/nftables.conf, too\nnft insert rule inet filter input udp dport { 19, 17, 111, 123, 161, 389, 1900, 5683, 11211 } drop\nnft insert rule inet filter input udp dport { 19, 17, 111, 123, 161, 389, 1900, 5683, 11211 } ip saddr 10.0.0.0/8 accept\n```",
    acceptable: "If the service must be public, as a time server is, and limits its rate.",
  },
  "svc-coordination-open": {
    why: "etcd, Consul, Nomad and ZooKeeper hold the state of a cluster: service addresses, configuration, and in etcd all secrets of Kubernetes. Nomad and Consul also start programs.",
    fix: "Bind them to the cluster network and require client certificates or tokens.\n\netcd\n\n```sh\n# before\netcd --listen-client-urls http://0.0.0.0:2379\n# after\netcd --listen-client-urls https://10.0.0.5:2379 --advertise-client-urls https://10.0.0.5:2379 \\\n  --client-cert-auth --trusted-ca-file=/etc/etcd/ca.crt \\\n  --cert-file=/etc/etcd/server.crt --key-file=/etc/etcd/server.key\n```\n\nConsul and Nomad\n\n```hcl\nacl {\n  enabled        = true\n  default_policy = \"deny\"\n}\n```\n\nNomad has no `default_policy`: run `nomad acl bootstrap` after enabling. ZooKeeper: set `clientPortAddress=10.0.0.5`, limit `4lw.commands.whitelist`, and require SASL.\n\nFirewall of the host\n\n```sh\n# nftables: before all other rules; keep both in /etc/nftables.conf, too\nnft insert rule inet filter input tcp dport { 2379, 2181, 8500, 4646 } drop\nnft insert rule inet filter input tcp dport { 2379, 2181, 8500, 4646 } ip saddr 10.0.0.0/8 accept\n```",
    acceptable: "Never on the internet: scanners find the port within hours, and no user needs it from there.",
  },
  "svc-database": {
    why: "A database that strangers can connect to is one leaked or guessed password away from its data, and every flaw before its login is theirs to try. Botnets test default passwords of all common databases day and night.",
    fix: "Let the database listen on the address that the application uses, and allow that application alone.\n\nPostgreSQL (`postgresql.conf`, `pg_hba.conf`)\n\n```ini\n# before\nlisten_addresses = '*'\n# after\nlisten_addresses = 'localhost,10.0.0.5'\n```\n\n```ini\n# pg_hba.conf before\nhost all all 0.0.0.0/0 scram-sha-256\n# after\nhostssl shop shop 10.0.0.0/24 scram-sha-256\n```\n\nMySQL and MariaDB (`my.cnf`)\n\n```ini\n[mysqld]\n# before\nbind-address = 0.0.0.0\n# after\nbind-address = 10.0.0.5\n```\n\nPostgreSQL restarts to listen elsewhere, and reloads `pg_hba.conf`, where no line for other hosts may say `trust`. MySQL: `SELECT user, host FROM mysql.user WHERE host = '%'` lists users who may come from anywhere; `mysqlx-bind-address` is that of port 33060.\n\nSQL Server: set the listening address in SQL Server Configuration Manager, under TCP/IP. Oracle: set `HOST` in `listener.ora` and `TCP.INVITED_NODES` in `sqlnet.ora`. Cassandra: `rpc_address` in `cassandra.yaml`. Redis: `bind` in `redis.conf`. MongoDB: `net.bindIp` in `mongod.conf`.\n\nDocker publishes ports past ufw and other rules of the `INPUT` chain. Bind to loopback, or filter in `DOCKER-USER`, where `--dport` is the port inside of the container.\n\n```yaml\n# before: open to the internet, whatever ufw says\nservices:\n  postgres:\n    ports: [\"5432:5432\"]\n# after\nservices:\n  postgres:\n    ports: [\"127.0.0.1:5432:5432\"]\n# docker run: -p 127.0.0.1:5432:5432\n```\n\n```sh\niptables -I DOCKER-USER -i eth0 -p tcp --dport 5432 ! -s 10.0.0.0/8 -j DROP\n```\n\nFirewall of the host\n\n```sh\n# nftables: before all other rules; keep both in /etc/nftables.conf, too\nnft insert rule inet filter input tcp dport 5432 drop\nnft insert rule inet filter input tcp dport 5432 ip saddr 10.0.0.0/8 accept\n```\n\nSecurity groups of Amazon EC2, Google Cloud and Azure\n\n```sh\n# before: 0.0.0.0/0 may connect\naws ec2 revoke-security-group-ingress --group-id sg-example \\\n  --protocol tcp --port 5432 --cidr 0.0.0.0/0\n# the rule of IPv6 is one of its own\naws ec2 revoke-security-group-ingress --group-id sg-example --ip-permissions \\\n  'IpProtocol=tcp,FromPort=5432,ToPort=5432,Ipv6Ranges=[{CidrIpv6=::/0}]'\n# after: another group may\naws ec2 authorize-security-group-ingress --group-id sg-example \\\n  --protocol tcp --port 5432 --source-group sg-app\n# Google Cloud: the same\ngcloud compute firewall-rules update allow-5432 --source-ranges 10.0.0.0/8\n# Azure: the same\naz network nsg rule update --resource-group app --nsg-name app-nsg --name allow-5432 \\\n  --source-address-prefixes 10.0.0.0/8\n```",
    acceptable: "If remote users need the database and no VPN is possible: require TLS and client certificates, and allow named addresses only.",
  },
  "svc-devtool-open": {
    why: "Jupyter, Jenkins, Ray and Spark run code by design: without a login, strangers run theirs. Kibana shows the data of its cluster. Prometheus and an anonymous Grafana show names, versions and load of internal systems.",
    fix: "Close the port or require a login; if code could be run, treat the host as compromised.\n\nJupyter (`jupyter_server_config.py`)\n\n```python\n# before\nc.ServerApp.ip = \"0.0.0.0\"\nc.IdentityProvider.token = \"\"\n# after\nc.ServerApp.ip = \"127.0.0.1\"\n# the token is random where no line sets it; for a password, run `jupyter server password`\nc.PasswordIdentityProvider.password_required = True\n```\n\nGrafana (`grafana.ini`)\n\n```ini\n[auth.anonymous]\nenabled = false\n```\n\nPrometheus (`web.yml`, with `--web.config.file`)\n\n```yaml\nbasic_auth_users:\n  admin: $2y$10$<bcrypt hash>\n```\n\nKibana asks for a login as soon as the security of its Elasticsearch is on. Jenkins: Manage Jenkins, Security: no access for anonymous. Ray and Spark: bind their dashboards to loopback and use an SSH tunnel.\n\nIn front of it, nginx can ask for a login and end TLS.\n\n```nginx\n# after: the service itself listens on loopback only\nlocation / {\n    allow 10.0.0.0/8;\n    deny all;\n    auth_basic \"operators\";\n    auth_basic_user_file /etc/nginx/htpasswd;\n    proxy_pass http://127.0.0.1:8888;\n}\n```\n\nDocker publishes ports past ufw and other rules of the `INPUT` chain. Bind to loopback, or filter in `DOCKER-USER`, where `--dport` is the port inside of the container.\n\n```yaml\n# before: open to the internet, whatever ufw says\nservices:\n  jupyter:\n    ports: [\"8888:8888\"]\n# after\nservices:\n  jupyter:\n    ports: [\"127.0.0.1:8888:8888\"]\n```\n\n```sh\niptables -I DOCKER-USER -i eth0 -p tcp --dport 8888 ! -s 10.0.0.0/8 -j DROP\n```",
    acceptable: "If a dashboard is public on purpose, as a status page is, and shows nothing internal.",
  },
  "svc-docker-api": {
    why: "The API of Docker starts containers with any part of the host's disk. Without client certificates anybody is root on the host; worms that mine coins use it within minutes.",
    fix: "Close the port and treat the host as compromised: look for foreign containers, and install it anew. Docker needs no TCP port: use SSH contexts.\n\nDocker (`/etc/docker/daemon.json`)\n\n```json\n{\n  \"hosts\": [\"unix:///var/run/docker.sock\", \"tcp://0.0.0.0:2375\"]\n}\n```\n\nThat is the state before. Remove `hosts`, or `-H tcp://0.0.0.0:2375` where the systemd unit has it (`systemctl edit docker`): Docker then listens on its socket, and it does not start with both.\n\n```sh\n# after: remote work over SSH\ndocker context create web --docker \"host=ssh://admin@web.example.com\"\n```\n\nIf TCP is needed, require client certificates on port 2376 of a private address: `--tlsverify`, `--tlscacert`, `--tlscert`, `--tlskey`.\n\nFirewall of the host\n\n```sh\n# nftables: before all other rules; keep both in /etc/nftables.conf, too\nnft insert rule inet filter input tcp dport 2375 drop\nnft insert rule inet filter input tcp dport 2375 ip saddr 10.0.0.0/8 accept\n```\n\nSecurity groups of Amazon EC2, Google Cloud and Azure\n\n```sh\n# before: 0.0.0.0/0 may connect\naws ec2 revoke-security-group-ingress --group-id sg-example \\\n  --protocol tcp --port 2375 --cidr 0.0.0.0/0\n# the rule of IPv6 is one of its own\naws ec2 revoke-security-group-ingress --group-id sg-example --ip-permissions \\\n  'IpProtocol=tcp,FromPort=2375,ToPort=2375,Ipv6Ranges=[{CidrIpv6=::/0}]'\n# after: another group may\naws ec2 authorize-security-group-ingress --group-id sg-example \\\n  --protocol tcp --port 2375 --source-group sg-app\n# Google Cloud: the same\ngcloud compute firewall-rules update allow-2375 --source-ranges 10.0.0.0/8\n# Azure: the same\naz network nsg rule update --resource-group app --nsg-name app-nsg --name allow-2375 \\\n  --source-address-prefixes 10.0.0.0/8\n```",
    acceptable: "Never on the internet: scanners find the port within hours, and no user needs it from there.",
  },
  "svc-elasticsearch-noauth": {
    why: "Elasticsearch and OpenSearch without security let anybody search, change and delete every index. Indexes of logs and customers are among the most common leaks.",
    fix: "Close the port first, then switch security on.\n\nElasticsearch (`elasticsearch.yml`)\n\n```yaml\n# before\nnetwork.host: 0.0.0.0\nxpack.security.enabled: false\n# after\nnetwork.host: 10.0.0.5\nxpack.security.enabled: true\nxpack.security.transport.ssl:\n  enabled: true\n  verification_mode: certificate\n  keystore.path: elastic-certificates.p12\n  truststore.path: elastic-certificates.p12\nxpack.security.http.ssl:\n  enabled: true\n  keystore.path: http.p12\n```\n\nWithout these files it does not start. Make them first, copy them to its folder of settings, and set passwords last.\n\n```sh\nbin/elasticsearch-certutil ca\nbin/elasticsearch-certutil cert --ca elastic-stack-ca.p12\nbin/elasticsearch-certutil http\n# with a password: elasticsearch-keystore add xpack.security.http.ssl.keystore.secure_password\nbin/elasticsearch-reset-password -u elastic   # version 7: elasticsearch-setup-passwords interactive\n```\n\nOpenSearch: keep the security plugin (`plugins.security.disabled: false`), replace the demonstration certificates and the password of `admin`, and run `securityadmin.sh`.\n\nDocker publishes ports past ufw and other rules of the `INPUT` chain. Bind to loopback, or filter in `DOCKER-USER`, where `--dport` is the port inside of the container.\n\n```yaml\n# before: open to the internet, whatever ufw says\nservices:\n  elasticsearch:\n    ports: [\"9200:9200\"]\n# after\nservices:\n  elasticsearch:\n    ports: [\"127.0.0.1:9200:9200\"]\n# docker run: -p 127.0.0.1:9200:9200\n```\n\n```sh\niptables -I DOCKER-USER -i eth0 -p tcp --dport 9200 ! -s 10.0.0.0/8 -j DROP\n```\n\nFirewall of the host\n\n```sh\n# nftables: before all other rules; keep both in /etc/nftables.conf, too\nnft insert rule inet filter input tcp dport 9200 drop\nnft insert rule inet filter input tcp dport 9200 ip saddr 10.0.0.0/8 accept\n```\n\nSecurity groups of Amazon EC2, Google Cloud and Azure\n\n```sh\n# before: 0.0.0.0/0 may connect\naws ec2 revoke-security-group-ingress --group-id sg-example \\\n  --protocol tcp --port 9200 --cidr 0.0.0.0/0\n# the rule of IPv6 is one of its own\naws ec2 revoke-security-group-ingress --group-id sg-example --ip-permissions \\\n  'IpProtocol=tcp,FromPort=9200,ToPort=9200,Ipv6Ranges=[{CidrIpv6=::/0}]'\n# after: another group may\naws ec2 authorize-security-group-ingress --group-id sg-example \\\n  --protocol tcp --port 9200 --source-group sg-app\n# Google Cloud: the same\ngcloud compute firewall-rules update allow-9200 --source-ranges 10.0.0.0/8\n# Azure: the same\naz network nsg rule update --resource-group app --nsg-name app-nsg --name allow-9200 \\\n  --source-address-prefixes 10.0.0.0/8\n```",
    acceptable: "If it serves public data read-only: put a proxy in front that allows the search requests of the site alone.",
  },
  "svc-eol-version": {
    why: "A version that gets no fixes keeps its known flaws for ever, and attack tools have them built in. The finding is potential: the version is what the service says of itself. Packages of a distribution are judged by the end of that release.",
    fix: "Update to a maintained version, or to a maintained release of the distribution.\n\n```sh\n# Debian and Ubuntu\napt update && apt full-upgrade\n# before: what the repository offers\napt policy mariadb-server postgresql redis\n```\n\nHide no version instead: it fixes nothing. Until the update, close the port.\n\nFirewall of the host\n\n```sh\n# nftables: before all other rules; keep both in /etc/nftables.conf, too\nnft insert rule inet filter input tcp dport 3306 drop\nnft insert rule inet filter input tcp dport 3306 ip saddr 10.0.0.0/8 accept\n```\n\nSecurity groups of Amazon EC2, Google Cloud and Azure\n\n```sh\n# before: 0.0.0.0/0 may connect\naws ec2 revoke-security-group-ingress --group-id sg-example \\\n  --protocol tcp --port 3306 --cidr 0.0.0.0/0\n# the rule of IPv6 is one of its own\naws ec2 revoke-security-group-ingress --group-id sg-example --ip-permissions \\\n  'IpProtocol=tcp,FromPort=3306,ToPort=3306,Ipv6Ranges=[{CidrIpv6=::/0}]'\n# after: another group may\naws ec2 authorize-security-group-ingress --group-id sg-example \\\n  --protocol tcp --port 3306 --source-group sg-app\n# Google Cloud: the same\ngcloud compute firewall-rules update allow-3306 --source-ranges 10.0.0.0/8\n# Azure: the same\naz network nsg rule update --resource-group app --nsg-name app-nsg --name allow-3306 \\\n  --source-address-prefixes 10.0.0.0/8\n```",
    acceptable: "If a vendor sells extended support for the version and its fixes are installed.",
  },
  "svc-firewall-v6-gap": {
    why: "The firewall covers IPv4 and forgets IPv6: what is closed on one is open on the other. Attackers find the IPv6 address in DNS, as browsers do.",
    fix: "Write rules for both families at once.\n\nnftables\n\n```text\n# before: table ip filter, for IPv4 alone\n# after\ntable inet filter {\n  chain input {\n    type filter hook input priority 0; policy drop;\n    ct state established,related accept\n    iif lo accept\n    meta l4proto ipv6-icmp accept\n    tcp dport { 80, 443 } accept\n  }\n}\n```\n\nufw (`/etc/default/ufw`)\n\n```ini\n# before\nIPV6=no\n# after\nIPV6=yes\n```\n\nSecurity groups: each rule has an IPv4 and an IPv6 range; delete `::/0` where `0.0.0.0/0` is not allowed.\n\n```sh\naws ec2 revoke-security-group-ingress --group-id sg-example \\\n  --ip-permissions 'IpProtocol=tcp,FromPort=22,ToPort=22,Ipv6Ranges=[{CidrIpv6=::/0}]'\n# Google Cloud: rules for IPv6 are rules of their own\ngcloud compute firewall-rules delete allow-ssh-ipv6\n# Azure: a rule with the source * or Internet covers both families\naz network nsg rule update --resource-group app --nsg-name app-nsg --name allow-22 \\\n  --source-address-prefixes 10.0.0.0/8\n```\n\nDocker: with `ip6tables` off, published ports listen on IPv6 without rules.",
    acceptable: "If the service is meant for IPv6 alone, for example an administration network that uses it.",
  },
  "svc-ftp-clear": {
    why: "FTP without TLS sends names, passwords and files in plaintext. Anyone on the path reads them and can change files on the way, for example the pages of a site.",
    fix: "Use SFTP, or require TLS.\n\nvsftpd (`vsftpd.conf`)\n\n```ini\n# before\nssl_enable=NO\n# after\nssl_enable=YES\nforce_local_logins_ssl=YES\nforce_local_data_ssl=YES\nrsa_cert_file=/etc/letsencrypt/live/example.com/fullchain.pem\nrsa_private_key_file=/etc/letsencrypt/live/example.com/privkey.pem\n```\n\nProFTPD\n\n```apache\nTLSEngine on\nTLSRequired on\n```\n\nSFTP with OpenSSH (`sshd_config`)\n\n```text\nSubsystem sftp internal-sftp\nMatch Group upload\n    ChrootDirectory /srv/upload/%u\n    ForceCommand internal-sftp\n```",
    acceptable: "If the server offers public files to anonymous readers only, and no account exists.",
  },
  "svc-ics": {
    why: "Modbus, S7, DNP3, EtherNet/IP and BACnet have no login: a connection is enough to read and change a process. The audit sends nothing to these ports, because old controllers stop at unexpected bytes.",
    fix: "Remove the route from the internet to the controller, and reach it through a VPN that ends in a network of its own.\n\nFirewall of the host\n\n```sh\n# nftables: before all other rules; keep both in /etc/nftables.conf, too\nnft insert rule inet filter input tcp dport { 102, 502, 20000, 44818, 47808 } drop\nnft insert rule inet filter input tcp dport { 102, 502, 20000, 44818, 47808 } ip saddr 10.0.0.0/8 accept\n```\n\n\nSearch the network for other ports of the device, change default passwords, and ask the vendor for supported firmware.",
    acceptable: "If another program uses the number by chance, as the finding is about the port alone.",
  },
  "svc-ipmi": {
    why: "A management controller controls a server below its operating system. IPMI 2.0 sends the salted hash of a user's password to anybody who names the user, and many controllers have known flaws.",
    fix: "Put the controller into a management network without a route from the internet.\n\n```sh\n# before: LAN channel with a public address\nipmitool lan print 1\n# after\nipmitool lan set 1 ipsrc static\nipmitool lan set 1 ipaddr 10.9.0.5\nipmitool lan set 1 access off\n```\n\nFirewall of the host\n\n```sh\n# nftables: before all other rules; keep both in /etc/nftables.conf, too\nnft insert rule inet filter input udp dport 623 drop\nnft insert rule inet filter input udp dport 623 ip saddr 10.9.0.0/24 accept\n```\n\nSecurity groups of Amazon EC2, Google Cloud and Azure\n\n```sh\n# before: 0.0.0.0/0 may connect\naws ec2 revoke-security-group-ingress --group-id sg-example \\\n  --protocol udp --port 623 --cidr 0.0.0.0/0\n# after: another group may\naws ec2 authorize-security-group-ingress --group-id sg-example \\\n  --protocol udp --port 623 --source-group sg-app\n# Google Cloud: the same\ngcloud compute firewall-rules update allow-623 --source-ranges 10.0.0.0/8\n# Azure: the same\naz network nsg rule update --resource-group app --nsg-name app-nsg --name allow-623 \\\n  --source-address-prefixes 10.0.0.0/8\n```",
    acceptable: "Never on the internet: scanners find the port within hours, and no user needs it from there.",
  },
  "svc-kubernetes-anon": {
    why: "An API server or kubelet that answers anonymous requests tells strangers about workloads. With the wrong role bindings it lets them start pods and read secrets; an open kubelet runs commands in every container of its node.",
    fix: "Switch anonymous access off, and allow the API from named networks only.\n\nkubelet (`/var/lib/kubelet/config.yaml`)\n\n```yaml\n# before\nauthentication:\n  anonymous:\n    enabled: true\nauthorization:\n  mode: AlwaysAllow\n# after\nauthentication:\n  anonymous:\n    enabled: false\n  webhook:\n    enabled: true\nauthorization:\n  mode: Webhook\nreadOnlyPort: 0\n```\n\nAPI server\n\n```yaml\n# the file of --authentication-config, from Kubernetes 1.32: health checks need these paths, and --anonymous-auth=false ends them\napiVersion: apiserver.config.k8s.io/v1beta1\nkind: AuthenticationConfiguration\nanonymous:\n  enabled: true\n  conditions:\n    - path: /livez\n    - path: /readyz\n    - path: /healthz\n```\n\n```sh\n# bindings that should not be there\nkubectl get clusterrolebindings -o wide | grep -E 'system:(anonymous|unauthenticated)'\n```\n\nManaged clusters: use private endpoints, or authorized networks. Run `kubectl proxy` on loopback only.\n\nFirewall of the host\n\n```sh\n# nftables: before all other rules; keep both in /etc/nftables.conf, too\nnft insert rule inet filter input tcp dport { 6443, 10250 } drop\nnft insert rule inet filter input tcp dport { 6443, 10250 } ip saddr 10.0.0.0/8 accept\n```",
    acceptable: "If only the version and health paths answer, as load balancers need.",
  },
  "svc-ldap-anonymous": {
    why: "A directory that strangers reach tells them at least how its tree is divided: the domain, and the structure of the organization. Many answer anonymous searches as well, with names and addresses for phishing and password guessing; the audit asks for the root entry alone. Over UDP the same server can be abused for floods.",
    fix: "Do not offer the directory to the internet; require a login for searches.\n\nOpenLDAP (`cn=config`)\n\n```ldif\ndn: cn=config\nchangetype: modify\nadd: olcDisallows\nolcDisallows: bind_anon\n-\nadd: olcRequires\nolcRequires: authc\n```\n\nActive Directory: the root of the directory is always readable, so close ports 389, 636, 3268 and 3269 at the edge.\n\nWindows\n\n```powershell\n# after: the management network only\nNew-NetFirewallRule -DisplayName \"LDAP from inside\" -Direction Inbound `\n  -Protocol TCP -LocalPort 389,636,3268,3269 -RemoteAddress 10.0.0.0/8 -Action Allow\n# and remove the rule that allows Any\n```\n\nFirewall of the host\n\n```sh\n# nftables: before all other rules; keep both in /etc/nftables.conf, too\nnft insert rule inet filter input tcp dport 389 drop\nnft insert rule inet filter input tcp dport 389 ip saddr 10.0.0.0/8 accept\n```\n\nSecurity groups of Amazon EC2, Google Cloud and Azure\n\n```sh\n# before: 0.0.0.0/0 may connect\naws ec2 revoke-security-group-ingress --group-id sg-example \\\n  --protocol tcp --port 389 --cidr 0.0.0.0/0\n# the rule of IPv6 is one of its own\naws ec2 revoke-security-group-ingress --group-id sg-example --ip-permissions \\\n  'IpProtocol=tcp,FromPort=389,ToPort=389,Ipv6Ranges=[{CidrIpv6=::/0}]'\n# after: another group may\naws ec2 authorize-security-group-ingress --group-id sg-example \\\n  --protocol tcp --port 389 --source-group sg-app\n# Google Cloud: the same\ngcloud compute firewall-rules update allow-389 --source-ranges 10.0.0.0/8\n# Azure: the same\naz network nsg rule update --resource-group app --nsg-name app-nsg --name allow-389 \\\n  --source-address-prefixes 10.0.0.0/8\n```",
    acceptable: "If the directory is public on purpose, as one of certificates or of public contacts.",
  },
  "svc-mail-clear": {
    why: "Mail programs that log in without TLS send the password of the mailbox in plaintext. With it, strangers read the mail and reset the passwords of other accounts.",
    fix: "Offer ports 993 and 995 (implicit TLS), and refuse logins without TLS on 143 and 110, or close these.\n\nDovecot\n\n```ini\n# before\nssl = yes\ndisable_plaintext_auth = no\n# after\nssl = required\ndisable_plaintext_auth = yes\n```\n\nDovecot 2.4 calls the second setting `auth_allow_cleartext = no`.\n\n```ini\n# dovecot: no plain ports at all\nservice imap-login {\n  inet_listener imap {\n    port = 0\n  }\n}\n```",
    acceptable: "If clients exist that cannot use TLS and the port is open to their network alone.",
  },
  "svc-memcached": {
    why: "memcached has no login by default. Strangers read and replace what it caches, often sessions and pages; over UDP it was the source of the largest floods that were measured.",
    fix: "Let memcached listen on loopback or the private network, without UDP.\n\nDebian and Ubuntu (`/etc/memcached.conf`)\n\n```ini\n# before\n-l 0.0.0.0\n# after\n-l 127.0.0.1\n-U 0\n```\n\nRed Hat (`/etc/sysconfig/memcached`)\n\n```ini\nOPTIONS=\"-l 127.0.0.1 -U 0\"\n```\n\nServers that others must reach can require SASL (`-S`) or TLS (`-Z`).\n\nDocker publishes ports past ufw and other rules of the `INPUT` chain. Bind to loopback, or filter in `DOCKER-USER`, where `--dport` is the port inside of the container.\n\n```yaml\n# before: open to the internet, whatever ufw says\nservices:\n  memcached:\n    ports: [\"11211:11211\"]\n# after\nservices:\n  memcached:\n    ports: [\"127.0.0.1:11211:11211\"]\n# docker run: -p 127.0.0.1:11211:11211\n```\n\n```sh\niptables -I DOCKER-USER -i eth0 -p tcp --dport 11211 ! -s 10.0.0.0/8 -j DROP\n```\n\nFirewall of the host\n\n```sh\n# nftables: before all other rules; keep both in /etc/nftables.conf, too\nnft insert rule inet filter input tcp dport 11211 drop\nnft insert rule inet filter input tcp dport 11211 ip saddr 10.0.0.0/8 accept\n```\n\nSecurity groups of Amazon EC2, Google Cloud and Azure\n\n```sh\n# before: 0.0.0.0/0 may connect\naws ec2 revoke-security-group-ingress --group-id sg-example \\\n  --protocol tcp --port 11211 --cidr 0.0.0.0/0\n# the rule of IPv6 is one of its own\naws ec2 revoke-security-group-ingress --group-id sg-example --ip-permissions \\\n  'IpProtocol=tcp,FromPort=11211,ToPort=11211,Ipv6Ranges=[{CidrIpv6=::/0}]'\n# after: another group may\naws ec2 authorize-security-group-ingress --group-id sg-example \\\n  --protocol tcp --port 11211 --source-group sg-app\n# Google Cloud: the same\ngcloud compute firewall-rules update allow-11211 --source-ranges 10.0.0.0/8\n# Azure: the same\naz network nsg rule update --resource-group app --nsg-name app-nsg --name allow-11211 \\\n  --source-address-prefixes 10.0.0.0/8\n```",
    acceptable: "Never on the internet: scanners find the port within hours, and no user needs it from there.",
  },
  "svc-mongodb-noauth": {
    why: "MongoDB without access control lets anybody read, change and delete every collection. Such databases are copied, wiped and held for ransom automatically.",
    fix: "Close the port first, then create an administrator and switch authorization on. Look for collections that you did not make: a note of ransom means that the data was copied or deleted.\n\n```js\n// mongosh, before authorization is on\nuse admin\ndb.createUser({ user: \"admin\", pwd: passwordPrompt(), roles: [\"root\"] })\n```\n\nMongoDB (`mongod.conf`)\n\n```yaml\n# before\nnet:\n  bindIp: 0.0.0.0\n# after\nnet:\n  bindIp: 127.0.0.1,10.0.0.5\n  tls:\n    mode: requireTLS\n    certificateKeyFile: /etc/mongodb/server.pem\nsecurity:\n  authorization: enabled\n```\n\nDocker publishes ports past ufw and other rules of the `INPUT` chain. Bind to loopback, or filter in `DOCKER-USER`, where `--dport` is the port inside of the container.\n\n```yaml\n# before: open to the internet, whatever ufw says\nservices:\n  mongo:\n    ports: [\"27017:27017\"]\n# after\nservices:\n  mongo:\n    ports: [\"127.0.0.1:27017:27017\"]\n# docker run: -p 127.0.0.1:27017:27017\n```\n\n```sh\niptables -I DOCKER-USER -i eth0 -p tcp --dport 27017 ! -s 10.0.0.0/8 -j DROP\n```\n\nFirewall of the host\n\n```sh\n# nftables: before all other rules; keep both in /etc/nftables.conf, too\nnft insert rule inet filter input tcp dport 27017 drop\nnft insert rule inet filter input tcp dport 27017 ip saddr 10.0.0.0/8 accept\n```\n\nSecurity groups of Amazon EC2, Google Cloud and Azure\n\n```sh\n# before: 0.0.0.0/0 may connect\naws ec2 revoke-security-group-ingress --group-id sg-example \\\n  --protocol tcp --port 27017 --cidr 0.0.0.0/0\n# the rule of IPv6 is one of its own\naws ec2 revoke-security-group-ingress --group-id sg-example --ip-permissions \\\n  'IpProtocol=tcp,FromPort=27017,ToPort=27017,Ipv6Ranges=[{CidrIpv6=::/0}]'\n# after: another group may\naws ec2 authorize-security-group-ingress --group-id sg-example \\\n  --protocol tcp --port 27017 --source-group sg-app\n# Google Cloud: the same\ngcloud compute firewall-rules update allow-27017 --source-ranges 10.0.0.0/8\n# Azure: the same\naz network nsg rule update --resource-group app --nsg-name app-nsg --name allow-27017 \\\n  --source-address-prefixes 10.0.0.0/8\n```",
    acceptable: "Never on the internet: scanners find the port within hours, and no user needs it from there.",
  },
  "svc-object-store-open": {
    why: "MinIO, rsync and NFS serve whole directories: backups, uploads, home directories. If strangers are answered, they copy and often replace them. The port mapper (rpcbind) names the programs of a host and is abused for floods.",
    fix: "Allow named clients only, over a VPN.\n\nrsync (`rsyncd.conf`)\n\n```ini\n# before\n[backup]\n    path = /srv/backup\n# after\n[backup]\n    path = /srv/backup\n    list = no\n    auth users = backup\n    secrets file = /etc/rsyncd.secrets\n    hosts allow = 10.0.0.7\n    hosts deny = *\n```\n\nNFS (`/etc/exports`)\n\n```sh\n# before\n/srv/data *(rw)\n# after\n/srv/data 10.0.0.0/24(rw,sync,root_squash)\n```\n\nMinIO\n\n```sh\nmc anonymous set none store/bucket\n```\n\nSwitch off rpcbind where no NFS version 3 is used: `systemctl disable --now rpcbind.socket rpcbind`. Where it is, close port 111 to strangers over TCP and UDP.\n\nFirewall of the host\n\n```sh\n# nftables: before all other rules; keep both in /etc/nftables.conf, too\nnft insert rule inet filter input meta l4proto { tcp, udp } th dport { 111, 873, 2049, 9000 } drop\nnft insert rule inet filter input meta l4proto { tcp, udp } th dport { 111, 873, 2049, 9000 } ip saddr 10.0.0.0/8 accept\n```\n\nSecurity groups of Amazon EC2, Google Cloud and Azure\n\n```sh\n# before: 0.0.0.0/0 may connect\naws ec2 revoke-security-group-ingress --group-id sg-example \\\n  --protocol tcp --port 2049 --cidr 0.0.0.0/0\n# the rule of IPv6 is one of its own\naws ec2 revoke-security-group-ingress --group-id sg-example --ip-permissions \\\n  'IpProtocol=tcp,FromPort=2049,ToPort=2049,Ipv6Ranges=[{CidrIpv6=::/0}]'\n# after: another group may\naws ec2 authorize-security-group-ingress --group-id sg-example \\\n  --protocol tcp --port 2049 --source-group sg-app\n# Google Cloud: the same\ngcloud compute firewall-rules update allow-2049 --source-ranges 10.0.0.0/8\n# Azure: the same\naz network nsg rule update --resource-group app --nsg-name app-nsg --name allow-2049 \\\n  --source-address-prefixes 10.0.0.0/8\n```",
    acceptable: "If the content is meant for everybody, as on a public mirror, and nothing can be written.",
  },
  "svc-queue-open": {
    why: "A message broker without a login lets strangers read what services tell each other, and send messages in their name: orders, commands to devices, jobs.",
    fix: "Bind the broker to the internal network, and require a login with TLS.\n\nRabbitMQ (`rabbitmq.conf`)\n\n```ini\n# after\nlisteners.tcp = none\nlisteners.ssl.1 = 10.0.0.5:5671\nssl_options.certfile = /etc/rabbitmq/server.crt\nssl_options.keyfile = /etc/rabbitmq/server.key\nauth_mechanisms.1 = PLAIN\nanonymous_login_user = none\n```\n\nKafka (`server.properties`)\n\n```properties\n# before\nlisteners=PLAINTEXT://0.0.0.0:9092\n# after\nlisteners=SASL_SSL://10.0.0.5:9093\nsecurity.inter.broker.protocol=SASL_SSL\nssl.keystore.location=/etc/kafka/server.p12\nsasl.enabled.mechanisms=SCRAM-SHA-512\nauthorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer\n```\n\nMosquitto\n\n```ini\nlistener 8883 10.0.0.5\ncertfile /etc/mosquitto/certs/server.crt\nkeyfile /etc/mosquitto/certs/server.key\nallow_anonymous false\npassword_file /etc/mosquitto/passwd\n```\n\nFirewall of the host\n\n```sh\n# nftables: before all other rules; keep both in /etc/nftables.conf, too\nnft insert rule inet filter input tcp dport { 5672, 9092, 61616, 1883 } drop\nnft insert rule inet filter input tcp dport { 5672, 9092, 61616, 1883 } ip saddr 10.0.0.0/8 accept\n```",
    acceptable: "If the broker distributes public data and anonymous clients can only read.",
  },
  "svc-rdp": {
    why: "Remote Desktop is the most common way in for ransomware: passwords are guessed or bought. Network Level Authentication keeps strangers from the session, and not from guessing.",
    fix: "Offer Remote Desktop through a VPN or a gateway with a second factor.\n\nWindows\n\n```powershell\n# after: the management network only\nNew-NetFirewallRule -DisplayName \"RDP from VPN\" -Direction Inbound `\n  -Protocol TCP -LocalPort 3389 -RemoteAddress 10.0.0.0/8 -Action Allow\n# and remove the rule that allows Any\n```\n\nAccount lockout and a second factor limit guessing; another port does not.\n\nFirewall of the host\n\n```sh\n# nftables: before all other rules; keep both in /etc/nftables.conf, too\nnft insert rule inet filter input tcp dport 3389 drop\nnft insert rule inet filter input tcp dport 3389 ip saddr 10.8.0.0/24 accept\n```\n\nSecurity groups of Amazon EC2, Google Cloud and Azure\n\n```sh\n# before: 0.0.0.0/0 may connect\naws ec2 revoke-security-group-ingress --group-id sg-example \\\n  --protocol tcp --port 3389 --cidr 0.0.0.0/0\n# the rule of IPv6 is one of its own\naws ec2 revoke-security-group-ingress --group-id sg-example --ip-permissions \\\n  'IpProtocol=tcp,FromPort=3389,ToPort=3389,Ipv6Ranges=[{CidrIpv6=::/0}]'\n# after: another group may\naws ec2 authorize-security-group-ingress --group-id sg-example \\\n  --protocol tcp --port 3389 --source-group sg-app\n# Google Cloud: the same\ngcloud compute firewall-rules update allow-3389 --source-ranges 10.0.0.0/8\n# Azure: the same\naz network nsg rule update --resource-group app --nsg-name app-nsg --name allow-3389 \\\n  --source-address-prefixes 10.0.0.0/8\n```",
    acceptable: "If it is limited to named addresses and this scanner's address is one of them.",
  },
  "svc-rdp-no-nla": {
    why: "Without Network Level Authentication, strangers reach the login screen and the session code behind it before they log in. Flaws such as BlueKeep run code there without a password.",
    fix: "Require Network Level Authentication, and close the port to the internet.\n\n```powershell\n# before: UserAuthentication is 0\nSet-ItemProperty -Path \"HKLM:\\System\\CurrentControlSet\\Control\\Terminal Server\\WinStations\\RDP-Tcp\" `\n  -Name UserAuthentication -Value 1\n# after: clients must log in before a session begins\n```\n\nWindows\n\n```powershell\n# after: the management network only\nNew-NetFirewallRule -DisplayName \"RDP from VPN\" -Direction Inbound `\n  -Protocol TCP -LocalPort 3389 -RemoteAddress 10.0.0.0/8 -Action Allow\n# and remove the rule that allows Any\n```\n\nxrdp (`/etc/xrdp/xrdp.ini`) has no such step: bind it to loopback and use an SSH tunnel.\n\n```ini\n# before\nport=3389\n# after\nport=tcp://.:3389\n```",
    acceptable: "Never on the internet: scanners find the port within hours, and no user needs it from there.",
  },
  "svc-redis-noauth": {
    why: "Redis without a password executes the commands of anybody: it returns every session and cached record, and deletes all data with one command. With `CONFIG SET` strangers write files, such as an SSH key of the user that runs it.",
    fix: "Close the port first, then set a password and look for foreign keys in `authorized_keys` and crontabs.\n\nRedis (`redis.conf`)\n\n```ini\n# before\nbind * -::*\nprotected-mode no\n# after\n# with the private address of the host, where others need it\nbind 127.0.0.1 -::1\nprotected-mode yes\nrequirepass <a long random password>\nrename-command CONFIG \"\"\n```\n\nWith Redis 6 or later, prefer users with the commands that they need.\n\n```ini\nuser default off\nuser shop on >secret ~shop:* +@connection +@read +@write -@dangerous\n```\n\nDocker publishes ports past ufw and other rules of the `INPUT` chain. Bind to loopback, or filter in `DOCKER-USER`, where `--dport` is the port inside of the container.\n\n```yaml\n# before: open to the internet, whatever ufw says\nservices:\n  redis:\n    ports: [\"6379:6379\"]\n# after\nservices:\n  redis:\n    ports: [\"127.0.0.1:6379:6379\"]\n# docker run: -p 127.0.0.1:6379:6379\n```\n\n```sh\niptables -I DOCKER-USER -i eth0 -p tcp --dport 6379 ! -s 10.0.0.0/8 -j DROP\n```\n\nFirewall of the host\n\n```sh\n# nftables: before all other rules; keep both in /etc/nftables.conf, too\nnft insert rule inet filter input tcp dport 6379 drop\nnft insert rule inet filter input tcp dport 6379 ip saddr 10.0.0.0/8 accept\n```\n\nSecurity groups of Amazon EC2, Google Cloud and Azure\n\n```sh\n# before: 0.0.0.0/0 may connect\naws ec2 revoke-security-group-ingress --group-id sg-example \\\n  --protocol tcp --port 6379 --cidr 0.0.0.0/0\n# the rule of IPv6 is one of its own\naws ec2 revoke-security-group-ingress --group-id sg-example --ip-permissions \\\n  'IpProtocol=tcp,FromPort=6379,ToPort=6379,Ipv6Ranges=[{CidrIpv6=::/0}]'\n# after: another group may\naws ec2 authorize-security-group-ingress --group-id sg-example \\\n  --protocol tcp --port 6379 --source-group sg-app\n# Google Cloud: the same\ngcloud compute firewall-rules update allow-6379 --source-ranges 10.0.0.0/8\n# Azure: the same\naz network nsg rule update --resource-group app --nsg-name app-nsg --name allow-6379 \\\n  --source-address-prefixes 10.0.0.0/8\n```",
    acceptable: "Never on the internet: scanners find the port within hours, and no user needs it from there.",
  },
  "svc-rservices": {
    why: "rexec, rlogin and rsh send passwords in plaintext, or trust the address of the caller instead of asking for one. SSH replaced them in the 1990s.",
    fix: "Remove the services and use SSH.\n\n```sh\napt purge rsh-server rsh-redone-server inetutils-inetd\nsystemctl disable --now rexec.socket rlogin.socket rsh.socket\n```\n\nIf port 514 is a syslog server, allow its senders alone and use TLS (RFC 5425, port 6514).\n\nFirewall of the host\n\n```sh\n# nftables: before all other rules; keep both in /etc/nftables.conf, too\nnft insert rule inet filter input tcp dport { 512, 513, 514 } drop\nnft insert rule inet filter input tcp dport { 512, 513, 514 } ip saddr 10.0.0.0/8 accept\n```",
    acceptable: "Never on the internet: scanners find the port within hours, and no user needs it from there.",
  },
  "svc-smb": {
    why: "SMB is made for a trusted network. WannaCry and NotPetya came through this port; guessed passwords and flaws in it still give strangers files and hosts. Many providers block it for that reason.",
    fix: "Block ports 445 and 139 at the edge, in both directions.\n\nWindows\n\n```powershell\n# after: the management network only\nNew-NetFirewallRule -DisplayName \"SMB from inside\" -Direction Inbound `\n  -Protocol TCP -LocalPort 445,139 -RemoteAddress 10.0.0.0/8 -Action Allow\n# and remove the rule that allows Any\n```\n\n```powershell\n# before: SMB 1 is on\nSet-SmbServerConfiguration -EnableSMB1Protocol $false -Force\n# after: and signing is required\nSet-SmbServerConfiguration -RequireSecuritySignature $true -Force\n```\n\nSamba (`smb.conf`)\n\n```ini\n[global]\n# before: listens on every interface\n# after\ninterfaces = lo 10.0.0.5/24\nbind interfaces only = yes\nhosts allow = 10.0.0.0/24\nserver min protocol = SMB2_10\n```\n\nFirewall of the host\n\n```sh\n# nftables: before all other rules; keep both in /etc/nftables.conf, too\nnft insert rule inet filter input tcp dport { 139, 445 } drop\nnft insert rule inet filter input tcp dport { 139, 445 } ip saddr 10.0.0.0/8 accept\n```",
    acceptable: "If it is SMB over QUIC or a cloud file share that its vendor publishes with its own login.",
  },
  "svc-telnet": {
    why: "Telnet sends names, passwords and everything typed in plaintext: anyone on the path reads them and can take the session over. Botnets such as Mirai spread by guessing its passwords.",
    fix: "Replace Telnet with SSH and remove the service.\n\n```sh\n# Debian and Ubuntu\napt purge telnetd inetutils-telnetd\nsystemctl disable --now inetutils-inetd   # or xinetd, telnet.socket\napt install openssh-server\n```\n\nCisco IOS\n\n```text\n! before\nline vty 0 4\n transport input telnet\n! after\nline vty 0 4\n transport input ssh\n access-class 10 in\n```\n\nFirewall of the host\n\n```sh\n# nftables: before all other rules; keep both in /etc/nftables.conf, too\nnft insert rule inet filter input tcp dport 23 drop\nnft insert rule inet filter input tcp dport 23 ip saddr 10.0.0.0/8 accept\n```\n\nSecurity groups of Amazon EC2, Google Cloud and Azure\n\n```sh\n# before: 0.0.0.0/0 may connect\naws ec2 revoke-security-group-ingress --group-id sg-example \\\n  --protocol tcp --port 23 --cidr 0.0.0.0/0\n# the rule of IPv6 is one of its own\naws ec2 revoke-security-group-ingress --group-id sg-example --ip-permissions \\\n  'IpProtocol=tcp,FromPort=23,ToPort=23,Ipv6Ranges=[{CidrIpv6=::/0}]'\n# after: another group may\naws ec2 authorize-security-group-ingress --group-id sg-example \\\n  --protocol tcp --port 23 --source-group sg-app\n# Google Cloud: the same\ngcloud compute firewall-rules update allow-23 --source-ranges 10.0.0.0/8\n# Azure: the same\naz network nsg rule update --resource-group app --nsg-name app-nsg --name allow-23 \\\n  --source-address-prefixes 10.0.0.0/8\n```",
    acceptable: "Never on the internet: scanners find the port within hours, and no user needs it from there.",
  },
  "svc-tls-default-cert": {
    why: "The certificate is the one that a product made when it was installed. Strangers learn the product, and users of the interface cannot detect an impostor. Such interfaces are usually meant for an internal network.",
    fix: "Close the port to the internet, or install a certificate for its name.\n\ningress-nginx\n\n```yaml\n# after\nargs:\n  - --default-ssl-certificate=ingress/example-com\n```\n\nTraefik\n\n```yaml\ntls:\n  stores:\n    default:\n      defaultCertificate:\n        certFile: /certs/example.com.crt\n        keyFile: /certs/example.com.key\n```\n\nFirewall of the host\n\n```sh\n# nftables: before all other rules; keep both in /etc/nftables.conf, too\nnft insert rule inet filter input tcp dport 8443 drop\nnft insert rule inet filter input tcp dport 8443 ip saddr 10.0.0.0/8 accept\n```\n\nSecurity groups of Amazon EC2, Google Cloud and Azure\n\n```sh\n# before: 0.0.0.0/0 may connect\naws ec2 revoke-security-group-ingress --group-id sg-example \\\n  --protocol tcp --port 8443 --cidr 0.0.0.0/0\n# the rule of IPv6 is one of its own\naws ec2 revoke-security-group-ingress --group-id sg-example --ip-permissions \\\n  'IpProtocol=tcp,FromPort=8443,ToPort=8443,Ipv6Ranges=[{CidrIpv6=::/0}]'\n# after: another group may\naws ec2 authorize-security-group-ingress --group-id sg-example \\\n  --protocol tcp --port 8443 --source-group sg-app\n# Google Cloud: the same\ngcloud compute firewall-rules update allow-8443 --source-ranges 10.0.0.0/8\n# Azure: the same\naz network nsg rule update --resource-group app --nsg-name app-nsg --name allow-8443 \\\n  --source-address-prefixes 10.0.0.0/8\n```",
    acceptable: "If the port has to be reachable, for example for an agent that pins the certificate.",
  },
  "svc-tls-other-ports": {
    why: "Ports besides 443 have their own TLS settings and certificates, which are often forgotten at renewals.",
    fix: "Give these services the settings and the renewal of the web server.\n\n```sh\n# look at what a port offers\nopenssl s_client -connect example.com:8443 -servername example.com </dev/null\n```",
    acceptable: "If the versions and certificates are as intended. This is informational and does not affect the score.",
  },
  "svc-vnc": {
    why: "VNC's own login is an eight-character password over an unencrypted session: it can be guessed, and screen and keys can be read on the way.",
    fix: "Let VNC listen on loopback and reach it through SSH or a VPN.\n\n```sh\n# before\nvncserver :1\n# after\nvncserver -localhost yes :1\nssh -L 5901:127.0.0.1:5901 admin@host.example.com\n```\n\nFirewall of the host\n\n```sh\n# nftables: before all other rules; keep both in /etc/nftables.conf, too\nnft insert rule inet filter input tcp dport 5900-5903 drop\nnft insert rule inet filter input tcp dport 5900-5903 ip saddr 10.0.0.0/8 accept\n```\n\nSecurity groups of Amazon EC2, Google Cloud and Azure\n\n```sh\n# before: 0.0.0.0/0 may connect\naws ec2 revoke-security-group-ingress --group-id sg-example \\\n  --protocol tcp --port 5900 --cidr 0.0.0.0/0\n# the rule of IPv6 is one of its own\naws ec2 revoke-security-group-ingress --group-id sg-example --ip-permissions \\\n  'IpProtocol=tcp,FromPort=5900,ToPort=5900,Ipv6Ranges=[{CidrIpv6=::/0}]'\n# after: another group may\naws ec2 authorize-security-group-ingress --group-id sg-example \\\n  --protocol tcp --port 5900 --source-group sg-app\n# Google Cloud: the same\ngcloud compute firewall-rules update allow-5900 --source-ranges 10.0.0.0/8\n# Azure: the same\naz network nsg rule update --resource-group app --nsg-name app-nsg --name allow-5900 \\\n  --source-address-prefixes 10.0.0.0/8\n```",
    acceptable: "If a VNC gateway with its own TLS and login answers there, as some providers run.",
  },
  "svc-vnc-noauth": {
    why: "The server offers the security type None: anybody sees the screen and uses keyboard and mouse of the machine.",
    fix: "Close the port at once, then set a password and let VNC listen on loopback.\n\n```sh\n# before\nx11vnc -display :0\n# after\nx11vnc -display :0 -localhost -rfbauth /etc/vnc.passwd\n# TigerVNC\nvncserver -localhost yes -SecurityTypes VncAuth :1\n```\n\nQEMU and libvirt\n\n```xml\n<!-- before -->\n<graphics type=\"vnc\" listen=\"0.0.0.0\"/>\n<!-- after -->\n<graphics type=\"vnc\" listen=\"127.0.0.1\" passwd=\"...\"/>\n```\n\nFirewall of the host\n\n```sh\n# nftables: before all other rules; keep both in /etc/nftables.conf, too\nnft insert rule inet filter input tcp dport 5900-5903 drop\nnft insert rule inet filter input tcp dport 5900-5903 ip saddr 10.0.0.0/8 accept\n```\n\nSecurity groups of Amazon EC2, Google Cloud and Azure\n\n```sh\n# before: 0.0.0.0/0 may connect\naws ec2 revoke-security-group-ingress --group-id sg-example \\\n  --protocol tcp --port 5900 --cidr 0.0.0.0/0\n# the rule of IPv6 is one of its own\naws ec2 revoke-security-group-ingress --group-id sg-example --ip-permissions \\\n  'IpProtocol=tcp,FromPort=5900,ToPort=5900,Ipv6Ranges=[{CidrIpv6=::/0}]'\n# after: another group may\naws ec2 authorize-security-group-ingress --group-id sg-example \\\n  --protocol tcp --port 5900 --source-group sg-app\n# Google Cloud: the same\ngcloud compute firewall-rules update allow-5900 --source-ranges 10.0.0.0/8\n# Azure: the same\naz network nsg rule update --resource-group app --nsg-name app-nsg --name allow-5900 \\\n  --source-address-prefixes 10.0.0.0/8\n```",
    acceptable: "Never on the internet: scanners find the port within hours, and no user needs it from there.",
  },
  "svc-webdb-open": {
    why: "CouchDB, InfluxDB, ClickHouse, Solr and Neo4j speak HTTP. Without a login anybody reads and changes their data, and some of them run code: Solr through its configuration, CouchDB through its external queries.",
    fix: "Close the port, then require a login.\n\nCouchDB (`local.ini`)\n\n```ini\n[chttpd]\nbind_address = 127.0.0.1\nrequire_valid_user = true\n[admins]\nadmin = <a long random password>\n```\n\nInfluxDB 1 (`influxdb.conf`)\n\n```toml\n[http]\n  # before\n  auth-enabled = false\n  # after\n  auth-enabled = true\n```\n\nClickHouse (`users.xml`): set a password and `<networks>` of the user `default`. Solr: `bin/solr auth enable`. Neo4j: `dbms.security.auth_enabled=true`.\n\nIn front of it, nginx can ask for a login and end TLS.\n\n```nginx\n# after: the service itself listens on loopback only\nlocation / {\n    allow 10.0.0.0/8;\n    deny all;\n    auth_basic \"operators\";\n    auth_basic_user_file /etc/nginx/htpasswd;\n    proxy_pass http://127.0.0.1:5984;\n}\n```\n\nDocker publishes ports past ufw and other rules of the `INPUT` chain. Bind to loopback, or filter in `DOCKER-USER`, where `--dport` is the port inside of the container.\n\n```yaml\n# before: open to the internet, whatever ufw says\nservices:\n  couchdb:\n    ports: [\"5984:5984\"]\n# after\nservices:\n  couchdb:\n    ports: [\"127.0.0.1:5984:5984\"]\n# docker run: -p 127.0.0.1:5984:5984\n```\n\n```sh\niptables -I DOCKER-USER -i eth0 -p tcp --dport 5984 ! -s 10.0.0.0/8 -j DROP\n```",
    acceptable: "If it serves public data read-only, through a proxy that allows those requests alone.",
  },
  "svc-windows-mgmt": {
    why: "Microsoft RPC and Windows Remote Management control a server: with one password, strangers run commands. The endpoint mapper on port 135 also lists the services behind it.",
    fix: "Allow these ports from the management network only.\n\nWindows\n\n```powershell\n# after: the management network only\nNew-NetFirewallRule -DisplayName \"Management\" -Direction Inbound `\n  -Protocol TCP -LocalPort 135,5985,5986 -RemoteAddress 10.0.0.0/8 -Action Allow\n# and remove the rule that allows Any\n```\n\n```powershell\n# before: HTTP listener, any address\nwinrm set winrm/config/service '@{AllowUnencrypted=\"false\";IPv4Filter=\"10.0.0.0-10.0.0.255\"}'\n# after: HTTPS listener for named addresses\nwinrm quickconfig -transport:https\n```\n\nFirewall of the host\n\n```sh\n# nftables: before all other rules; keep both in /etc/nftables.conf, too\nnft insert rule inet filter input tcp dport { 135, 5985, 5986 } drop\nnft insert rule inet filter input tcp dport { 135, 5985, 5986 } ip saddr 10.0.0.0/8 accept\n```",
    acceptable: "If management from outside is needed: through a VPN or a bastion host with a second factor.",
  },
  "svc-x11-adb": {
    why: "X11 gives every client the screen and all keys of a display. Android Debug Bridge gives a shell. Both answered without asking for a key or cookie.",
    fix: "Switch the network port off.\n\nX11\n\n```sh\n# before\nXorg -listen tcp\nxhost +\n# after\nXorg -nolisten tcp\nssh -X admin@host.example.com\n```\n\nAndroid\n\n```sh\nadb usb\nadb shell settings put global adb_enabled 0\n```\n\nFirewall of the host\n\n```sh\n# nftables: before all other rules; keep both in /etc/nftables.conf, too\nnft insert rule inet filter input tcp dport { 6000, 5555 } drop\nnft insert rule inet filter input tcp dport { 6000, 5555 } ip saddr 10.0.0.0/8 accept\n```",
    acceptable: "Never on the internet: scanners find the port within hours, and no user needs it from there.",
  },
  "tls-1-0": {
    why: "TLS 1.0 is deprecated and brings back old weaknesses. It signs handshakes with MD5 and SHA-1, has no authenticated\nencryption, and uses predictable IVs in CBC mode (BEAST, CVE-2011-3389). Browsers removed it in 2020; only outdated\nsoftware and attackers who force a downgrade still use it. RFC 8996 forbids negotiating it, and PCI DSS has done so\nsince 2018.",
    fix: "First check your logs for clients that still use it (`$ssl_protocol` in nginx, `%{SSL_PROTOCOL}x` in Apache), then\ndisable it.\n\n```nginx\n# before\nssl_protocols TLSv1 TLSv1.1 TLSv1.2;\n# after\nssl_protocols TLSv1.2 TLSv1.3;\n```\n\n```apache\n# before\nSSLProtocol all -SSLv3\n# after\nSSLProtocol -all +TLSv1.2 +TLSv1.3\n```\n\n```haproxy\n# before\nssl-default-bind-options ssl-min-ver TLSv1.0\n# after\nssl-default-bind-options ssl-min-ver TLSv1.2\n```\n\n```caddyfile\n# Caddy: this is the default, needed only if the version was lowered elsewhere\nexample.com {\n    tls {\n        protocols tls1.2 tls1.3\n    }\n}\n```\n\n```powershell\n# IIS: restart the machine afterwards\n$key = 'HKLM:\\SYSTEM\\CurrentControlSet\\Control\\SecurityProviders\\SCHANNEL\\Protocols\\TLS 1.0\\Server'\nNew-Item $key -Force | Out-Null\nNew-ItemProperty $key -Name Enabled -Value 0 -PropertyType DWord -Force | Out-Null\n```\n\n```sh\n# AWS application load balancer\naws elbv2 modify-listener --listener-arn \"$LISTENER\" --ssl-policy ELBSecurityPolicy-TLS13-1-2-Res-2021-06\n```\n\nIn nginx, the setting of the default server for an address and port applies to every name on it.",
    acceptable: "If devices without updates (payment terminals, embedded clients) need it, for a limited time, on a dedicated host name.\nNot on a site for browsers.",
  },
  "tls-1-1": {
    why: "TLS 1.1 was deprecated together with TLS 1.0, and every client that supports it also supports TLS 1.2. Its handshake\nrelies on MD5 and SHA-1, and it has no authenticated encryption. It adds attack surface without benefit. RFC 8996\nforbids negotiating it.",
    fix: "Disable TLS 1.1, and allow TLS 1.2 and 1.3 only.\n\n```nginx\n# before\nssl_protocols TLSv1.1 TLSv1.2 TLSv1.3;\n# after\nssl_protocols TLSv1.2 TLSv1.3;\n```\n\n```apache\n# before\nSSLProtocol all -SSLv3 -TLSv1\n# after\nSSLProtocol -all +TLSv1.2 +TLSv1.3\n```\n\n```haproxy\n# before\nssl-default-bind-options ssl-min-ver TLSv1.1\n# after\nssl-default-bind-options ssl-min-ver TLSv1.2\n```\n\n```js\n// Node.js, before\nhttps.createServer({ key, cert, minVersion: 'TLSv1.1' }, app);\n// after: the default since Node.js 12\nhttps.createServer({ key, cert, minVersion: 'TLSv1.2' }, app);\n```\n\n```powershell\n# IIS: restart the machine afterwards\n$key = 'HKLM:\\SYSTEM\\CurrentControlSet\\Control\\SecurityProviders\\SCHANNEL\\Protocols\\TLS 1.1\\Server'\nNew-Item $key -Force | Out-Null\nNew-ItemProperty $key -Name Enabled -Value 0 -PropertyType DWord -Force | Out-Null\n```\n\nCaddy does not support TLS 1.1.",
    acceptable: "As for TLS 1.0: on a separate host name for devices without updates, with an end date. Clients that support TLS 1.1 but\nnot TLS 1.2 are almost unknown.",
  },
  "tls-1-3-missing": {
    why: "Visitors get a slower and less private handshake than necessary. TLS 1.3 needs one round trip instead of two, encrypts\nthe certificate, has no weak cipher suites, and is required for post-quantum key exchange. RFC 9325 recommends it for\nevery deployment.",
    fix: "Use OpenSSL 1.1.1 or later (or an equivalent library) and enable the version.\n\n```nginx\n# before\nssl_protocols TLSv1.2;\n# after: nginx 1.13 and later\nssl_protocols TLSv1.2 TLSv1.3;\n```\n\n```apache\n# before\nSSLProtocol -all +TLSv1.2\n# after: Apache 2.4.37 and later\nSSLProtocol -all +TLSv1.2 +TLSv1.3\n```\n\n```haproxy\n# before\nssl-default-bind-options ssl-min-ver TLSv1.2 ssl-max-ver TLSv1.2\n# after\nssl-default-bind-options ssl-min-ver TLSv1.2\n```\n\n```caddyfile\n# before\ntls {\n    protocols tls1.2 tls1.2\n}\n# after: or remove the line\ntls {\n    protocols tls1.2 tls1.3\n}\n```\n\nIIS supports TLS 1.3 since Windows Server 2022, enabled by default.",
    acceptable: "If a device on the path must inspect traffic and supports only TLS 1.2, or if a validated cryptographic module does not\nsupport TLS 1.3 yet. TLS 1.2 with ECDHE and AEAD suites is still secure.",
  },
  "tls-3des-idea": {
    why: "These ciphers leak data in long connections. With 64-bit blocks, a collision is likely after some 32 GB under one key,\nand each collision reveals the XOR of two plaintext blocks; SWEET32 (CVE-2016-2183) recovered a cookie that way. 3DES is\nalso slow, and NIST has disallowed it for encryption since 2024.",
    fix: "Remove 3DES and IDEA from the cipher suites, and allow AEAD suites with forward secrecy only.\n\n```nginx\n# before\nssl_ciphers HIGH:!aNULL;\n# after\nssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20;\n```\n\n```apache\n# before\nSSLCipherSuite HIGH:3DES:!aNULL:!MD5\n# after\nSSLCipherSuite ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```haproxy\n# before\nssl-default-bind-ciphers ECDHE+AESGCM:DES-CBC3-SHA\n# after\nssl-default-bind-ciphers ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```powershell\n# IIS\nDisable-TlsCipherSuite -Name TLS_RSA_WITH_3DES_EDE_CBC_SHA\n```\n\n```properties\n# Java, java.security\njdk.tls.disabledAlgorithms=SSLv3, TLSv1, TLSv1.1, RC4, DES, 3DES_EDE_CBC, anon, NULL\n```\n\nCaddy does not enable 3DES.",
    acceptable: "For irreplaceable clients as old as Internet Explorer 8 on Windows XP, if the server prefers every other suite and\ncloses connections long before 32 GB.",
  },
  "tls-alpn-lax": {
    why: "An attacker can redirect a browser's HTTPS connection to a server of another protocol that uses the same certificate.\nThe ALPACA attack does this with mail and FTP servers: the browser interprets their responses as content of your site.\nStrict servers prevent it by rejecting unknown ALPN protocols (RFC 7301 section 3.2).",
    fix: "Update the server to a version that rejects unknown protocols.\n\n```nginx\n# before: nginx older than 1.21.4 ignores unknown protocols\n# after: update; nothing to configure\nserver {\n    listen 443 ssl;\n    http2 on;\n}\n```\n\n```js\n// Node.js 20 and later rejects by default when protocols are set\nhttps.createServer({ key, cert, ALPNProtocols: ['http/1.1'] }, app);\n```\n\n```go\n// Go 1.17 and later rejects by default when protocols are set\nconfig := &tls.Config{NextProtos: []string{\"h2\", \"http/1.1\"}}\n```\n\nCaddy rejects unknown protocols. Apache 2.4 and HAProxy continue with HTTP/1.1. More important than the alert: use\nseparate certificates for mail and FTP servers, with no name in common with a website.",
    acceptable: "Always, if no server of another protocol has a certificate that is valid for this name, including wildcards. This is\ninformational.",
  },
  "tls-browser-groups": {
    why: "Client and server agree on a key in a group that both have. Chrome, Firefox and Safari offer X25519MLKEM768, x25519, secp256r1\nand secp384r1; Firefox and Safari also secp521r1. A server that accepts only others ends the handshake with an alert, and visitors\nsee an error page instead of the site. Command-line clients offer more groups, so a test with them passes.",
    fix: "Accept the groups of browsers, those that you prefer first.\n\n```nginx\n# before\nssl_ecdh_curve X448;\n# after\nssl_ecdh_curve X25519MLKEM768:X25519:prime256v1:X448;\n```\n\n```apache\n# before\nSSLOpenSSLConfCmd Curves X448\n# after\nSSLOpenSSLConfCmd Curves X25519MLKEM768:X25519:prime256v1:X448\n```\n\n```haproxy\n# before\nbind :443 ssl crt /etc/haproxy/site.pem curves X448\n# after\nbind :443 ssl crt /etc/haproxy/site.pem curves X25519MLKEM768:X25519:P-256:X448\n```",
    acceptable: "If only your own programs connect to the server and they offer the group.",
  },
  "tls-cbc-offered": {
    why: "CBC suites serve clients that hardly exist any more, and implementation errors in them lead to attacks (Lucky Thirteen,\nCVE-2013-0169; GOLDENDOODLE; Zombie POODLE). Clients that negotiate AEAD suites are not affected. RFC 9325 recommends\nAEAD suites only.",
    fix: "Remove the CBC suites, and allow AEAD suites only.\n\n```nginx\n# before\nssl_ciphers HIGH:!aNULL:!MD5;\n# after\nssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20;\n```\n\n```apache\n# before\nSSLCipherSuite HIGH:!aNULL:!MD5\n# after\nSSLCipherSuite ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```haproxy\n# before\nssl-default-bind-ciphers ECDHE+AESGCM:ECDHE+AES\n# after\nssl-default-bind-ciphers ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```caddyfile\n# before\ntls {\n    ciphers TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256 TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA\n}\n# after: or remove the line, the default has AEAD suites only\ntls {\n    ciphers TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256 TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256\n}\n```\n\n```sh\n# AWS application load balancer\naws elbv2 modify-listener --listener-arn \"$LISTENER\" --ssl-policy ELBSecurityPolicy-TLS13-1-2-Res-2021-06\n```",
    acceptable: "While you serve clients without AES-GCM (Safari before 9, Internet Explorer 11 on Windows 7 with RSA certificates), with\na maintained library and a preference for AEAD suites.",
  },
  "tls-ccm8": {
    why: "Forged data is more likely to be accepted. CCM_8 shortens the authentication tag from 128 to 64 bits to save eight bytes\nper record, which matters to battery-powered sensors but not to a website. The IANA TLS registry does not recommend\nthese suites.",
    fix: "Remove the CCM_8 suites, whose authentication tags are short.\n\n```nginx\n# before\nssl_ciphers ALL:!aNULL;\n# after\nssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20;\nssl_conf_command Ciphersuites TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256;\n```\n\n```apache\n# before\nSSLCipherSuite TLSv1.3 TLS_AES_128_GCM_SHA256:TLS_AES_128_CCM_8_SHA256\n# after\nSSLCipherSuite TLSv1.3 TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256\nSSLCipherSuite SSL ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```haproxy\n# before\nssl-default-bind-ciphersuites TLS_AES_128_GCM_SHA256:TLS_AES_128_CCM_8_SHA256\n# after\nssl-default-bind-ciphersuites TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256\n```\n\nCaddy does not support CCM suites.",
    acceptable: "On an endpoint for constrained devices (RFC 7925) with a separate host name.",
  },
  "tls-client-auth": {
    why: "The server requests a client certificate. If it requires one, this audit could not test the content behind it, and\nchecks of web content are inconclusive. On a public site, the request also makes some browsers show a confusing dialog.",
    fix: "No fix is needed if this is intended. Otherwise request client certificates only where you need them.\n\n```nginx\n# before\nssl_verify_client optional;\n# after: on the name that needs it only\nssl_verify_client off;\n```\n\n```apache\n# before\nSSLVerifyClient optional\n# after\nSSLVerifyClient none\n```\n\n```haproxy\n# before\nbind :443 ssl crt /etc/haproxy/site.pem ca-file /etc/haproxy/ca.pem verify optional\n# after\nbind :443 ssl crt /etc/haproxy/site.pem\n```\n\n```caddyfile\n# before\ntls {\n    client_auth {\n        mode request\n    }\n}\n# after: leave client_auth out\n```",
    acceptable: "Always, if machines or staff log in with certificates.",
  },
  "tls-client-sim": {
    why: "The simulation shows which clients can connect before your visitors find out. Perimeter sends the recorded ClientHello\nof each client; the server's choice shows the version and cipher suite which that client would use. Old clients that\nfail are not a fault: most of them put their users at risk.",
    fix: "No fix is needed if you do not serve the clients that fail. To support older clients, enable only what they need; to\nexclude them, disable it.\n\n```nginx\n# clients since about 2014\nssl_protocols TLSv1.2 TLSv1.3;\nssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20;\n```\n\n```apache\nSSLProtocol -all +TLSv1.2 +TLSv1.3\nSSLCipherSuite ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```haproxy\nssl-default-bind-options ssl-min-ver TLSv1.2\nssl-default-bind-ciphers ECDHE+AESGCM:ECDHE+CHACHA20\n```",
    acceptable: "Always: this is informational.",
  },
  "tls-compression": {
    why: "Compression leaks secrets through message length. In the CRIME attack (CVE-2012-4929) an attacker makes a browser send\nguesses together with its cookie and observes which request compresses best; this reveals the cookie character by\ncharacter. No browser has offered TLS compression since 2012, and TLS 1.3 removed it.",
    fix: "Disable TLS compression.\n\n```apache\n# before\nSSLCompression on\n# after: the default since 2.4.4\nSSLCompression off\n```\n\n```nginx\n# nginx 1.3.2 and later disables it; update older versions\nssl_protocols TLSv1.2 TLSv1.3;\n```\n\n```haproxy\n# HAProxy 1.5 and later disables it; update older versions\nssl-default-bind-options ssl-min-ver TLSv1.2\n```\n\n```ini\n# Postfix and others on OpenSSL 1.0, main.cf\ntls_ssl_options = NO_COMPRESSION\n```\n\nOpenSSL 1.1.0 and later disable it by default. Caddy and Go do not support it. This does not concern HTTP compression\n(gzip).",
    acceptable: "Never if browsers or other clients send the same secret repeatedly.",
  },
  "tls-des": {
    why: "These keys can be found by brute force: a 56-bit DES key within days on rented hardware, a 40-bit key on a laptop. The\nkey decrypts the whole session. RFC 9325 requires at least 112 bits.",
    fix: "Remove the DES suites, and allow AEAD suites with forward secrecy only.\n\n```nginx\n# before\nssl_ciphers HIGH:MEDIUM:LOW;\n# after\nssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20;\n```\n\n```apache\n# before\nSSLCipherSuite HIGH:MEDIUM:LOW:!aNULL\n# after\nSSLCipherSuite ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```haproxy\n# before\nssl-default-bind-ciphers DEFAULT:DES-CBC-SHA\n# after\nssl-default-bind-ciphers ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```powershell\n# IIS\nDisable-TlsCipherSuite -Name TLS_RSA_WITH_DES_CBC_SHA\n```\n\nOpenSSL 1.1.0 and later do not include DES suites by default; Caddy does not support them.",
    acceptable: "Never: no client of the last twenty years needs such a key.",
  },
  "tls-dh-reuse": {
    why: "Key reuse gives an attacker several attempts at one secret. Raccoon (CVE-2020-1968) measures response times to learn the\nleading zeros of a finite-field shared secret; with elliptic curves, reuse turns a flaw in point validation into key\nrecovery. Reuse also weakens forward secrecy, because the private key stays in memory.",
    fix: "Update OpenSSL: 1.0.2f and later generate a new finite-field key for every handshake, 1.1.0 and later also a new\nelliptic-curve key. Then look for settings that enable reuse.\n\n```nginx\n# before: nginx with OpenSSL 1.0.1 or older\n# after: OpenSSL 3.0 or later, and no DHE\nssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20;\n```\n\n```apache\n# before\nSSLOpenSSLConfCmd Options -DHSingle,-ECDHSingle\n# after: remove the line\n```\n\n```haproxy\n# after: HAProxy built with OpenSSL 3.0 or later, and no DHE\nssl-default-bind-ciphers ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\nOn Windows, install updates: older versions of Schannel reused a key share for up to two hours. Caddy generates a new\nkey share each time.",
    acceptable: "For a few seconds on a busy server with elliptic curves, if the library validates every received point (RFC 9325 section\n7.4). Not for finite-field groups.",
  },
  "tls-dh-weak": {
    why: "The security margin of these connections is too small. Primes between 1025 and 2047 bits are not known to have been\nbroken, but one precomputation for a prime works against every connection that uses it, and RFC 9325 requires at least\n2048 bits. Primes of 1024 bits or less can be broken today and are reported as vuln-logjam instead.",
    fix: "The best fix is to disable DHE suites. If you need them, use a standard prime of 2048 bits or more.\n\n```nginx\n# before: an old nginx without ssl_dhparam, or a 1024-bit file\nssl_ciphers ECDHE+AESGCM:DHE+AESGCM;\n# after\nssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20;\n```\n\n```apache\n# before\nSSLCipherSuite HIGH:!aNULL\n# after, if you need DHE: the group ffdhe3072 of RFC 7919\nSSLOpenSSLConfCmd DHParameters \"/etc/ssl/ffdhe3072.pem\"\n```\n\n```haproxy\n# before\ntune.ssl.default-dh-param 1024\n# after\ntune.ssl.default-dh-param 3072\n```\n\n```sh\n# writes the standard group to a file\nopenssl genpkey -genparam -algorithm DH -pkeyopt group:ffdhe3072 -out /etc/ssl/ffdhe3072.pem\n```\n\n```sh\n# Java: without this option some suites use 1024 bits in Java 8 and older\njava -Djdk.tls.ephemeralDHKeySize=2048 -jar app.jar\n```\n\nCaddy and Go do not support DHE.",
    acceptable: "Never: clients without support for 2048 bits do not support modern TLS either.",
  },
  "tls-dhe-offered": {
    why: "Finite-field Diffie-Hellman (DHE) is slow and easy to misconfigure. A client cannot negotiate a stronger group, only\nabort the handshake; long primes allow denial of service (D(HE)at, CVE-2002-20001); reused keys leak the secret\n(Raccoon, CVE-2020-1968). Browsers removed it years ago. RFC 10015 deprecates finite-field Diffie-Hellman in TLS 1.2,\nand Mozilla's guidelines have removed it.",
    fix: "Replace the finite-field DHE suites by ECDHE suites.\n\n```nginx\n# before\nssl_ciphers ECDHE+AESGCM:DHE+AESGCM;\nssl_dhparam /etc/nginx/dhparam.pem;\n# after\nssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20;\n```\n\n```apache\n# before\nSSLCipherSuite ECDHE+AESGCM:DHE+AESGCM\n# after\nSSLCipherSuite ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```haproxy\n# before\nssl-default-bind-ciphers ECDHE+AESGCM:DHE+AESGCM\ntune.ssl.default-dh-param 2048\n# after\nssl-default-bind-ciphers ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```powershell\n# IIS\nGet-TlsCipherSuite | Where-Object Name -like 'TLS_DHE_*' | ForEach-Object { Disable-TlsCipherSuite -Name $_.Name }\n```\n\nCaddy and Go do not support DHE.",
    acceptable: "For known clients without elliptic-curve support, with a group from RFC 7919 of at least 2048 bits.",
  },
  "tls-downgrade-sentinel": {
    why: "A client cannot detect a downgrade from TLS 1.3 to TLS 1.2. A TLS 1.3 server that negotiates an older version must put\neight fixed bytes into its ServerHello random (RFC 9846 section 4.2.3); a client that offered TLS 1.3 then aborts the\nhandshake. This sentinel is missing here, usually because a middlebox terminates the connection.",
    fix: "Find the device that terminates TLS 1.2 connections. The sentinel is missing if different machines answer TLS 1.3 and\nTLS 1.2, or if a device rewrites the ServerHello.\n\n```sh\n# the ServerHello random should end in 44 4f 57 4e 47 52 44 01\nopenssl s_client -connect example.com:443 -servername example.com -tls1_2 -msg </dev/null | grep -A 6 'ServerHello'\n```\n\n```nginx\n# nginx, Apache and HAProxy set the sentinel with OpenSSL 1.1.1 or later\nssl_protocols TLSv1.2 TLSv1.3;\n```\n\n```js\n// with TLS 1.3 only, no sentinel is needed\nhttps.createServer({ key, cert, minVersion: 'TLSv1.3' }, app);\n```\n\nCaddy and Go set it. For an appliance, ask the vendor for an update.",
    acceptable: "If a known inspection device in front of the server causes it, and the rest of TLS 1.2 (ECDHE, AEAD) is secure.",
  },
  "tls-early-data": {
    why: "An attacker can replay a request without being able to decrypt it. A client sends early data (0-RTT) with the first\nflight of a resumed connection, and an attacker on the path can send that flight again: an order is placed twice, a\ntransfer executed twice. RFC 9846 requires the application to decide which requests are safe to replay, and RFC 8470\nprovides the mechanism (`Early-Data` header, status 425).",
    fix: "Disable 0-RTT data, or let the application refuse it where replays do harm.\n\n```nginx\n# before\nssl_early_data on;\n# after\nssl_early_data off;\n```\n\n```haproxy\n# before\nbind :443 ssl crt /etc/haproxy/site.pem allow-0rtt\n# after\nbind :443 ssl crt /etc/haproxy/site.pem\n```\n\nIf you need 0-RTT, keep it and let the application decide:\n\n```nginx\nssl_early_data on;\nproxy_set_header Early-Data $ssl_early_data;\n# the application answers 425 Too Early to everything that is not safe to repeat\n```\n\n```haproxy\nbind :443 ssl crt /etc/haproxy/site.pem allow-0rtt\n# wait for the end of the handshake for all methods that change something\nhttp-request wait-for-handshake if ! METH_GET\n```\n\nApache and Caddy do not accept early data over TCP. On a CDN, look for a setting named 0-RTT.",
    acceptable: "If the server accepts only safe requests (GET of public pages) as early data, or the back end answers 425. This is not\nvisible from outside, so document it in a waiver.",
  },
  "tls-ems-missing": {
    why: "An attacker can make two different connections share the same master secret. In the triple handshake attack, a malicious\nserver to which a user authenticates with a client certificate can impersonate that user to this server. The extended\nmaster secret binds the master secret to the whole handshake; RFC 7627 defines it, and RFC 9325 requires it for TLS 1.2.",
    fix: "Most servers have no setting for the extension; it depends on the TLS library. OpenSSL supports it since 1.1.0, GnuTLS\nsince 3.4, Java since 8u161, Windows since 2015.\n\n```sh\n# which library is in use\nnginx -V 2>&1 | grep -i 'built with'\nhaproxy -vv | grep -i 'built with openssl'\napachectl -t -D DUMP_MODULES && openssl version\n```\n\n```nginx\n# or require TLS 1.3, if every client supports it\nssl_protocols TLSv1.3;\n```\n\n```apache\nSSLProtocol -all +TLSv1.3\n```\n\n```sh\n# Java: before\njava -Djdk.tls.useExtendedMasterSecret=false -jar app.jar\n# after: the default\njava -jar app.jar\n```\n\nCaddy supports it when built with Go 1.21 or later.",
    acceptable: "Until the next upgrade, if no client authenticates with a certificate and neither renegotiation nor channel binding is\nin use.",
  },
  "tls-fallback-scsv": {
    why: "An attacker who disrupts the first handshake can downgrade some clients to TLS 1.0. Old browsers retry with an older\nversion when a handshake fails. With TLS_FALLBACK_SCSV they signal the retry, and the server rejects it (RFC 7507).",
    fix: "The better fix is to disable everything below TLS 1.2, so that no fallback remains.\n\n```nginx\n# before\nssl_protocols TLSv1 TLSv1.1 TLSv1.2;\n# after\nssl_protocols TLSv1.2 TLSv1.3;\n```\n\n```apache\n# before\nSSLProtocol all -SSLv3\n# after\nSSLProtocol -all +TLSv1.2 +TLSv1.3\n```\n\n```haproxy\n# before\nssl-default-bind-options ssl-min-ver TLSv1.0\n# after\nssl-default-bind-options ssl-min-ver TLSv1.2\n```\n\nIf you need older versions, update the library: OpenSSL supports the signal since 1.0.1j, Go since 1.4. Caddy supports\nit. Java and IIS do not.",
    acceptable: "If no client falls back; current browsers do not.",
  },
  "tls-fingerprint": {
    why: "Identical fingerprints on several addresses indicate identical software and settings. If the fingerprint changes between\ntwo audits, something was updated, reconfigured or placed in front of the server. The fingerprint itself is neither good\nnor bad.",
    fix: "No fix is needed. If addresses of one name differ without a reason, bring them to the same version and configuration.\n\n```sh\n# compare the servers behind the addresses\nfor address in 192.0.2.1 192.0.2.2; do\n  openssl s_client -connect \"$address:443\" -servername example.com </dev/null 2>/dev/null | grep -E 'Protocol|Cipher'\ndone\n```",
    acceptable: "Always: this is a fact.",
  },
  "tls-gmt-time": {
    why: "The handshake discloses the server's clock. TLS 1.2 and older define the first four bytes of the server random as the\ntime, and old libraries set it. This distinguishes machines behind one address and reveals a wrong clock; it is harmless\nby itself.",
    fix: "Update the TLS library: OpenSSL since 1.0.1f and all current libraries fill all 32 bytes at random.\n\n```sh\n# which library is in use\nnginx -V 2>&1 | grep -i 'built with'\nhaproxy -vv | grep -i 'built with openssl'\n```\n\n```nginx\n# the TLS 1.3 handshake contains no time\nssl_protocols TLSv1.2 TLSv1.3;\n```\n\nApache, HAProxy and Caddy need no setting.",
    acceptable: "Always: this is informational. It indicates an outdated TLS library.",
  },
  "tls-grease-intolerant": {
    why: "Some current browsers cannot connect, and more will fail in future. Browsers add reserved values (GREASE, RFC 8701) to\ntheir ClientHello to detect servers that fail on unknown values. A server must ignore unknown values; a server that does\nnot will break with the next TLS extension.",
    fix: "No maintained server software has this fault; look for a firewall, load balancer or custom parser on the path.\n\n```sh\n# test each device on the path, without GREASE and with it (bssl is BoringSSL's tool)\nbssl client -connect example.com:443 -server-name example.com </dev/null\nbssl client -connect example.com:443 -server-name example.com -grease </dev/null\n```\n\n```python\n# custom code, before\nversion = Version(int.from_bytes(raw, 'big'))\n# after: unknown values are ignored, not rejected\nversion = known_versions.get(int.from_bytes(raw, 'big'))\n```\n\n```nginx\n# nginx with OpenSSL 1.1.1 or later is tolerant, as are Apache, HAProxy and Caddy\nssl_protocols TLSv1.2 TLSv1.3;\n```",
    acceptable: "Never for a public site.",
  },
  "tls-group-weak": {
    why: "A determined attacker can break these groups now or soon. A 160- or 192-bit curve offers 80 or 96 bits of security, and\nexplicit parameters allow arbitrary curves. RFC 8422 deprecated all of them.",
    fix: "Offer X25519 and the NIST curves from P-256 upwards only.\n\n```nginx\n# before\nssl_ecdh_curve secp192r1:secp224r1:prime256v1;\n# after: omit X25519MLKEM768 with OpenSSL before 3.5\nssl_ecdh_curve X25519MLKEM768:X25519:prime256v1:secp384r1;\n```\n\n```apache\n# before\nSSLOpenSSLConfCmd Curves secp224r1:prime256v1\n# after\nSSLOpenSSLConfCmd Curves X25519MLKEM768:X25519:prime256v1:secp384r1\n```\n\n```haproxy\n# before\nbind :443 ssl crt /etc/haproxy/site.pem curves secp224r1:P-256\n# after\nbind :443 ssl crt /etc/haproxy/site.pem curves X25519MLKEM768:X25519:P-256:P-384\n```\n\n```caddyfile\ntls {\n    curves x25519mlkem768 x25519 secp256r1 secp384r1\n}\n```\n\n```js\n// Node.js\nhttps.createServer({ key, cert, ecdhCurve: 'X25519:P-256:P-384' }, app);\n```",
    acceptable: "Never: every client with elliptic curves supports P-256.",
  },
  "tls-heartbeat-offered": {
    why: "The server supports an extension that websites do not need and whose implementation once leaked memory. Heartbleed\n(CVE-2014-0160) was a bug in this code; support for the extension does not mean that the server is vulnerable.",
    fix: "OpenSSL 1.1.1 removed it. Build older versions without it.\n\n```sh\n# OpenSSL 1.0.2\n./config -DOPENSSL_NO_HEARTBEATS && make\n```\n\n```nginx\n# nginx, Apache and HAProxy use the library's features; restart them after the update\nssl_protocols TLSv1.2 TLSv1.3;\n```\n\nCaddy and Go have never supported it. GnuTLS disables it by default.",
    acceptable: "Always, if the server is not vulnerable to Heartbleed.",
  },
  "tls-hello-answer-too-large": {
    why: "Clients limit the size of a handshake message to protect their memory: Java accepts 32 KiB by default, OpenSSL, Chrome and\nother browsers 100 KiB for the certificate chain. A server that sends more cannot be reached by them. Usually the chain file\ncontains certificates that do not belong to the chain, or a whole list of certificate authorities. Above 100 KiB no common\nclient connects, so the score is capped at 49.",
    fix: "Send the leaf and its intermediates only. Most chains have two or three certificates and 3 to 8 KiB.\n\n```sh\n# how many certificates are sent, and how large the message is\nopenssl s_client -connect example.com:443 -servername example.com -showcerts </dev/null | grep -c 'BEGIN CERTIFICATE'\nopenssl s_client -connect example.com:443 -servername example.com -msg </dev/null | grep Certificate\n```\n\n```nginx\n# before\nssl_certificate /etc/ssl/all-authorities-and-leaf.pem;\n# after: leaf first, then its intermediates\nssl_certificate /etc/letsencrypt/live/example.com/fullchain.pem;\n```\n\n```apache\n# before\nSSLCertificateChainFile /etc/ssl/certs/ca-certificates.crt\n# after\nSSLCertificateFile /etc/letsencrypt/live/example.com/fullchain.pem\n```\n\nIf the certificate itself is large because it lists hundreds of names, issue several certificates with fewer names each.",
    acceptable: "Below 100 KiB, if no Java client uses the server. Above 100 KiB never.",
  },
  "tls-ip-inconsistent": {
    why: "Visitors get stronger or weaker protection by chance, and an attacker can choose for them. If one address of a name\nstill supports an old version, an attacker on the path can direct all connections to it. Usually one server of a group\nmissed a configuration change, and such a server has often missed other changes too.",
    fix: "Find the address that differs, compare the running configuration (not the file), and deploy the configuration from one\nsource.\n\n```sh\n# the same question to every address\nfor ip in 192.0.2.1 192.0.2.2; do\n  openssl s_client -connect \"$ip:443\" -servername example.com -tls1_1 </dev/null 2>/dev/null | grep -E 'Protocol|Cipher'\ndone\n```\n\n```nginx\n# one file for all machines and all server blocks; the first server block of an address decides the versions\ninclude /etc/nginx/snippets/tls.conf;\n```\n\n```apache\n# in the global context, with no SSLProtocol in any virtual host\nSSLProtocol -all +TLSv1.2 +TLSv1.3\n```\n\n```haproxy\n# in the global section, with no ssl-min-ver in any bind line\nssl-default-bind-options ssl-min-ver TLSv1.2\n```\n\nRestart or reload every server: a process that was not reloaded keeps the old settings. For Caddy, use `caddy reload` or\nthe admin API.",
    acceptable: "During a rollout. Also if IPv4 and IPv6 terminate at different providers intentionally and both meet the same\nrequirements.",
  },
  "tls-large-hello-intolerant": {
    why: "Current browsers may fail to open this site, or open it only after a delay. A ClientHello with a post-quantum key share\nhas about 1,700 bytes and arrives in two packets; a server, load balancer or firewall here treats the first packet as\nthe whole message. TCP does not preserve message boundaries.",
    fix: "Find the device: send a large ClientHello to each device on the path.\n\n```sh\n# a large ClientHello; repeat from inside, against the server itself\nopenssl s_client -connect example.com:443 -servername example.com -groups X25519MLKEM768:X25519 </dev/null\n```\n\nThen update its firmware or replace it. In custom code, read until the record is complete:\n\n```python\n# before\nhello = sock.recv(2048)\n# after\nheader = read_exactly(sock, 5)\nhello = read_exactly(sock, int.from_bytes(header[3:5], 'big'))\n```\n\n```haproxy\n# HAProxy with SNI routing: before\ntcp-request inspect-delay 0s\ntcp-request content accept if { req.ssl_hello_type 1 }\n# after: wait for the complete ClientHello\ntcp-request inspect-delay 5s\ntcp-request content accept if { req.ssl_hello_type 1 }\n```\n\nnginx, Apache and Caddy handle large ClientHello messages correctly; check the devices in front of them.",
    acceptable: "Never for a public site: browsers already send such messages.",
  },
  "tls-no-aead": {
    why: "Without AEAD (AES-GCM, AES-CCM, ChaCha20-Poly1305), every connection uses CBC or RC4. CBC in TLS authenticates before it\npads and encrypts (MAC-then-encrypt), which led to Lucky Thirteen, POODLE and their variants. Browsers may stop\nsupporting such servers.",
    fix: "AEAD suites require TLS 1.2; TLS 1.3 has only AEAD suites.\n\n```nginx\n# before\nssl_protocols TLSv1.2;\nssl_ciphers ECDHE-RSA-AES128-SHA:AES128-SHA;\n# after\nssl_protocols TLSv1.2 TLSv1.3;\nssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20;\n```\n\n```apache\n# before\nSSLCipherSuite ECDHE-RSA-AES256-SHA384:AES256-SHA\n# after\nSSLProtocol -all +TLSv1.2 +TLSv1.3\nSSLCipherSuite ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```haproxy\n# before\nssl-default-bind-ciphers ECDHE-RSA-AES128-SHA256\n# after\nssl-default-bind-options ssl-min-ver TLSv1.2\nssl-default-bind-ciphers ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\nCaddy offers AEAD suites by default; remove a `ciphers` line that lists only `_CBC_` names.",
    acceptable: "Hardly ever: all maintained TLS libraries support AEAD suites.",
  },
  "tls-no-forward-secrecy": {
    why: "An attacker who steals the server's private key can decrypt all recorded traffic. Without forward secrecy, the key of\nthe certificate decrypts every past session; with it, each session has an ephemeral key that is discarded. TLS 1.3\nalways provides forward secrecy, TLS 1.2 provides it with ECDHE suites. RFC 9325 requires it.",
    fix: "Enable TLS 1.3 and the ECDHE suites of TLS 1.2.\n\n```nginx\n# before\nssl_ciphers AES128-GCM-SHA256:AES128-SHA;\n# after\nssl_protocols TLSv1.2 TLSv1.3;\nssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20;\n```\n\n```apache\n# before\nSSLCipherSuite RSA+AESGCM:RSA+AES\n# after\nSSLProtocol -all +TLSv1.2 +TLSv1.3\nSSLCipherSuite ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```haproxy\n# before\nssl-default-bind-ciphers AES128-GCM-SHA256\n# after\nssl-default-bind-ciphers ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\nCaddy uses ECDHE by default. Passive inspection devices that decrypt traffic with the server's key will stop working:\nterminate TLS on them instead.",
    acceptable: "Not on the public internet.",
  },
  "tls-no-modern": {
    why: "Current browsers cannot open this site, and all other clients get a connection that an attacker can break. Browsers and\nstandards (RFC 8996, RFC 9325) accept only TLS 1.2 and 1.3.",
    fix: "Update the TLS library (OpenSSL 1.0.1 introduced TLS 1.2 and 1.1.1 introduced TLS 1.3; both are out of support, so use a\ncurrent release) and enable both versions.\n\n```nginx\n# before\nssl_protocols TLSv1;\n# after\nssl_protocols TLSv1.2 TLSv1.3;\n```\n\n```apache\n# before\nSSLProtocol TLSv1\n# after\nSSLProtocol -all +TLSv1.2 +TLSv1.3\n```\n\n```haproxy\n# before\nbind :443 ssl crt /etc/haproxy/site.pem force-tlsv10\n# after\nbind :443 ssl crt /etc/haproxy/site.pem ssl-min-ver TLSv1.2\n```\n\nIf you cannot update the server, put a proxy in front of it:\n\n```caddyfile\nexample.com {\n    reverse_proxy 10.0.0.5:80\n}\n```",
    acceptable: "Never for a public service.",
  },
  "tls-npn": {
    why: "The server supports an obsolete draft. Next Protocol Negotiation (NPN) let a client choose HTTP/2 or SPDY; ALPN replaced\nit in 2014 and browsers removed it in 2016. It is harmless but indicates an outdated library.",
    fix: "Update the server to a version that negotiates protocols with ALPN alone.\n\n```nginx\n# before: nginx older than 1.21.4 offers NPN with every http2\nlisten 443 ssl http2;\n# after: nginx 1.25.1 and later, with ALPN alone\nlisten 443 ssl;\nhttp2 on;\n```\n\n```haproxy\n# before\nbind :443 ssl crt /etc/haproxy/site.pem npn h2,http/1.1\n# after\nbind :443 ssl crt /etc/haproxy/site.pem alpn h2,http/1.1\n```\n\nApache needs an update (mod_http2 uses ALPN). Caddy has never supported it.",
    acceptable: "Always; the next upgrade removes it.",
  },
  "tls-null-anon-export": {
    why: "Anyone on the path can read or impersonate this service. NULL suites send data unencrypted, anonymous suites do not\nauthenticate the server, and export suites use 40- to 56-bit keys that a rented machine breaks in hours (FREAK,\nCVE-2015-0204; Logjam, CVE-2015-4000). A client that negotiates one of them has no protection at all. RFC 9325 forbids\nall three.",
    fix: "List the suites to enable instead of excluding individual ones.\n\n```nginx\n# before\nssl_ciphers ALL;\n# after\nssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20;\n```\n\n```apache\n# before\nSSLCipherSuite ALL:EXPORT:eNULL\n# after\nSSLCipherSuite ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```haproxy\n# before\nssl-default-bind-ciphers ALL:@SECLEVEL=0\n# after\nssl-default-bind-ciphers ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```ini\n# Postfix main.cf: anonymous suites serve opportunistic mail between servers, so exclude them only where clients log in\nsmtpd_tls_mandatory_exclude_ciphers = aNULL, eNULL, EXPORT\n```\n\nCaddy, Go and current Node.js do not support or enable these suites. If OpenSSL runs at `@SECLEVEL=0`, raise it to 2.",
    acceptable: "Anonymous suites are acceptable for opportunistic encryption between mail servers, which do not verify names anyway.\nNever on HTTPS. Integrity-only suites (RFC 9150) are meant for closed industrial networks.",
  },
  "tls-obscure-cipher": {
    why: "Rarely used code gets little review. SEED, Camellia and ARIA in CBC mode, GOST and SM4 are not known to be broken, but\nfew people review their implementations, and no browser needs them. The integrity-only suites of RFC 9150 do not\nencrypt.",
    fix: "Remove cipher suites that no browser uses, such as Camellia and ARIA.\n\n```nginx\n# before\nssl_ciphers ALL:!aNULL:!eNULL;\n# after\nssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20;\n```\n\n```apache\n# before\nSSLCipherSuite HIGH:CAMELLIA:ARIA:!aNULL\n# after\nSSLCipherSuite ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```haproxy\n# before\nssl-default-bind-ciphers ALL:!aNULL\n# after\nssl-default-bind-ciphers ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```ini\n# GnuTLS priority string: before NORMAL, after\nNORMAL:-CAMELLIA-128-CBC:-CAMELLIA-256-CBC\n```\n\nCaddy and Go support none of them.",
    acceptable: "If the law requires a national cipher (GOST in Russia, SM4 in China, SEED or ARIA in Korea) and you serve users there.",
  },
  "tls-order-insecure": {
    why: "A connection can use a weak cipher although both sides support a strong one. If weak suites are enabled at all, the\nserver should choose the strongest suite that the client offers; this server chooses a weaker one. If every suite is\nstrong, the order does not matter and the client may choose.",
    fix: "Remove the weak suites; then the order no longer matters.\n\n```nginx\n# before\nssl_ciphers ECDHE+AESGCM:AES128-SHA:DES-CBC3-SHA;\nssl_prefer_server_ciphers off;\n# after\nssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20;\n```\n\nIf you need them, put them last and enable server preference:\n\n```nginx\nssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20:AES128-SHA;\nssl_prefer_server_ciphers on;\n```\n\n```apache\n# before\nSSLHonorCipherOrder off\n# after\nSSLCipherSuite ECDHE+AESGCM:ECDHE+CHACHA20:AES128-SHA\nSSLHonorCipherOrder on\n```\n\n```haproxy\n# before\nbind :443 ssl crt /etc/haproxy/site.pem prefer-client-ciphers\n# after: the server's order is the default\nbind :443 ssl crt /etc/haproxy/site.pem\n```\n\n```js\n// Node.js\nhttps.createServer({ key, cert, ciphers, honorCipherOrder: true }, app);\n```\n\nCaddy orders suites automatically.",
    acceptable: "If clients without AES hardware should choose ChaCha20: that is a choice among strong suites and does not fail this\ncheck.",
  },
  "tls-pq-draft-only": {
    why: "The configured post-quantum key exchange no longer protects any browser. The draft (Kyber) is incompatible with the\nstandard (ML-KEM), and browsers removed the draft in late 2024, so their connections fall back to X25519.",
    fix: "Update the library and configure the standard group.\n\n```nginx\n# before\nssl_ecdh_curve X25519Kyber768Draft00:X25519;\n# after: OpenSSL 3.5 or later\nssl_ecdh_curve X25519MLKEM768:X25519:prime256v1;\n```\n\n```apache\n# before\nSSLOpenSSLConfCmd Curves x25519_kyber768:X25519\n# after\nSSLOpenSSLConfCmd Curves X25519MLKEM768:X25519:prime256v1\n```\n\n```haproxy\n# before\nssl-default-bind-curves X25519Kyber768Draft00:X25519\n# after\nssl-default-bind-curves X25519MLKEM768:X25519:P-256\n```\n\nGo 1.23 and Caddy built with it support the draft; Go 1.24 and Caddy 2.10 support the standard.",
    acceptable: "Together with the standard group, for a short time. Alone, only between two parties that both support the draft.",
  },
  "tls-pq-missing": {
    why: "Traffic recorded today could be decrypted by future quantum computers. Data that must stay secret for ten years or more\n(health records, contracts, government data) is at risk now, because recording is cheap (\"harvest now, decrypt later\").\nHybrid key exchange combines X25519 with ML-KEM, so a connection is as secure as the stronger of the two. Current\nbrowsers offer it by default, and RFC 10024 standardizes it.",
    fix: "It needs TLS 1.3 and a library with ML-KEM: OpenSSL 3.5, BoringSSL, AWS-LC, or Go 1.24.\n\n```nginx\n# before\nssl_ecdh_curve X25519:prime256v1;\n# after: with OpenSSL 3.5 or later, removing the line (auto) has the same effect\nssl_ecdh_curve X25519MLKEM768:X25519:prime256v1:secp384r1;\n```\n\n```apache\n# before\nSSLOpenSSLConfCmd Curves X25519:prime256v1\n# after\nSSLOpenSSLConfCmd Curves X25519MLKEM768:X25519:prime256v1:secp384r1\n```\n\n```haproxy\n# before\nssl-default-bind-curves X25519:P-256\n# after\nssl-default-bind-curves X25519MLKEM768:X25519:P-256:P-384\n```\n\n```caddyfile\n# Caddy 2.10 and later: the default; needed only if you list curves\ntls {\n    curves x25519mlkem768 x25519 secp256r1 secp384r1\n}\n```\n\n```js\n// Node.js with OpenSSL 3.5 (24.5 and later)\nhttps.createServer({ key, cert, ecdhCurve: 'X25519MLKEM768:X25519:P-256' }, app);\n```\n\nCheck the load balancer in front of the server too: its library decides. Verify that a ClientHello larger than one\npacket gets through (`tls-large-hello-intolerant`).",
    acceptable: "If no data on this service must stay secret for long, or until your distribution ships a library with support.",
  },
  "tls-profile": {
    why: "The comparison with a published profile shows how strict a configuration is and which clients it supports. Mozilla\nmaintains three profiles: modern (TLS 1.3 only), intermediate (for nearly every site) and old (for very old clients, no\nlonger updated). A configuration complies if versions, suites, groups, Diffie-Hellman primes and certificates stay\nwithin the profile. The result lists what prevents compliance with the next profile, and further recommendations\n(post-quantum groups, OCSP stapling, HSTS, short-lived certificates, suite preference).\n\nVersions, suites and groups are also compared with the guidelines of NCSC-NL (2025-05) and with BSI TR-02102-2 (2026-01). BSI\nrecommends TLS 1.2 until the end of 2031, its suites with DHE until the end of 2029, and key agreement without ML-KEM until the end\nof 2031. Its list is no list of everything that is secure: X25519 and ChaCha20 are deviations because they are not on it. Rules\nfor signatures and certificates of both publishers are not compared.",
    fix: "Use the intermediate profile unless your clients require another one.\n\n```nginx\n# intermediate, guidelines 6.0; omit X25519MLKEM768 with OpenSSL before 3.5\nssl_protocols TLSv1.2 TLSv1.3;\nssl_ecdh_curve X25519MLKEM768:X25519:prime256v1:secp384r1;\nssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20;\nssl_prefer_server_ciphers off;\n```\n\n```apache\nSSLProtocol -all +TLSv1.2 +TLSv1.3\nSSLOpenSSLConfCmd Curves X25519MLKEM768:X25519:prime256v1:secp384r1\nSSLCipherSuite ECDHE+AESGCM:ECDHE+CHACHA20\nSSLHonorCipherOrder off\n```\n\n```haproxy\nssl-default-bind-options ssl-min-ver TLSv1.2 prefer-client-ciphers\nssl-default-bind-curves X25519MLKEM768:X25519:P-256:P-384\nssl-default-bind-ciphers ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```caddyfile\n# the defaults come close; this sets versions and groups\ntls {\n    protocols tls1.2 tls1.3\n    curves x25519mlkem768 x25519 secp256r1 secp384r1\n}\n```",
    acceptable: "Always: a profile is a recommendation, and a deviation may be better than the profile.",
  },
  "tls-rc4": {
    why: "The RC4 keystream is biased: an attacker who records many encryptions of the same cookie or password can recover it\n(CVE-2013-2566, CVE-2015-2808). RFC 7465 forbids it in every version of TLS, and browsers removed it in 2016.",
    fix: "Remove the RC4 suites.\n\n```nginx\n# before\nssl_ciphers RC4-SHA:HIGH;\n# after\nssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20;\n```\n\n```apache\n# before\nSSLCipherSuite RC4-SHA:AES128-SHA:HIGH:!aNULL\n# after\nSSLCipherSuite ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```haproxy\n# before\nssl-default-bind-ciphers RC4:HIGH:!aNULL\n# after\nssl-default-bind-ciphers ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```powershell\n# IIS\nDisable-TlsCipherSuite -Name TLS_RSA_WITH_RC4_128_SHA\nDisable-TlsCipherSuite -Name TLS_RSA_WITH_RC4_128_MD5\n```\n\nRC4 was once recommended against BEAST; this advice is obsolete, use TLS 1.2 with AES-GCM. Caddy does not support RC4.",
    acceptable: "Never on the public internet.",
  },
  "tls-reneg-client": {
    why: "A single client can overload the server. A handshake costs the server several times what it costs the client, and this\nserver allows ten or more client-initiated renegotiations in one connection, where rate limits for new connections do\nnot apply (CVE-2011-1473). Browsers do not need renegotiation, and TLS 1.3 removed it.",
    fix: "nginx since 0.8.23, Apache since 2.2.15 and HAProxy reject client-initiated renegotiation. Other software:\n\n```sh\n# Java, before: allowed by default\njava -jar app.jar\n# after: Java 8u51 and later\njava -Djdk.tls.rejectClientInitiatedRenegotiation=true -jar app.jar\n```\n\n```ini\n# Postfix main.cf, 3.4 and later\ntls_ssl_options = NO_RENEGOTIATION\n```\n\n```ini\n# stunnel.conf\nrenegotiation = no\n```\n\n```js\n// Node.js allows three in ten minutes\ntls.CLIENT_RENEG_LIMIT = 0;\n```\n\nOpenSSL 1.1.1 and later have the option `SSL_OP_NO_RENEGOTIATION`; OpenSSL 3.0 rejects client-initiated renegotiation by\ndefault.",
    acceptable: "If an old client needs it and a device in front of the server limits the load per client address.",
  },
  "tls-reneg-insecure": {
    why: "An attacker on the path can inject data in front of a visitor's request. Without RFC 5746, the attacker opens a\nconnection, sends the start of a request and then splices the visitor's handshake into the connection as a\nrenegotiation; the server treats both as one request (CVE-2009-3555). The visitor's cookies then authorize the\nattacker's request.",
    fix: "Every library released since 2010 supports the extension. Update, and disable settings that allow insecure\nrenegotiation.\n\n```apache\n# before\nSSLInsecureRenegotiation on\n# after: the default, remove the line\nSSLInsecureRenegotiation off\n```\n\n```nginx\n# before\nssl_conf_command Options UnsafeLegacyRenegotiation;\n# after: remove the line\nssl_protocols TLSv1.2 TLSv1.3;\n```\n\n```sh\n# Java: before\njava -Dsun.security.ssl.allowUnsafeRenegotiation=true -jar app.jar\n# after\njava -jar app.jar\n```\n\n```haproxy\n# HAProxy does not renegotiate; build old versions with a current OpenSSL\nssl-default-bind-options ssl-min-ver TLSv1.2\n```\n\nCaddy does not renegotiate. On a load balancer or appliance, install the vendor's update.",
    acceptable: "A server that never renegotiates is not vulnerable, but clients cannot detect that, and some reject such servers\n(OpenSSL 3.0 does by default). Fix it in any case.",
  },
  "tls-sigalg-weak": {
    why: "The server signs its handshake with a broken hash function. MD5 collisions take seconds, and SHA-1 chosen-prefix\ncollisions cost some tens of thousands of dollars; SLOTH (CVE-2015-7575) demonstrated attacks on handshakes. RFC 9155\nforbids both in TLS 1.2. The signature of the certificate is a separate check.",
    fix: "OpenSSL 3.0 and later reject both at security level 1 and above. Otherwise list the signature schemes.\n\n```nginx\n# before\nssl_ciphers DEFAULT:@SECLEVEL=0;\n# after\nssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20;\nssl_conf_command SignatureAlgorithms ECDSA+SHA256:RSA-PSS+SHA256:RSA+SHA256:ECDSA+SHA384:RSA-PSS+SHA384:RSA+SHA384;\n```\n\n```apache\n# before\nSSLOpenSSLConfCmd SignatureAlgorithms RSA+SHA256:RSA+SHA1\n# after\nSSLOpenSSLConfCmd SignatureAlgorithms ECDSA+SHA256:RSA-PSS+SHA256:RSA+SHA256:ECDSA+SHA384:RSA-PSS+SHA384:RSA+SHA384\n```\n\n```haproxy\n# before\nssl-default-bind-ciphers DEFAULT:@SECLEVEL=0\n# after: HAProxy 2.8 and later\nssl-default-bind-sigalgs ECDSA+SHA256:RSA-PSS+SHA256:RSA+SHA256:ECDSA+SHA384:RSA-PSS+SHA384:RSA+SHA384\n```\n\n```js\n// Node.js\nhttps.createServer({ key, cert, sigalgs: 'ECDSA+SHA256:RSA-PSS+SHA256:RSA+SHA256' }, app);\n```\n\nCaddy built with Go 1.25 or later rejects SHA-1 signatures in TLS 1.2.",
    acceptable: "For machine clients that support only SHA-1, on a separate host name, until they are replaced.",
  },
  "tls-sslv2": {
    why: "SSL 2.0, from 1995, offers no protection: an attacker on the path can read and modify the traffic. Handshake messages\nare not authenticated, so an attacker can force the weakest 40-bit cipher and truncate messages. Worse, an SSL 2.0\nservice endangers every other service with the same RSA key: DROWN (CVE-2016-0800) uses it to decrypt recorded TLS\nsessions. RFC 6176 forbids it.",
    fix: "Upgrade the TLS library: OpenSSL 1.1.0 and later do not include SSL 2.0. Until then, disable it on every service that\nuses the key, including mail servers.\n\n```nginx\n# before\nssl_protocols SSLv2 SSLv3 TLSv1;\n# after\nssl_protocols TLSv1.2 TLSv1.3;\n```\n\n```apache\n# before\nSSLProtocol all\n# after\nSSLProtocol -all +TLSv1.2 +TLSv1.3\n```\n\n```haproxy\n# before\nbind :443 ssl crt /etc/haproxy/site.pem\n# after: HAProxy 1.8 and later\nbind :443 ssl crt /etc/haproxy/site.pem ssl-min-ver TLSv1.2\n```\n\n```ini\n# Postfix main.cf, before\nsmtpd_tls_protocols =\n# after\nsmtpd_tls_protocols = >=TLSv1.2\n```\n\nCaddy, Go and Node.js have never supported SSL 2.0. Then replace the certificate and its key, because the old key was\nexposed to a decryption oracle.",
    acceptable: "Never on a public network. Put a device that supports nothing newer behind a proxy with current TLS.",
  },
  "tls-sslv3": {
    why: "SSL 3.0 lets an attacker on the path read session cookies byte by byte. That attack, POODLE (CVE-2014-3566), works\nbecause the padding of its CBC ciphers is not authenticated, and its only other cipher, RC4, is broken too. No browser\nhas offered SSL 3.0 by default since 2015. RFC 7568 forbids it.",
    fix: "Disable SSL 3.0, and allow TLS 1.2 and 1.3 only.\n\n```nginx\n# before\nssl_protocols SSLv3 TLSv1 TLSv1.1 TLSv1.2;\n# after\nssl_protocols TLSv1.2 TLSv1.3;\n```\n\n```apache\n# before\nSSLProtocol all\n# after\nSSLProtocol -all +TLSv1.2 +TLSv1.3\n```\n\n```haproxy\n# before\nbind :443 ssl crt /etc/haproxy/site.pem\n# after\nbind :443 ssl crt /etc/haproxy/site.pem ssl-min-ver TLSv1.2\n```\n\n```properties\n# Java, java.security: keep SSLv3 in the list that java.security ships with\njdk.tls.disabledAlgorithms=SSLv3, TLSv1, TLSv1.1, RC4, DES, MD5withRSA, DH keySize < 2048, EC keySize < 224, 3DES_EDE_CBC, anon, NULL\n```\n\nCaddy and Go do not support SSL 3.0.",
    acceptable: "Never on a public address. Serve old devices that need it from a separate host name, key and network.",
  },
  "tls-static-rsa": {
    why: "Traffic recorded today can be decrypted once the server's key leaks. In these suites the client encrypts the session\nsecret with the key of the certificate, so one theft, subpoena or forgotten backup exposes all sessions that used them.\nBleichenbacher's attack and its variants (ROBOT, CVE-2017-13099) also require static RSA. RFC 10015 forbids these suites\nin TLS 1.2; static ECDH has the same weakness.",
    fix: "Remove the suites with static RSA key exchange, and allow ECDHE suites only.\n\n```nginx\n# before\nssl_ciphers HIGH:!aNULL;\n# after\nssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20;\n```\n\n```apache\n# before\nSSLCipherSuite HIGH:!aNULL\n# after\nSSLCipherSuite ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```haproxy\n# before\nssl-default-bind-ciphers ECDHE+AESGCM:AES256-GCM-SHA384\n# after\nssl-default-bind-ciphers ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```powershell\n# IIS: every suite whose name starts with TLS_RSA_\nGet-TlsCipherSuite | Where-Object Name -like 'TLS_RSA_*' | ForEach-Object { Disable-TlsCipherSuite -Name $_.Name }\n```\n\n```go\n// Go before 1.22 enables static RSA by default\nconfig := &tls.Config{CipherSuites: []uint16{\n\ttls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256,\n\ttls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,\n}}\n```\n\n```sh\n# AWS application load balancer\naws elbv2 modify-listener --listener-arn \"$LISTENER\" --ssl-policy ELBSecurityPolicy-TLS13-1-2-Res-2021-06\n```\n\nCaddy does not enable static RSA.",
    acceptable: "For known machine clients without ECDHE support, on a separate host name and key, until they are replaced.",
  },
  "tls-ticket-key-static": {
    why: "One stolen ticket key decrypts weeks of recorded traffic. A session ticket holds the session secret, encrypted with a\nkey that the server uses for all visitors. An attacker who records traffic and later obtains this key (from a backup, a\ncrash dump, a co-hosted virtual machine) can decrypt every TLS 1.2 connection with a ticket, and TLS 1.3 early data.\nForward secrecy thus starts only when the key is replaced. An audit a week or more ago stored a ticket; the server\naccepted it again in this audit.",
    fix: "Remove key files that are never replaced, or replace them daily and reload the server.\n\n```nginx\n# before: a key that never changes\nssl_session_ticket_key /etc/nginx/ticket.key;\nssl_session_timeout 30d;\n# after: nginx generates its own key, and rotates it with a shared cache (1.23.2 and later)\nssl_session_cache shared:SSL:10m;\nssl_session_timeout 1d;\n```\n\n```apache\n# before\nSSLSessionTicketKeyFile \"/etc/apache2/ticket.key\"\n# after: Apache generates a key at each restart; restart daily, or disable tickets\nSSLSessionTickets off\n```\n\n```haproxy\n# before\nbind :443 ssl crt /etc/haproxy/site.pem tls-ticket-keys /etc/haproxy/tickets.keys\n# after: three keys in the file, the oldest replaced daily by `set ssl tls-key`, or\nbind :443 ssl crt /etc/haproxy/site.pem no-tls-tickets\n```\n\n```js\n// Node.js: share keys among several machines, and rotate them\nsetInterval(() => server.setTicketKeys(keyOfTheDay()), 3_600_000);\n```\n\nSeveral machines behind one address need the same key: distribute a new one daily, keep the last two for decryption\nonly, and store them in memory, not on disks with backups. Caddy rotates its keys every twelve hours.",
    acceptable: "Hardly ever. If the ticket is only a reference to a session in the server's memory, forward secrecy is not affected, but\na session of more than a week still exceeds the limit of RFC 9846.\n\nA pass means that the old ticket no longer works, not that the server deleted its key: a server that never rotates its\nkey but limits sessions to less than a week also passes. An audit from outside cannot distinguish the two, so check the\nconfiguration.",
  },
  "tls-ticket-lifetime": {
    why: "One stolen ticket key decrypts many recorded sessions. A session ticket holds the session secret, encrypted with a key\nof the server. Long ticket lifetimes mean that the server keeps this key for long, which limits forward secrecy. RFC\n9846 allows seven days in TLS 1.3; in TLS 1.2, where a ticket reveals the session keys, one day is enough.",
    fix: "Limit sessions and tickets to a day.\n\n```nginx\n# before\nssl_session_timeout 28d;\n# after\nssl_session_timeout 1d;\nssl_session_tickets off;\n```\n\n```apache\n# before\nSSLSessionCacheTimeout 2592000\n# after\nSSLSessionCacheTimeout 86400\nSSLSessionTickets off\n```\n\n```haproxy\n# before\ntune.ssl.lifetime 2592000\n# after: seconds\ntune.ssl.lifetime 86400\n```\n\n```js\n// Node.js: seconds\nhttps.createServer({ key, cert, sessionTimeout: 86400 }, app);\n```\n\nWith tickets on, change the key at least daily (`ssl_session_ticket_key`, `SSLSessionTicketKeyFile`, `tls-ticket-keys`). Caddy\nrotates its keys every twelve hours.",
    acceptable: "If the server replaces its ticket keys daily: an old ticket then no longer works, whatever lifetime it states.",
  },
  "tlsrpt-invalid": {
    why: "Senders of reports ignore an invalid record, and reports to an address that takes no mail are lost.",
    fix: "Publish one record with `mailto:` or `https:` addresses.\n\n```dns\n; before\n_smtp._tls.example.com.  IN TXT \"v=TLSRPTv1; rua=tls-reports@example.com\"\n; after\n_smtp._tls.example.com.  IN TXT \"v=TLSRPTv1; rua=mailto:tls-reports@example.com\"\n```",
    acceptable: "If nobody needs the reports; remove the record then.",
  },
  "tlsrpt-missing": {
    why: "Once MTA-STS or DANE is in use, a mistake of yours stops mail. TLS reports tell you daily which senders failed and why;\nwithout them only those who wrote to you notice.",
    fix: "Publish an address that a person or a service reads.\n\n```dns\n_smtp._tls.example.com.  IN TXT \"v=TLSRPTv1; rua=mailto:tls-reports@example.com\"\n```\n\nReports are JSON files; many services for DMARC reports read them too.",
    acceptable: "Without MTA-STS and DANE.",
  },
  "vuln-alpaca": {
    why: "An attacker on the path can redirect a browser's connection to the mail or file server instead of the website. The\ncertificate matches, so the browser accepts it, and content that the other server echoes can run as JavaScript of the\nwebsite (ALPACA, CVE-2021-3618). Both conditions of the attack are met here: several services share a certificate, and a\nserver does not reject unknown ALPN protocols.",
    fix: "Use a separate certificate, with its own name, for each service, and enforce ALPN on every server.\n\n```sh\n# before: one certificate for *.example.com everywhere; after: one per service\ncertbot certonly -d www.example.com\ncertbot certonly -d mail.example.com\n```\n\n```nginx\n# 1.21.4 and later reject unknown protocols\nlisten 443 ssl;\nhttp2 on;\n```\n\nApache 2.4 and HAProxy continue with HTTP/1.1, so use separate certificates there. vsftpd 3.0.4 and the mail and stream\nmodules of nginx check ALPN as well; update older versions. In Java, use `SSLParameters.setApplicationProtocols`.\nPostfix does not support ALPN: use a separate certificate.",
    acceptable: "If the other service cannot be made to echo attacker input. No use of the attack is known.",
  },
  "vuln-beast": {
    why: "An attacker on the path who can run JavaScript in a visitor's browser could read session cookies, because TLS 1.0 uses\nthe last ciphertext block of a CBC record as the IV of the next one (CVE-2011-3389). Browsers have mitigated the attack\nsince 2012 by splitting records, so only other clients remain at risk. TLS 1.1 and later are not affected.",
    fix: "Disable TLS 1.0. Do not use RC4, which was once recommended instead.\n\n```nginx\n# before\nssl_protocols TLSv1 TLSv1.1 TLSv1.2;\n# after\nssl_protocols TLSv1.2 TLSv1.3;\n```\n\n```apache\nSSLProtocol -all +TLSv1.2 +TLSv1.3\n```\n\n```haproxy\nbind :443 ssl crt /etc/haproxy/site.pem ssl-min-ver TLSv1.2\n```\n\n```ini\n# Postfix main.cf\nsmtpd_tls_mandatory_protocols = >=TLSv1.2\n```\n\n```properties\n# Java: java.security\njdk.tls.disabledAlgorithms=SSLv3, TLSv1, TLSv1.1, RC4, DES, 3DES_EDE_CBC\n```",
    acceptable: "While you serve old devices that support nothing newer, and no browser sessions are at risk.",
  },
  "vuln-breach": {
    why: "If a compressed response contains both a secret and reflected input, its length reveals whether a guess of the secret is\ncorrect (CVE-2013-3587). Compression alone is not a fault, and nearly every site uses it: the attack needs a page that\nreflects input next to a constant token. One page is not enough to judge that, so this is informational.",
    fix: "Randomize CSRF tokens in every response (most frameworks mask them), set SameSite on cookies, and do not compress\nresponses that contain secrets and user input.\n\n```nginx\n# for such pages only\nlocation /account/ { gzip off; }\n```\n\n```apache\n<Location \"/account/\">\n    SetEnv no-gzip 1\n</Location>\n```\n\n```haproxy\n# compress static types only\nfilter compression\ncompression algo gzip\ncompression type text/css application/javascript\n```",
    acceptable: "On pages without secrets, and on all pages if tokens are masked.",
  },
  "vuln-cbc-oracle": {
    why: "An attacker on the path who can run JavaScript in a visitor's browser can read session cookies. The server responds\ndifferently to different faults in CBC records, and each response leaks information about the plaintext. Such padding\noracles have reappeared since 2002: LuckyNegative20 in OpenSSL 1.0.1 and 1.0.2 (CVE-2016-2107), GOLDENDOODLE, Zombie\nPOODLE and Sleeping POODLE in load balancers, the empty-record oracle of OpenSSL before 1.0.2r (CVE-2019-1559).",
    fix: "Update the TLS library or the appliance's firmware, and disable CBC suites: AEAD suites have no padding oracle.\n\n```nginx\n# before\nssl_ciphers HIGH:!aNULL;\n# after\nssl_protocols TLSv1.2 TLSv1.3;\nssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20;\n```\n\n```apache\nSSLProtocol -all +TLSv1.2 +TLSv1.3\nSSLCipherSuite ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```haproxy\nssl-default-bind-options ssl-min-ver TLSv1.2\nssl-default-bind-ciphers ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```ini\n# Postfix main.cf\ntls_high_cipherlist = ECDHE+AESGCM:ECDHE+CHACHA20\n```",
    acceptable: "Never where browsers connect.",
  },
  "vuln-ccs": {
    why: "An attacker on the path can hijack a connection and read and modify all of it. OpenSSL before 0.9.8za, 1.0.0m and 1.0.1h\naccepts a ChangeCipherSpec message before the key exchange and then derives keys from an empty secret that the attacker\nknows too (CVE-2014-0224). Both sides must be vulnerable: old clients, and other servers that connect to this one, often\nare.",
    fix: "Update OpenSSL to a maintained version, then restart every program that uses it.\n\n```sh\n# before\nopenssl version        # OpenSSL 1.0.1g\n# after, on Debian and Ubuntu\napt-get update && apt-get install --only-upgrade openssl libssl3\nsystemctl restart nginx apache2 haproxy postfix\n```\n\nNo setting of nginx, Apache, HAProxy or Postfix fixes it: update the library. Appliances need new firmware. Java's own\nTLS was never affected.",
    acceptable: "Never on a network that others can reach.",
  },
  "vuln-crime": {
    why: "An attacker on the path who can run JavaScript in a visitor's browser can read session cookies: the compressed length\nreveals how much of a guess is correct (CVE-2012-4929). The score counts this weakness once, under tls-compression.",
    fix: "nginx since 1.1.6, HAProxy and Java do not use TLS compression. Apache 2.4 disables it by default:\n\n```apache\n# before\nSSLCompression on\n# after\nSSLCompression off\n```\n\n```ini\n# Postfix main.cf\ntls_ssl_options = NO_COMPRESSION\n```\n\nOpenSSL 1.1.0 and later disable it by default.",
    acceptable: "Never where browsers connect.",
  },
  "vuln-drown": {
    why: "An attacker can decrypt recorded TLS sessions of the website, because a service accepts SSL 2.0 with the same RSA key.\nThe attacker sends recorded, encrypted secrets to this service and learns from its responses; with OpenSSL before 1.0.2a\nthis takes minutes on one computer (CVE-2016-0800, CVE-2016-0703). The website itself may be configured correctly: a\nmail server with the same key is enough.",
    fix: "Disable SSL 2.0 on every service that uses the key.\n\n```nginx\n# before\nssl_protocols SSLv2 SSLv3 TLSv1;\n# after\nssl_protocols TLSv1.2 TLSv1.3;\n```\n\n```apache\nSSLProtocol -all +TLSv1.2 +TLSv1.3\n```\n\n```haproxy\nbind :443 ssl crt /etc/haproxy/site.pem ssl-min-ver TLSv1.2\n```\n\n```ini\n# Postfix main.cf; Dovecot: ssl_min_protocol = TLSv1.2\nsmtpd_tls_protocols = >=TLSv1.2\nsmtpd_tls_mandatory_protocols = >=TLSv1.2\n```\n\nThen use a separate key and certificate for the website. Java and Go never accepted SSL 2.0 sessions.",
    acceptable: "Never, not even on a port that seems unused.",
  },
  "vuln-freak": {
    why: "An attacker on the path can read and modify connections of vulnerable clients. The server still signs 512-bit RSA keys\nfor export cipher suites; the attacker makes a client accept such a key and factors it within hours on rented machines.\nServers often reuse the key for months (CVE-2015-0204).",
    fix: "Remove the export suites, and allow TLS 1.2 and 1.3 with forward secrecy only.\n\n```nginx\n# before\nssl_ciphers ALL;\n# after\nssl_protocols TLSv1.2 TLSv1.3;\nssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20;\n```\n\n```apache\nSSLProtocol -all +TLSv1.2 +TLSv1.3\nSSLCipherSuite ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```haproxy\nssl-default-bind-ciphers ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```ini\n# Postfix main.cf\nsmtpd_tls_ciphers = medium\nsmtpd_tls_exclude_ciphers = EXPORT, LOW, aNULL\n```\n\n```properties\n# Java: java.security\njdk.tls.disabledAlgorithms=RC4_40, DES40_CBC, anon, NULL, RC4, DES, 3DES_EDE_CBC, SSLv3, TLSv1, TLSv1.1\n```\n\nOpenSSL 1.1.0 and later do not include export suites.",
    acceptable: "Never on a network that others can reach.",
  },
  "vuln-heartbleed": {
    why: "An unauthenticated attacker can read the memory of the server without a trace: private keys, passwords, session cookies\nand requests of other users, up to 64 KiB per request. The heartbeat code of OpenSSL 1.0.1 to 1.0.1f trusts the length\nfield of the sender (CVE-2014-0160). With a leaked key, an attacker can also decrypt traffic recorded earlier.",
    fix: "Update OpenSSL to a maintained version, then restart every program that uses it.\n\n```sh\n# before\nopenssl version        # OpenSSL 1.0.1e\n# after, on Debian and Ubuntu\napt-get update && apt-get install --only-upgrade openssl libssl3\nlsof -nP +c 0 | grep 'DEL.*libssl'   # programs that still use the old library\nsystemctl restart nginx apache2 haproxy postfix\n```\n\nnginx, Apache, HAProxy and Postfix have no setting for it. An appliance needs a firmware update from the vendor. Until\nthen, a build without heartbeats helps: `./config -DOPENSSL_NO_HEARTBEATS`. Java's own TLS was never affected.\n\nTreat the key as compromised: create a new key, request a new certificate, revoke the old one, invalidate all sessions\nand change all passwords that were used while the server was vulnerable.",
    acceptable: "Never: the private key can leak.",
  },
  "vuln-insecure-reuse": {
    why: "The server resumed a session of one host name under another one, without checking certificates again. A client\nauthenticated for one site may thus gain access to another (CVE-2025-23419), and an attacker on the path can redirect a\nresumed connection to the wrong site.",
    fix: "Use separate ticket keys or session caches for sites with different access rules.\n\n```nginx\n# before: one cache for all names; nginx before 1.27.4 resumes across names\nssl_session_cache shared:all:10m;\n# after: a separate cache per server block, or neither tickets nor cache where client certificates are required\nssl_session_cache shared:www:10m;\nssl_session_tickets off;\n```\n\n```apache\n# each virtual host that requests client certificates\nSSLSessionTickets off\n```\n\n```haproxy\nbind :443 ssl crt /etc/haproxy/site.pem strict-sni no-tls-tickets\n```\n\nJava: use an `SSLContext` per name, with its own `SSLSessionContext`. Postfix has one name only.",
    acceptable: "If all names serve the same content under the same access rules.",
  },
  "vuln-logjam": {
    why: "One large precomputation for a prime allows an attacker to break every connection that uses it within minutes. The\nprecomputation takes days on rented machines for 512 bits (export suites), was published for 768 bits in 2016, and is\nconsidered feasible for nation states with 1024 bits. Most servers with 1024-bit groups share a handful of default\nprimes, so one precomputation pays off many times. With export suites, the attack works on live connections\n(CVE-2015-4000).",
    fix: "Disable finite-field Diffie-Hellman: elliptic curves are faster and every client since 2012 supports them.\n\n```nginx\n# before\nssl_ciphers HIGH:EDH;\n# after\nssl_protocols TLSv1.2 TLSv1.3;\nssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20;\n```\n\n```apache\n# before: Apache 2.2 and 2.4 before 2.4.7 use 1024 bits\nSSLCipherSuite HIGH:EDH\n# after\nSSLProtocol -all +TLSv1.2 +TLSv1.3\nSSLCipherSuite ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```haproxy\nssl-default-bind-ciphers ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```ini\n# Postfix main.cf: for mail servers that need Diffie-Hellman, a group from RFC 7919\nsmtpd_tls_dh1024_param_file = /etc/postfix/ffdhe2048.pem\nsmtpd_tls_exclude_ciphers = EXPORT, LOW, aNULL\n```\n\n```sh\n# Java\njava -Djdk.tls.ephemeralDHKeySize=2048 -jar app.jar\n```\n\nTo generate a group file: `openssl genpkey -genparam -algorithm DH -pkeyopt group:ffdhe2048 -out ffdhe2048.pem`.",
    acceptable: "Never on a network that others can reach.",
  },
  "vuln-lucky13": {
    why: "With CBC suites, a server that takes longer for some invalid records than for others leaks plaintext through timing\ndifferences of microseconds (CVE-2013-0169). Libraries since 2013 process all records in constant time. These\ndifferences cannot be measured over the internet, so this is informational. Without CBC suites the attack does not\napply.",
    fix: "Disable CBC suites if your clients allow it.\n\n```nginx\n# before\nssl_ciphers HIGH:!aNULL;\n# after\nssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20;\n```\n\n```apache\nSSLCipherSuite ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```haproxy\nssl-default-bind-ciphers ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```ini\n# Postfix main.cf\ntls_high_cipherlist = ECDHE+AESGCM:ECDHE+CHACHA20\n```",
    acceptable: "With an up-to-date TLS library.",
  },
  "vuln-opossum": {
    why: "An attacker on the path can make a browser show the response to a different request, within a connection that looks\nsecure. The server allows plain HTTP on port 80 to be upgraded to TLS (RFC 2817). The attacker splices a browser's TLS\nconnection into such an upgraded connection, and all responses are then shifted by one (Opossum, CVE-2025-49812): a page\ncan load JavaScript from a response that was meant for another request.",
    fix: "Disable the upgrade; no browser has ever used it.\n\n```apache\n# before: Apache httpd before 2.4.64\nSSLEngine optional\n# after\nSSLEngine on\n```\n\n```nginx\n# nginx never upgrades; in front of an old server, do not forward the header\nproxy_set_header Upgrade \"\";\n```\n\n```haproxy\nhttp-request del-header Upgrade if { req.hdr(Upgrade) -m beg TLS }\n```\n\nCUPS, Icecast and Cyrus support the upgrade too: in CUPS, set `DefaultEncryption Never` on the plain port or `Required`\non a separate port. Postfix and other mail servers are not affected: STARTTLS is a separate check.",
    acceptable: "On a port that no browser can reach, such as a printer in a closed network.",
  },
  "vuln-poodle-ssl3": {
    why: "An attacker on the path who can run JavaScript in a visitor's browser can read session cookies, with 256 requests per\nbyte on average. The padding of CBC records in SSL 3.0 is not authenticated, so the server's response reveals whether a\nguess is correct (CVE-2014-3566). An attacker can force clients that fall back to SSL 3.0 on connection errors to do so.",
    fix: "Disable SSL 3.0, and allow TLS 1.2 and 1.3 only.\n\n```nginx\n# before\nssl_protocols SSLv3 TLSv1 TLSv1.1 TLSv1.2;\n# after\nssl_protocols TLSv1.2 TLSv1.3;\n```\n\n```apache\n# before\nSSLProtocol all -SSLv2\n# after\nSSLProtocol -all +TLSv1.2 +TLSv1.3\n```\n\n```haproxy\nbind :443 ssl crt /etc/haproxy/site.pem ssl-min-ver TLSv1.2\n```\n\n```ini\n# Postfix main.cf\nsmtpd_tls_protocols = >=TLSv1.2\n```\n\n```properties\n# Java: java.security\njdk.tls.disabledAlgorithms=SSLv3, TLSv1, TLSv1.1, RC4, DES, 3DES_EDE_CBC\n```",
    acceptable: "Never on the public internet.",
  },
  "vuln-poodle-tls": {
    why: "An attacker on the path who can run JavaScript in a visitor's browser can read session cookies byte by byte, as with\nPOODLE against SSL 3.0. The server does not verify the padding of CBC records, although every version of TLS requires it\n(CVE-2014-8730). Load balancers of several vendors had this flaw, because their TLS code was derived from SSL 3.0.",
    fix: "Install the vendor's update (F5, A10, Citrix, Cisco, IBM and others published one), and disable CBC suites.\n\n```nginx\n# before\nssl_ciphers HIGH:!aNULL;\n# after\nssl_protocols TLSv1.2 TLSv1.3;\nssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20;\n```\n\n```apache\nSSLProtocol -all +TLSv1.2 +TLSv1.3\nSSLCipherSuite ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```haproxy\nssl-default-bind-options ssl-min-ver TLSv1.2\nssl-default-bind-ciphers ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```ini\n# Postfix main.cf\ntls_high_cipherlist = ECDHE+AESGCM:ECDHE+CHACHA20\n```",
    acceptable: "Never where browsers connect.",
  },
  "vuln-raccoon": {
    why: "If the server reuses Diffie-Hellman keys, an attacker who recorded a connection and can measure response times precisely\nmay recover its secret (CVE-2020-1968). The score counts this weakness once, under tls-dh-reuse.",
    fix: "Replace the finite-field DHE suites by ECDHE suites.\n\n```nginx\n# before\nssl_ciphers HIGH:EDH;\n# after\nssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20;\n```\n\n```apache\nSSLCipherSuite ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```haproxy\nssl-default-bind-ciphers ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```ini\n# Postfix main.cf\nsmtpd_tls_exclude_ciphers = kDHE, kDHr, kDHd\n```\n\nOpenSSL 1.0.2f and later generate a new key for each handshake; update older versions. F5 BIG-IP: enable the profile\noption Single DH Use.",
    acceptable: "Never, although no use outside a laboratory is known.",
  },
  "vuln-rc4": {
    why: "The RC4 keystream is biased: an attacker who records many connections with the same cookie or password can recover it\n(CVE-2013-2566, CVE-2015-2808). The score counts this weakness once, under tls-rc4.",
    fix: "Remove the RC4 suites.\n\n```nginx\n# before\nssl_ciphers RC4:HIGH;\n# after\nssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20;\n```\n\n```apache\nSSLCipherSuite ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```haproxy\nssl-default-bind-ciphers ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```ini\n# Postfix main.cf\nsmtpd_tls_exclude_ciphers = RC4\n```\n\n```properties\n# Java: java.security\njdk.tls.disabledAlgorithms=RC4, DES, 3DES_EDE_CBC, SSLv3, TLSv1, TLSv1.1\n```",
    acceptable: "Never: RFC 7465 forbids it.",
  },
  "vuln-reneg-dos": {
    why: "A single client can overload the server: a handshake costs the server far more than the client, and this server allows\nunlimited client-initiated renegotiations in one connection (CVE-2011-1473), where connection limits do not apply. The\nscore counts this weakness once, under tls-reneg-client.",
    fix: "nginx since 0.8.23, Apache since 2.2.15 and HAProxy reject it. Other software:\n\n```sh\n# Java 8u51 and later\njava -Djdk.tls.rejectClientInitiatedRenegotiation=true -jar app.jar\n```\n\n```ini\n# Postfix main.cf, 3.4 and later\ntls_ssl_options = NO_RENEGOTIATION\n```\n\n```ini\n# stunnel.conf\nrenegotiation = no\n```",
    acceptable: "If the application requests client certificates within a TLS 1.2 connection; then allow only server-initiated\nrenegotiation.",
  },
  "vuln-renego": {
    why: "An attacker on the path can inject a request in front of a visitor's request, which the visitor's cookies or client\ncertificate then authorize (CVE-2009-3555). The server does not bind a renegotiation to the existing connection. The\nscore counts this weakness once, under tls-reneg-insecure.",
    fix: "Update the TLS library: OpenSSL 0.9.8m, GnuTLS 2.10, NSS 3.12.6, Java 6u22 and Windows since MS10-049 support RFC 5746.\nUntil then, disable renegotiation.\n\n```sh\n# before\nopenssl version        # OpenSSL 0.9.8k\n# after, on Debian and Ubuntu\napt-get install --only-upgrade openssl libssl3\nsystemctl restart nginx apache2 haproxy postfix\n```\n\n```apache\n# do not use\nSSLInsecureRenegotiation on\n```\n\n```sh\n# Java: do not use\n-Dsun.security.ssl.allowUnsafeRenegotiation=true\n```",
    acceptable: "Never on a network that others can reach.",
  },
  "vuln-robot": {
    why: "An attacker can decrypt recorded connections, and in the worst case sign with the server's key without having it. The\nserver reveals, through a different alert, a reset or a delay, whether an RSA-encrypted secret has valid padding; enough\nsuch responses allow decryption. Bleichenbacher published the attack in 1998, and in 2017 a third of the largest sites\nwere still vulnerable (ROBOT: CVE-2017-13099, CVE-2017-6168, CVE-2017-17382 and others). All suites named TLS_RSA_ are\naffected.",
    fix: "Disable RSA key exchange; no current client needs it. Then update the affected product.\n\n```nginx\n# before\nssl_ciphers HIGH:!aNULL;\n# after\nssl_protocols TLSv1.2 TLSv1.3;\nssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20;\n```\n\n```apache\nSSLProtocol -all +TLSv1.2 +TLSv1.3\nSSLCipherSuite ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```haproxy\nssl-default-bind-options ssl-min-ver TLSv1.2\nssl-default-bind-ciphers ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```ini\n# Postfix main.cf\ntls_high_cipherlist = ECDHE+AESGCM:ECDHE+CHACHA20\nsmtpd_tls_mandatory_exclude_ciphers = kRSA\n```\n\n```properties\n# Java 24 and later have this by default; older versions need each suite by name\njdk.tls.disabledAlgorithms=TLS_RSA_*, SSLv3, TLSv1, TLSv1.1, RC4, DES, 3DES_EDE_CBC, MD5withRSA, DH keySize < 2048\n```\n\nIf other services use the same key (mail, old load balancers), apply the fix there too, or use a separate key for the\nwebsite.",
    acceptable: "Never for a strong oracle. A weak oracle is slow to exploit, but recorded traffic can be attacked at any time.",
  },
  "vuln-starttls-injection": {
    why: "An attacker on the path can inject mail commands into an encrypted session: the server buffers plaintext that follows\nthe STARTTLS command and executes it after the handshake, as if the user had sent it. The attacker can steal passwords\nand mail this way (CVE-2011-0411, CVE-2021-33515 and many more).",
    fix: "Update the mail server, and offer implicit TLS ports only.\n\n```sh\n# Dovecot: 2.3.14.1 or later\ndovecot --version\napt-get install --only-upgrade dovecot-imapd dovecot-pop3d\n```\n\n```ini\n# dovecot.conf: ports 993 and 995 only\nservice imap-login {\n  inet_listener imap {\n    port = 0\n  }\n}\nservice pop3-login {\n  inet_listener pop3 {\n    port = 0\n  }\n}\n```\n\n```nginx\n# nginx as mail proxy: 1.7.4 or later (CVE-2014-3556), preferably\nmail { server { listen 993 ssl; protocol imap; } }\n```",
    acceptable: "Never on a network that others can reach.",
  },
  "vuln-sweet32": {
    why: "With a 64-bit block cipher (3DES, IDEA, RC2), ciphertext blocks collide after some hundred gigabytes, and each collision\nreveals the XOR of two plaintext blocks. In a long-lived connection, an attacker can recover a session cookie\n(CVE-2016-2183). The score counts this weakness once, under tls-3des-idea.",
    fix: "Remove the 3DES and IDEA suites.\n\n```nginx\n# before\nssl_ciphers HIGH:3DES;\n# after\nssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20;\n```\n\n```apache\nSSLCipherSuite ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```haproxy\nssl-default-bind-ciphers ECDHE+AESGCM:ECDHE+CHACHA20\n```\n\n```ini\n# Postfix main.cf\nsmtpd_tls_exclude_ciphers = 3DES, IDEA, RC2\n```\n\n```properties\n# Java: java.security\njdk.tls.disabledAlgorithms=3DES_EDE_CBC, DES, RC4, SSLv3, TLSv1, TLSv1.1\n```",
    acceptable: "For devices that support nothing else, if connections are closed after a few gigabytes.",
  },
  "vuln-ticketbleed": {
    why: "Every resumed connection leaks up to 31 bytes of the server's memory to any client: session IDs of other users, possibly\nparts of keys. With session tickets enabled, F5 BIG-IP always echoes 32 bytes of session ID, however short the client's\nID is (CVE-2016-9244).",
    fix: "Install BIG-IP 11.6.1 HF2, 12.1.2 HF1 or later. Until then, disable session tickets in the client-SSL profile:\n\n```sh\n# before\ntmsh list ltm profile client-ssl site session-ticket    # enabled\n# after\ntmsh modify ltm profile client-ssl site session-ticket disabled\n```\n\nThe same setting on other servers:\n\n```nginx\nssl_session_tickets off;\n```\n\n```apache\nSSLSessionTickets off\n```\n\n```haproxy\nssl-default-bind-options no-tls-tickets\n```\n\nnginx, Apache, HAProxy, Postfix and Java are not affected; look for a BIG-IP in front of them.",
    acceptable: "Never: server memory leaks to any client.",
  },
  "wellknown-inventory": {
    why: "Programs look for these resources without being told: password managers for where passwords are changed, clients for how to log in,\nsearch engines and language models for pages. They are meant to be public; the list shows what is there.",
    fix: "There is nothing to fix. Check that a sitemap names no page that should stay unknown, and that a redirect for passwords leads to the right page.\n\n```nginx\nlocation = /.well-known/change-password { return 302 /account/password; }\n```",
    acceptable: "Always: this is a fact.",
  },
  "wp-user-enum": {
    why: "The REST API of WordPress lists authors with their login names, which makes guessing of passwords easier. Only ids were requested.",
    fix: "Require a login for this endpoint with a security plugin, or in a plugin of your own:\n\n```php\nadd_filter('rest_endpoints', function ($endpoints) {\n    if (!is_user_logged_in()) {\n        unset($endpoints['/wp/v2/users'], $endpoints['/wp/v2/users/(?P<id>[\\d]+)']);\n    }\n    return $endpoints;\n});\n```",
    acceptable: "Usually: names of authors are often public, and strong passwords with two factors matter more.",
  },
  "wp-xmlrpc": {
    why: "XML-RPC is an old interface of WordPress. It takes many passwords in one request (`system.multicall`), and pingbacks make the site send\nrequests to others. Some plug-ins and the app still use it.",
    fix: "Without such programs, refuse it in front of PHP:\n\n```nginx\nlocation = /xmlrpc.php { return 403; }\n```\n\n```apache\n<Files xmlrpc.php>\n    Require all denied\n</Files>\n```",
    acceptable: "If Jetpack or the app of WordPress needs it: then limit requests, and use two factors.",
  },
};
