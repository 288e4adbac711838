/** The file names of the assets, with the digest of their content. */
export interface AssetNames {
  style: string;
  documents: string;
  tools: string;
  icon: string;
  /** The fonts that every page needs at once. */
  fonts: readonly string[];
}
