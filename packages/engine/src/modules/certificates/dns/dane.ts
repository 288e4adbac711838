import { isUsableTlsa } from '@perimeter/protocols/dns/tlsa';
import { checkOf } from '../../../catalogue/check-of.ts';
import { everyServedChain } from '../../derive/subjects/certificates.ts';
import {
  failEach,
  type FindingDraft,
  inconclusive,
  notApplicable,
  type Verdict,
  openBy,
} from '../../../catalogue/outcome.ts';
import { type Served, isAlone } from '../../derive/certificates/served.ts';
import { keyText, pathLines, toldApart } from '../../derive/certificates/certificate-words.ts';
import { showTlsa } from '../../../catalogue/certificate-commands.ts';
import { isOfIssuer, type Tlsa, tlsaLine, type TlsaRecord, vouchesFor } from '../../derive/certificates/tlsa.ts';
import { locationOf } from '../../../catalogue/endpoints.ts';

const isPlace = ({ name }: Tlsa, { port, serverName }: Served): boolean => name === `_${port}._tcp.${serverName}`;

function mismatch(tlsa: Tlsa, served: Served, usable: readonly TlsaRecord[]): FindingDraft {
  return {
    location: locationOf(served),
    description: toldApart(
      served,
      `No TLSA record at ${tlsa.name} (of ${usable.length} usable records) matches the ${keyText(served.leaf)} chain that ${served.address} serves; expected: a record for each certificate, published before the certificate is deployed.`,
    ),
    evidence: [
      usable.map((record) => tlsaLine(tlsa.name, record)),
      `SHA-256 of the leaf: ${served.leaf.sha256}`,
      `SHA-256 of its key: ${served.leaf.key.spkiSha256}`,
      pathLines(served),
      showTlsa(served, tlsa.name),
    ],
    subject: served.subject,
  };
}

function judgeRecords(chains: readonly Served[], tlsas: readonly Tlsa[]): Verdict {
  const pairs = chains.flatMap((served) =>
    tlsas.filter((tlsa) => isPlace(tlsa, served)).map((tlsa) => ({ served, tlsa })),
  );
  const [first] = pairs;
  if (first === undefined) return notApplicable('There are no TLSA records for the tested ports');
  const signed = pairs.filter(({ tlsa }) => tlsa.authenticated);
  if (signed.length === 0)
    return notApplicable(
      `TLSA records at ${first.tlsa.name} are not signed with DNSSEC, so clients ignore them (RFC 6698 section 4.1)`,
    );
  const judged = signed.map((pair) => ({ ...pair, usable: pair.tlsa.records.filter(isUsableTlsa) }));
  if (judged.every(({ usable }) => usable.length === 0))
    return notApplicable('No TLSA record is usable, so clients ignore them (RFC 7671 section 10.2)');
  const findings = judged.flatMap(({ served, tlsa, usable }) =>
    usable.length === 0 || usable.some((record) => vouchesFor(record, served)) ? [] : [mismatch(tlsa, served, usable)],
  );
  // SSL 2.0 sends only the leaf, so a record of an issuer may match a certificate that could not be sent.
  if (findings.length > 0 && judged.every(({ served, usable }) => isAlone(served) && usable.some(isOfIssuer)))
    return openBy('tlsa-with-ssl2');
  return failEach(findings, 'A TLSA record matches the chain on every address');
}

export const daneHttps = checkOf(everyServedChain, {
  id: 'dane-https',
  title: 'TLSA records match the certificates (DANE)',
  finding: 'TLSA record does not match the certificate (DANE)',
  weakness: { cvss: 'conditionalAvailability', cwe: [295] },
  failed: 'TLSA records match no served certificate',
  judge: ({ endpoints, leftOut: [left] }, { certificates: { tlsa } }) => {
    if (!tlsa.known) return inconclusive(tlsa.failure);
    const judged = judgeRecords(
      endpoints,
      tlsa.value.filter(({ records }) => records.length > 0),
    );
    return judged.outcome === 'pass' && left !== undefined ? inconclusive(left) : judged;
  },
});
