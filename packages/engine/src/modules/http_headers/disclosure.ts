import { disclosedVersions } from '@perimeter/protocols/http/headers/product';
import { defineCheck } from '../../catalogue/check.ts';
import { type FindingDraft, failIfAny, informIfAny, type Outcome, pass } from '../../catalogue/outcome.ts';
import { vectors } from '../../catalogue/vectors.data.ts';
import type { Answer } from '../derive/http/answer.ts';
import { observeEdges } from '../derive/http/edges.ts';
import { at, sightingsOf, type Sighting } from '../derive/http/sightings.ts';
import { internalsIn } from '../derive/http/internals.ts';
import { judgeAnswers } from '../derive/http/judge.ts';
import { type Disclosing, disclosingHeaders } from './disclosing-headers.data.ts';

const owasp =
  'https://owasp.org/www-project-secure-headers/#div-bestpractices_prevent-information-disclosure-via-http-headers';
const serverField = 'https://www.rfc-editor.org/rfc/rfc9110#section-10.2.4';

/** What a sighting proves, as a draft at the first place it was seen. */
const drafted = ({ name, first, evidence }: Sighting, description: string): FindingDraft =>
  at(first, { subject: name.toLowerCase(), description, evidence });

const namesOf = (sightings: readonly Sighting[]): string => [...new Set(sightings.map(({ name }) => name))].join(', ');

const versionsOf = ({ lines }: Sighting): string =>
  [...new Set(lines.flatMap(([, value]) => disclosedVersions(value)))].join(', ');

function judgeServer(answers: readonly Answer[]): Outcome {
  const sightings = sightingsOf(
    answers,
    (name, value) => name.toLowerCase() === 'server' && disclosedVersions(value).length > 0,
  );
  const findings = sightings.map((sighting) =>
    drafted(sighting, `Server names ${versionsOf(sighting)}. Expected: no version, at most a product's name.`),
  );
  return failIfAny(findings, 'Server tells a version', 'No Server header tells a version');
}

export const hdrServerVersion = defineCheck({
  id: 'hdr-server-version',
  title: 'Server header discloses no version',
  finding: 'Server header discloses version',
  cvss: vectors.smallLeak,
  cwe: [497],
  references: [serverField, owasp],
  needs: ['endpoints', 'http', 'target'],
  evaluate: (evidence) => judgeAnswers(evidence, judgeServer),
});

const kinds = new Map(Object.entries(disclosingHeaders).map(([name, kind]) => [name.toLowerCase(), kind]));
const carrying = (answers: readonly Answer[], wanted: Disclosing): Sighting[] =>
  sightingsOf(answers, (name, value) => kinds.get(name.toLowerCase()) === wanted && value !== '');

function judgePoweredBy(answers: readonly Answer[]): Outcome {
  const products = carrying(answers, 'product');
  const traces = carrying(answers, 'trace');
  if (products.length === 0 && traces.length > 0) {
    const observations = traces.map((trace) =>
      drafted(trace, `${trace.name} shows the machinery behind the site, but no product version.`),
    );
    return informIfAny(observations, `Only traces of the machinery behind: ${namesOf(traces)}`, '');
  }
  const findings = products.map((product) =>
    drafted(product, `${product.name} tells which software or version is in use. Expected: the header removed.`),
  );
  return failIfAny(
    findings,
    `Software is named by ${namesOf(products)}`,
    'No header names the software behind the site',
  );
}

export const hdrPoweredBy = defineCheck({
  id: 'hdr-powered-by',
  title: 'No header discloses the software stack',
  finding: 'Header discloses the software stack',
  cvss: vectors.smallLeak,
  cwe: [497],
  references: [owasp],
  needs: ['endpoints', 'http', 'target'],
  evaluate: (evidence) => judgeAnswers(evidence, judgePoweredBy),
});

/** A header each is a finding, up to here: a target can send thousands, and the reason tells their number. */
const maxLeaks = 20;

/** What a cookie holds is another module's question, and its value is redacted anyway. */
const mayLeak = (name: string): boolean => name.toLowerCase() !== 'set-cookie';

function judgeInternal(answers: readonly Answer[]): Outcome {
  const sightings = sightingsOf(answers, (name, value) => mayLeak(name) && internalsIn(value).length > 0);
  const findings = sightings.slice(0, maxLeaks).map((sighting) => {
    const internals = sighting.lines.flatMap(([, value]) => internalsIn(value));
    const told = [...new Set(internals.map(({ kind, text }) => `${kind} ${text}`))].slice(0, 10).join(', ');
    return drafted(sighting, `${sighting.name} shows the inside of the network or program: ${told}.`);
  });
  return failIfAny(
    findings,
    `Internals are shown by headers (${sightings.length}): ${namesOf(sightings.slice(0, maxLeaks))}`,
    'No header shows a private address, internal name, path or stack trace',
  );
}

export const hdrInternalLeak = defineCheck({
  id: 'hdr-internal-leak',
  title: 'No header discloses internal addresses, names or paths',
  finding: 'Header discloses an internal address, name or path',
  cvss: vectors.smallLeak,
  cwe: [497],
  references: [owasp, 'https://www.rfc-editor.org/rfc/rfc1918', 'https://www.rfc-editor.org/rfc/rfc4193'],
  needs: ['endpoints', 'http', 'target'],
  evaluate: (evidence) => judgeAnswers(evidence, judgeInternal),
});

/** Headers that debugging tools add, and whose they are. */
const debugTools: ReadonlyMap<string, string> = new Map([
  ['x-debug-token', 'Symfony Profiler'],
  ['x-debug-token-link', 'Symfony Profiler'],
  ['x-chromelogger-data', 'ChromeLogger'],
  ['x-chromephp-data', 'ChromePHP'],
  ['x-clockwork-id', 'Clockwork'],
  ['x-clockwork-version', 'Clockwork'],
  ['x-sourcefiles', 'Visual Studio'],
]);

function judgeDebug(answers: readonly Answer[]): Outcome {
  const sightings = sightingsOf(answers, (name) => debugTools.has(name.toLowerCase()));
  const findings = sightings.map((sighting) =>
    drafted(
      sighting,
      `${sighting.name} is added by ${debugTools.get(sighting.name.toLowerCase()) ?? 'a debugging tool'}, which runs on a public site.`,
    ),
  );
  return failIfAny(findings, `Debugging is on: ${namesOf(sightings)}`, 'No header of a debugging tool is sent');
}

export const hdrDebug = defineCheck({
  id: 'hdr-debug',
  title: 'No debugging tool is exposed',
  finding: 'Debugging tool is exposed',
  cvss: vectors.internalDataRead,
  cwe: [489, 215],
  references: [owasp, 'https://symfony.com/doc/current/profiler.html', 'https://underground.works/clockwork/'],
  needs: ['endpoints', 'http', 'target'],
  evaluate: (evidence) => judgeAnswers(evidence, judgeDebug),
});

function judgeEdge(answers: readonly Answer[]): Outcome {
  const seen = observeEdges(answers);
  if (seen.length === 0) return pass('No mark of a known CDN or firewall');
  return informIfAny(seen, `In front of the site: ${seen.map(({ subject }) => subject).join(', ')}`, '');
}

export const hdrWafCdn = defineCheck({
  id: 'hdr-waf-cdn',
  title: 'No CDN or WAF was detected',
  finding: 'CDN or WAF detected',
  cwe: [],
  references: ['https://www.rfc-editor.org/rfc/rfc9110#section-7.6.3'],
  needs: ['endpoints', 'http', 'target'],
  evaluate: (evidence) => judgeAnswers(evidence, judgeEdge),
});
