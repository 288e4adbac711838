import type { Finding } from '@perimeter/contract/finding';
import type { AcceptedRisk } from '@perimeter/contract/waiver/waiver';
import type { Location, Result, Suppression } from 'sarif';
import { safeText } from '../safe-text.ts';
import type { SourceLine } from './ending.ts';
import { evidenceLines } from '../evidence-lines.ts';
import { sarifLevels } from './sarif-rule.ts';
import { webExchange } from './web-exchange.ts';

/**
 * A text as a path of a URI reference. A colon would make its first segment a scheme (RFC 3986 section 4.2); encodeURI leaves what
 * starts a query and a fragment, which no path has.
 */
const encodePath = (text: string): string => encodeURI(text).replaceAll(/[:?#]/gu, encodeURIComponent);

/** Host and path for a file that there is not: relative and without scheme, which is all that code scanning takes. */
export function placeUri({ affectedUrl, host }: Finding): string {
  const place = /^(?:[a-z]+:\/\/|dns:)?\/*(?<place>[^?#]*)/u.exec(affectedUrl)?.groups?.['place'] ?? '';
  const path = encodePath(safeText(place === '' ? host : place, { ascii: true }));
  // What is encoded already stays as it is.
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

/** The exchange that shows it, for findings of the web. */
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

// SARIF 2.1.0 section 3.11.6: this would be a link in a message, wherever it came from.
const withoutLinks = (text: string): string => text.replaceAll('](', '] (');

/** SARIF 2.1.0 section 3.35: accepted outside of the tool, so that code scanning closes the alert. */
const suppression = ({ reason, owner = null, expires }: AcceptedRisk): Suppression => ({
  kind: 'external',
  status: 'accepted',
  justification: withoutLinks(safeText(reason)),
  properties: { ...(owner === null ? {} : { owner: safeText(owner) }), expires },
});

/** One place where a check failed; waivers: null where the run accepts nothing. */
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
    // The second is the one by which code scanning follows an alert; else it would hash the line of the file.
    partialFingerprints: {
      'perimeter/v1': finding.fingerprint,
      primaryLocationLineHash: `${finding.fingerprint}:1`,
    },
    // SARIF 2.1.0 section 3.27.23: of every result of a run, or of none; an empty list says that nobody accepted this one.
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
