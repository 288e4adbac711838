declare module 'tr46' {
  interface ProcessingOptions {
    checkBidi?: boolean;
    checkHyphens?: boolean;
    checkJoiners?: boolean;
    ignoreInvalidPunycode?: boolean;
    transitionalProcessing?: boolean;
    useSTD3ASCIIRules?: boolean;
  }
  /** Null where the name is not valid (UTS #46 section 4.2). */
  export function toASCII(name: string, options?: ProcessingOptions & { verifyDNSLength?: boolean }): string | null;
  /** UTS #46 section 4.3. */
  export function toUnicode(name: string, options?: ProcessingOptions): { domain: string; error: boolean };
}
