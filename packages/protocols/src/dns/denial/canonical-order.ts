import { compareBytes } from '../../bytes.ts';
import { canonicalName, joinLabels, labelsOf } from '../name.ts';
import { unescapeBytes } from '../escape.ts';

/** Orders names as a signed zone does: label by label from the right, by octets in lower case (RFC 4034 section 6.1). */
export function compareNames(a: string, b: string): number {
  const left = labelsOf(canonicalName(a)).toReversed().map(unescapeBytes);
  const right = labelsOf(canonicalName(b)).toReversed().map(unescapeBytes);
  for (const [index, label] of left.entries()) {
    const other = right[index];
    const order = other === undefined ? 1 : compareBytes(label, other);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/** The longest name that both are or lie below; canonical. */
export function commonAncestor(a: string, b: string): string {
  const left = labelsOf(canonicalName(a)).toReversed();
  const right = labelsOf(canonicalName(b)).toReversed();
  const differs = left.findIndex((label, index) => label !== right[index]);
  return joinLabels((differs === -1 ? left : left.slice(0, differs)).toReversed());
}

/** The ancestor of a name with the given number of labels; the name itself where it has no more. */
export const ancestorOf = (name: string, labelCount: number): string =>
  joinLabels(labelsOf(name).slice(Math.max(0, labelsOf(name).length - labelCount)));

/** The name directly below an ancestor on the way to a name. */
export const oneBelow = (ancestor: string, name: string): string => ancestorOf(name, labelsOf(ancestor).length + 1);

/** The wildcard directly below a name. */
export const wildcardOf = (name: string): string => joinLabels(['*', ...labelsOf(name)]);
