import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import tls from 'node:tls';
import { parseCertificate } from '../../x509/certificate.ts';
import { sentenceOf } from '../problems.ts';
import { profileProblems } from './profile.ts';
import { keyProblems } from './strength.ts';

const roots = tls.rootCertificates.map((pem) => new X509Certificate(pem));

test('a root that browsers trust has no problem', () => {
  for (const platform of roots) {
    const parsed = parseCertificate(new Uint8Array(platform.raw));
    const problems = [...profileProblems(parsed, 'root', true), ...keyProblems(parsed)];
    assert.deepEqual(problems.map(sentenceOf), [], platform.subject);
  }
});
