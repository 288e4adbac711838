import type { ModuleClaims } from './claim.ts';

/** The file is answered, where another host has none. */
const found = /^HTTP\/1\.[01] 20[06]/m;
const on = (host: string) => ({ on: host, shows: found, notOn: 'good.lab' });

/** What the commands of exposed content must show. */
export const exposedContentClaims: ModuleClaims = {
  claims: {
    'file-git-credentials': on('leaky2-files.lab'),
    'file-env': on('leaky2-files.lab'),
    'file-cloud-credentials': on('leaky2-files.lab'),
    'file-private-key': on('leaky2-files.lab'),
    'file-db-dump': on('leaky2-data.lab'),
    'file-iac-state': { on: 'leaky2-deep.lab', shows: found, notOn: 'leaky2-data.lab' },
    'graphql-introspection': { on: 'leaky2-deep.lab', shows: found, notOn: 'leaky2-data.lab' },
    'ai-endpoint-open': { on: 'leaky2-deep.lab', shows: found, notOn: 'leaky2-data.lab' },
    'error-verbose': { on: 'leaky2-deep.lab', shows: /^HTTP\/1\.[01] 500/m, notOn: 'leaky2-data.lab' },
    'wp-xmlrpc': { on: 'leaky2-wordpress.lab', shows: /^HTTP\/1\.[01] 405/m, notOn: 'fixed.lab' },
    'wellknown-inventory': { on: 'leaky2-default.lab', shows: /^HTTP\/1\.[01] (?:20|30)/m, notOn: 'fixed.lab' },
    'admin-unauthenticated': on('leaky2-pages.lab'),
    'file-git': on('leaky2-files.lab'),
    'file-vcs-other': on('leaky2-files.lab'),
    'file-backup-archive': on('leaky2-data.lab'),
    'file-config-backup': on('leaky2-files.lab'),
    'actuator-sensitive': on('leaky2-pages.lab'),
    'debug-console': on('leaky2-pages.lab'),
    'file-log': on('leaky2-data.lab'),
    'file-ci': { on: 'leaky2-deep.lab', shows: found, notOn: 'leaky2-data.lab' },
    'dir-listing': on('leaky2-data.lab'),
    'debug-phpinfo': on('leaky2-pages.lab'),
    'debug-page': { on: 'leaky2-pages.lab', shows: /<code>DEBUG = True<\/code>/, notOn: 'good.lab' },
    'status-page': on('leaky2-pages.lab'),
    'admin-over-http': on('leaky2-plain.lab'),
    'admin-login': on('leaky2-pages.lab'),
    'wp-user-enum': { on: 'leaky2-wordpress.lab', shows: found, notOn: 'fixed.lab' },
    'file-manifest': on('leaky2-data.lab'),
    'file-editor': on('leaky2-data.lab'),
    'file-ai-agent': { on: 'leaky2-deep.lab', shows: found, notOn: 'leaky2-data.lab' },
    'default-page': { on: 'leaky2-default.lab', shows: /<title>Welcome to nginx!/, notOn: 'good.lab' },
    'securitytxt-expired': { on: 'leaky2-default.lab', shows: /^Expires: 2024/m, notOn: 'fixed.lab' },
    'api-docs': on('leaky2-pages.lab'),
    'securitytxt-missing': { on: 'leaky2-files.lab', shows: /^HTTP\/1\.[01] 404/m, notOn: 'fixed.lab' },
    'securitytxt-invalid': { on: 'leaky2-default.lab', shows: /^Contact: http:/m, notOn: 'fixed.lab' },
  },
  cannotBeRun: {},
};
