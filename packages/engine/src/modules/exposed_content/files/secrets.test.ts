import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftsOf } from '../../../catalogue/testing/rows.ts';
import { hitOf, pathOf, pathRows, swept, testRows } from '../testing/evidence.ts';
import { fileCloudCredentials, fileConfigBackup, fileEnv, fileIacState, filePrivateKey } from './secrets.ts';

const secret = { mark: 'secret' } as const;
const env = hitOf('/.env', 'env', 'envFile', { ...secret, proof: ['DB_PASSWORD=<redacted 24 characters>'] });

testRows([
  ...pathRows(fileEnv, env, 'fail', /DB_PASSWORD=<redacted 24 characters>/),
  ...pathRows(fileCloudCredentials, hitOf('/.npmrc', 'credentials', 'npmrc', secret), 'fail', /credentials of/),
  ...pathRows(filePrivateKey, hitOf('/server.key', 'key', 'privateKey', secret), 'fail', /private key/),
  ...pathRows(fileConfigBackup, hitOf('/web.config', 'config', 'webConfig', secret), 'fail', /with credentials/),
  ...pathRows(fileIacState, hitOf('/terraform.tfstate', 'state', 'terraformState', secret), 'fail', /infrastructure/),
  [
    fileIacState,
    'no authority was stated',
    swept([pathOf('/.env', 'env', 'envFile')]),
    'not-applicable',
    /stated authority/,
  ],
]);

test('settings without a credential are internal data', () => {
  const without = { mark: 'no-secret' } as const;
  for (const [check, hit] of [
    [fileEnv, { ...env, ...without }],
    [fileConfigBackup, hitOf('/web.config', 'config', 'webConfig', without)],
    [fileIacState, hitOf('/terraform.tfstate', 'state', 'terraformState', without)],
  ] as const) {
    const [draft] = draftsOf(check.evaluate(swept([hit])));
    assert.ok(draft !== undefined && 'cvss' in draft && draft.cvss === 'internalDataRead', check.id);
    assert.match(draft.description, /no credential beyond samples and common words was found/);
  }
});

test('credentials that have all expired are internal data, with the expiry date', () => {
  const ended = 'API_TOKEN=<redacted 90 characters>, ends 2020-02-03T04:05:06.000Z';
  const later = 'SAS_TOKEN=<redacted 90 characters>, ends 2099-01-01T00:00:00.000Z';
  const rows: readonly (readonly [proof: string[], cvss: string | undefined])[] = [
    [[ended], 'internalDataRead'],
    [[ended, later], undefined],
    [['DB_PASSWORD=<redacted 24 characters>', ended], undefined],
  ];
  for (const [proof, cvss] of rows) {
    const [draft] = draftsOf(fileEnv.evaluate(swept([{ ...env, proof }])));
    assert.equal(draft !== undefined && 'cvss' in draft ? draft.cvss : undefined, cvss, proof.join('\n'));
    assert.equal(draft?.description.includes('ended by 2020-02-03'), cvss !== undefined);
  }
});

test('a private key that a passphrase protects is internal data', () => {
  const hit = hitOf('/server.key', 'key', 'privateKey', { mark: 'no-secret' });
  const [draft] = draftsOf(filePrivateKey.evaluate(swept([hit])));
  assert.ok(draft !== undefined && 'cvss' in draft && draft.cvss === 'internalDataRead');
  assert.match(draft.description, /only its passphrase/);
});

test('a private key without its certificate is high', () => {
  const [draft] = draftsOf(fileEnv.evaluate(swept([{ ...env, mark: 'key' }])));
  assert.ok(draft !== undefined && 'cvss' in draft && draft.cvss === 'confidentialRead');
});
