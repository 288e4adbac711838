import type { CertificateFields } from './certificate-fields.ts';
import type { DecodedExtensions } from './certificate-extensions.ts';
import { tags } from './der.ts';
import type { DistinguishedName } from './distinguished-name.ts';

/** Characters of PrintableString (X.680 section 41.4). */
const printable = /^[A-Za-z0-9 '()+,\-./:=?]*$/;

function nameRemarks({ rdns }: DistinguishedName, which: string): string[] {
  return rdns.flat().flatMap(({ tag, text, oid }) => {
    if (tag === tags.printableString && text !== null && !printable.test(text))
      return [`The ${which} has a PrintableString with characters that are none: ${JSON.stringify(text)}`];
    return text === null ? [`The ${which} has an attribute ${oid} that is no text`] : [];
  });
}

/** Dates through 2049 are UTCTime, later ones GeneralizedTime (RFC 5280 section 4.1.2.5). */
const lastUtcSecond = Date.UTC(2050, 0, 1) / 1000 - 1;

function timeRemarks({ times }: CertificateFields): string[] {
  return Object.entries(times)
    .filter(([, { seconds, generalized }]) => generalized && seconds <= lastUtcSecond)
    .map(([name]) => `${name} is before 2050 and written as GeneralizedTime`);
}

/** Breaches that do not stop browsers, a sentence each. */
export function remarksOf(fields: CertificateFields, { unreadable }: DecodedExtensions): string[] {
  return [
    ...nameRemarks(fields.subject, 'subject'),
    ...nameRemarks(fields.issuer, 'issuer'),
    ...timeRemarks(fields),
    ...unreadable.map(({ name, reason }) => `The extension ${name} cannot be read: ${reason}`),
  ];
}
