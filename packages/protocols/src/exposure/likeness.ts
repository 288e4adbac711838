import { Simhash, simhashDistance } from '../html/document/simhash.ts';

/** What answers are compared by. */
export interface Look {
  status: number;
  type: string;
  sha256: string;
  simhash: string;
  /** Target of a redirect. */
  location: string | null;
}

/** Fingerprint of the text of an answer without its tags, and without the path that was asked: error pages repeat it. */
export function lookHash(text: string, path: string): string {
  const simhash = new Simhash();
  simhash.add(text.replaceAll(path, ' ').replaceAll(/<[^<>]{0,2048}>/g, ' '));
  return simhash.digest();
}

/** Texts that differ in fewer bits are taken for the same page. */
const maxDistance = 6;

/** Servers send a page whole or in part (RFC 9110 section 14.2). */
const withoutRange = (status: number): number => (status === 206 ? 200 : status);

/** Whether the statuses of two answers say the same. */
export const isSameStatus = (one: number, other: number): boolean => withoutRange(one) === withoutRange(other);

/** Whether an answer is what the site says to paths that it does not have. */
export function isAlike(one: Look, other: Look): boolean {
  if (!isSameStatus(one.status, other.status)) return false;
  if (one.location !== null || other.location !== null) return one.location === other.location;
  if (one.sha256 === other.sha256) return true;
  return one.type === other.type && simhashDistance(one.simhash, other.simhash) <= maxDistance;
}
