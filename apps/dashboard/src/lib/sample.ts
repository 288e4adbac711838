/** The id of the sample report, which no audit has. */
export const sampleId = 'aud_00000000-0000-4000-8000-000000000000';

/** Where the page of an audit is. */
export const auditPath = (id: string): string => (id === sampleId ? '/sample' : `/audits/${id}`);
