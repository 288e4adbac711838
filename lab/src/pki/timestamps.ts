import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { spki, type Issuer } from './certificate.ts';
import { octetString } from '@perimeter/protocols/der/writer';
import { dayMs } from '@perimeter/protocols/durations';
import { logRows, type LogName } from './logs.data.ts';
import { writeExtension } from '@perimeter/protocols/x509/write-extension';

/** What is true of a timestamp: which log made it, and whether its signature holds. */
export interface TimestampRow {
  readonly log: LogName;
  readonly fault?: 'signature';
}

/** The private keys of the logs. */
export type TransparencyLogs = Readonly<Record<LogName, KeyObject>>;

/** All names of logs. */
const logNames = Object.keys(logRows).filter((name): name is LogName => name in logRows);

/** Makes the keys of the logs. */
export function makeLogs(): TransparencyLogs {
  const key = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const made: TransparencyLogs = Object.assign({}, ...logNames.map((name) => ({ [name]: key() })));
  return made;
}

/** SHA-256 of a log's public key (RFC 6962 section 3.2). */
const logId = (key: KeyObject): Buffer => createHash('sha256').update(spki(key)).digest();

/** What a log signs: for a certificate that is whole its DER, before that its issuer and what is to be signed of it. */
type Logged =
  | { readonly kind: 'certificate'; readonly der: Uint8Array }
  | { readonly kind: 'precertificate'; readonly issuer: Issuer; readonly toBeSigned: Uint8Array };

/** LogEntryType and signed_entry (RFC 6962 section 3.2). */
function entryOf(logged: Logged): Buffer {
  if (logged.kind === 'certificate') return Buffer.concat([Buffer.from([0, 0]), withLength(logged.der, 3)]);
  const issuerKeyHash = createHash('sha256').update(spki(logged.issuer.key)).digest();
  return Buffer.concat([Buffer.from([0, 1]), issuerKeyHash, withLength(logged.toBeSigned, 3)]);
}

/** SignedCertificateTimestampList over a certificate that was logged at this moment (RFC 6962 section 3.3). */
export function timestampList(rows: readonly TimestampRow[], logs: TransparencyLogs, logged: Logged, at: Date): Buffer {
  const made = rows.map(({ log, fault }) => {
    const key = logs[log];
    const timestamp = Buffer.alloc(8);
    timestamp.writeBigUInt64BE(BigInt(at.getTime()));
    const entry = Buffer.concat([Buffer.alloc(2), timestamp, entryOf(logged), Buffer.alloc(2)]);
    const signed = fault === 'signature' ? randomBytes(64) : entry;
    const signature = Buffer.concat([Buffer.from([4, 3]), withLength(sign('sha256', signed, key), 2)]);
    return withLength(Buffer.concat([Buffer.alloc(1), logId(key), timestamp, Buffer.alloc(2), signature]), 2);
  });
  return withLength(Buffer.concat(made), 2);
}

/** The extension with timestamps over a certificate that does not have them yet. */
export const timestampExtension = (
  rows: readonly TimestampRow[],
  logs: TransparencyLogs,
  issuer: Issuer,
  toBeSigned: Uint8Array,
  at: Date,
): Uint8Array =>
  writeExtension(
    '1.3.6.1.4.1.11129.2.4.2',
    octetString(timestampList(rows, logs, { kind: 'precertificate', issuer, toBeSigned }, at)),
  );

function withLength(content: Uint8Array, lengthBytes: number): Buffer {
  const length = Buffer.alloc(lengthBytes);
  length.writeUIntBE(content.length, 0, lengthBytes);
  return Buffer.concat([length, content]);
}

/** The listed logs in the form of the log lists that browsers publish (version 3). */
export function logList(logs: TransparencyLogs, now: Date): string {
  const instant = (days: number): string => new Date(now.getTime() + days * dayMs).toISOString();
  const row = (name: LogName) => {
    const { description, retiredDays } = logRows[name];
    const state =
      retiredDays === undefined
        ? { usable: { timestamp: instant(-365) } }
        : { retired: { timestamp: instant(retiredDays) } };
    const key = logs[name];
    return {
      description,
      log_id: logId(key).toString('base64'),
      key: spki(key).toString('base64'),
      url: `https://${name}.ct.lab/`,
      mmd: 86_400,
      state,
    };
  };
  const listed = logNames.filter((name) => logRows[name].isListed !== false);
  const operators = [...Map.groupBy(listed, (name) => logRows[name].operator)].map(([name, names]) => ({
    name,
    email: [],
    logs: names.map(row),
    tiled_logs: [],
  }));
  return `${JSON.stringify({ version: '1.0', log_list_timestamp: now.toISOString(), operators }, null, 2)}\n`;
}
