import type { ServiceId, ServiceMark } from './services.data.ts';

/** Whether strangers can use a service: its answer proves it, its answer refuses them, or it is unknown. */
export type ServiceAccess = 'open' | 'guarded' | 'unknown';

/** What an answer shows of the service that gave it. */
export interface Reading {
  service: ServiceId;
  access: ServiceAccess;
  product: string | null;
  version: string | null;
  marks: readonly ServiceMark[];
  /** The words of a body by which it was recognised, where the body is not kept. */
  quote: string | null;
}

/** Reads the bytes that a service has sent; null where these are not of that service, or not enough yet. Never throws. */
export type Reader = (said: Uint8Array) => Reading | null;

/** A reading with the usual defaults. */
export const reading = (
  service: ServiceId,
  access: ServiceAccess,
  { product = null, version = null, marks = [], quote = null }: Partial<Omit<Reading, 'service' | 'access'>> = {},
): Reading => ({ service, access, product, version, marks, quote });

/** Readers look at the first four KiB. */
export const textOctets = 4096;

/** Octets as text, one character each. */
export const textOf = (said: Uint8Array): string => String.fromCharCode(...said.subarray(0, textOctets));

/** The first group of an expression, at most 60 characters of it; null where it does not match. */
export const found = (text: string, expression: RegExp): string | null =>
  expression.exec(text)?.[1]?.slice(0, 60) ?? null;
