import type { PathPolicy } from '../path-question.ts';
import type { PathProblemCode } from '../problems.ts';
import * as write from '../../x509/testing/certificate-writer.ts';
import type { Content, TestExtension } from '../../x509/testing/certificate-writer.ts';
import { nameOfPairs } from '../../x509/testing/odd-values.ts';
import { keyFor } from '../../x509/testing/keys.ts';

/** What a verifier is given. */
export interface Chain {
  leaf: Uint8Array;
  intermediates: Uint8Array[];
  roots: Uint8Array[];
  /** null: any. */
  host: string | null;
  /** RFC 3339. */
  at: string;
  policy?: PathPolicy;
}

/** A deviation and what is expected of it. */
export interface Row {
  name: string;
  chain: Chain;
  /** Each code once, sorted; none: the path holds. */
  codes: readonly PathProblemCode[];
  /** Certificates from leaf to root; where it is left out, it does not matter. */
  length?: number;
  /** Why `openssl verify -x509_strict` has the other verdict; absent: it has the same. */
  differs?: string;
}

/** A deviation from the content of a good certificate. */
export type Edit = (content: Content) => Content;

export const host = 'www.example.com';
export const now = '2026-11-21T12:00:00Z';

export const serverAuth = '1.3.6.1.5.5.7.3.1';
export const clientAuth = '1.3.6.1.5.5.7.3.2';
export const anyPurpose = '2.5.29.37.0';

/** Puts fields in place of others. */
export const put =
  (fields: Partial<Content>): Edit =>
  (content) => ({ ...content, ...fields });

/** Leaves out an extension. */
export const drop =
  (oid: string): Edit =>
  (content) => ({ ...content, extensions: content.extensions.filter((one) => one.oid !== oid) });

/** Adds an extension, whether there is one of its kind or not. */
export const add =
  (extension: TestExtension): Edit =>
  (content) => ({ ...content, extensions: [...content.extensions, extension] });

/** Adds an extension in place of the one of its kind. */
export const change =
  (extension: TestExtension): Edit =>
  (content) =>
    add(extension)(drop(extension.oid)(content));

/** subjectAltName of the leaf. */
export const names = (...list: readonly string[]): Edit => change(write.subjectAltName(list));

/** Constraints of an issuer. */
export const constrain = (permitted?: readonly string[], excluded?: readonly string[]): Edit =>
  change(write.nameConstraints(permitted, excluded));

export const subject = (...pairs: readonly string[]): Edit => put({ subject: nameOfPairs(pairs) });

/** A valid self-signed root. */
export function rootContent(name: string, kind = 'ec:P-256'): Content {
  const content = write.plainContent(name, name, kind, kind);
  const extensions = [
    write.basicConstraints(true),
    write.keyUsage(['keyCertSign', 'cRLSign']),
    write.subjectKeyId(content.spki),
  ];
  return { ...content, extensions };
}

/** A valid intermediate; `signerName` names the signing key if it is not the issuer's. */
export function issuerContent(name: string, issuer: string, kind = 'ec:P-256', issuerKind = 'ec:P-256'): Content {
  const content = write.plainContent(name, issuer, kind, issuerKind);
  const extensions = [
    write.basicConstraints(true),
    write.keyUsage(['keyCertSign', 'cRLSign']),
    write.subjectKeyId(content.spki),
    write.authorityKeyId(content.signer.spki),
  ];
  return { ...content, extensions };
}

/** A valid leaf for the host. */
export function leafContent(issuer: string, kind = 'ec:P-256', issuerKind = 'ec:P-256'): Content {
  const content = write.plainContent(`CN=${host}`, issuer, kind, issuerKind);
  const usages = kind.startsWith('rsa')
    ? (['digitalSignature', 'keyEncipherment'] as const)
    : (['digitalSignature'] as const);
  const extensions = [
    write.keyUsage(usages),
    write.extendedKeyUsage(serverAuth),
    write.subjectAltName([`dns:${host}`]),
    write.policies('2.23.140.1.2.1'),
    write.subjectKeyId(content.spki),
    write.authorityKeyId(content.signer.spki),
  ];
  return { ...content, extensions };
}

/** Makes a certificate of a content after all edits. */
export const make = (content: Content, ...edits: readonly Edit[]): Uint8Array =>
  write.writeCertificate(edits.reduce((edited, edit) => edit(edited), content));

/** Deviations of a chain of root, intermediate and leaf. */
export interface Plan {
  leaf?: readonly Edit[];
  /** null: the root signs the leaf. */
  issuer?: readonly Edit[] | null;
  root?: readonly Edit[];
  kinds?: { leaf?: string; issuer?: string; root?: string };
  host?: string | null;
  at?: string;
  policy?: PathPolicy;
}

const rootName = 'CN=Root,O=Test';
const issuerName = 'CN=Issuer,O=Test';

/** A chain that is valid except for the edits. */
export function chainOf(plan: Plan = {}): Chain {
  const kinds = { leaf: 'ec:P-256', issuer: 'ec:P-256', root: 'ec:P-256', ...plan.kinds };
  const root = make(rootContent(rootName, kinds.root), ...(plan.root ?? []));
  const direct = plan.issuer === null;
  const issuer = make(issuerContent(issuerName, rootName, kinds.issuer, kinds.root), ...(plan.issuer ?? []));
  const above = direct ? rootName : issuerName;
  const leaf = make(leafContent(above, kinds.leaf, direct ? kinds.root : kinds.issuer), ...(plan.leaf ?? []));
  return given(leaf, direct ? [] : [issuer], [root], plan);
}

/** What a verifier is given, with the usual host and time. */
export const given = (
  leaf: Uint8Array,
  intermediates: Uint8Array[],
  roots: Uint8Array[],
  more: Pick<Plan, 'host' | 'at' | 'policy'> = {},
): Chain => ({
  leaf,
  intermediates,
  roots,
  host: more.host === undefined ? host : more.host,
  at: more.at ?? now,
  ...(more.policy === undefined ? {} : { policy: more.policy }),
});

const withIdentifier = ({ extensions }: Content, extension: TestExtension): TestExtension[] =>
  extensions.map((one) => (one.oid === extension.oid ? extension : one));

/** Signed by another key than that of the issuer's name. */
export const signedBy =
  (name: string, kind = 'ec:P-256'): Edit =>
  (content) => {
    const signer = keyFor(kind, name);
    return { ...content, signer, extensions: withIdentifier(content, write.authorityKeyId(signer.spki)) };
  };

/** The key of another name. */
export const keyOf =
  (name: string, kind = 'ec:P-256'): Edit =>
  (content) => {
    const key = keyFor(kind, name);
    return { ...content, key, spki: key.spki, extensions: withIdentifier(content, write.subjectKeyId(key.spki)) };
  };

/** One row of a table. */
export const row = (
  name: string,
  codes: readonly PathProblemCode[],
  chain: Chain,
  more: Pick<Row, 'length' | 'differs'> = {},
): Row => ({ name, codes, chain, ...more });
