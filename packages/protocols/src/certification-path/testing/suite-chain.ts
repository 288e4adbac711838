import { sameBytes } from '../../bytes.ts';
import { decodeGeneralNames } from '../../x509/extensions.ts';
import type { GeneralName } from '../../x509/general-name.ts';
import { extensionIds } from '../../x509/object-identifiers.data.ts';
import { hostTexts } from '../rules/common-names.ts';
import type { PathPolicy } from '../path-question.ts';
import type { PathProblemCode } from '../problems.ts';
import * as write from '../../x509/testing/certificate-writer.ts';
import {
  add,
  type Chain,
  change,
  drop,
  type Edit,
  given,
  issuerContent,
  keyOf,
  leafContent,
  make,
  names,
  put,
  rootContent,
  subject,
} from './chain.ts';
import { nameOfPairs, timeOf } from '../../x509/testing/odd-values.ts';

/** One case of a public suite: what the suite expects, and what is said here. */
export interface SuiteCase {
  /** As the suite names it. */
  id: string;
  /** The suite wants the chain to be trusted. */
  holds: boolean;
  /** Each code once, sorted. */
  codes: readonly PathProblemCode[];
  chain: Chain;
  /** Why the verdict differs here; docs/decisions/0013 has the details. */
  deviates?: string;
}

/** x509-limbo's certificates are valid for a thousand years, with a keyUsage that is not critical. */
const life = put({ notBefore: timeOf('1970-01-01T00:00:01Z'), notAfter: timeOf('2969-05-03T00:00:01Z') });
const signs = change(write.keyUsage(['keyCertSign'], false));

export const site = 'example.com';

/** A root with the host among its own names, as the suite has it. */
export const rootOf = (name: string, ...edits: readonly Edit[]): Uint8Array =>
  make(rootContent(`CN=${name}`), life, signs, names(`dns:${site}`), ...edits);

export const icaOf = (name: string, by: string, ...edits: readonly Edit[]): Uint8Array =>
  make(issuerContent(`CN=${name}`, `CN=${by}`), life, signs, names(`dns:${site}`), ...edits);

/** The names in an extension's value; none where it cannot be read. */
function namesIn(value: Uint8Array): GeneralName[] {
  try {
    return decodeGeneralNames(value, 'subjectAltName');
  } catch {
    return [];
  }
}

/** The common name repeats the first name, unless a case gives it another: cases about names are about these alone. */
const repeatName: Edit = (content) => {
  const names = content.extensions.find(({ oid }) => oid === extensionIds.subjectAltName);
  const hasOwn = !sameBytes(content.subject, nameOfPairs([`CN=${site}`]));
  if (names === undefined || hasOwn) return content;
  const [text] = hostTexts(namesIn(names.value));
  return text === undefined ? content : { ...content, subject: nameOfPairs([`CN=${text}`]) };
};

export const leafOf = (by: string, ...edits: readonly Edit[]): Uint8Array =>
  make(
    leafContent(`CN=${by}`),
    life,
    change(write.keyUsage(['digitalSignature'], false)),
    drop('2.5.29.32'),
    subject(`CN=${site}`),
    names(`dns:${site}`),
    ...edits,
    repeatName,
  );

/** Signed by a key of this kind that belongs to the issuer's name. */
export const byKind =
  (issuer: string, kind: string): Edit =>
  (content) => {
    const { signer } = write.plainContent('', `CN=${issuer}`, 'ec:P-256', kind);
    return change(write.authorityKeyId(signer.spki))({ ...content, signer });
  };

/** With a key of this kind, which signs itself where it is a root. */
export const withKind =
  (name: string, kind: string, isRoot = false): Edit =>
  (content) => {
    const keyed = keyOf(`CN=${name}`, kind)(content);
    return isRoot ? { ...keyed, signer: keyed.key } : keyed;
  };

/** Default of x509-limbo: a server certificate, verified strictly. */
const byTheLetter: PathPolicy = { baseline: true };

interface More {
  host?: string | null;
  at?: string;
  policy?: PathPolicy;
}

const chain = (leaf: Uint8Array, issuers: Uint8Array[], roots: Uint8Array[], more: More = {}): Chain =>
  given(leaf, issuers, roots, { host: site, ...more, policy: { ...byTheLetter, ...more.policy } });

/** Edits of a root and of a leaf that it signed. */
export const pair = (root: readonly Edit[], leaf: readonly Edit[], more: More = {}): Chain =>
  chain(leafOf('root', ...leaf), [], [rootOf('root', ...root)], more);

/** Edits of a root, an intermediate and a leaf. */
export const triple = (root: readonly Edit[], ica: readonly Edit[], leaf: readonly Edit[], more: More = {}): Chain =>
  chain(leafOf('ica', ...leaf), [icaOf('ica', 'root', ...ica)], [rootOf('root', ...root)], more);

export const any = chain;

export const good = (id: string, of: Chain): SuiteCase => ({ id, holds: true, codes: [], chain: of });

export const bad = (id: string, codes: readonly PathProblemCode[], of: Chain): SuiteCase => ({
  id,
  holds: false,
  codes,
  chain: of,
});

/** The suite expects the opposite. */
export const deviating = (one: SuiteCase, deviates: string): SuiteCase => ({ ...one, holds: !one.holds, deviates });

/** An unknown extension, critical or not. */
export const stranger = (critical: boolean): Edit =>
  add(write.ext('1.3.6.1.4.1.55738.666.1', new Uint8Array(), critical));
