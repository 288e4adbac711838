import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { namedGroups } from '@perimeter/protocols/tls/groups.data';
import {
  endpoint,
  goodEndpoint,
  tls12Only,
  tls13Only,
  withVersions,
  acceptedVersion,
} from '../derive/tls/testing/evidence.ts';
import { testRows } from '../derive/tls/testing/rows.ts';
import type { Row } from '../derive/tls/testing/rows.ts';
import { profile } from './profile.ts';
import { profiles } from './profiles.data.ts';

const old = withVersions(
  acceptedVersion('TLSv1.0', [0xc013, 0x002f]),
  acceptedVersion('TLSv1.1', [0xc013, 0x002f]),
  acceptedVersion('TLSv1.2', [0xc02f, 0xc013, 0x002f, 0x000a]),
);

const rows: readonly Row[] = [
  [
    profile,
    'TLS 1.3 as recommended',
    tls13Only(),
    'informational',
    /Mozilla modern \(guidelines 6\.0\), without deviation/,
  ],
  [
    profile,
    'TLS 1.2 and 1.3 as recommended',
    goodEndpoint,
    'informational',
    /Mozilla intermediate \(guidelines 6\.0\), without deviation/,
  ],
  [profile, 'TLS 1.0 to 1.3', old, 'informational', /Mozilla old \(guidelines 5\.8\), without deviation/],
  [
    profile,
    'deviations are listed',
    tls12Only([0xc02f, 0x009e]),
    'informational',
    /lacks TLSv1\.3\naccepts TLS_DHE_RSA_WITH_AES_128_GCM_SHA256\nlacks 0x11ec X25519MLKEM768/,
  ],
  [profile, 'nothing speaks TLS', endpoint({ speaksTls: false }), 'not-applicable'],
  [profile, 'the list of suites was cut short', tls12Only([0xc02f], { complete: false }), 'inconclusive'],
];

testRows(rows);

const guidelinesFile = path.resolve(
  import.meta.dirname,
  '../../../../../../shared/vectors/mozilla_tls_guidelines.json',
);
const configuration = z.object({
  tls_versions: z.array(z.string()),
  ciphersuites: z.array(z.string()),
  ciphers: z.object({ iana: z.array(z.string()) }),
  tls_curves: z.array(z.string()),
});
const guidelinesShape = z.object({
  guidelines: z.record(z.string(), z.object({ configurations: z.record(z.string(), configuration) })),
});
const groupNamesThere: Record<string, string> = { secp256r1: 'prime256v1', x25519: 'X25519' };
const versionNamesThere: Record<string, string> = { 'TLSv1.0': 'TLSv1' };

for (const ours of profiles) {
  test(`${ours.name} holds what Mozilla's guidelines ${ours.guideline} say`, (t) => {
    if (!fs.existsSync(guidelinesFile)) {
      t.skip(`Public vectors are not at ${guidelinesFile}`);
      return;
    }
    const { guidelines } = guidelinesShape.parse(JSON.parse(fs.readFileSync(guidelinesFile, 'utf8')));
    const theirs = guidelines[ours.guideline]?.configurations[ours.name];
    assert.ok(theirs);
    assert.deepEqual(
      ours.versions.map((name) => versionNamesThere[name] ?? name),
      theirs.tls_versions,
    );
    assert.deepEqual(new Set(ours.suites), new Set([...theirs.ciphersuites, ...theirs.ciphers.iana]));
    const groups = ours.groups.map((code) => namedGroups.get(code)?.name ?? '');
    assert.deepEqual(
      groups.map((name) => groupNamesThere[name] ?? name),
      theirs.tls_curves,
    );
  });
}
