import enginePackage from '../../../package.json' with { type: 'json' };

/** How the audit identifies itself to every server, over HTTP and otherwise: who, a URL with information, and a reference for the operator. */
export const userAgent = (contactUrl: string, reference?: string): string =>
  `Mozilla/5.0 (compatible; PerimeterAudit/${enginePackage.version}; +${contactUrl}${reference === undefined ? '' : `; ref ${reference}`})`;
