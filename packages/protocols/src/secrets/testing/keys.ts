import { generateKeyPairSync, type KeyObject } from 'node:crypto';

// Keys of each form, made anew for each run of the tests.

/** Keys of each algorithm. */
export const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
export const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
export const ed = generateKeyPairSync('ed25519').privateKey;
export const dsa = generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 }).privateKey;

/** A key in armour, with a passphrase where it is locked. */
export const pem = (key: KeyObject, type: 'pkcs1' | 'sec1' | 'pkcs8', locked = false): string =>
  String(key.export({ format: 'pem', type, ...(locked && { cipher: 'aes-256-cbc', passphrase: 'x' }) } as never));

/** An OpenSSH key: strings of the cipher, its options, the public and the private part. */
export function openSsh(cipher: string): string {
  const string = (text: string): Buffer => Buffer.concat([Buffer.from([0, 0, 0, text.length]), Buffer.from(text)]);
  const parts = [
    string(cipher),
    string(cipher),
    string(''),
    Buffer.from([0, 0, 0, 1]),
    string('p'.repeat(51)),
    string(`q7${'w'.repeat(120)}`),
  ];
  const body = Buffer.concat([Buffer.from('openssh-key-v1\0'), ...parts]).toString('base64');
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${body.match(/.{1,70}/g)?.join('\n')}\n-----END OPENSSH PRIVATE KEY-----\n`;
}

const puttyLine = (octets: number): string =>
  Buffer.from(`\0\0\0${String.fromCharCode(octets - 4)}${'Fy7kQ2mW'.repeat(8)}`.slice(0, octets)).toString('base64');
/** A key as PuTTY writes it, with a count of private lines and such a line. */
export const putty = (encryption: string, lines: number, line = puttyLine(encryption === 'none' ? 36 : 48)): string =>
  `PuTTY-User-Key-File-3: ssh-ed25519\r\nEncryption: ${encryption}\r\nComment: deploy\r\nPublic-Lines: 1\r\nAAAAC3NzaC1lZDI1NTE5AAAAIHk3\r\nPrivate-Lines: ${lines}\r\n${line}\r\nPrivate-MAC: 00\r\n`;
