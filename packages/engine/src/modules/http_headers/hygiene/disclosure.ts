import { disclosedVersions } from '@perimeter/protocols/http/headers/product';
import { failWhere, informEach } from '../../../catalogue/outcome.ts';
import type { Answer } from '../../../evidence/http/answer.ts';
import { observeEdges } from '../../derive/http/edges.ts';
import { internalsIn } from '@perimeter/protocols/http/headers/internals';
import { drafted, type Sighting, sightingsOf } from '../../derive/http/sightings.ts';
import { type Disclosing, disclosingHeaders } from './disclosing-headers.data.ts';
import { debugHeaders } from './hygiene-headers.data.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { everyAnswer } from '../../derive/subjects/answers.ts';

const versionsOf = ({ lines }: Sighting): string =>
  [...new Set(lines.flatMap(([, value]) => disclosedVersions(value)))].join(', ');

export const hdrServerVersion = checkOf(everyAnswer, {
  id: 'hdr-server-version',
  title: 'Server header discloses no version',
  finding: 'Server header discloses version',
  weakness: { cvss: 'smallLeak', cwe: [497] },
  judge: (answers) => {
    const sightings = sightingsOf(
      answers,
      (name, value) => name.toLowerCase() === 'server' && disclosedVersions(value).length > 0,
    );
    return failWhere(sightings, 'No Server header discloses a version', (sighting) =>
      drafted(sighting, `Server discloses ${versionsOf(sighting)}. Expected: no version, at most a product name.`),
    );
  },
});

const kinds = new Map(Object.entries(disclosingHeaders).map(([name, kind]) => [name.toLowerCase(), kind]));
const carrying = (answers: readonly Answer[], wanted: Disclosing): Sighting[] =>
  sightingsOf(answers, (name, value) => kinds.get(name.toLowerCase()) === wanted && value !== '');

/** A value without a digit discloses no version. */
const hasVersion = ({ lines }: Sighting): boolean => lines.some(([, value]) => /\d/.test(value));

export const hdrPoweredBy = checkOf(everyAnswer, {
  id: 'hdr-powered-by',
  title: 'No header discloses the software stack',
  finding: 'Header discloses the software stack',
  weakness: { cvss: 'smallLeak', cwe: [497] },
  judge: (answers) => {
    const products = carrying(answers, 'product');
    if (products.some(hasVersion))
      return failWhere(products.filter(hasVersion), '', (product) =>
        drafted(product, `${product.name} discloses a software version. Expected: no such header.`),
      );
    const names = products.map((product) => drafted(product, `${product.name} names the software, without a version.`));
    const traces = carrying(answers, 'trace').map((trace) =>
      drafted(trace, `${trace.name} discloses infrastructure details, but no product version.`),
    );
    return informEach([...names, ...traces], 'No header discloses the software stack');
  },
});

/** The maximum number of findings, one per header: a target can send thousands of headers. */
const maxLeaks = 20;

/** The cookies module judges cookies, and their values are redacted. */
const mayLeak = (name: string): boolean => name.toLowerCase() !== 'set-cookie';

export const hdrInternalLeak = checkOf(everyAnswer, {
  id: 'hdr-internal-leak',
  title: 'No header discloses internal addresses, names or paths',
  finding: 'Header discloses an internal address, name or path',
  weakness: { cvss: 'smallLeak', cwe: [497] },
  judge: (answers) => {
    const sightings = sightingsOf(answers, (name, value) => mayLeak(name) && internalsIn(value).length > 0);
    return failWhere(
      sightings.slice(0, maxLeaks),
      'No header discloses a private address, internal name, path or stack trace',
      (sighting) => {
        const internals = sighting.lines.flatMap(([, value]) => internalsIn(value));
        const details = [...new Set(internals.map(({ kind, text }) => `${kind} ${text}`))].slice(0, 10).join(', ');
        return drafted(sighting, `${sighting.name} discloses internal details: ${details}.`);
      },
    );
  },
});

export const hdrDebug = checkOf(everyAnswer, {
  id: 'hdr-debug',
  title: 'No debugging tool is exposed',
  finding: 'Debugging tool is exposed',
  weakness: { cvss: 'internalDataRead', cwe: [489, 215] },
  judge: (answers) =>
    failWhere(
      sightingsOf(answers, (name) => debugHeaders.has(name.toLowerCase())),
      'No debugging tool header is sent',
      (sighting) => {
        const tool = debugHeaders.get(sighting.name.toLowerCase()) ?? 'a debugging tool';
        return drafted(sighting, `${sighting.name} is sent by ${tool}, which is active on the public site.`);
      },
    ),
});

export const hdrWafCdn = checkOf(everyAnswer, {
  id: 'hdr-waf-cdn',
  title: 'No CDN or WAF was detected',
  finding: 'CDN or WAF detected',
  judge: (answers) => informEach(observeEdges(answers), 'No sign of a known CDN or WAF'),
});
