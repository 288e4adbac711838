import enginePackage from '../../../package.json' with { type: 'json' };

/** How we name ourselves to every server, in HTTP and elsewhere: who, where to read about it, and by what the operator finds the audit. */
export const userAgent = (contactUrl: string, reference?: string): string =>
  `Mozilla/5.0 (compatible; PerimeterAudit/${enginePackage.version}; +${contactUrl}${reference === undefined ? '' : `; ref ${reference}`})`;
