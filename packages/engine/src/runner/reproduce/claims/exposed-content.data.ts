import type { ModuleClaims } from './claim.ts';

/** The file's answer contains its mark, and another host has no such file. */
const on = (host: string, mark: string, notOn = 'good.lab') => ({
  on: host,
  shows: new RegExp(`^HTTP/1\\.[01] 20[06][^]*${mark}`, 'im'),
  notOn,
});

/** What the commands of exposed content must show. */
export const exposedContentClaims: ModuleClaims = {
  claims: {
    'file-git-credentials': on('leaky2-files.lab', 'repositoryformatversion[^]*url'),
    'file-env': on('leaky2-files.lab', 'DB_PASSWORD'),
    'file-cloud-credentials': on('leaky2-files.lab', '_authToken'),
    'file-private-key': on('leaky2-files.lab', 'BEGIN EC PRIVATE KEY'),
    'file-db-dump': on('leaky2-data.lab', 'MySQL dump'),
    'file-iac-state': on('leaky2-deep.lab', 'terraform_version', 'leaky2-data.lab'),
    'graphql-introspection': on('leaky2-deep.lab', '__schema', 'leaky2-data.lab'),
    'ai-endpoint-open': on('leaky2-deep.lab', '"object": ?"list"', 'leaky2-data.lab'),
    'error-verbose': { on: 'leaky2-deep.lab', shows: /^HTTP\/1\.[01] 500[^]*exception/im, notOn: 'leaky2-data.lab' },
    'wp-xmlrpc': { on: 'leaky2-wordpress.lab', shows: /^HTTP\/1\.[01] 405/m, notOn: 'fixed.lab' },
    'wellknown-inventory': { on: 'leaky2-default.lab', shows: /^HTTP\/1\.[01] (?:20|30)/m, notOn: 'fixed.lab' },
    'admin-unauthenticated': on('leaky2-pages.lab', 'phpMyAdmin'),
    'file-git': on('leaky2-files.lab', 'repositoryformatversion'),
    'file-vcs-other': on('leaky2-files.lab', 'SQLite format 3'),
    'file-backup-archive': on('leaky2-data.lab', 'PK'),
    'file-config-backup': on('leaky2-files.lab', ''),
    'actuator-sensitive': on('leaky2-pages.lab', '_links'),
    'debug-console': on('leaky2-pages.lab', 'Symfony Profiler'),
    'file-log': on('leaky2-data.lab', '\\d'),
    'file-ci': on('leaky2-deep.lab', 'pipeline', 'leaky2-data.lab'),
    'dir-listing': on('leaky2-data.lab', 'Index of'),
    'debug-phpinfo': on('leaky2-pages.lab', 'phpinfo'),
    'debug-page': { on: 'leaky2-pages.lab', shows: /<code>DEBUG = True<\/code>/, notOn: 'good.lab' },
    'status-page': on('leaky2-pages.lab', '# (?:HELP|TYPE)'),
    'admin-over-http': on('leaky2-plain.lab', 'Adminer'),
    'admin-login': on('leaky2-pages.lab', '<title>Login'),
    'wp-user-enum': on('leaky2-wordpress.lab', '"id":', 'fixed.lab'),
    'file-manifest': on('leaky2-data.lab', '"packages"'),
    'file-editor': on('leaky2-data.lab', 'Bud1'),
    'file-ai-agent': on('leaky2-deep.lab', '^#', 'leaky2-data.lab'),
    'default-page': { on: 'leaky2-default.lab', shows: /<title>Welcome to nginx!/, notOn: 'good.lab' },
    'securitytxt-expired': { on: 'leaky2-default.lab', shows: /^Expires: 2024/m, notOn: 'fixed.lab' },
    'api-docs': on('leaky2-pages.lab', 'swagger|openapi'),
    'securitytxt-missing': { on: 'leaky2-files.lab', shows: /^HTTP\/1\.[01] 404/m, notOn: 'fixed.lab' },
    'securitytxt-invalid': { on: 'leaky2-default.lab', shows: /^Contact: http:/m, notOn: 'fixed.lab' },
  },
  alsoOn: [
    { id: 'debug-page', on: 'broken.lab', shows: /^\/srv\/app\/index\.js:12/m, notOn: 'good.lab' },
    { id: 'securitytxt-invalid', on: 'sectxt-type.lab', shows: /^Content-Type: (?!text\/plain)/im, notOn: 'fixed.lab' },
    { id: 'securitytxt-invalid', on: 'sectxt-mark.lab', shows: /^M-oM-;M-\?/m, notOn: 'fixed.lab' },
  ],
  cannotBeRun: {},
};
