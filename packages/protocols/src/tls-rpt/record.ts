import { reportPlaces } from '../report-uri.ts';
import { repeatedNames, splitFields } from '../tag-list.ts';

/** A place that TLS reports go to. */
export interface TlsRptDestination {
  text: string;
  scheme: 'mailto' | 'https' | null;
  host: string | null;
}

/** What breaks a TLS-RPT record. */
export interface TlsRptProblem {
  code: 'tag-malformed' | 'tag-repeated' | 'rua-missing' | 'rua-invalid';
  text: string;
}

/** A TLS-RPT record. */
export interface ParsedTlsRpt {
  destinations: readonly TlsRptDestination[];
  problems: readonly TlsRptProblem[];
}

/** RFC 8460 section 3: exactly these characters come first. */
export const isTlsRpt = (text: string): boolean => /^v=TLSRPTv1[ \t]*;/.test(text);

/** `!` and `,` stand encoded in these URIs (RFC 8460 section 3). */
const destinationsOf = (text: string): TlsRptDestination[] =>
  reportPlaces(text).map(({ scheme, host }) => {
    const isKnown = !text.includes('!') && (scheme === 'mailto' || scheme === 'https');
    return { text, scheme: isKnown ? scheme : null, host: isKnown ? host : null };
  });

/** Reads the TXT record at `_smtp._tls` (RFC 8460 section 3). Only for texts that `isTlsRpt` accepts. */
export function parseTlsRpt(text: string): ParsedTlsRpt {
  const { tags, malformed } = splitFields(text, ['rua']);
  const rua = tags.find(({ name }) => name === 'rua')?.value ?? '';
  const destinations = rua.split(',').flatMap((part) => (part.trim() === '' ? [] : destinationsOf(part.trim())));
  const problems: TlsRptProblem[] = [
    ...malformed.map((part) => ({ code: 'tag-malformed', text: part }) as const),
    ...repeatedNames(tags).map((name) => ({ code: 'tag-repeated', text: name }) as const),
    ...(destinations.length === 0 ? [{ code: 'rua-missing', text: rua } as const] : []),
    ...destinations.flatMap(({ text: wrong, host }) =>
      host === null ? [{ code: 'rua-invalid', text: wrong } as const] : [],
    ),
  ];
  return { destinations, problems };
}
