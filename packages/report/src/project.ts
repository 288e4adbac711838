/** Where the project is published. */
export const projectUrl = 'https://github.com/perimeter-audit/perimeter';

const page = (path: string): string => `${projectUrl}/blob/main/docs/${path}`;

/** The page that explains scores and grades. */
export const methodUrl = page('scoring.md');

/** The page of a check: what it requires, why it matters, how to fix it. */
export const checkUrl = (moduleId: string, checkId: string): string => page(`checks/${moduleId}.md#${checkId}`);
