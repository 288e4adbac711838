import { parseDkimKey } from '@perimeter/protocols/dkim/key-record';

/** The key of a DKIM record in a few words: "RSA, 2048 bits". */
export function dkimKeyText(text: string): string {
  const { record, void: isVoid } = parseDkimKey(text);
  const { publicKey } = record;
  if (publicKey.kind === 'revoked') return 'revoked';
  if (publicKey.kind === 'unreadable' || isVoid) return 'unusable record';
  const flags = [record.testing ? 'testing' : '', record.strict ? 'not for subdomains' : ''].filter(
    (flag) => flag !== '',
  );
  const name =
    publicKey.key.algorithm === 'rsa'
      ? `RSA, ${publicKey.key.bits} bits`
      : publicKey.key.algorithm === 'ed25519'
        ? 'Ed25519'
        : 'unusable record';
  return [name, ...flags].join(', ');
}
