import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { signCertificate } from '@perimeter/lab/pki/certificate';
import { generateKey } from '@perimeter/lab/pki/keys';
import { parseCertificate } from '@perimeter/protocols/x509/certificate';
import type { PublicRoot, RootList } from './lists.ts';
import { nameDigest } from './name-digest.ts';
import { createCertificateStore } from '../context/certificate-store.ts';
import { createRootStore } from './root-store.ts';
import { judgePath } from '../path/verdict.ts';
import { createVerifier } from '../context/verify.ts';

const secondsOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1_000;
const life = (from: string, to: string) => ({
  notBefore: new Date(`${from}T00:00:00Z`),
  notAfter: new Date(`${to}T00:00:00Z`),
});
const party = (commonName: string) => ({ commonName, key: generateKey('p256') });
const fallen = party('Fallen Root');
const sound = party('Sound Root');
const between = party('Issuing CA');
const site = party('site.example');

const authority = (of: typeof fallen, by: typeof fallen): Buffer =>
  signCertificate(
    { commonName: of.commonName, publicKey: of.key, role: 'authority', ...life('2020-01-01', '2040-01-01') },
    by,
  );
const leaf = (from: string): Buffer =>
  signCertificate(
    {
      commonName: site.commonName,
      publicKey: site.key,
      role: 'server',
      dnsNames: [site.commonName],
      ...life(from, '2026-12-01'),
    },
    between,
  );

const distrust = { by: 'A browser', after: secondsOf('2026-10-01') };
const root = (of: typeof fallen, changes: Partial<PublicRoot> = {}): PublicRoot => {
  const der = authority(of, of);
  const { subject } = parseCertificate(new Uint8Array(der));
  const sha256 = createHash('sha256').update(der).digest('hex');
  return { sha256, subject: nameDigest(subject), der: new Uint8Array(der), distrust: null, caa: [], ...changes };
};
const list: RootList = {
  name: 'Two roots',
  date: '2026-11-01',
  roots: [root(fallen, { distrust }), root(sound)],
  authorities: null,
};

/** The verdict on a leaf with this start date, served with these certificates. */
async function verdictOn(from: string, ...served: readonly Buffer[]) {
  const store = createCertificateStore();
  const context = {
    store,
    roots: createRootStore(list, []),
    fetcher: { get: async () => null, attempts: () => [] },
    verify: createVerifier(),
    atSeconds: secondsOf('2026-11-15'),
  };
  const chain = [leaf(from), ...served].map((der) => store.add(new Uint8Array(der), 'served'));
  const { verdict } = await judgePath(context, chain, site.commonName);
  return { trusted: verdict.trusted, anchor: verdict.anchor, problems: verdict.problems.map(({ code }) => code) };
}

const byFallen = authority(between, fallen);
const bySound = authority(between, sound);

test('a certificate from after the date is not trusted, one from before it is', async () => {
  assert.deepEqual(await verdictOn('2026-10-02', byFallen), {
    trusted: false,
    anchor: 'public',
    problems: ['distrusted'],
  });
  assert.deepEqual(await verdictOn('2026-09-30', byFallen), { trusted: true, anchor: 'public', problems: [] });
});

test('where another root certifies the same issuer, the one without a distrust date is used, in any order', async () => {
  const trusted = { trusted: true, anchor: 'public', problems: [] };
  assert.deepEqual(await verdictOn('2026-10-02', byFallen, bySound), trusted);
  assert.deepEqual(await verdictOn('2026-10-02', bySound, byFallen), trusted);
});

test('a distrusted root that another root certifies counts as an ordinary issuer', async () => {
  const crossed = authority(fallen, sound);
  assert.equal((await verdictOn('2026-10-02', byFallen, crossed)).trusted, true);
});
