import { contentEncodingOf } from '@perimeter/protocols/http/content-encoding';
import { informEach } from '../../../catalogue/outcome.ts';
import { drafted, sightingsOf } from '../../derive/http/sightings.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { everyAnswer } from '../../derive/subjects/answers.ts';

/** Browsers read such content undecoded or not at all; so does this audit. */
export const hdrContentEncoding = checkOf(everyAnswer, {
  id: 'hdr-content-encoding',
  title: 'Content-Encoding names codings that browsers know',
  finding: 'Unknown Content-Encoding',
  judge: (answers) => {
    const odd = answers.filter(({ headers }) => contentEncodingOf(headers).problems.length > 0);
    const sightings = sightingsOf(odd, (name) => name.toLowerCase() === 'content-encoding');
    return informEach(
      sightings.map((sighting) => {
        const { value, problems } = contentEncodingOf(sighting.first.headers);
        const how = value === null ? 'refuse the content' : 'read the content as it came';
        return drafted(
          sighting,
          `Browsers do not know ${problems.join(', ')} and ${how}. Expected: gzip, br, zstd or no header.`,
        );
      }),
      'Content-Encoding names codings that browsers know, or is not sent',
    );
  },
});
