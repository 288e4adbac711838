/** Hosts of the lab on either side of a row; apart by spaces. */
interface ExposureCoverage {
  readonly fails: string;
  readonly passes: string;
}

const both = (fails: string, passes: string): ExposureCoverage => ({ fails, passes });

/** What each site exposes. */
export const exposedContentCoverage: Readonly<Record<string, ExposureCoverage>> = {
  'file-git-credentials': both('leaky2-files.lab', 'good.lab fixed.lab soft404.lab'),
  'file-env': both('leaky2-files.lab leaky.lab', 'good.lab fixed.lab soft404.lab'),
  'file-cloud-credentials': both('leaky2-files.lab', 'good.lab fixed.lab leaky2-data.lab'),
  'file-private-key': both('leaky2-files.lab', 'good.lab fixed.lab leaky2-data.lab'),
  'file-db-dump': both('leaky2-data.lab leaky.lab', 'good.lab fixed.lab leaky2-files.lab'),
  'file-iac-state': both('leaky2-deep.lab', 'leaky2-data.lab'),
  'admin-unauthenticated': both('leaky2-pages.lab', 'good.lab fixed.lab leaky2-plain.lab'),
  'file-git': both('leaky2-files.lab leaky.lab', 'good.lab fixed.lab soft404.lab'),
  'file-vcs-other': both('leaky2-files.lab', 'good.lab fixed.lab'),
  'file-backup-archive': both('leaky2-data.lab', 'good.lab fixed.lab'),
  'file-config-backup': both('leaky2-files.lab', 'good.lab fixed.lab'),
  'actuator-sensitive': both('leaky2-pages.lab', 'good.lab fixed.lab'),
  'debug-console': both('leaky2-pages.lab', 'good.lab fixed.lab'),
  'file-log': both('leaky2-data.lab leaky2-wordpress.lab', 'good.lab fixed.lab'),
  'file-ci': both('leaky2-deep.lab', 'leaky2-data.lab'),
  'dir-listing': both('leaky2-data.lab', 'good.lab fixed.lab soft404.lab'),
  'debug-phpinfo': both('leaky2-pages.lab', 'good.lab fixed.lab'),
  'debug-page': both('leaky2-pages.lab broken.lab', 'good.lab fixed.lab leaky2-deep.lab'),
  'status-page': both('leaky2-pages.lab', 'good.lab fixed.lab'),
  'admin-over-http': both('leaky2-plain.lab', 'good.lab leaky2-pages.lab'),
  'admin-login': both('leaky2-pages.lab leaky2-plain.lab leaky2-wordpress.lab', 'good.lab fixed.lab'),
  'wp-user-enum': both('leaky2-wordpress.lab', 'fixed.lab'),
  'file-manifest': both('leaky2-data.lab', 'good.lab fixed.lab'),
  'file-editor': both('leaky2-data.lab', 'good.lab fixed.lab'),
  'file-ai-agent': both('leaky2-deep.lab', 'leaky2-data.lab'),
  'graphql-introspection': both('leaky2-deep.lab', 'leaky2-data.lab'),
  'ai-endpoint-open': both('leaky2-deep.lab', 'leaky2-data.lab'),
  'error-verbose': both('leaky2-deep.lab', 'leaky2-data.lab'),
  'wp-xmlrpc': both('leaky2-wordpress.lab', 'fixed.lab'),
  'wellknown-inventory': both('leaky2-default.lab good.lab', 'fixed.lab'),
  'default-page': both('leaky2-default.lab', 'good.lab fixed.lab'),
  'securitytxt-expired': both('leaky2-default.lab sectxt-expired.lab', 'fixed.lab sectxt-ok.lab sectxt-signed.lab'),
  'api-docs': both('leaky2-pages.lab', 'good.lab fixed.lab'),
  'securitytxt-missing': both(
    'leaky2-files.lab sectxt-page.lab',
    'leaky2-default.lab fixed.lab sectxt-ok.lab sectxt-moved.lab sectxt-expired.lab',
  ),
  'securitytxt-invalid': both(
    'leaky2-default.lab sectxt-far.lab sectxt-no-contact.lab sectxt-no-expires.lab sectxt-two-expires.lab sectxt-type.lab sectxt-mark.lab sectxt-canonical.lab',
    'fixed.lab sectxt-ok.lab sectxt-signed.lab sectxt-moved.lab sectxt-expired.lab',
  ),
};
