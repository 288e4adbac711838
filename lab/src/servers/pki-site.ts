import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { dayMs } from '@perimeter/protocols/durations';
import { endpoints } from '../hosts/endpoints.ts';
import { element, keyIdentifier } from '../pki/certificate.ts';
import { certificatesOnly, revocationListOf } from '../pki/crl.ts';
import { authorityNames } from '../issuance/issue.ts';
import { ocspResponse } from '../pki/ocsp.ts';
import { authorityFromStore, certificateFiles } from '../issuance/files.ts';
import { flood } from '../hostile/hostility.ts';

const monthMs = 30 * dayMs;
const maxRequestBytes = 16_384;

/** A body with its media type. */
interface Answer {
  readonly type: string;
  readonly body: Uint8Array;
}

/** What certificates of the lab point to: issuers (RFC 5280 section 4.2.2.1), revocation lists, and status responders (RFC 6960 appendix A). */
export function servePki(socket: Socket): void {
  let request = Buffer.alloc(0);
  socket.setTimeout(10_000, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    request = Buffer.concat([request, chunk]);
    if (request.length > maxRequestBytes) return void socket.destroy();
    const bodyAt = request.indexOf('\r\n\r\n') + 4;
    if (bodyAt < 4) return;
    const head = request.subarray(0, bodyAt).toString('latin1');
    const bodyBytes = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
    if (request.length >= bodyAt + bodyBytes) respond(socket, head, request.subarray(bodyAt, bodyAt + bodyBytes));
  });
}

function respond(socket: Socket, head: string, body: Buffer): void {
  const [, path = ''] = /^(?:GET|POST) \/(\S*) /.exec(head) ?? [];
  if (path === 'endless.crt') {
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/pkix-cert\r\nConnection: close\r\n\r\n');
    return flood(socket, () => Buffer.alloc(16_384, 0x30));
  }
  const answer = certificateAt(path) ?? listAt(path) ?? statusAt(path, body);
  if (answer === undefined)
    return void socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
  socket.write(
    `HTTP/1.1 200 OK\r\nContent-Type: ${answer.type}\r\nContent-Length: ${answer.body.length}\r\nConnection: close\r\n\r\n`,
  );
  socket.end(answer.body);
}

function certificateAt(path: string): Answer | undefined {
  const [, name, form] = /^([a-z0-9-]+)\.(crt|p7c)$/.exec(path) ?? [];
  const known = authorityNames.find((candidate) => candidate === name);
  if (known === undefined) return undefined;
  const { der } = authorityFromStore(known);
  return form === 'crt'
    ? { type: 'application/pkix-cert', body: der }
    : { type: 'application/pkcs7-mime', body: certificatesOnly([der]) };
}

function listAt(path: string): Answer | undefined {
  const type = 'application/pkix-crl';
  if (path === 'malformed.crl') return { type, body: Buffer.from('no list\n') };
  if (path === 'stale.crl')
    return { type, body: revocationListOf(authorityFromStore('e1'), [], new Date(Date.now() - monthMs)) };
  const known = authorityNames.find((candidate) => `${candidate}.crl` === path);
  if (known === undefined) return undefined;
  const revoked = known === 'e1' ? revokedLeaves() : [];
  return { type, body: revocationListOf(authorityFromStore(known), revoked, new Date(Date.now() - 3_600_000)) };
}

function revokedLeaves(): readonly Uint8Array[] {
  return endpoints
    .flatMap(certificateFiles)
    .filter(({ wanted }) => wanted.fault === 'crl-revoked')
    .map(({ leaf }) => new X509Certificate(readFileSync(leaf)).raw);
}

/** The verdict is the first part of the path; the question is the body, or the rest of the path in base64. */
function statusAt(path: string, body: Buffer): Answer | undefined {
  const [, answer, encoded = ''] = /^(good|revoked|unknown|malformed)(?:\/(.+))?$/.exec(path) ?? [];
  if (answer !== 'good' && answer !== 'revoked' && answer !== 'unknown' && answer !== 'malformed') return undefined;
  const question = body.length > 0 ? body : Buffer.from(decodeURIComponent(encoded), 'base64');
  const certificateId = certificateIdIn(question);
  if (certificateId === undefined) return undefined;
  const issuerKey = issuerOf(certificateId).key;
  const certificateIds = [certificateId];
  return {
    type: 'application/ocsp-response',
    body: ocspResponse({ certificateIds, issuerKey, answer, now: new Date() }),
  };
}

/** CertID of the first request in an OCSPRequest: past the optional, tagged fields, then three sequences down. */
function certificateIdIn(question: Buffer): Buffer | undefined {
  try {
    const signed = element(question, element(question, 0).start);
    let at = signed.start;
    while ((question.readUInt8(at) & 0xe0) === 0xa0) at = element(question, at).end;
    const first = element(question, element(question, at).start);
    return question.subarray(first.start, element(question, first.start).end);
  } catch {
    return undefined;
  }
}

function issuerOf(certificateId: Buffer): ReturnType<typeof authorityFromStore> {
  const issuers = authorityNames.map(authorityFromStore);
  return issuers.find(({ key }) => certificateId.includes(keyIdentifier(key))) ?? authorityFromStore('e1');
}
