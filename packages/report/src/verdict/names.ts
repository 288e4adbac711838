import { unicodeName } from '@perimeter/protocols/domain/unicode';
import type { Report } from '@perimeter/contract/report';

/** The warning about a name that may be taken for another one. */
const lookAlikeText = 'Its letters are of several scripts, or look like Latin ones: it may be taken for another name.';

type Named = Pick<Report, 'domain'> & { unicode?: Report['unicode'] };

/** The name in its own letters; null where it is all ASCII. Reports before schema 1.5 do not say it. */
const lettersOf = ({ domain, unicode }: Named) => unicode ?? unicodeName(domain);

/** The domain in the letters that people write; in ASCII where those may be taken for another name. */
export function firstName(named: Named): string {
  const letters = lettersOf(named);
  return letters === null || letters.lookAlike ? named.domain : letters.name;
}

/** Its other form, as one sentence or two; null where it is all ASCII. */
export function otherName(named: Named): string | null {
  const letters = lettersOf(named);
  if (letters === null) return null;
  return letters.lookAlike ? `Also written ${letters.name}. ${lookAlikeText}` : `In DNS: ${named.domain}`;
}

/** Both forms in a line of a list: "bücher.example (xn--bcher-kva.example)"; a name that may be taken for another has its ASCII form only. */
export function listedName(domain: string): string {
  const first = firstName({ domain });
  return first === domain ? domain : `${first} (${domain})`;
}
