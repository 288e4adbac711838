import { ProtocolError } from '../protocol-error.ts';
import { type DerReader, tags } from './reader.ts';

/** UTCTime and GeneralizedTime as RFC 5280 sections 4.1.2.5.1 and 4.1.2.5.2 allow them: with seconds, in Zulu, no fraction. */
const utcTime = /^\d{12}Z$/;
const generalizedTime = /^\d{14}Z$/;

/** A point in time and how it was written. */
export interface CertificateTime {
  /** Epoch seconds. */
  seconds: number;
  generalized: boolean;
}

const ascii = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(0, 32));

/** Two digits above 49 are of the last century (RFC 5280 section 4.1.2.5.1). */
const withCentury = (text: string): string => (Number(text.slice(0, 2)) >= 50 ? `19${text}` : `20${text}`);

/** Epoch seconds of YYYYMMDDHHMMSSZ; null where there is no such moment. */
function secondsOf(text: string): number | null {
  const part = (start: number, end: number): number => Number(text.slice(start, end));
  const iso = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}T${text.slice(8, 10)}:${text.slice(10, 12)}:${text.slice(12, 14)}Z`;
  const date = new Date(iso);
  const real = !Number.isNaN(date.getTime()) && date.getUTCDate() === part(6, 8) && date.getUTCHours() === part(8, 10);
  return real ? date.getTime() / 1000 : null;
}

/** Reads Time (RFC 5280 section 4.1.2.5); throws ProtocolError. */
export function readTime(reader: DerReader, what: string): CertificateTime {
  const { tag, content, offset } = reader.any();
  const generalized = tag === tags.generalizedTime;
  if (!generalized && tag !== tags.utcTime) throw new ProtocolError('not-a-time-type', offset, what);
  const text = ascii(content);
  const wellFormed = (generalized ? generalizedTime : utcTime).test(text) && content.length === text.length;
  const seconds = wellFormed ? secondsOf(generalized ? text : withCentury(text)) : null;
  if (seconds === null) throw new ProtocolError('not-a-time', offset, what);
  return { seconds, generalized };
}

/** RFC 3339 in UTC, for sentences. */
export const printTime = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000', '');
