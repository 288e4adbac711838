import type { SecretProvider } from '@perimeter/protocols/html/secrets';

/** What a key is, by its provider. */
export const secretNames: Readonly<Record<SecretProvider, string>> = {
  'private-key': 'Private key (PEM)',
  'google-service-account': 'Key file of a Google service account',
  stripe: 'Secret key of Stripe',
  aws: 'Access key of AWS with its secret',
  github: 'Access token of GitHub',
  slack: 'Access token of Slack',
  service: 'Secret key of a service',
  'stripe-publishable': 'Publishable key of Stripe',
  'google-api': 'API key of Google',
  'sentry-dsn': 'DSN of Sentry',
};
