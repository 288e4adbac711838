import { type Exposed, pathCheck } from '../path-check.ts';

/** Settings in which nothing opens anything are internal data. */
const withoutSecret = (what: string): Exposed => ({
  what: `${what}; no credential beyond samples and common words was found in the part that was read`,
  cvss: 'internalDataRead',
});

/** Settings of the application; without a credential among them they are internal data. */
export const fileEnv = pathCheck({
  id: 'file-env',
  title: 'No .env file is served',
  finding: 'Environment file (.env) exposed',
  weakness: { cvss: 'secretsExposed', cwe: [538, 522] },
  group: 'env',
  means: ({ mark }) => {
    if (mark === 'secret') return 'settings of the application with credentials';
    if (mark === 'key')
      return { what: 'settings of the application with the secret key of a service', cvss: 'confidentialRead' };
    return withoutSecret('settings of the application');
  },
});

export const fileCloudCredentials = pathCheck({
  id: 'file-cloud-credentials',
  title: 'No credential files of tools are served',
  finding: 'Credential file exposed',
  weakness: { cvss: 'secretsExposed', cwe: [538, 522] },
  group: 'credentials',
  means: 'credentials of a command-line tool or a cloud account',
});

export const filePrivateKey = pathCheck({
  id: 'file-private-key',
  title: 'No private key is served',
  finding: 'Private key exposed',
  weakness: { cvss: 'secretsExposed', cwe: [538, 522] },
  group: 'key',
  means: ({ mark }) =>
    mark === 'no-secret'
      ? { what: 'a private key that only its passphrase protects', cvss: 'internalDataRead' }
      : 'a private key',
});

export const fileConfigBackup = pathCheck({
  id: 'file-config-backup',
  title: 'No configuration file of the server is served',
  finding: 'Configuration file exposed',
  weakness: { cvss: 'confidentialRead', cwe: [530, 522] },
  group: 'config',
  means: ({ mark }) => (mark === 'no-secret' ? withoutSecret('configuration') : 'configuration with credentials'),
});

export const fileIacState = pathCheck({
  id: 'file-iac-state',
  title: 'No infrastructure state or cluster access is served',
  finding: 'Terraform state or kubeconfig exposed',
  weakness: { cvss: 'secretsExposed', cwe: [538, 522] },
  mode: 'deep',
  group: 'state',
  means: ({ mark }) =>
    mark === 'no-secret' ? withoutSecret('infrastructure') : 'it contains credentials of the infrastructure',
});
