import { concat } from '../../bytes.ts';
import { DerReader, tags } from '../../der/reader.ts';
import * as der from '../../der/writer.ts';

/** One element and what is in it. */
export interface Node {
  tag: number;
  content: Uint8Array;
}

const childrenOf = (bytes: Uint8Array): Node[] => DerReader.of(bytes).list((reader) => reader.any(), 'children');
const write = ({ tag, content }: Node): Uint8Array => der.encodeDer(tag, content);

/** Changes the element that a path of indexes leads to; all lengths around it are written anew. */
export function changeAt(
  bytes: Uint8Array,
  [index = 0, ...rest]: readonly number[],
  edit: (node: Node) => Uint8Array,
): Uint8Array {
  const parts = childrenOf(bytes).map((node, at) => {
    if (at !== index) return write(node);
    return rest.length === 0 ? edit(node) : write({ ...node, content: changeAt(node.content, rest, edit) });
  });
  return concat(parts);
}

/** Where each field stands in a certificate, as indexes from the outermost element down. */
export const places = {
  version: [0, 0, 0],
  serialNumber: [0, 0, 1],
  innerSignatureAlgorithm: [0, 0, 2],
  issuer: [0, 0, 3],
  notBefore: [0, 0, 4, 0],
  notAfter: [0, 0, 4, 1],
  subject: [0, 0, 5],
  spki: [0, 0, 6],
  extensions: [0, 0, 7],
  signatureAlgorithm: [0, 1],
  signature: [0, 2],
} as const;
/** A field that can be broken. */
export type Field = keyof typeof places;
const isField = (name: string): name is Field => name in places;
/** All of them. */
export const fields = Object.keys(places).filter(isField);

/** Ways to break an element without changing its length. */
export const breakages: Readonly<Record<string, (node: Node) => Uint8Array>> = {
  'without contents': ({ tag }) => der.encodeDer(tag),
  'with other contents': ({ tag }) => der.encodeDer(tag, Uint8Array.of(0xff, 0xff, 0xff)),
  'of another type': ({ content }) => der.encodeDer(tags.octetString, content),
  'with more than there may be': ({ tag, content }) => der.encodeDer(tag, content, der.nullValue),
};
