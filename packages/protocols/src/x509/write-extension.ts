import { objectIdentifier, octetString, sequence, trueValue } from '../der/writer.ts';

/** One extension of a certificate, a list or a request (RFC 5280 section 4.1); FALSE is the default and left out. */
export const writeExtension = (oid: string, value: Uint8Array, critical = false): Uint8Array =>
  sequence(objectIdentifier(oid), ...(critical ? [trueValue] : []), octetString(value));
