import { ProtocolError } from '../protocol-error.ts';
import type { DerReader } from '../der/reader.ts';

/** Fields of a certificate that are read one by one; `certificate` is the structure around them. */
export const certificateFields = [
  'certificate',
  'version',
  'serialNumber',
  'innerSignatureAlgorithm',
  'issuer',
  'notBefore',
  'notAfter',
  'subject',
  'subjectPublicKeyInfo',
  'uniqueIds',
  'extensions',
  'signatureAlgorithm',
  'signatureValue',
] as const;
export type CertificateField = (typeof certificateFields)[number];

/** Why a field cannot be relied on. */
export interface FieldFault {
  field: CertificateField;
  error: ProtocolError;
}

/** Reads one field; null where that throws ProtocolError, which is kept as its fault. */
export type ReadField = <T>(field: CertificateField, read: () => T) => T | null;

/** What is read, or the error where that throws ProtocolError. */
export function attempt<T>(read: () => T): T | ProtocolError {
  try {
    return read();
  } catch (error) {
    if (error instanceof ProtocolError) return error;
    throw error;
  }
}

/** Reads fields and collects what is wrong with them. */
export function createFieldReader(): { readField: ReadField; faults: FieldFault[] } {
  const faults: FieldFault[] = [];
  const readField: ReadField = (field, read) => {
    const result = attempt(read);
    if (!(result instanceof ProtocolError)) return result;
    faults.push({ field, error: result });
    return null;
  };
  return { readField, faults };
}

/** An element, and a reader that stands before it. */
export interface Element {
  /** Null at the end. */
  tag: number | null;
  reader: DerReader;
}

/** The elements of a constructed value up to its end or to the first that breaks DER; the last of the list is that place. */
export function elementsOf(sequence: DerReader): [Element, ...Element[]] {
  const here = (): Element => ({ tag: sequence.nextTag, reader: sequence.fork() });
  const elements: [Element, ...Element[]] = [here()];
  while (!sequence.done) {
    if (attempt(() => sequence.any()) instanceof ProtocolError) break;
    elements.push(here());
  }
  return elements;
}
