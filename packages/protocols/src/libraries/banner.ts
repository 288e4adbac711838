/** Words before the name of a library that a work only needs or derives from, at the end of a sentence, a line or a list. */
const leans =
  /\b(?:requires?|required|depend(?:s|ent)? (?:up)?on|dependenc(?:y|ies)|compatible with|compatibility|based (?:up)?on|built (?:up)?on|(?:tested|works?|working|use|used|built|ships?) (?:with|on|against)|needs?|uses|using|inspired by|derived from|extends|supports?|(?:port|ported|fork|forked|copied|adapted|taken) (?:of|from)|(?:plug-?in|extension|theme|polyfill|shim|adapter|add-?on|wrapper|replacement|bindings?|types|patch|fix) (?:of|for|to))\b[^.;|(){}]{0,60}$/i;

/** The word after the version in banners of the library itself; any other makes it part of the name of another work. */
const goesOn =
  /^(?:copyright|licen[cs]\w*|mit|apache|bsd|released?|build|bundled?|slim|min|minified|custom|core|full|by|from|stable|final|lts|date|production|development|prod|dev|standalone|excluding|without|includ\w+|is|https?|www|module|umd|esm|cjs)\b/i;

/** Older banners name the site of the library behind the version. */
const ownSite = /^[ \t]+(?:https?:\/\/)?[\w-]+\.(?:com|org|net|io)\b[ \t]*(?:[|*\n]|$)/i;

/** The name of another work behind a dash or colon: `jQuery v1.12.4 - tooltip plugin`. */
const kinds =
  /^[ \t]*[-\u2013\u2014:,][^|(\n]*\b(?:plug-?in|polyfill|shim|add-?on|extension|adapter|wrapper|theme|compat\w*)\b/i;

/**
 * Whether the banner around a version names another work, such as a plugin or one that needs the library: `before` ends where the
 * name begins, `after` begins behind the version.
 */
export function namesAnotherWork(before: string, after: string): boolean {
  // Earlier comments and code do not describe this one.
  const sentence = before.slice(Math.max(before.lastIndexOf('*/'), before.lastIndexOf('\n\n')) + 2);
  if (leans.test(sentence) || kinds.test(after) || /^\+(?!\w)/.test(after)) return true;
  const [, word] = /^[ \t]+([a-z][\w-]*)/i.exec(after) ?? [];
  return word !== undefined && !goesOn.test(word) && !ownSite.test(after);
}
