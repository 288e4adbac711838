import enginePackage from '../../../package.json' with { type: 'json' };

/** How we name ourselves to every server, in HTTP and elsewhere: who, and where to read about it. */
export const userAgent = (contactUrl: string): string =>
  `Mozilla/5.0 (compatible; PerimeterAudit/${enginePackage.version}; +${contactUrl})`;
