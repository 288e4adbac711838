import { endOfLifeDate } from '@perimeter/protocols/software/end-of-life.data';
import { endOfLifeText, outdatedProducts, productsWithEnd } from '@perimeter/protocols/software/end-of-life';
import { checkOf } from '../../../catalogue/check-of.ts';
import { failWhere, notApplicable } from '../../../catalogue/outcome.ts';
import { drafted, type Sighting, sightingsOf } from '../../derive/http/sightings.ts';
import { everyAnswer } from '../../derive/subjects/answers.ts';
import { disclosingHeaders } from './disclosing-headers.data.ts';

const naming: ReadonlySet<string> = new Set([
  'server',
  ...Object.entries(disclosingHeaders).flatMap(([name, kind]) => (kind === 'product' ? [name.toLowerCase()] : [])),
]);
const outdatedIn = ({ lines }: Sighting) => lines.flatMap(([, value]) => outdatedProducts(value));

export const hdrSoftwareEol = checkOf(everyAnswer, {
  id: 'hdr-software-eol',
  title: 'Software that headers name gets security fixes',
  finding: 'Header names software past its end of life',
  weakness: { cvss: 'likelyExploitable', cwe: [1104] },
  judge: (answers) => {
    const named = sightingsOf(
      answers,
      (name, value) => naming.has(name.toLowerCase()) && productsWithEnd(value).length > 0,
    );
    // A header without a version does not show how old the software is.
    if (named.length === 0) return notApplicable('No header names a version whose end is known here');
    const old = named.filter((sighting) => outdatedIn(sighting).length > 0);
    return failWhere(
      old,
      `Each version that a header names gets security fixes (by the list of ${endOfLifeDate})`,
      (sighting) => {
        const found = outdatedIn(sighting);
        const ends = new Set(found.map((one) => `${one.text}: ${endOfLifeText(one)}`));
        return {
          ...drafted(
            sighting,
            `${[...ends].join(' ')} The version is what ${sighting.name} says; it was not tested for flaws.`,
          ),
          confidence: found.every(({ packaged }) => packaged) ? 'potential' : 'firm',
        };
      },
    );
  },
});
