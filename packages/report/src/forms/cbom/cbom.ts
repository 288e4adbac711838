import type { Report } from '@perimeter/contract/report';
import { sha256Hex } from '../../canonical/digest.ts';
import { safeText } from '../../safe-text.ts';
import { type AuditEnding, auditOf, failedAuditText } from '../ending.ts';
import { type Algorithm, cipherAlgorithm, groupAlgorithm, keyAlgorithm, signatureAlgorithm } from './algorithms.ts';

type Endpoint = NonNullable<Report['tls']>['endpoints'][number];
type MailServer = NonNullable<NonNullable<Report['mail']>['servers']>[number];
type Certificate = MailServer['certificates'][number];

/** Components by reference: each is listed once, even if used in many places. */
type Components = Map<string, object>;

const clean = (text: string): string => safeText(text, { maxLength: 500 });

/** A component with an algorithm, and the reference to it. */
function withAlgorithm(components: Components, { name, ...properties }: Algorithm): string {
  const ref = `algorithm:${clean(name).toLowerCase().replaceAll(' ', '-')}`;
  components.set(ref, {
    type: 'cryptographic-asset',
    'bom-ref': ref,
    name: clean(name),
    cryptoProperties: { assetType: 'algorithm', algorithmProperties: properties },
  });
  return ref;
}

function withCertificate(components: Components, path: Certificate): string {
  const { sha256, subject, issuer, notBefore, notAfter, key, signatureAlgorithm: signature } = path;
  const ref = `certificate:${clean(sha256)}`;
  if (components.has(ref)) return ref;
  components.set(ref, {
    type: 'cryptographic-asset',
    'bom-ref': ref,
    name: clean(subject === '' ? sha256 : subject),
    cryptoProperties: {
      assetType: 'certificate',
      certificateProperties: {
        subjectName: clean(subject),
        issuerName: clean(issuer),
        notValidBefore: notBefore,
        notValidAfter: notAfter,
        signatureAlgorithmRef: withAlgorithm(components, signatureAlgorithm(signature)),
        subjectPublicKeyRef: withAlgorithm(components, keyAlgorithm(key)),
        certificateFormat: 'X.509',
        fingerprint: { alg: 'SHA-256', content: sha256 },
      },
    },
  });
  return ref;
}

/** A cipher suite with its cipher; its two-byte number in CycloneDX's notation. */
function suiteOf(components: Components, suite: { code: string; name: string }, groups: readonly string[]): object {
  const cipher = cipherAlgorithm(suite.name);
  const octets = /^0x([0-9a-f]{2})([0-9a-f]{2})$/iu.exec(suite.code);
  // Only suites with an ephemeral key exchange use a group (RFC 8422 section 2).
  const usesGroups = /^TLS_(?:ECDHE|DHE|AES|CHACHA20)_/u.test(suite.name);
  return {
    name: clean(suite.name),
    ...(cipher === null ? {} : { algorithms: [withAlgorithm(components, cipher)] }),
    ...(octets === null ? {} : { identifiers: octets.slice(1, 3).map((octet) => `0x${octet.toUpperCase()}`) }),
    ...(usesGroups && groups.length > 0 ? { tlsGroups: groups } : {}),
  };
}

/** One component for each version that a server accepts. */
function addServer(components: Components, { host, address, port, versions, certificates }: MailServer): void {
  const certified = certificates.map((one) => withCertificate(components, one));
  for (const { version, cipherSuites, groups, complete } of versions) {
    const refs = groups.map((name) => withAlgorithm(components, groupAlgorithm(name)));
    const ref = `protocol:${clean(host)}:${clean(address)}:${port}:${version}`;
    components.set(ref, {
      type: 'cryptographic-asset',
      'bom-ref': ref,
      name: clean(`${version} of ${host} at ${address}, port ${port}`),
      cryptoProperties: {
        assetType: 'protocol',
        protocolProperties: {
          type: version.startsWith('QUIC') ? 'quic' : 'tls',
          version: /[\d.]+$/u.exec(version)?.[0] ?? version,
          cipherSuites: cipherSuites.map((suite) => suiteOf(components, suite, groups.map(clean))),
          cryptoRefArray: [...new Set([...refs, ...certified])],
        },
      },
      properties: [{ name: 'perimeter:suites', value: complete ? 'complete' : 'incomplete' }],
    });
  }
}

/** A web server as mail servers are: what it accepts, and the certificates of its chains. */
function webServer({ address, port, serverName, versions }: Endpoint, report: Report): MailServer {
  const chains = (report.certificates?.chains ?? []).filter(
    (one) => one.address === address && one.port === port && one.serverName === serverName,
  );
  return {
    host: serverName,
    address,
    port,
    versions: versions
      .filter(({ accepted }) => accepted === true)
      .map(({ version, cipherSuites, groups, complete, enumeration }) => ({
        version,
        cipherSuites,
        groups: groups.map(({ name }) => name),
        // A list of weak suites, or of the server's choice alone, can be whole and is still no list of all.
        complete: complete && (enumeration === 'full' || enumeration === 'compared'),
      })),
    certificates: chains.flatMap(({ path }) => path),
  };
}

const serversOf = (report: Report): MailServer[] => [
  ...(report.tls?.endpoints ?? []).map((one) => webServer(one, report)),
  ...(report.mail?.servers ?? []),
];

/** A UUID of version 8 (RFC 9562 section 5.8), the same for the same audit. */
function serialOf(text: string): string {
  const hex = sha256Hex(text);
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** CycloneDX 1.7 with the cryptography that an audit observed. */
export function renderCbom([ending]: readonly AuditEnding[]): string {
  if (ending === undefined) return '';
  const { domain, completedAt, engineVersion } = auditOf(ending);
  const components: Components = new Map();
  if (ending.ok) for (const one of serversOf(ending.report)) addServer(components, one);
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.7',
    serialNumber: serialOf(ending.ok ? ending.report.id : `${domain}\n${completedAt}`),
    version: 1,
    metadata: {
      timestamp: new Date(completedAt).toISOString(),
      tools: { components: [{ type: 'application', name: 'perimeter', version: engineVersion }] },
      component: { type: 'application', 'bom-ref': 'target', name: clean(domain) },
      ...(ending.ok
        ? {}
        : { properties: [{ name: 'perimeter:failure', value: clean(failedAuditText(ending.failed)) }] }),
    },
    components: [...components.values()],
  };
  return `${JSON.stringify(bom, null, 2)}\n`;
}
