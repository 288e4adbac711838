/** Expressions of our own, in Retire's form, for builds that its list does not recognise. */
export const ownMarks: Readonly<Record<string, readonly string[]>> = {
  // The minified build names its version only beside the methods that come first.
  lodash: ['\\.VERSION="(§§version§§)",\\w{1,3}\\(\\[?"bind"?,? ?"?bindKey'],
};
