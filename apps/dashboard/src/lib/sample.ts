/** The id of the sample report, which no audit has. */
export const sampleId = 'aud_00000000-0000-4000-8000-000000000000';

const auditIds = 'aud_';

/** Whether a report is that of an audit that the reader may ask about: neither the sample nor one that a link shows. */
export const isAudit = (id: string): boolean => id !== sampleId && id.startsWith(auditIds);

/** Where the page of a report is; a report that a link shows has the path of the link in place of its id. */
export function auditPath(id: string): string {
  if (id === sampleId) return '/sample';
  return id.startsWith(auditIds) ? `/audits/${id}` : `/${id}`;
}
