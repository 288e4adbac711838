/** A text without ASCII white space around it (Infra, "strip leading and trailing ASCII whitespace"). */
export const trimSpace = (text: string): string => text.replaceAll(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '');
