import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { spki } from './certificate.ts';
import type { Issuer } from './certificate.ts';
import { octetString } from '@perimeter/protocols/x509/der-values';
import { extension } from './extensions.ts';

/** A Certificate Transparency log of the lab. */
export interface TransparencyLog {
  readonly name: string;
  readonly operator: string;
  readonly key: KeyObject;
}

/** What is true of an embedded timestamp: which log made it, and whether its signature holds. */
export interface TimestampRow {
  readonly log: 'a' | 'b' | 'unlisted';
  readonly fault?: 'signature';
}

/** The logs of the lab; `unlisted` is in no list. */
export type TransparencyLogs = Readonly<Record<TimestampRow['log'], TransparencyLog>>;

/** Makes the keys of the logs. */
export function makeLogs(): TransparencyLogs {
  const log = (name: string, operator: string): TransparencyLog => ({
    name,
    operator,
    key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
  });
  return {
    a: log('Lab Log A', 'Alpha'),
    b: log('Lab Log B', 'Beta'),
    unlisted: log('Unlisted Log', 'Nobody'),
  };
}

/** SHA-256 of a log's public key (RFC 6962 section 3.2). */
export function logId({ key }: TransparencyLog): Buffer {
  return createHash('sha256').update(spki(key)).digest();
}

/** The extension with signed timestamps over a certificate that does not have them yet (RFC 6962 section 3.3). */
export function timestampExtension(
  rows: readonly TimestampRow[],
  logs: TransparencyLogs,
  issuer: Issuer,
  toBeSigned: Uint8Array,
  now: Date,
): Uint8Array {
  const issuerKeyHash = createHash('sha256').update(spki(issuer.key)).digest();
  const made = rows.map(({ log, fault }) => {
    const timestamp = Buffer.alloc(8);
    timestamp.writeBigUInt64BE(BigInt(now.getTime() - 86_400_000));
    const entry = Buffer.concat([
      timestamp,
      Buffer.from([0, 1]),
      issuerKeyHash,
      withLength(toBeSigned, 3),
      Buffer.alloc(2),
    ]);
    const signed = fault === 'signature' ? randomBytes(64) : Buffer.concat([Buffer.alloc(2), entry]);
    const signature = Buffer.concat([Buffer.from([4, 3]), withLength(sign('sha256', signed, logs[log].key), 2)]);
    const body = Buffer.concat([Buffer.alloc(1), logId(logs[log]), timestamp, Buffer.alloc(2), signature]);
    return withLength(body, 2);
  });
  return extension('1.3.6.1.4.1.11129.2.4.2', octetString(withLength(Buffer.concat(made), 2)));
}

function withLength(content: Uint8Array, lengthBytes: number): Buffer {
  const length = Buffer.alloc(lengthBytes);
  length.writeUIntBE(content.length, 0, lengthBytes);
  return Buffer.concat([length, content]);
}

/** The listed logs in the form of the log lists that browsers publish (version 3). */
export function logList(logs: TransparencyLogs, now: Date): string {
  const operators = [logs.a, logs.b].map((log) => ({
    name: log.operator,
    email: [],
    logs: [
      {
        description: log.name,
        log_id: logId(log).toString('base64'),
        key: spki(log.key).toString('base64'),
        url: `https://${log.operator.toLowerCase()}.ct.lab/`,
        mmd: 86_400,
        state: { usable: { timestamp: new Date(now.getTime() - 365 * 86_400_000).toISOString() } },
      },
    ],
    tiled_logs: [],
  }));
  return `${JSON.stringify({ version: '1.0', log_list_timestamp: now.toISOString(), operators }, null, 2)}\n`;
}
