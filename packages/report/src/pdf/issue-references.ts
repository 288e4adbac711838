/** The number of an issue in its document, by its place in the order. */
export const referenceOf = (index: number): string => `P-${String(index + 1).padStart(3, '0')}`;
