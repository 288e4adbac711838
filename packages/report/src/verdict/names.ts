import { unicodeName } from '@perimeter/protocols/domain/unicode';
import type { Report } from '@perimeter/contract/report';

/** The warning about a name that may be confused with another. */
const lookAlikeText = 'Its letters are of several scripts, or look like Latin ones: it may be taken for another name.';

type Named = Pick<Report, 'domain'> & { unicode?: Report['unicode'] };

/** The name in Unicode; null if it is ASCII. Reports before schema 1.5 do not contain it. */
const lettersOf = ({ domain, unicode }: Named) => unicode ?? unicodeName(domain);

/** The domain in Unicode, or in ASCII if it may be confused with another name. */
export function firstName(named: Named): string {
  const letters = lettersOf(named);
  return letters === null || letters.lookAlike ? named.domain : letters.name;
}

/** The other form of the name, as one or two sentences; null if it is ASCII. */
export function otherName(named: Named): string | null {
  const letters = lettersOf(named);
  if (letters === null) return null;
  return letters.lookAlike ? `Also written ${letters.name}. ${lookAlikeText}` : `In DNS: ${named.domain}`;
}

/**
 * Both forms in a list: "bücher.example (xn--bcher-kva.example)"; only the ASCII form of a name that may be confused
 * with another.
 */
export function listedName(domain: string): string {
  const first = firstName({ domain });
  return first === domain ? domain : `${first} (${domain})`;
}
