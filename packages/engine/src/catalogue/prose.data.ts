/** Why a check matters, how to fix it and when it may stay: Markdown, by check id. */
export const prose: Readonly<Record<string, { why: string; fix: string; acceptable: string }>> = {};
