/** Reports name references by their https address; anything else is not a link. */
export const referenceUrl = (url: string): string | undefined => (url.startsWith('https://') ? url : undefined);
