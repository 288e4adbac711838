import { fail, judgeSeen, notApplicable, pass, type Verdict, openBy } from '../../../catalogue/outcome.ts';
import { opensslLine } from '../../../catalogue/reproduce.ts';
import type { CertificateFacts } from '../../../evidence/certificates/schema.ts';
import { isForeignName, isInternalAddress, isInternalName } from '../../derive/certificates/internal-names.ts';
import { nameOf, namesLine, namesText } from '../../derive/certificates/certificate-words.ts';
import { showNames } from '../../../catalogue/certificate-commands.ts';
import type { TlsEndpoint } from '../../../evidence/tls/schema.ts';
import { checkOf, narrow } from '../../../catalogue/check-of.ts';
import { eachEndpoint } from '../../derive/subjects/tls-endpoints.ts';
import { eachNamedLeaf } from '../../derive/subjects/certificates.ts';
import { acceptsAny, everyVersion, isWithoutCertificate } from '../../../evidence/tls/inventory.ts';
import { counted, listed, shorten } from '../../../evidence/words/text.ts';

/** Internal names and addresses in a certificate, except for the audited host. */
const internalNames = ({ subjectAltNames }: CertificateFacts, host: string): string[] =>
  subjectAltNames
    .filter(({ type, value }) => (type === 'dns' ? isInternalName(value) : type === 'ip' && isInternalAddress(value)))
    .map(({ value }) => value)
    .filter((value) => value.toLowerCase() !== host);

export const certSanInternal = checkOf(eachNamedLeaf(), {
  id: 'cert-san-internal',
  title: 'The certificate contains public host names only',
  finding: 'Certificate exposes internal host names',
  weakness: { cvss: 'smallLeak', cwe: [497] },
  shows: (served) => [namesLine(served.leaf), showNames(served)],
  judge: (served) => {
    const internal = internalNames(served.leaf, served.serverName);
    if (internal.length === 0) return pass(`Names: ${namesText(served.leaf)}`);
    return `The certificate names ${listed(internal)}, which ${internal.length === 1 ? 'is' : 'are'} valid only inside your network; expected: public names only.`;
  },
});

/** Above this number, too many names depend on one key. */
const manyNames = 100;

export const certWildcard = checkOf(eachNamedLeaf(), {
  id: 'cert-wildcard',
  title: 'The certificate covers a few named hosts',
  finding: 'Certificate covers a wildcard or very many hosts',
  shows: (served) => [namesLine(served.leaf), showNames(served)],
  judge: (served) => {
    const { subjectAltNames } = served.leaf;
    const wildcards = subjectAltNames.flatMap(({ type, value }) =>
      type === 'dns' && value.startsWith('*.') ? [value] : [],
    );
    if (wildcards.length === 0 && subjectAltNames.length <= manyNames)
      return pass(`${counted(subjectAltNames.length, 'name')}, no wildcard`);
    const what = wildcards.length > 0 ? `is for ${listed(wildcards)}` : `has ${subjectAltNames.length} names`;
    return `The certificate ${what}: an attacker who steals its key from one server can impersonate all of them.`;
  },
});

/** What the certificate for clients without SNI shows. */
interface Unnamed {
  shown: CertificateFacts | null;
  registrableDomain: string;
  isServedByName: boolean;
}

/** dNSNames, or the common name where a certificate has none, as self-made ones often do. */
const namesOf = ({ subjectAltNames, commonName }: CertificateFacts): string[] => {
  const names = subjectAltNames.filter(({ type }) => type === 'dns').map(({ value }) => value);
  return names.length > 0 || commonName === null || !/^[\w*.-]+$/.test(commonName) ? names : [commonName];
};

function judgeShown(endpoint: TlsEndpoint & Unnamed): Verdict {
  const { shown, registrableDomain, serverName, isServedByName } = endpoint;
  if (isServedByName) return pass('Without SNI the address serves the same certificate');
  if (shown === null) return openBy('no-sni-names-unstored');
  const told = [
    ...new Set([
      ...internalNames(shown, serverName),
      ...namesOf(shown).filter((name) => isInternalName(name) || isForeignName(name, registrableDomain)),
    ]),
  ];
  if (told.length === 0) return pass(`Without SNI the address serves a certificate for ${namesText(shown)}`);
  const command = opensslLine(
    endpoint,
    '-noservername </dev/null 2>/dev/null | openssl x509 -noout -subject -ext subjectAltName',
  );
  return fail({
    description: `Without SNI the address serves a certificate for ${listed(told)}; expected: a rejected handshake, or a certificate without names of other hosts.`,
    evidence: [
      'ClientHello without server_name',
      `subject: ${shorten(shown.subject, 200) || '(empty)'}`,
      namesLine(shown),
      `sha256: ${shown.sha256}`,
      command === null ? [] : command.replace(/-servername \S+ /, ''),
    ],
    subject: nameOf(shown),
  });
}

/** Each endpoint with its certificate for clients without SNI. */
const unnamedEndpoint = narrow(
  eachEndpoint,
  (endpoint, { certificates: { certificates, chains }, target }) => {
    const { withoutServerName } = endpoint;
    const digest = withoutServerName.known ? withoutServerName.value.leafSha256 : null;
    const of = {
      ...endpoint,
      shown: certificates.find(({ sha256 }) => sha256 === digest) ?? null,
      registrableDomain: target.registrableDomain,
      isServedByName: chains.some(({ served }) => served[0] === digest),
    };
    return { of };
  },
  { needs: ['certificates', 'target'] },
);

export const certNosniLeak = checkOf(unnamedEndpoint, {
  id: 'cert-nosni-leak',
  title: "No other host's certificate is served without SNI",
  finding: 'Certificate of another host is served without SNI',
  weakness: { cvss: 'smallLeak', cwe: [497] },
  judge: (endpoint) => {
    if (acceptsAny(endpoint, everyVersion) === false)
      return notApplicable('Only SSL 2.0 is accepted, which has no SNI');
    return judgeSeen(endpoint.withoutServerName, ({ accepted, leafSha256 }) => {
      if (!accepted) return pass('A handshake without SNI is rejected');
      if (leafSha256 === null && isWithoutCertificate(endpoint)) return notApplicable('The server has no certificates');
      if (leafSha256 === null) return openBy('no-sni-certificate-unrecorded');
      return judgeShown(endpoint);
    });
  },
});
