import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../testing/random.ts';
import { crc32, toBase62 } from './crc32.ts';
import { ec, pem } from '../secrets/testing/keys.ts';
import { secretsIn } from './secrets.ts';

// Put together here, so that no scanner of sources takes a test for a leak.
const letters = 'aB3dE5gH7jK9mN1pQ4sT6vW8yZ2cF0bLrXu5oIeA';
const hex = '9f86d081884c7d659a2feaa0c55ad015';
const githubToken = (prefix: string): string => {
  const body = 'Zk3Qm8Vt1Xw5Yb7Nc2Rd9Lp4Hs6Jg0';
  return `${prefix}${body}${toBase62(crc32(body), 6)}`;
};
const key = pem(ec, 'pkcs8').trim();
const script = key.replaceAll('\n', '\\n');
const hidden = (whole: string): string =>
  `-----BEGIN PRIVATE KEY-----<${whole.length - '-----BEGIN PRIVATE KEY-----'.length} characters>`;

const jwt = (payload: object): string =>
  `${btoa('{"alg":"HS256","typ":"JWT"}')}.${btoa(JSON.stringify(payload))}.${letters}`.replaceAll('=', '');

const found: [text: string, provider: string, masked: string][] = [
  [`key: "${script}"`, 'private-key', hidden(script)],
  [`<pre>${key}</pre>`, 'private-key', hidden(key)],
  [`sk_${'live'}_${letters}`, 'stripe', 'sk_live_<40 characters>'],
  [`AKIA${'QZ7T4MNB2KLPX5WD'} secret=${letters}`, 'aws', 'AKIA<16 characters>'],
  [`{"accessKeyId":"AKIA${'QZ7T4MNB2KLPX5WD'}","secretAccessKey":"${letters}"}`, 'aws', 'AKIA<16 characters>'],
  [`new Client("AKIA${'QZ7T4MNB2KLPX5WD'}", "${letters}")`, 'aws', 'AKIA<16 characters>'],
  [`aws_secret_access_key = ${letters} key AKIA${'QZ7T4MNB2KLPX5WD'}`, 'aws', 'AKIA<16 characters>'],
  [githubToken('ghp_'), 'github', 'ghp_<36 characters>'],
  [githubToken('ghs_'), 'github', 'ghs_<36 characters>'],
  [`github_pat_${letters.slice(0, 22)}_${letters}${letters.slice(0, 19)}`, 'github', 'github_pat_<82 characters>'],
  [`xoxb-${'2894710365'}-${'7719364028'}-${letters.slice(0, 24)}`, 'slack', 'xoxb-<46 characters>'],
  [`sk-ant-api03-${letters}${letters}`, 'service', 'sk-ant-<86 characters>'],
  [`sk-proj-${letters}`, 'service', 'sk-proj-<40 characters>'],
  [`SG.${letters.slice(0, 22)}.${letters}abc`, 'service', 'SG.<66 characters>'],
  [`glpat-${letters.slice(0, 20)}`, 'service', 'glpat-<20 characters>'],
  [`npm_${letters.slice(0, 36)}`, 'service', 'npm_<36 characters>'],
  [`hf_${letters.replaceAll(/\d/g, 'Q').slice(0, 34)}`, 'service', 'hf_<34 characters>'],
  [`shpat_${'9f86d081884c7d65'.repeat(2)}`, 'service', 'shpat_<32 characters>'],
  [
    `https://hooks.slack.com/services/T012AB3CD/B012AB3CD/${letters.slice(0, 24)}`,
    'service',
    'https://hooks.slack.com/services/<44 characters>',
  ],
  ...(
    [
      [`${'8412097365'}:AA${letters.slice(0, 33)}`, ':AA<33 characters>'],
      [
        `https://discord.com/api/webhooks/${'84120973651198240367'.slice(0, 18)}/${letters}${letters.slice(0, 28)}`,
        '/api/webhooks/<87 characters>',
      ],
      [`mailgun({ apiKey: key-${hex} })`, 'key-<32 characters>'],
      [`mailgun.client({ username: 'api', key: 'key-${hex}' })`, 'key-<32 characters>'],
      [`curl -u "api:key-${hex}" https://api.mailgun.net/v3`, 'key-<32 characters>'],
      [`square: EAAA${letters}${letters.slice(3, 23)}`, 'EAAA<60 characters>'],
      [`sq0csp-${letters}${letters.slice(3, 6)}`, 'sq0csp-<43 characters>'],
      [`mongodb+srv://shop:${letters.slice(0, 16)}@db.shop.lab/x`, 'mongodb+srv://<33 characters>'],
      [`AccountName=a;AccountKey=${letters}${letters.slice(2)}${letters.slice(5, 13)}==`, 'AccountKey=<88 characters>'],
      [`sk.eyJ${'1IjoiYSIsImEiOiJja3F4'.repeat(3)}.${letters.slice(0, 22)}`, 'sk.eyJ<86 characters>'],
      [`sk-${letters.slice(0, 20)}T3BlbkFJ${letters.slice(20)}`, 'T3BlbkFJ<20 characters>'],
      [`pat${letters.slice(0, 14)}.${hex}${hex.slice(1)}7`, 'pat<79 characters>'],
      [`sntrys_eyJ${letters}${letters}`, 'sntrys_<83 characters>'],
      [`NRAK-${'7QZ4T7MNB2KLPX5WDR9QZ7V4MNB'}`, 'NRAK-<27 characters>'],
      [`dp.st.prd.${letters}`, 'dp.st.<44 characters>'],
      [`pscale_tkn_${letters}`, 'pscale_tkn_<40 characters>'],
      [`rubygems_${hex}${hex.slice(3, 19)}`, 'rubygems_<48 characters>'],
      [`https://api.telegram.org/bot${'8412097365'}:AA${letters.slice(0, 33)}/sendMessage`, ':AA<33 characters>'],
      [`redis://default:${letters.slice(0, 24)}@cache.shop.lab:6379`, 'redis://<47 characters>'],
      [`amqp://shop:znnij5DGDW1xelid@mq.shop.lab/x`, 'amqp://<33 characters>'],
      [`mongodb+srv://a:FTnciOvrXNNkCjsV@c.shop.lab/x`, 'mongodb+srv://<29 characters>'],
      [`mongodb+srv://a:iLIA5NKsclUAda9S@cluster.mongodb.net/x`, 'mongodb+srv://<38 characters>'],
      [`pat-na1-9f86d081-884c-4d65-9a2f-eaa0c55ad015`, 'pat-na1-<36 characters>'],
      [`xsmtpsib-${hex}${hex.slice(1)}7-${letters.slice(0, 16)}`, 'xsmtpsib-<81 characters>'],
      [`FLWSECK-${hex}-X`, 'FLWSECK-<34 characters>'],
      [`nfp_${letters.slice(0, 36)}`, 'nfp_<36 characters>'],
      [`access_token$${'production'}$k7qm2xwn9rt4yb8s$${hex}`, 'access_token$production$<49 characters>'],
      [`PMAK-${hex.slice(0, 24)}-${hex}a9`, 'PMAK-<59 characters>'],
      [`${letters.slice(0, 14)}.atlasv1.${letters}${letters.slice(5, 32)}`, '.atlasv1.<67 characters>'],
      [`lsv2_pt_${hex}_${hex.slice(3, 13)}`, 'lsv2_pt_<43 characters>'],
      [`pcsk_${letters.slice(0, 5)}_${letters}${letters.slice(3, 26)}`, 'pcsk_<69 characters>'],
      [`xoxe.xoxp-1-${letters.repeat(4)}`, 'xoxe.xoxp-<162 characters>'],
      [`pplx-${letters}${letters.slice(3, 11)}`, 'pplx-<48 characters>'],
      [`CFPAT-${letters}${letters.slice(3, 6)}`, 'CFPAT-<43 characters>'],
      [`vercel_blob_rw_${letters.slice(0, 16)}_${letters.slice(3, 33)}`, 'vercel_blob_rw_<47 characters>'],
    ] as const
  ).map(([text, masked]): [string, string, string] => [text, 'service', masked]),
  [key.replaceAll('\n', '<br>\n'), 'private-key', hidden(key.replaceAll('\n', '<br>\n'))],
  [key.replaceAll('\n', '&#10;'), 'private-key', hidden(key.replaceAll('\n', '&#10;'))],
  [jwt({ iss: 'supabase', role: 'service_role' }), 'service', 'eyJ<129 characters>'],
];

for (const [text, provider, masked] of found) {
  test(`${masked} is found`, () => {
    assert.deepEqual(secretsIn(`\n x = '${text}'`), [{ provider, isPrivate: true, masked, line: 2 }]);
  });
}

const harmless: [name: string, text: string][] = [
  ...['CastlePepper377', 'yourP4ssw0rd2024', 'MySuperSecretPassword', 'YOUR_DATABASE_PASSWORD', 'ExamplePassw0rd1'].map(
    (password): [string, string] => [
      `the password ${password} of documentation`,
      `redis://app:${password}@db.shop.lab/1`,
    ],
  ),
  ['a key of the test system of Flutterwave', `FLWSECK_TEST-${hex}-X`],
  ['a token of the sandbox of Braintree', `access_token$sandbox$k7qm2xwn9rt4yb8s$${hex}`],
  ['a made-up token of HubSpot', 'pat-na1-xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx'],
  ['an atlasv1 token with a longer front', `${letters.slice(0, 15)}.atlasv1.${letters}${letters.slice(5, 32)}`],
  ['an encrypted key', pem(ec, 'pkcs8', true)],
  ['a public key', key.replaceAll('PRIVATE', 'PUBLIC')],
  [
    'a key of documentation',
    `-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA${letters}...\n-----END RSA PRIVATE KEY-----`,
  ],
  ['a made-up key', `-----BEGIN PRIVATE KEY-----\n${letters}${letters}\n-----END PRIVATE KEY-----`],
  ['a key without its end', key.slice(0, 120)],
  [
    'a certificate in the place of a key',
    `-----BEGIN RSA PRIVATE KEY-----\nMIIFazCCA1OgAwIB${letters}\n-----END RSA PRIVATE KEY-----`,
  ],
  ['the mark of a key without a key', '-----BEGIN PRIVATE KEY-----\n...'],
  ['an access key without its secret', 'AKIAQZ7T4MNB2KLPX5WD'],
  [
    'an address that was signed',
    `https://s3.lab/${letters}?X-Amz-Credential=AKIAQZ7T4MNB2KLPX5WD%2F20261101%2Feu&X-Amz-Signature=${letters}`,
  ],
  [
    'a signed address beside a name',
    `secret = "${letters}"; a = "https://s3.lab/?AWSAccessKeyId=AKIAQZ7T4MNB2KLPX5WD"`,
  ],
  ['a key for pages of Supabase', jwt({ iss: 'supabase', role: 'anon' })],
  ['the key of the demo of Supabase', jwt({ iss: 'supabase-demo', role: 'service_role' })],
  ['a token of a page', jwt({ sub: 'guest', name: 'a guest of the shop' })],
  [
    'words behind the beginning of a key',
    'sk-proj-your-openai-key-goes-here npm_config_registry_of_this_project SG.a.b',
  ],
  ...[
    'class="sk-proj-card-header-wrapper-inner"',
    '.sk-admin-panel-container-wide-layout{}',
    '#gldt-datatable-header-column-name',
    '.glpat-button-primary-outline-large',
    '.glpat-btn-xs-6-mt-2-lg-4-px-9-py-8',
    'glrt-element-container-inner-wide',
    'sb_secret_container_wrapper_inner',
    '#sk-ant-api-introduction-to-the-messages-endpoint-of-this-service',
    'n.hvs.getElementsByClassNameFromCache()',
    'hvs.your-vault-token-goes-here-please',
    `sk_${'live'}_YOURSECRETKEYGOESHEREPLEASE`,
    `rk_${'live'}_replacewithyourownkeyplease`,
    `shpat_${'abcdef'.repeat(6).slice(0, 32)}`,
    'AKIAABCDEFGHIJKLMNOP secret=abcdefghijklmnopqrstuvwxyzABCDEFGHIJKL12',
    'postgres://shop:your-password-2026@db.shop.lab/x mongodb+srv://user:<password>@cluster0.shop.lab',
    `key-${hex} and EAAA${letters}${letters.slice(3, 23)}`,
  ].map((text): [string, string] => [text, text]),
  ['an access key beside an etag', `"id": "AKIAQZ7T4MNB2KLPX5WD", "etag": "${letters}"`],
  ['an access key beside a path', `id: "AKIAQZ7T4MNB2KLPX5WD", secret: "https://s3.lab/${letters}/a.png"`],
  ['an access key beside a digest', `AKIAQZ7T4MNB2KLPX5WD secret: ${'9f86d081884c7d659a2f'.repeat(2)}`],
  ['the access key of the documentation', `AKIAIOSFODNN7EXAMPLE ${letters}`],
  ['a token with a wrong checksum', `${githubToken('ghp_').slice(0, -1)}!`],
  ['a token one of whose characters changed', githubToken('ghp_').replace('Zk3', 'Zk4')],
  ['a key of x', `sk_live_${'x'.repeat(30)}`],
  ['an alphabet', `sk_live_${'abcdefghijklmnopqrstuvwxyz'}`],
  ['a word that ends like a prefix', `mysk_live_${letters}`],
  ['a test key', `sk_test_${letters}`],
  ...[
    `<li key="key-${hex}">Mailgun</li>`,
    `jsx("li", { key: "key-${hex}", children: "Mailgun" })`,
    `<li key={'key-${hex}'}>Mailgun</li>`,
    `<p class="key-${hex}" id='key-${hex}' data-id=key-${hex}>Mailgun`,
  ].map((text): [string, string] => [`the key of an element: ${text}`, text]),
];

for (const [name, text] of harmless) {
  test(`${name} is no secret`, () => assert.deepEqual(secretsIn(text), []));
}

test('the key file of a service account is found by its key', () => {
  const file = (value: string): string =>
    `{"type": "service_account", "private_key_id": "${letters}", "private_key": "${value}"}`;
  assert.deepEqual(
    secretsIn(file(script)).map(({ provider }) => provider),
    ['google-service-account', 'private-key'],
  );
  for (const value of [
    '',
    '<your key>',
    script.replace(/MI\w+/, 'YOUR_KEY'),
    script.replaceAll(/[\w+/]{20,}/g, 'x'.repeat(64)),
  ])
    assert.deepEqual(secretsIn(file(value)), [], value);
});

test("'keys that are made for pages are distinguished'", () => {
  const text = `AIza${letters.slice(0, 35)} pk_live_${letters} https://${'0a1b2c3d'.repeat(4)}@o1.ingest.sentry.io/4505`;
  assert.deepEqual(
    secretsIn(text).map(({ provider, isPrivate }) => [provider, isPrivate]),
    [
      ['google-api', false],
      ['stripe-publishable', false],
      ['sentry-dsn', false],
    ],
  );
});

test('the checksum is that of published checks', () => {
  // CRC-32 of "123456789" is the check value of the algorithm.
  assert.equal(crc32('123456789'), 0xcbf4_3926);
  assert.equal(toBase62(61, 6), '00000z');
  assert.equal(toBase62(62, 3), '010');
});

test('no six characters of a key survive', () => {
  const keys = fc.string({ unit: fc.constantFrom(...letters), minLength: 24, maxLength: 40 });
  fc.assert(
    fc.property(keys, fc.constantFrom('sk_live_', 'rk_live_', 'pk_live_'), (key, prefix) => {
      const stored = JSON.stringify(secretsIn(`a = "${prefix}${key}"`));
      for (let at = 0; at + 6 <= key.length; at += 1) assert.ok(!stored.includes(key.slice(at, at + 6)), stored);
    }),
  );
});

test('a key that ends by itself says when', () => {
  const [one] = secretsIn(`k = "${jwt({ iss: 'supabase', role: 'service_role', exp: 1_600_000_000 })}"`);
  assert.equal(one?.endsAt, '2020-09-13T12:26:40.000Z');
});
