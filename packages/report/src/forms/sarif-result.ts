import type { Finding } from '@perimeter/contract/finding';
import type { AcceptedRisk } from '@perimeter/contract/waiver/waiver';
import type { Location, Result, Suppression } from 'sarif';
import { safeText } from '../safe-text.ts';
import type { SourceLine } from './ending.ts';
import { evidenceLines } from '../evidence-lines.ts';
import { sarifLevels } from './sarif-rule.ts';
import { webExchange } from './web-exchange.ts';

/**
 * A text as the path of a URI reference. A colon would make its first segment a scheme (RFC 3986 section 4.2);
 * encodeURI does not encode ? and #, which start a query and a fragment.
 */
const encodePath = (text: string): string => encodeURI(text).replaceAll(/[:?#]/gu, encodeURIComponent);

/** Host and path as a virtual file: relative and without a scheme, because code scanning accepts nothing else. */
export function placeUri({ affectedUrl, host }: Finding): string {
  const place = /^(?:[a-z]+:\/\/|dns:)?\/*(?<place>[^?#]*)/u.exec(affectedUrl)?.groups?.['place'] ?? '';
  const path = encodePath(safeText(place === '' ? host : place, { ascii: true }));
  // Do not encode what is already percent-encoded.
  return path.replaceAll(/%25(?=[0-9a-f]{2})/giu, '%');
}

function locationOf(finding: Finding, source: SourceLine | null): Location {
  const uri = source === null ? placeUri(finding) : encodePath(source.path.toWellFormed());
  return {
    physicalLocation: { artifactLocation: { uri }, region: { startLine: source?.line ?? 1 } },
    logicalLocations: [
      { fullyQualifiedName: safeText(finding.affectedUrl), name: safeText(finding.host), kind: 'resource' },
    ],
  };
}

/** The HTTP exchange of a web finding. */
function exchangeOf(finding: Finding): Pick<Result, 'webRequest' | 'webResponse'> {
  const exchange = webExchange(finding);
  if (exchange === null) return {};
  const { method, url, version, statusCode, reasonPhrase, headers } = exchange;
  const values = Map.groupBy(headers, ([name]) => safeText(name));
  return {
    webRequest: { protocol: 'HTTP', version, method, target: safeText(url) },
    webResponse: {
      protocol: 'HTTP',
      version,
      statusCode,
      reasonPhrase: safeText(reasonPhrase),
      headers: Object.fromEntries(
        [...values].map(([name, same]) => [name, same.map(([, value]) => safeText(value)).join(', ')]),
      ),
    },
  };
}

// SARIF 2.1.0 section 3.11.6: this sequence would be a link in a message.
const withoutLinks = (text: string): string => text.replaceAll('](', '] (');

/** SARIF 2.1.0 section 3.35: accepted outside the tool, so that code scanning closes the alert. */
const suppression = ({ reason, owner = null, expires }: AcceptedRisk): Suppression => ({
  kind: 'external',
  status: 'accepted',
  justification: withoutLinks(safeText(reason)),
  properties: { ...(owner === null ? {} : { owner: safeText(owner) }), expires },
});

/** A place where a check failed; waivers: null if the run accepts nothing. */
export function sarifResult(
  finding: Finding,
  ruleIndex: number,
  source: SourceLine | null,
  waivers: ReadonlyMap<string, AcceptedRisk> | null,
): Result {
  const { checkId, severity, cvss, cvssVector, confidence, title, description, host, port, address } = finding;
  const waiver = waivers?.get(finding.fingerprint);
  return {
    ruleId: checkId,
    ruleIndex,
    kind: 'fail',
    level: sarifLevels[severity],
    message: { text: withoutLinks(safeText(`${title} on ${host}: ${description}`)) },
    locations: [locationOf(finding, source)],
    // Code scanning tracks alerts by the second one; without it, by a hash of the file's line.
    partialFingerprints: {
      'perimeter/v1': finding.fingerprint,
      primaryLocationLineHash: `${finding.fingerprint}:1`,
    },
    // SARIF 2.1.0 section 3.27.23: for every result of a run, or for none; an empty list means not accepted.
    ...(waivers === null ? {} : { suppressions: waiver === undefined ? [] : [suppression(waiver)] }),
    rank: cvss * 10,
    ...exchangeOf(finding),
    properties: {
      severity,
      cvss,
      cvssVector,
      confidence,
      url: safeText(finding.affectedUrl),
      host: safeText(host),
      port,
      address: address === null ? null : safeText(address),
      evidence: evidenceLines(finding.evidence),
    },
  };
}
