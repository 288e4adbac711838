/** The number of an issue in its document, from its position. */
export const referenceOf = (index: number): string => `P-${String(index + 1).padStart(3, '0')}`;
