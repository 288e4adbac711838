import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cpuMsOf } from '../testing/cpu-time.ts';
import { isCredential, isPlaceholder } from './secret-value.ts';

/** Values of samples, templates and documentation. */
const placeholders: readonly string[] = [
  '',
  'changeme123',
  '!ChangeMe!',
  'password_here',
  'your-api-key',
  'xxxx',
  '${VAR}',
  '<secret>',
  'put your unique phrase here',
  '!ChangeThisMercureHubJWTSecretKey!',
  'your-super-secret-jwt-token-with-at-least-32-characters-long',
  'CHANGE_ME',
  'change-me-please',
  'yourpassword',
  'YOUR_API_KEY',
  'mysecretkey',
  'test_password',
  'secret',
  'password',
  'replace_with_strong_password',
  'REDACTED',
  '***REMOVED***',
  'AKIAIOSFODNN7EXAMPLE',
  'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  'sk_live_xxxxxxxxxxxxxxxxxxxxxxxx',
  'sk_live_...',
  'ghp_xxxxxxxxxxxx',
  '********',
  '------',
  'todo',
  'insert-token-here',
  '0000000000000000000000',
  '1234567890abcdef1234',
  '0123456789abcdef0123456789abcdef',
  'example-password',
  'some-secret',
  'my-secret-token',
  'enter_your_password',
  'ThisIsASecretChangeIt',
  'ThisTokenIsNotSoSecretChangeIt',
  'null',
  '{{ .Values.x }}',
  '[password]',
  'DATA+OMITTED',
  'SomeRandomString',
  'changeit',
  'dummy-key-1',
  'secret_key_base_here',
  'replace-me',
  '<your key>',
  'tbd',
  'AppSecretKey',
  'SuperSecretPassword',
  'xxxxx-xxxxx',
  '/run/secrets/db',
  'generate-a-long-random-string',
  'put-your-token-here-123',
  'a_very_long_random_string',
  '__PASSWORD__',
];

/** Values that somebody chose, weak ones among them. */
const secrets: readonly string[] = [
  'tiger-7',
  'Zk8qWv3TnX7yRb2LmD5cHs9J',
  'hunter2',
  'Summer2026!',
  'p@ssw0rd',
  'password123',
  'admin123',
  'correct horse battery staple',
  'my-dog-has-fleas',
  'your_key_3f9a8b7c6d5e',
  'S3cr3t!Pass',
  'letmein',
  'qwerty',
  'Tr0ub4dor-and-3-lab-horses',
  '9f86d081884c7d659a2feaa0c55ad015',
  'base64:9f86d081884c7d659a2feaa0c55ad015=',
  'changing-the-world-7',
  'exchange99',
  'shop',
  's3cr3tP4ss',
  'winter',
  'gJ4!kd9#',
  'Bar0lo&Brunello',
  'testarossa',
  'forest-walk',
  'pass-the-salt-9x',
  'rainbow42',
  'herenow77',
  'blueprint',
  'ThereAndBackAgain',
  'EXCHANGE_2019_pw!',
];

/** Settings that pages hold on purpose, that belong to test systems, or that wait for a value. */
const open: readonly (readonly [name: string, value: string])[] = [
  ['STRIPE_KEY', 'pk_live_abc123def456ghi789jkl0'],
  ['VITE_API_KEY', '9f86d081884c7d65'],
  ['NEXT_PUBLIC_API_TOKEN', '9f86d081884c7d65'],
  ['PUBLIC_API_KEY', '9f86d081884c7d65'],
  ['GOOGLE_MAPS_API_KEY', `AI${'za'}SyA1234567890abcdefghijklmnopqrstuv`],
  ['FIREBASE_API_KEY', `AI${'za'}SyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY`],
  ['SENTRY_DSN', 'https://0a1b2c3d0a1b2c3d0a1b2c3d0a1b2c3d@o1.ingest.sentry.io/45'],
  ['SENTRY_LARAVEL_DSN', 'https://abc:def@sentry.x.io/45'],
  ['STRIPE_SECRET_KEY', `sk_${'test'}_4eC39HqLyjWDarjtT1zdp7dc`],
  ['DATABASE_URL', 'mysql://app:!ChangeMe!@127.0.0.1:3306/app'],
  ['MAPBOX_TOKEN', 'pk.eyJ1IjoiYSJ9.x'],
  ['PUSHER_APP_KEY', 'a1b2c3d4e5f6a7b8c9d0'],
  ['RECAPTCHA_SITE_KEY', '6LdAAAAbbbb'],
  ['ALGOLIA_SEARCH_API_KEY', '9f86d081884c7d65'],
  ['VAPID_PUBLIC_KEY', 'BNx9f86d081'],
  ['SUPABASE_ANON_KEY', 'eyJhbGciOi'],
  ['APP_PASSWORD', 'a'],
];

/** Settings that open something. */
const credentials: readonly (readonly [name: string, value: string])[] = [
  ['DB_PASSWORD', 'tiger-7'],
  ['APP_KEY', 'base64:9f86d081884c7d659a2feaa0c55ad015='],
  ['DATABASE_URL', 'postgres://shop:Zk8qWv3TnX7y@db.lab/x'],
  ['VITE_DATABASE_URL', 'postgres://shop:Zk8qWv3TnX7y@db.lab/x'],
  ['GEMINI_API_KEY', `AI${'za'}SyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY`],
  ['S3_PUBLIC_BUCKET_SECRET_KEY', '9f86d081884c7d65'],
  ['SENTRY_AUTH_TOKEN', 'sntrys_eyJpYXQi9x8'],
  ['REDIS_URL', 'redis://:Zk8qWv3TnX7y@h:6379'],
  ['JWT_SECRET', '9f86d081884c7d65'],
  ['RECAPTCHA_SECRET_KEY', '6LdAbc9x8'],
  ['STRIPE_SECRET_KEY', `sk_${'live'}_4eC39HqLyjWDarjtT1zdp7dc`],
  ['PUSHER_APP_SECRET', 'a1b2c3d4e5f6a7b8'],
  ['smtpPassword', 'gJ4!kd9#'],
  ['MAIL_PASSWORD', 'Summer2026!'],
];

for (const value of placeholders)
  test(`"${value}" stands for a secret`, () => assert.equal(isPlaceholder(value), true));
for (const value of secrets) test(`"${value}" is a value`, () => assert.equal(isPlaceholder(value), false));
for (const [name, value] of open)
  test(`${name}=${value} is open`, () => assert.equal(isCredential(name, value), false));
for (const [name, value] of credentials)
  test(`${name}=${value} is a credential`, () => assert.equal(isCredential(name, value), true));

test('what is drawn at random is no placeholder, in linear time', () => {
  const drawn = fc.array(fc.constantFrom(...'abcdefghijkmnpqrstuvwyzABCDEFGHJKLMNPQRSTUVWYZ23456789'), {
    minLength: 24,
    maxLength: 64,
  });
  fc.assert(fc.property(drawn, (value) => !isPlaceholder(value.join(''))));
  for (const unit of ['password', 'a', 'xa', 'your ', 'Ab', '${', 'change'])
    assert.ok(cpuMsOf(() => isPlaceholder(`${unit.repeat(2_000)}!7`)) < 500, unit);
});
