import { defineCheck } from '../../catalogue/check.ts';
import { inconclusive, informational, informIfAny, notApplicable, pass } from '../../catalogue/outcome.ts';
import { opensslLine, opensslOldOptions, reproduceLine } from '../../catalogue/reproduce.ts';
import type { HttpExchange } from '../../evidence/http/schema.ts';
import { endpointCheck } from '../derive/tls/endpoints.ts';
import { acceptedSuites, suiteGap } from '../derive/tls/inventory.ts';
import { proof, suiteList, suiteProof } from '../derive/tls/proof.ts';
import { isCbc } from './derive/ruled-out.ts';

export const lucky13 = endpointCheck({
  id: 'vuln-lucky13',
  title: 'CBC cipher suites are disabled (Lucky Thirteen)',
  finding: 'CBC cipher suites are enabled; Lucky Thirteen (CVE-2013-0169) cannot be tested remotely',
  cwe: [],
  references: ['https://nvd.nist.gov/vuln/detail/CVE-2013-0169', 'https://www.rfc-editor.org/rfc/rfc7366'],
  judge: (endpoint) => {
    const suites = acceptedSuites(endpoint, isCbc);
    if (suites.length === 0) {
      const gap = suiteGap(endpoint, 'full');
      return gap === undefined ? pass('No CBC suite is accepted') : inconclusive(gap);
    }
    const { encryptThenMac } = endpoint;
    const eased =
      encryptThenMac.known && encryptThenMac.value
        ? ' Clients that offer Encrypt-then-MAC (RFC 7366) are out of its reach.'
        : '';
    return informational({
      description: `Accepted: ${suiteList(suites)}. Libraries since 2013 check padding in constant time; what a server has cannot be told over a network.${eased}`,
      evidence: proof(suiteProof(endpoint, suites), opensslLine(endpoint, ...opensslOldOptions('-tls1_2', 'AES'))),
    });
  },
});

const encodingsOf = (exchange: HttpExchange): string[] =>
  exchange.result.ok
    ? exchange.result.response.headers
        .filter(([name]) => name.toLowerCase() === 'content-encoding')
        .map(([, value]) => value.trim().toLowerCase())
        .filter((value) => value !== '' && value !== 'identity')
    : [];

const bodyOf = (exchange: HttpExchange): string | null =>
  exchange.result.ok ? (exchange.result.response.body.text ?? null) : null;

/** A secret that BREACH could aim at: a hidden form field with a long value. */
const hiddenToken = /<input\b[^>]*\btype\s*=\s*["']?hidden\b[^>]*\bvalue\s*=\s*["'][^"']{16,}/i;

export const breach = defineCheck({
  id: 'vuln-breach',
  title: 'HTTPS responses are not compressed (BREACH)',
  finding: 'HTTPS responses are compressed; BREACH (CVE-2013-3587) depends on their content',
  cwe: [],
  references: ['https://nvd.nist.gov/vuln/detail/CVE-2013-3587', 'https://www.breachattack.com/'],
  needs: ['http'],
  evaluate: ({ http }) => {
    if (http.botWall.detected) return inconclusive('A challenge page stands in front of the site');
    const document = http.exchanges.find(({ id }) => id === http.finalDocument);
    if (document === undefined || !document.result.ok) return notApplicable('The site gave no document');
    if (!document.url.startsWith('https:')) return notApplicable('The site is not served over HTTPS');
    const [encoding] = encodingsOf(document);
    if (encoding === undefined) return pass('The document is not compressed');
    const hasToken = hiddenToken.test(bodyOf(document) ?? '');
    const url = new URL(document.url);
    return informIfAny(
      [
        {
          location: { host: url.hostname, port: document.port, url: document.url },
          description: `The document is compressed with ${encoding}. ${hasToken ? 'It holds a hidden form field with a long value, which may be a secret. ' : ''}An attack needs a secret and reflected input in one answer, which cannot be judged from one page.`,
          evidence: proof(
            `Offered: Accept-Encoding. Answered: Content-Encoding: ${encoding}`,
            reproduceLine(
              `curl -s -o /dev/null -D - -H 'Accept-Encoding: gzip, deflate, br' https://${url.hostname}/`,
              {
                serverName: url.hostname,
                address: document.address ?? url.hostname,
                port: document.port,
              },
            ),
          ),
        },
      ],
      'The document is compressed',
      '',
    );
  },
});
