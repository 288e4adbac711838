import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCertificate } from '@perimeter/protocols/x509/certificate';
import { revocationVectors } from '@perimeter/protocols/x509/testing/revocation-vectors.data';
import { judgeCrl } from './crl-status.ts';
import { judgeOcsp } from './ocsp-status.ts';
import type { StatusProblem, StatusQuestion } from './status-question.ts';
import { statusSentence } from '../../evidence/certificates/sentences.ts';
import { verifySignature } from '../context/verify.ts';

type Vector = keyof typeof revocationVectors;

const bytesOf = (name: Vector): Uint8Array => new Uint8Array(Buffer.from(revocationVectors[name], 'base64'));
const madeAt = Date.parse('2026-11-21T14:55:35Z') / 1000;
const dayLater = madeAt + 86_400;

const question = (leaf: Vector, changes: Partial<StatusQuestion> = {}): StatusQuestion => ({
  leaf: parseCertificate(bytesOf(leaf)),
  issuer: parseCertificate(bytesOf('authority')),
  atSeconds: dayLater,
  verify: verifySignature,
  from: 'staple',
  ...changes,
});

const ocsp = (answer: Vector, leaf: Vector, changes?: Partial<StatusQuestion>) =>
  judgeOcsp(bytesOf(answer), question(leaf, changes)).status;
const crl = (list: Vector, leaf: Vector, changes?: Partial<StatusQuestion>) =>
  judgeCrl(bytesOf(list), question(leaf, changes));

const said = (problem: StatusProblem | null): string => (problem === null ? '' : statusSentence(problem));

test('good and revoked answers of the issuer and of its delegate are accepted', () => {
  assert.deepEqual([ocsp('ocspGood', 'stamped').status, ocsp('ocspGood', 'stamped').problem], ['good', null]);
  assert.equal(ocsp('ocspDelegated', 'stamped').problem, null);
  const { status, reason, problem } = ocsp('ocspRevoked', 'revoked');
  assert.deepEqual([status, reason, problem], ['revoked', 'keyCompromise', null]);
});

test('an answer outside of its validity is not accepted', () => {
  assert.match(said(ocsp('ocspGood', 'stamped', { atSeconds: madeAt - 3_600 }).problem), /not valid before/);
  assert.match(said(ocsp('ocspGood', 'stamped', { atSeconds: madeAt + 8 * 86_400 }).problem), /expired on/);
});

test('an answer about another certificate, or by another issuer, is not accepted', () => {
  assert.match(said(ocsp('ocspGood', 'revoked').problem), /another certificate/);
  const stranger = parseCertificate(bytesOf('responder'));
  assert.match(said(ocsp('ocspGood', 'stamped', { issuer: stranger }).problem), /another certificate/);
  assert.match(said(ocsp('ocspGood', 'stamped', { issuer: null }).problem), /issuer is unknown/);
});

test('a modified answer is detected', () => {
  const changed = bytesOf('ocspGood');
  const at = changed.length - 400;
  changed[at] = (changed[at] ?? 0) ^ 1;
  const { problem } = judgeOcsp(changed, question('stamped')).status;
  assert.notEqual(problem, null);
});

test('an invalid answer, or an error status, is reported as such', () => {
  const judged = (...bytes: number[]) => said(judgeOcsp(Uint8Array.from(bytes), question('stamped')).status.problem);
  assert.match(judged(0x30, 3, 10, 1, 3), /tryLater/);
  assert.match(judged(1, 2, 3), /is malformed/);
});

test('a CRL of the issuer distinguishes revoked and good', () => {
  assert.deepEqual([crl('crl', 'stamped').status, crl('crl', 'stamped').problem], ['good', null]);
  assert.equal(crl('crl', 'stamped').hash, 'sha256');
  assert.deepEqual([crl('crl', 'revoked').status, crl('crl', 'revoked').reason], ['revoked', 'keyCompromise']);
});

test('CRLs that do not cover the certificate are not accepted', () => {
  assert.match(said(crl('crlDelta', 'stamped').problem), /delta CRL/);
  assert.match(said(crl('crlIndirect', 'stamped').problem), /indirect/);
  assert.match(said(crl('crlScoped', 'stamped').problem), /another distribution point/);
  assert.equal(crl('crlScoped', 'stamped', { from: 'http://crl.example/1.crl' }).problem, null);
  assert.match(said(crl('crl', 'stamped', { atSeconds: madeAt + 8 * 86_400 }).problem), /expired on/);
  assert.match(said(crl('crl', 'stamped', { issuer: null }).problem), /issuer is unknown/);
});

test('a CRL signed by another key of the same name does not verify', () => {
  const authority = parseCertificate(bytesOf('authority'));
  const other = parseCertificate(bytesOf('responder'));
  const issuer = { ...authority, spki: other.spki };
  assert.match(said(crl('crl', 'stamped', { issuer }).problem), /signature is invalid/);
});
