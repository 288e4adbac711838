/** Expressions of our own, in Retire's form, for builds that its list does not recognise. */
export const ownMarks: Readonly<Record<string, readonly string[]>> = {
  // The minified build names its version only beside the methods that come first.
  lodash: ['\\.VERSION="(§§version§§)",\\w{1,3}\\(\\[?"bind"?,? ?"?bindKey'],
  // Bundlers remove the comment at the beginning: what stands behind the version is left, minified (3.7; 3.0 to 3.6) and as written.
  jquery: [
    '="(§§version§§)",\\w{1,3}=/HTML\\$/i,',
    '="(§§version§§)",\\w{1,3}=function\\(\\w,\\w\\) ?\\{return new \\w{1,3}\\.fn\\.init\\(',
    'version = "(§§version§§)",\\s{1,40}rhtmlSuffix = ',
  ],
};

/** Expressions of the list that other texts match, too, such as tables of dependencies, and what is taken in their place. */
export const narrowed: ReadonlyMap<string, string> = new Map([
  [
    '[^a-z.]jquery:[ ]?"(§§version§§)"',
    '[^a-z.]jquery:[ ]?"(§§version§§)",\\s{0,20}(?:constructor|length|size|selector)',
  ],
]);
