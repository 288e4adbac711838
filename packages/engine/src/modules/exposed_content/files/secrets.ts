import { checkOf, type Found } from '../../../catalogue/check-of.ts';
import { pathsOf } from '../../derive/subjects/paths.ts';

/** Settings without any credential are internal data. */
const withoutSecret = (what: string): Found => ({
  description: `${what}; no credential beyond samples and common words was found in the part that was read`,
  cvss: 'internalDataRead',
});

/** Settings of the application; without a credential in them they are internal data. */
export const fileEnv = checkOf(pathsOf('env'), {
  id: 'file-env',
  title: 'No .env file is served',
  finding: 'Environment file (.env) exposed',
  weakness: { cvss: 'secretsExposed', cwe: [538, 522] },
  judge: ({ mark }) => {
    if (mark === 'secret') return 'settings of the application with credentials';
    if (mark === 'key')
      return { description: 'settings of the application with the secret key of a service', cvss: 'confidentialRead' };
    return withoutSecret('settings of the application');
  },
});

export const fileCloudCredentials = checkOf(pathsOf('credentials'), {
  id: 'file-cloud-credentials',
  title: 'No credential files of tools are served',
  finding: 'Credential file exposed',
  weakness: { cvss: 'secretsExposed', cwe: [538, 522] },
  judge: () => 'credentials of a command-line tool or a cloud account',
});

export const filePrivateKey = checkOf(pathsOf('key'), {
  id: 'file-private-key',
  title: 'No private key is served',
  finding: 'Private key exposed',
  weakness: { cvss: 'secretsExposed', cwe: [538, 522] },
  judge: ({ mark }) =>
    mark === 'no-secret'
      ? { description: 'a private key that only its passphrase protects', cvss: 'internalDataRead' }
      : 'a private key',
});

export const fileConfigBackup = checkOf(pathsOf('config'), {
  id: 'file-config-backup',
  title: 'No configuration file of the server is served',
  finding: 'Configuration file exposed',
  weakness: { cvss: 'confidentialRead', cwe: [530, 522] },
  judge: ({ mark }) => (mark === 'no-secret' ? withoutSecret('configuration') : 'configuration with credentials'),
});

export const fileIacState = checkOf(pathsOf('state'), {
  id: 'file-iac-state',
  title: 'No infrastructure state or cluster access is served',
  finding: 'Terraform state or kubeconfig exposed',
  weakness: { cvss: 'secretsExposed', cwe: [538, 522] },
  mode: 'deep',
  judge: ({ mark }) =>
    mark === 'no-secret' ? withoutSecret('infrastructure') : 'it contains credentials of the infrastructure',
});
